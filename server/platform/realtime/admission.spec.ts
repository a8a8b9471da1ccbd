import type { IncomingMessage } from 'node:http';
import { Admission, addressOf, isOriginAllowed } from './admission.js';
import type { RealtimeSettings } from './realtime-settings.js';
import { TokenBucket } from './token-bucket.js';

test.each([
  ['no browser page', undefined, 'shop.example', [], true],
  ['the own page', 'https://shop.example', 'shop.example', [], true],
  ['the own page on a port', 'http://shop.example:3000', 'shop.example:3000', [], true],
  ['the own page, host in capitals', 'https://shop.example', 'Shop.Example', [], true],
  ['another port', 'http://shop.example:3001', 'shop.example:3000', [], false],
  ['another site', 'https://evil.example', 'shop.example', [], false],
  ['a name that begins the same', 'https://shop.example.evil.example', 'shop.example', [], false],
  ['a sub-domain', 'https://a.shop.example', 'shop.example', [], false],
  ['a sandboxed page', 'null', 'shop.example', [], false],
  ['a file', 'file://shop.example', 'shop.example', [], false],
  ['no origin at all', '', '', [], false],
  ['a listed site', 'https://app.example', 'shop.example', ['https://app.example'], true],
  ['a listed site by another scheme', 'http://app.example', 'shop.example', ['https://app.example'], false],
  ['any site where all are allowed', 'https://evil.example', 'shop.example', ['*'], true],
])('%s', (_name, origin, host, allowed, expected) => {
  expect(isOriginAllowed(origin, host, allowed)).toBe(expected);
});

test.each([
  ['nobody is trusted', 0, '1.1.1.1, 2.2.2.2', '9.9.9.9'],
  ['one proxy', 1, '1.1.1.1, 2.2.2.2', '2.2.2.2'],
  ['two proxies', 2, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['more proxies than named', 3, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ['a proxy that names nobody', 1, undefined, '9.9.9.9'],
])('address of a client: %s', (_name, proxies, forwarded, expected) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '9.9.9.9' } };
  expect(addressOf(request as unknown as IncomingMessage, proxies)).toBe(expected);
});

test('a bucket lets a burst through and then the rate', () => {
  const bucket = new TokenBucket(20, 40, 0);
  const taken = (now: number, tries: number) =>
    Array.from({ length: tries }, () => bucket.take(now)).filter(Boolean).length;
  expect(taken(0, 100)).toBe(40);
  expect(taken(1000, 100)).toBe(20);
  expect(taken(1025, 100)).toBe(0);
  expect(taken(1050, 100)).toBe(1);
  expect(taken(100_000, 100)).toBe(40);
  expect(taken(50_000, 100)).toBe(0);
});

test('admission closes, counts addresses and forgets them', () => {
  const settings = { socketsPerAddress: 1, handshakesPerSecond: 10, allowedOrigins: [], trustedProxies: 0 };
  let now = 0;
  const admission = new Admission(settings as unknown as RealtimeSettings, () => (now += 1000));
  const request = { headers: {}, socket: { remoteAddress: '9.9.9.9' } } as unknown as IncomingMessage;
  expect(admission.refusal(request)).toBeNull();
  const leave = admission.count('9.9.9.9');
  expect(admission.refusal(request)).toBe('too many sockets of one address');
  leave();
  expect(admission.refusal(request)).toBeNull();
  admission.close();
  expect(admission.refusal(request)).toBe('draining');
});

test('admission counts all addresses of one IPv6 network together', () => {
  const settings = { socketsPerAddress: 1, handshakesPerSecond: 10, allowedOrigins: [], trustedProxies: 0 };
  let now = 0;
  const admission = new Admission(settings as unknown as RealtimeSettings, () => (now += 1000));
  const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage;
  const leave = admission.count('2001:db8:0:1::1');
  expect(admission.refusal(from('2001:db8:0:1:ffff::2'))).toBe('too many sockets of one address');
  expect(admission.refusal(from('2001:db8:0:2::1'))).toBeNull();
  leave();
  expect(admission.refusal(from('2001:db8:0:1:ffff::2'))).toBeNull();
});

