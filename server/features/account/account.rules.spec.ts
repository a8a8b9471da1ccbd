import { isBankCode, isCardNumber, isForeignAccount } from './bank-card.rules.js';
import { maskContact, readEmail, readLogin, readPhone, readUsername } from './contact.rules.js';
import { deviceName } from './device.rules.js';
import { isGuessable, isPasswordLength, isPin, isWeakPin } from './password.rules.js';
import { sessionCookie, tokenFromCookie } from './session-cookie.js';

describe('an e-mail address', () => {
  it.each([
    ['Someone@Example.COM', 'someone@example.com', 'someone@example.com'],
    ['some.one+news@example.com', 'some.one+news@example.com', 'some.one@example.com'],
    ['Some.One+news@GMail.com', 'some.one+news@gmail.com', 'someone@gmail.com'],
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

describe('a password', () => {
  it.each(['123456', '654321', '1234567890', 'password', 'PassW0rd', 'aaaaaaaa', 'abcdefg', '121212', 'qwerty'])(
    '%s can be guessed',
    (password) => {
      expect(isGuessable(password, [])).toBe(true);
    },
  );

  it.each(['someone@example.com', 'Someone', '+8613912345678', '13912345678', '8613912345678'])(
    '%s can be guessed by whoever knows the user',
    (password) => {
      expect(isGuessable(password, ['someone@example.com', '+8613912345678'])).toBe(true);
    },
  );

  it('is counted in characters, however they were typed', () => {
    expect(isPasswordLength('x9#kQ2', 6)).toBe(true);
    expect(isPasswordLength('x9#kQ', 6)).toBe(false);
    expect(isPasswordLength('🦆'.repeat(128), 6)).toBe(true);
    expect(isPasswordLength('🦆'.repeat(129), 6)).toBe(false);
    expect(isPasswordLength('e\u0301'.repeat(5), 6)).toBe(false);
  });
});

describe('a fund password', () => {
  it.each([
    '000000',
    '111222',
    '123456',
    '987654',
    '890123',
    '123123',
    '121212',
    '123321',
    '900131',
    '311290',
    '123190',
    '199001',
  ])('%s is weak', (pin) => {
    expect(isWeakPin(pin, null)).toBe(true);
  });

  it.each(['271839', '918273', '604875', '739146'])('%s is not', (pin) => {
    expect(isWeakPin(pin, '+8613912345678')).toBe(false);
  });

  it('is not a part of the phone number', () => {
    expect(isWeakPin('391234', '+8613912345678')).toBe(true);
  });

  it.each(['27183', '2718399', '２７１８３９', '27183a', ' 271839', '271839\n', ''])('%j is none', (text) => {
    expect(isPin(text)).toBe(false);
  });
});

describe('bank cards', () => {
  // Numbers that the card schemes publish for tests, and the examples of the IBAN registry.
  it.each(['4111111111111111', '5555555555554444', '378282246310005', '6200000000000005'])('%s is a card', (text) => {
    expect(isCardNumber(text)).toBe(true);
    expect(isCardNumber(`${text.slice(0, -1)}${(Number.parseInt(text.slice(-1), 10) + 1) % 10}`)).toBe(false);
  });

  it.each(['GB82WEST12345698765432', 'DE89370400440532013000', 'FR1420041010050500013M02606', '12345678', '0012-345'])(
    '%s is an account abroad',
    (text) => {
      expect(isForeignAccount(text)).toBe(!text.includes('-'));
    },
  );

  it('has a bank code of its own', () => {
    expect(isBankCode('DEUTDEFF')).toBe(true);
    expect(isBankCode('DEUTDEFF500')).toBe(true);
    expect(isBankCode('021000021')).toBe(true);
    expect(isBankCode('021000022')).toBe(false);
    expect(isBankCode('000000000')).toBe(false);
    expect(isBankCode('DEUT')).toBe(false);
  });
});

it('the cookie of a login is found again in a handshake, and nothing else is', () => {
  const token = 'Ab_-'.repeat(10).concat('xyz');
  const [pair = ''] = sessionCookie(token, true).split(';', 1);
  expect(tokenFromCookie(`theme=dark; ${pair}; other=1`)).toBe(token);
  expect(tokenFromCookie(pair)).toBe(token);
  expect(tokenFromCookie(`x${pair}`)).toBeNull();
  expect(tokenFromCookie(`${pair}x`)).toBeNull();
  expect(tokenFromCookie(sessionCookie('', true))).toBeNull();
});

it('a device is named for its owner', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';
  expect(deviceName(safari)).toBe('iPhone, Safari');
  expect(deviceName(edge)).toBe('Windows, Edge');
  expect(deviceName('')).toBe('Unknown device');
});
