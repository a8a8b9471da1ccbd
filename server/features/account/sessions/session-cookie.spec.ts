import { sessionCookie, tokenFromCookie } from './session-cookie.js';

const token = 'Ab_-'.repeat(10).concat('xyz');

it.each([true, false])(
  'the cookie of a login is found again in a handshake, and nothing else is (https: %s)',
  (isSecure) => {
    const [pair = ''] = sessionCookie(token, isSecure).split(';', 1);
    expect(tokenFromCookie(`theme=dark; ${pair}; other=1`, isSecure)).toBe(token);
    expect(tokenFromCookie(pair, isSecure)).toBe(token);
    expect(tokenFromCookie(`x${pair}`, isSecure)).toBeNull();
    expect(tokenFromCookie(`${pair}x`, isSecure)).toBeNull();
    expect(tokenFromCookie(sessionCookie('', isSecure), isSecure)).toBeNull();
  },
);

it('over https it belongs to the host alone, and one that could come from a sub-domain is none', () => {
  const cookie = sessionCookie(token, true);
  expect(cookie).toMatch(/^__Host-session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
  expect(tokenFromCookie(`session=${token}`, true)).toBeNull();
});
