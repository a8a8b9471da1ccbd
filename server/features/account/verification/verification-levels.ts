import { Injectable } from '@nestjs/common';
import type { VerificationLevel, VerificationStatus } from '../../../contract/account/verification.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { VerificationStore } from './verification.store.js';

export type LevelsOfUser = Record<VerificationLevel, VerificationStatus>;

/** How far a user's identity is known: what withdrawals and options ask before anything else. */
@Injectable()
export class VerificationLevels {
  constructor(private readonly store: VerificationStore) {}

  /** With a transaction: as that transaction sees it. */
  async of(userId: string, tx?: Transaction): Promise<LevelsOfUser> {
    const levels: LevelsOfUser = { basic: 'none', advanced: 'none' };
    for (const { level, status } of await this.store.casesOf(userId, tx)) levels[level] = status;
    return levels;
  }

  /** @throws Refusal `verification.required` (type `998`) for a user who has not got that far. */
  async assertVerified(userId: string, { level = 'basic', tx }: { level?: VerificationLevel; tx?: Transaction } = {}) {
    const levels = await this.of(userId, tx);
    if (levels[level] !== 'verified') throw new Refusal('verification.required');
  }

  /** As whom the user was verified; null: as nobody. */
  async nameOf(userId: string, tx?: Transaction): Promise<string | null> {
    const cases = await this.store.casesOf(userId, tx);
    return cases.find(({ level, status }) => level === 'basic' && status === 'verified')?.name ?? null;
  }
}
