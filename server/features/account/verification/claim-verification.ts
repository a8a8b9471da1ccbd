import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DecideCase, type SeenReview } from './decide-case.js';
import { CLAIM_MINUTES } from './verification.rules.js';
import { VerificationStore } from './verification.store.js';

/** Takes a case for a quarter of an hour, so that two people do not work on the same one. Again: keeps it. */
@Injectable()
export class ClaimVerification {
  constructor(
    private readonly store: VerificationStore,
    private readonly decideCase: DecideCase,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns until when the case is the operator's.
   * @throws Refusal `verification.case-unknown`, `verification.case-claimed`, `verification.case-decided`,
   * `verification.case-changed`.
   */
  async execute(tx: Transaction, review: SeenReview): Promise<Date> {
    const { caseId, operatorId } = review;
    await this.decideCase.lockSeen(tx, review);
    const now = this.clock.now();
    const until = new Date(now + CLAIM_MINUTES * 60_000);
    const claimed = await this.store.claim(tx, caseId, operatorId, { at: new Date(now), until });
    if (!claimed) throw new Refusal('verification.case-claimed');
    return until;
  }
}
