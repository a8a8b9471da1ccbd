import { SESSION_LIFE_MS } from './session-token.js';

const NAME = 'session';
const TOKEN = /(?:^|;\s*)session=([A-Za-z0-9_-]{43})(?:;|$)/;

/**
 * The cookie that goes beside a login's reply, for the socket handshake of old clients alone: browsers send it to the
 * sockets' path only, no script can read it, and no HTTP call accepts it, so that a foreign page has nothing to ride on.
 */
export function sessionCookie(token: string, isSecure: boolean): string {
  const parts = [`${NAME}=${token}`, 'Path=/socket.io', 'HttpOnly', 'SameSite=Strict'];
  parts.push(`Max-Age=${token === '' ? 0 : SESSION_LIFE_MS / 1000}`);
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}

/** The token in a handshake's Cookie header. */
export function tokenFromCookie(header: string): string | null {
  return TOKEN.exec(header.slice(0, 4096))?.[1] ?? null;
}
