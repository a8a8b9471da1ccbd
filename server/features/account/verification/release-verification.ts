import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DecideCase, type Review } from './decide-case.js';
import { VerificationStore } from './verification.store.js';

/** Lets go of a case, so that somebody else can take it at once. */
@Injectable()
export class ReleaseVerification {
  constructor(
    private readonly store: VerificationStore,
    private readonly decideCase: DecideCase,
  ) {}

  /** @throws Refusal `verification.case-unknown`, `verification.case-decided`, `verification.case-claimed`. */
  async execute(tx: Transaction, { caseId, operatorId }: Review): Promise<void> {
    await this.decideCase.lockWaiting(tx, caseId);
    if (!(await this.store.release(tx, caseId, operatorId))) throw new Refusal('verification.case-claimed');
  }
}
