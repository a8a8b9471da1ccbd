import type { SecretBox } from '../users/index.js';

/** What a sealed number is bound to. */
export function idNumberContext(userId: string): string {
  return `verification.id-number:${userId}`;
}

/** Tells only whether two numbers of a country are the same. */
export function idNumberDigest(secrets: SecretBox, country: string, number: string): Buffer {
  return secrets.digest('verification.id-number', country, number);
}
