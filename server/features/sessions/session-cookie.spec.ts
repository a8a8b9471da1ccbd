import { sessionCookie, tokenFromCookie } from './session-cookie.js';

it('the cookie of a login is found again in a handshake, and nothing else is', () => {
  const token = 'Ab_-'.repeat(10).concat('xyz');
  const [pair = ''] = sessionCookie(token, true).split(';', 1);
  expect(tokenFromCookie(`theme=dark; ${pair}; other=1`)).toBe(token);
  expect(tokenFromCookie(pair)).toBe(token);
  expect(tokenFromCookie(`x${pair}`)).toBeNull();
  expect(tokenFromCookie(`${pair}x`)).toBeNull();
  expect(tokenFromCookie(sessionCookie('', true))).toBeNull();
});
