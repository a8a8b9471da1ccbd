import { SESSION_LIFE_MS } from './session-token.js';

const NAME = 'session';
/** Browsers take a cookie of such a name from this very host alone: a sibling sub-domain cannot put its own in the place. */
const SAFE_NAME = '__Host-session';
const TOKEN = /(?:^|;\s*)session=([A-Za-z0-9_-]{43})(?:;|$)/;
const SAFE_TOKEN = /(?:^|;\s*)__Host-session=([A-Za-z0-9_-]{43})(?:;|$)/;

/**
 * The cookie that goes beside a login's reply, for the socket handshake of old clients alone: no script can read it, and
 * no HTTP call accepts it, so that a foreign page has nothing to ride on. Over https its name ties it to the host, which
 * asks for the path of the whole site; otherwise browsers send it to the sockets' path only.
 */
export function sessionCookie(token: string, isSecure: boolean): string {
  const place = isSecure ? [`${SAFE_NAME}=${token}`, 'Path=/'] : [`${NAME}=${token}`, 'Path=/socket.io'];
  const parts = [...place, 'HttpOnly', 'SameSite=Strict'];
  parts.push(`Max-Age=${token === '' ? 0 : SESSION_LIFE_MS / 1000}`);
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}

/** The token in a handshake's Cookie header. */
export function tokenFromCookie(header: string, isSecure: boolean): string | null {
  return (isSecure ? SAFE_TOKEN : TOKEN).exec(header.slice(0, 4096))?.[1] ?? null;
}
