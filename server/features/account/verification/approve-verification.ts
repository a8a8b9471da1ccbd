import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { DecideCase, type SeenReview } from './decide-case.js';
import { DocumentNumbers } from './document-numbers.js';
import { SetDocumentCountry } from './set-document-country.js';
import { VerificationStore } from './verification.store.js';

export interface Approval extends SeenReview {
  /** Of the document, where the user's form had no such field. */
  country?: string | null;
}

/** Says that the person is who it says to be. Only the operator who holds the case can. */
@Injectable()
export class ApproveVerification {
  constructor(
    private readonly decideCase: DecideCase,
    private readonly setDocumentCountry: SetDocumentCountry,
    private readonly numbers: DocumentNumbers,
    private readonly store: VerificationStore,
  ) {}

  /**
   * @throws Refusal `verification.case-unknown`, `verification.case-decided`, `verification.case-claimed`, `verification.case-changed`, and
   * `verification.id-number-used` for a person who is verified under another account, `account.exclusion-lasts` for one who is
   * excluded; those of {@link SetDocumentCountry}.
   */
  async execute(tx: Transaction, { country = null, ...review }: Approval): Promise<void> {
    await this.decideCase.lockSeen(tx, review);
    await this.setDocumentCountry.execute(tx, review.caseId, country);
    await this.numbers.digestAnew(tx, review.caseId);
    await this.decideCase.execute(tx, { ...review, status: 'verified', reason: null, photoReasons: {} });
    // Behind the unique index of numbers, which waits for an account that is being erased meanwhile.
    const verified = await this.store.byId(review.caseId, tx);
    if (verified) await this.numbers.assertNotExcluded(tx, verified);
  }
}
