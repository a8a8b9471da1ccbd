import type { SecretBox } from '../users/index.js';

/** What a sealed number is bound to. */
export function idNumberContext(userId: string): string {
  return `verification.id-number:${userId}`;
}

/**
 * Tells only whether two numbers of a country are the same: each digest under which one may be known, today's first. A number that is
 * known under a former one keeps that, so that nobody is verified twice with it while keys change.
 */
export function idNumberDigests(secrets: SecretBox, country: string, number: string): [Buffer, ...Buffer[]] {
  return secrets.digests('verification.id-number', country, number);
}
