import { randomBytes } from 'node:crypto';

const NAME = 'device';
const DEVICE = /(?:^|;\s*)device=([A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})(?:;|$)/;
const YEAR_SECONDS = 31_536_000;

/** The name of a device that has none yet. */
export function newDevice(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * The cookie by which a browser is known again to the accounts that were logged in to on it. It opens nothing: wrong
 * guesses of strangers just do not count against it.
 */
export function deviceCookie(value: string, isSecure: boolean): string {
  const parts = [`${NAME}=${value}`, 'Path=/api', 'HttpOnly', 'SameSite=Strict', `Max-Age=${YEAR_SECONDS}`];
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}

/** The device in a Cookie header; empty when there is none of the right form. */
export function deviceFromCookie(header: string): string {
  return DEVICE.exec(header.slice(0, 4096))?.[1] ?? '';
}
