import type { FastifyRequest } from 'fastify';
import { mayBeOwnPage, sessionCookies, tokenFromCookie, tokenOrCookieOf } from './session-cookie.js';

const token = 'Ab_-'.repeat(10).concat('xyz');

it.each([true, false])(
  'the cookie of a login is found again in a handshake, and nothing else is (https: %s)',
  (isSecure) => {
    const [pair = ''] = (sessionCookies(token, isSecure)[0] ?? '').split(';', 1);
    expect(tokenFromCookie(`theme=dark; ${pair}; other=1`, isSecure)).toBe(token);
    expect(tokenFromCookie(pair, isSecure)).toBe(token);
    expect(tokenFromCookie(`x${pair}`, isSecure)).toBeNull();
    expect(tokenFromCookie(`${pair}x`, isSecure)).toBeNull();
    expect(tokenFromCookie(sessionCookies('', isSecure).join('; '), isSecure)).toBeNull();
  },
);

it('over https it belongs to the host alone, and one that could come from a sub-domain is none', () => {
  const rest = 'Path=/; HttpOnly; SameSite=Strict';
  expect(sessionCookies(token, true)).toEqual([`__Host-session=${token}; ${rest}; Max-Age=2592000; Secure`]);
  expect(sessionCookies('', true)).toEqual([`__Host-session=; ${rest}; Max-Age=0; Secure`]);
  expect(tokenFromCookie(`session=${token}`, true)).toBeNull();
});

it('goes elsewhere to the sockets and to the uploads only, and is taken from both', () => {
  const rest = 'HttpOnly; SameSite=Strict';
  expect(sessionCookies(token, false)).toEqual([
    `session=${token}; Path=/socket.io; ${rest}; Max-Age=2592000`,
    `session=${token}; Path=/api/upload; ${rest}; Max-Age=2592000`,
  ]);
  expect(sessionCookies('', false)).toEqual([
    `session=; Path=/socket.io; ${rest}; Max-Age=0`,
    `session=; Path=/api/upload; ${rest}; Max-Age=0`,
  ]);
});

describe('at a call that takes it, the cookie', () => {
  const host = 'trade.example';
  const own = { cookie: `__Host-session=${token}`, host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
  const found = (headers: object, isSecure = true) => tokenOrCookieOf({ headers } as FastifyRequest, isSecure);

  it('counts from our own page, by whatever of the two the browser says', () => {
    expect(found(own)).toBe(token);
    const { origin: _origin, ...fetched } = own;
    expect(found(fetched)).toBe(token);
    const { 'sec-fetch-site': _site, ...old } = own;
    expect(found(old)).toBe(token);
    expect(found({ ...old, cookie: `session=${token}`, origin: `http://${host}` }, false)).toBe(token);
  });

  it.each<Record<string, string | undefined>>([
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin, same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: `http://${host}` },
    { origin: `https://x.${host}` },
    { origin: `https://${host}:8443` },
    { origin: undefined, 'sec-fetch-site': undefined },
    { host: undefined },
    { cookie: undefined },
    { cookie: `session=${token}` },
  ])('counts from no other: %o', (other) => {
    expect(found({ ...own, ...other })).toBeNull();
  });

  it.each(['', 'null', 'undefined', 'x'.repeat(201)])('is not looked at beside the header "%s"', (authorization) => {
    expect(found({ ...own, authorization })).toBeNull();
  });

  it('is not looked at beside a token', () => {
    expect(found({ ...own, authorization: 'another' })).toBe('another');
  });
});

describe('a login leaves its cookies', () => {
  const host = 'trade.example';
  const own = { host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' };
  const isLeft = (headers: Record<string, string | undefined>) => mayBeOwnPage({ headers }, true);

  it.each<Record<string, string | undefined>>([
    own,
    { ...own, 'sec-fetch-site': undefined },
    { ...own, origin: undefined },
    { host, 'sec-fetch-site': 'none' },
    { host },
  ])('where the browser says that it is our page, and where nothing says anything: %o', (headers) => {
    expect(isLeft(headers)).toBe(true);
  });

  it.each<Record<string, string | undefined>>([
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: undefined },
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': undefined },
    { origin: 'null', 'sec-fetch-site': undefined },
    { origin: `http://${host}` },
    { host: undefined },
  ])('with no other: %o', (other) => {
    expect(isLeft({ ...own, ...other })).toBe(false);
  });
});
