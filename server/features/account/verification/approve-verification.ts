import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { DecideCase, type Review } from './decide-case.js';

/** Says that the person is who it says to be. Only the operator who holds the case can. */
@Injectable()
export class ApproveVerification {
  constructor(private readonly decideCase: DecideCase) {}

  /**
   * @throws Refusal `verification.case-unknown`, `verification.case-decided`, `verification.case-claimed`, and
   * `verification.id-number-used` for a person who is verified under another account.
   */
  async execute(tx: Transaction, review: Review): Promise<void> {
    await this.decideCase.execute(tx, { ...review, status: 'verified', reason: null, photoReasons: {} });
  }
}