test('handshakes: told to come back above the rate, not let in at all far above it', () => {
  const settings = { socketsPerAddress: 1000, handshakesPerSecond: 10, allowedOrigins: [], trustedProxies: 0 };
  const admission = new Admission(settings as unknown as RealtimeSettings, () => 0);
  const request = { headers: {}, socket: { remoteAddress: '9.9.9.9' } } as unknown as IncomingMessage;
  const postponed = Array.from({ length: 20 }, () => admission.postponed());
  expect(postponed.filter((wait) => wait === null)).toHaveLength(10);
  for (const wait of postponed.slice(10)) expect(wait).toBeGreaterThanOrEqual(1000);
  const refusals = Array.from({ length: 40 }, () => admission.refusal(request));
  expect(refusals.filter((reason) => reason === null)).toHaveLength(30);
  expect(refusals.at(-1)).toMatch(/^busy, retryInMs=\d+$/);
});

describe('one address', () => {
  const settings = { socketsPerAddress: 40, handshakesPerSecond: 30, allowedOrigins: [], trustedProxies: 0 };
  const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage;
  let now: number;
  let admission: Admission;
  const letIn = (address: string, tries: number) =>
    Array.from({ length: tries }, () => admission.refusal(from(address))).filter((reason) => reason === null).length;
  beforeEach(() => {
    now = 0;
    admission = new Admission(settings as unknown as RealtimeSettings, () => now);
  });

  test('opens as many sockets at once as it may have, so that all behind it come back after a restart', () => {
    expect(letIn('9.9.9.9', 40)).toBe(40);
  });

  test('opens and closes as many as it likes, and everybody else is let in', () => {
    expect(letIn('9.9.9.9', 1000)).toBe(40);
    expect(admission.refusal(from('9.9.9.9'))).toMatch(/^busy, retryInMs=\d+$/);
    // Of the 90 of everybody the 50 that are left.
    expect(letIn('8.8.8.8', 40)).toBe(40);
    expect(letIn('7.7.7.7', 40)).toBe(10);
  });

  test('has a tenth of its places back each second', () => {
    letIn('9.9.9.9', 40);
    now = 1000;
    expect(letIn('9.9.9.9', 40)).toBe(4);
    now = 11_000;
    expect(letIn('9.9.9.9', 60)).toBe(40);
  });

  test('is its whole network by IPv6', () => {
    expect(letIn('2001:db8:0:1::1', 40)).toBe(40);
    expect(letIn('2001:db8:0:1:ffff::2', 40)).toBe(0);
    expect(letIn('2001:db8:0:2::1', 40)).toBe(40);
  });
});

test.each<[string, { requireTls: boolean; trustedProxies: number }, string | undefined, boolean]>([
  ['by TLS', { requireTls: true, trustedProxies: 1 }, 'https', true],
  ['without TLS', { requireTls: true, trustedProxies: 1 }, 'http', false],
  ['without TLS as ws', { requireTls: true, trustedProxies: 1 }, ' WS ', false],
  ['without TLS, who claims otherwise before the proxy', { requireTls: true, trustedProxies: 1 }, 'https, http', false],
  ['by TLS at the first of two proxies', { requireTls: true, trustedProxies: 2 }, 'https, http', true],
  ['without a proxy, whatever is claimed', { requireTls: true, trustedProxies: 0 }, 'http', true],
  ['through a proxy that does not say', { requireTls: true, trustedProxies: 1 }, undefined, true],
  ['without TLS where the site has none', { requireTls: false, trustedProxies: 1 }, 'http', true],
])('a handshake that came %s', (_how, given, proto, isLetIn) => {
  const settings = { socketsPerAddress: 1, handshakesPerSecond: 10, allowedOrigins: [], ...given };
  const admission = new Admission(settings as unknown as RealtimeSettings, () => 0);
  const request = { headers: { 'x-forwarded-proto': proto }, socket: { remoteAddress: '9.9.9.9' } };
  const refusal = admission.refusal(request as unknown as IncomingMessage);
  expect(refusal).toBe(isLetIn ? null : 'only by TLS (wss)');
});

test('whoever has too many sockets takes nothing of what everybody has', () => {
  const settings = { socketsPerAddress: 1, handshakesPerSecond: 1, allowedOrigins: [], trustedProxies: 0 };
  const admission = new Admission(settings as unknown as RealtimeSettings, () => 0);
  const of = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage;
  admission.count('9.9.9.9');
  for (let tries = 0; tries < 100; tries += 1) {
    expect(admission.refusal(of('9.9.9.9'))).toBe('too many sockets of one address');
  }
  expect(admission.refusal(of('8.8.8.8'))).toBeNull();
});
