import type { SecretBox } from '../users/index.js';
import { idNumberContext } from './id-number.js';
import { maskedIdNumber } from './verification.rules.js';
import type { CaseRow, CaseWithPerson } from './verification.store.js';

/** A case in the reviewers' queue: enough to choose one, not enough to know the person. */
export interface QueuedCase {
  id: string;
  userId: string;
  level: CaseRow['level'];
  country: string | null;
  name: string | null;
  idNumberMasked: string | null;
  version: number;
  submittedAt: number;
  claimedBy: string | null;
  /** Unix milliseconds; null when nobody holds it. */
  claimedUntil: number | null;
}

/** The number of the ID in the clear; null on the level that has none. */
export function openNumber({ userId, idNumberSealed }: CaseWithPerson, secrets: SecretBox): string | null {
  return idNumberSealed ? secrets.open(idNumberSealed, idNumberContext(userId)).toString() : null;
}

/** The case as the queue shows it. */
export function queuedCase(row: CaseWithPerson, idNumber: string | null): QueuedCase {
  const { id, userId, level, country, name, version, submittedAt, claimedBy, claimedUntil } = row;
  return {
    id,
    userId,
    level,
    country,
    name,
    idNumberMasked: idNumber === null ? null : maskedIdNumber(idNumber),
    version,
    submittedAt: submittedAt.getTime(),
    claimedBy,
    claimedUntil: claimedUntil?.getTime() ?? null,
  };
}
