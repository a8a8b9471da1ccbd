import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { DecideCase, type SeenReview } from './decide-case.js';
import type { PhotoTexts } from './verification.rules.js';

export interface Rejection extends SeenReview {
  /** In words for the user. */
  reason: string;
  /** Advanced level: why each of these photos is to be taken again, by `front`, `back`, `hand`; the others are kept. */
  photoReasons: PhotoTexts;
}

/** Sends a case back, with a reason for the whole and one for every photo that is to be taken again. */
@Injectable()
export class RejectVerification {
  constructor(private readonly decideCase: DecideCase) {}

  /**
   * @throws Refusal `verification.case-unknown`, `verification.case-decided`, `verification.case-claimed`, `verification.case-changed`, and
   * `verification.reasons-needed` when a reason is missing.
   */
  async execute(tx: Transaction, rejection: Rejection): Promise<void> {
    await this.decideCase.execute(tx, { ...rejection, status: 'rejected' });
  }
}
