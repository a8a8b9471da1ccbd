import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Configuration } from '../config/config.js';
import { tokenOf } from './access.js';

/** A session ends after so long, used or not, and its cookies with it. */
export const SESSION_LIFE_MS = 30 * 86_400_000;

const NAME = 'session';
/** Browsers take a cookie of such a name from this very host alone: a sibling sub-domain cannot put its own in the place. */
const SAFE_NAME = '__Host-session';
const TOKEN = /(?:^|;\s*)session=([A-Za-z0-9_-]{43})(?:;|$)/;
const SAFE_TOKEN = /(?:^|;\s*)__Host-session=([A-Za-z0-9_-]{43})(?:;|$)/;
const COOKIE_LENGTH_MAX = 4096;
/** Where the cookie is a proof: at the handshake of sockets, and at the one call that declares {@link TakesCookie}. */
const PLACES = ['/socket.io', '/api/upload'];

/** Whether users come by https: the cookie's name, its path and `Secure` go by that. */
export function isSiteSecure({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): boolean {
  return PUBLIC_URL.startsWith('https:');
}

/**
 * The cookies that go beside a login's reply, for what old clients do without a header: their sockets and their uploads.
 * No script can read them, and browsers send them with nothing that another site starts. Over https one cookie's name ties
 * it to the host, which asks for the path of the whole site; otherwise there is one for each place. Of the empty token:
 * cookies that take them away.
 */
export function sessionCookies(token: string, isSecure: boolean): string[] {
  const places = isSecure ? [`${SAFE_NAME}=${token}; Path=/`] : PLACES.map((path) => `${NAME}=${token}; Path=${path}`);
  const rest = `HttpOnly; SameSite=Strict; Max-Age=${token === '' ? 0 : SESSION_LIFE_MS / 1000}${isSecure ? '; Secure' : ''}`;
  return places.map((place) => `${place}; ${rest}`);
}

/** The token in the Cookie header of a handshake or a call. */
export function tokenFromCookie(header: string, isSecure: boolean): string | null {
  return (isSecure ? SAFE_TOKEN : TOKEN).exec(header.slice(0, COOKIE_LENGTH_MAX))?.[1] ?? null;
}

export const TAKES_COOKIE = Symbol('takes-cookie');

/** Also by the cookie of the login, sent by one of our own pages; every other call looks at the header alone. */
export function TakesCookie(): MethodDecorator {
  return SetMetadata(TAKES_COOKIE, true);
}

/** The token of a user's call. @param takesCookie whether the call is declared {@link TakesCookie}. */
export function userTokenOf(
  request: FastifyRequest,
  values: Pick<Configuration, 'PUBLIC_URL'>,
  takesCookie: boolean,
): string | null {
  return takesCookie ? tokenOrCookieOf(request, isSiteSecure(values)) : tokenOf(request);
}

/**
 * The token of a call that {@link TakesCookie}. A header that came is the only proof looked at, whatever it says: who
 * writes `null` there is logged out. A cookie counts only where the browser says that our own page asks.
 */
export function tokenOrCookieOf(request: FastifyRequest, isSecure: boolean): string | null {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return tokenOf(request);
  return cookie !== undefined && isOwnPage(request, isSecure) ? tokenFromCookie(cookie, isSecure) : null;
}

/** Said by the browser in one of two ways, contradicted in neither: a call that says nothing of its page comes from none. */
function isOwnPage({ headers }: FastifyRequest, isSecure: boolean): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site === 'same-origin' : isOwnOrigin(origin, host, isSecure);
}

/**
 * Contradicted by the browser in neither way: what says nothing is a client that has no pages. A login leaves its cookies there, and
 * with no page of another site that logs a visitor in to an account of its own.
 */
export function mayBeOwnPage({ headers }: Pick<FastifyRequest, 'headers'>, isSecure: boolean): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isOwnOrigin(origin, host, isSecure);
}

function isOwnOrigin(origin: string, host: string | undefined, isSecure: boolean): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const isOurs = isSecure ? protocol === 'https:' : protocol === 'http:' || protocol === 'https:';
  return isOurs && originHost === host.toLowerCase();
}
