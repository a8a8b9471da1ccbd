import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../config/config.js';
import { tokenOf } from './access.js';

const NAME = 'desk';
/** Browsers take a cookie of such a name from this very host alone: a sibling sub-domain cannot put its own in the place. */
const SAFE_NAME = '__Host-desk';
const TOKEN = /(?:^|;\s*)desk=([A-Za-z0-9_-]{43})(?:;|$)/;
const SAFE_TOKEN = /(?:^|;\s*)__Host-desk=([A-Za-z0-9_-]{43})(?:;|$)/;
const COOKIE_LENGTH_MAX = 4096;

/** Whether operators come by https, as production asks for: the cookie's name, its path and `Secure` go by that. */
export function isDeskSecure({ NODE_ENV }: Pick<Configuration, 'NODE_ENV'>): boolean {
  return NODE_ENV === 'production';
}

/**
 * The cookie of a session at the desk, which no script can read; of the empty token: one that takes the cookie away. Over
 * https its name ties it to the host, which asks for the path of the whole site; no call but the desk's looks at it.
 */
export function deskCookie(token: string, lifeMs: number, isSecure: boolean): string {
  const place = isSecure ? [`${SAFE_NAME}=${token}`, 'Path=/'] : [`${NAME}=${token}`, 'Path=/ops'];
  const parts = [...place, 'HttpOnly', 'SameSite=Strict', `Max-Age=${token === '' ? 0 : lifeMs / 1000}`];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** Leaves the cookie in the browser, unless a page of another site asked: it would log its visitor in as somebody else. */
export function setDeskCookie(reply: FastifyReply, token: string, lifeMs: number, isSecure: boolean): void {
  if (mayBeDeskPage(reply.request)) void reply.header('set-cookie', deskCookie(token, lifeMs, isSecure));
}

/**
 * The token of an operator's request: the raw `Authorization`, else the desk's cookie. A cookie goes along with what
 * other pages start, so it counts only where the browser says that the desk's own page asks.
 */
export function deskTokenOf(request: FastifyRequest, isSecure: boolean): string | null {
  const token = tokenOf(request);
  if (token !== null) return token;
  if (!mayBeDeskPage(request)) return null;
  const { cookie } = request.headers;
  return (isSecure ? SAFE_TOKEN : TOKEN).exec((cookie ?? '').slice(0, COOKIE_LENGTH_MAX))?.[1] ?? null;
}

/** Contradicted by the browser in neither way. */
function mayBeDeskPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isOriginOf(origin, host);
}

function isOriginOf(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
