import { maskContact, readEmail, readLogin, readPhone, readUsername } from './contact.rules.js';

describe('an e-mail address', () => {
  it.each([
    ['Someone@Example.COM', 'someone@example.com', 'someone@example.com'],
    ['some.one+news@example.com', 'some.one+news@example.com', 'some.one@example.com'],
    ['Some.One+news@GMail.com', 'some.one+news@gmail.com', 'someone@gmail.com'],
    ['Some.One@GoogleMail.com', 'some.one@googlemail.com', 'someone@gmail.com'],
    ['a@bücher.example', 'a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['+tag@example.com', '+tag@example.com', '+tag@example.com'],
  ])('%s', (text, value, key) => {
    expect(readEmail(text)).toEqual({ kind: 'email', value, key });
  });

  it.each([
    'a@b',
    '@example.com',
    'a@',
    'a@@example.com',
    'a b@example.com',
    ' a@example.com',
    'a@example.com ',
    'a@example.com\r\nBcc: b@example.com',
    'a@exam ple.com',
    'a@example.com/../x',
    'a@user:pass@example.com',
    'a@127.0.0.1',
    'a@1',
    'a@-example.com',
    '.a@example.com',
    'a..b@example.com',
    '"a b"@example.com',
    'а@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(126)}com`,
    '',
  ])('%s is none', (text) => {
    expect(readEmail(text)).toBeNull();
  });
});

describe('a phone', () => {
  it.each([
    ['13912345678', '86', '+8613912345678'],
    ['13912345678', '+86', '+8613912345678'],
    ['+8613912345678', '', '+8613912345678'],
    ['+8613912345678', '86', '+8613912345678'],
    ['07911123456', '44', '+447911123456'],
    ['2015550123', '1', '+12015550123'],
  ])('%s with dial code %s', (text, dialCode, value) => {
    expect(readPhone(text, dialCode)).toEqual({ kind: 'phone', value, key: value });
  });

  it.each([
    ['13912345678', ''],
    ['13912345678', '0'],
    ['13912345678', '86x'],
    ['13912345678', '999'],
    ['+8613912345678', '44'],
    ['+86+8613912345678', '86'],
    ['１３９１２３４５６７８', '86'],
    ['139 1234 5678', '86'],
    ['1', '86'],
    ['1'.repeat(30), '86'],
    ['', '86'],
  ])('%s with dial code %s is none', (text, dialCode) => {
    expect(readPhone(text, dialCode)).toBeNull();
  });
});

describe('a user name', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['Zoe\u0308', 'zoe'],
    ['john_doe-1.x', 'john_doe-1.x'],
    ['小明123', '小明123'],
    ['한국인', '한국인'.normalize('NFKD')],
  ])('%s has the key %s', (text, key) => {
    expect(readUsername(text)).toMatchObject({ key });
  });

  it.each([
    'аdmin',
    'admin\u200b',
    '\u202eadmin',
    'ad min',
    '小明john',
    '12345',
    '_john',
    'a@b.co',
    'ab',
    '<b>x</b>',
    "o'x",
  ])('%s is none', (text) => {
    expect(readUsername(text)).toBeNull();
  });

  it('is told from the other names by its form', () => {
    expect(readLogin('john', '86')).toMatchObject({ contact: null, username: { key: 'john' } });
    expect(readLogin('13912345678', '86')).toMatchObject({ contact: { kind: 'phone' }, username: null });
    expect(readLogin('j@example.com', '86')).toMatchObject({ contact: { kind: 'email' }, username: null });
  });
});

it.each([
  ['someone@example.com', 'so****@example.com'],
  ['a@example.com', 'a****@example.com'],
  ['+8613912345678', '+86****5678'],
])('%s is shown to others as %s', (contact, shown) => {
  expect(maskContact(contact)).toBe(shown);
});
