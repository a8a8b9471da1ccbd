import type { SecretBox } from '../users/index.js';
import { comparedIdNumber } from './verification.rules.js';

/** What a sealed number is bound to. */
export function idNumberContext(userId: string): string {
  return `verification.id-number:${userId}`;
}

/**
 * Tells only whether two numbers of a country are the same: each digest under which one may be known, today's first. A number that is
 * known under a former one keeps that, so that nobody is verified twice with it while keys change. Letters that look alike are one letter.
 */
export function idNumberDigests(secrets: SecretBox, country: string, number: string): [Buffer, ...Buffer[]] {
  return secrets.digests('verification.id-number', country, comparedIdNumber(number));
}

/** Under which the number may be known from before look-alike letters were one: as it is spelled. None where that is no other. */
export function spelledDigests(secrets: SecretBox, country: string, number: string): Buffer[] {
  return comparedIdNumber(number) === number ? [] : secrets.digests('verification.id-number', country, number);
}
