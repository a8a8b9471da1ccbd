import { createHash } from 'node:crypto';

const DAY_MS = 86_400_000;
/** A session that is not used for so long ends. */
export const SESSION_IDLE_MS = 7 * DAY_MS;

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What is kept of a token; null for text that cannot be one of ours. Without the token nobody can log in from it. */
export function hashToken(token: string): Buffer | null {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** The same, as a device that has forgotten the token says it; null for text that cannot be one. */
export function readTokenHash(digest: string): Buffer | null {
  return /^[0-9a-f]{64}$/.test(digest) ? Buffer.from(digest, 'hex') : null;
}
