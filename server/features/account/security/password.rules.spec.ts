import { isGuessable, isPasswordLength, isPin, isWeakPin } from './password.rules.js';

describe('a password', () => {
  it.each(['123456', '654321', '1234567890', 'aaaaaaaa', 'abcdefg', '121212'])('%s can be guessed', (password) => {
    expect(isGuessable(password, [])).toBe(true);
  });

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
