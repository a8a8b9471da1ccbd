import { endOf, isAllowedFrom, readAddresses, readScopes } from './api-key-terms.js';

describe('scopes', () => {
  it.each([
    ['read', ['read']],
    ['trade.spot,read', ['read', 'trade.spot']],
    [' read , trade.futures ', ['read', 'trade.futures']],
    ['read trade.spot trade.futures trade.options', ['read', 'trade.spot', 'trade.futures', 'trade.options']],
    ['', null],
    [',', null],
    ['read,read', null],
    ['withdraw', null],
    ['read,withdraw', null],
    ['trade', null],
    ['trade.*', null],
    ['READ', null],
    ['__proto__', null],
  ])('%j are %j', (text, scopes) => {
    expect(readScopes(text)).toEqual(scopes);
  });
});

describe('a list of addresses', () => {
  it.each([
    ['', []],
    ['203.0.113.7', ['203.0.113.7/32']],
    ['203.0.113.7, 198.51.0.0/16', ['203.0.113.7/32', '198.51.0.0/16']],
    ['2001:DB8::1', ['2001:db8::1/128']],
    ['2001:0db8:0000::/48', ['2001:db8::/48']],
    ['::ffff:203.0.113.7', ['203.0.113.7/32']],
    ['::ffff:cb00:7107', ['203.0.113.7/32']],
    ['203.0.113.7 203.0.113.7', ['203.0.113.7/32']],
    // Wider than what one customer has: it would be no list at all.
    ['0.0.0.0/0', null],
    ['128.0.0.0/1', null],
    ['10.0.0.0/8', null],
    ['::/0', null],
    ['2001::/16', null],
    ['203.0.113.7/33', null],
    ['203.0.113.7/', null],
    ['203.0.113.7/032', null],
    ['203.0.113.7/24/24', null],
    ['203.0.113', null],
    ['203.0.113.007', null],
    ['0x7f.1', null],
    ['::ffff:203.0.113.7/120', null],
    ['fe80::1%eth0', null],
    ['example.com', null],
    ['２０３.0.113.7', null],
    [Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`).join(','), null],
  ])('%j is %j', (text, list) => {
    expect(readAddresses(text)).toEqual(list);
  });

  it.each([
    [[], '203.0.113.7', true],
    [['203.0.113.7/32'], '203.0.113.7', true],
    [['203.0.113.7/32'], '203.0.113.8', false],
    [['203.0.113.7/32'], '::ffff:203.0.113.7', true],
    [['203.0.113.7/32'], '::FFFF:CB00:7107', true],
    [['203.0.113.7/32'], '0:0:0:0:0:ffff:203.0.113.7', true],
    [['203.0.113.7/32'], '::203.0.113.7', false],
    [['203.0.0.0/16'], '203.0.255.255', true],
    [['203.0.0.0/16'], '203.1.0.0', false],
    [['2001:db8::/48'], '2001:db8:0:ffff::1', true],
    [['2001:db8::/48'], '2001:db8:1::1', false],
    [['2001:db8::1/128'], '2001:0DB8:0:0::1', true],
    [['2001:db8::1/128'], '2001:db8::1%eth0', true],
    [['2001:db8::/48'], '203.0.113.7', false],
    // Where IPv6 writes all addresses of IPv4: it would be a list of everybody.
    [['::/32'], '203.0.113.7', false],
    [['::/80'], '::ffff:203.0.113.7', false],
    [['::/32'], '::1', true],
    [['::/32', '203.0.113.0/24'], '203.0.113.7', true],
    [['203.0.113.7/32'], '', false],
    [['203.0.113.7/32'], 'unknown', false],
    [['203.0.113.7/32'], '203.0.113.7, 198.51.100.1', false],
  ])('%j lets in from %j: %s', (list, from, is) => {
    expect(isAllowedFrom(list, from)).toBe(is);
  });
});

describe('the end of a key', () => {
  const now = Date.UTC(2026, 0, 1);
  const day = (days: number) => new Date(now + days * 86_400_000);

  it.each([
    [null, true, null],
    [null, false, undefined],
    [90, false, day(90)],
    [180, false, undefined],
    [365, true, day(365)],
    [7, false, day(7)],
  ])('%j days, with addresses %s: %j', (days, hasAddresses, end) => {
    expect(endOf(days, hasAddresses, now)).toEqual(end);
  });
});
