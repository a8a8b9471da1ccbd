import { Injectable } from '@nestjs/common';
import type { ClaimView } from '../../../contract/operations/cases.dto.js';
import { ClaimVerification, ReleaseVerification } from '../../account/verification/index.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';
import { RecordVerificationStep } from './record-verification-step.js';

/** A reviewer takes a verification for a while, and hands it back. */
@Injectable()
export class ClaimVerificationCases {
  constructor(
    private readonly recordVerificationStep: RecordVerificationStep,
    private readonly claimVerification: ClaimVerification,
    private readonly releaseVerification: ReleaseVerification,
    private readonly desk: DeskStore,
  ) {}

  /** @throws Refusal of `ClaimVerification`. */
  async claim(actor: ActingOperator, caseId: string, version: number): Promise<ClaimView> {
    const { operatorId } = actor;
    const until = await this.recordVerificationStep.execute(actor, caseId, 'claim', {}, (tx) =>
      this.claimVerification.execute(tx, { caseId, operatorId, version }),
    );
    return { operatorId, login: await this.desk.loginOf(operatorId), until: until.getTime(), mine: true };
  }

  /** @throws Refusal of `ReleaseVerification`. */
  async release(actor: ActingOperator, caseId: string): Promise<void> {
    const { operatorId } = actor;
    await this.recordVerificationStep.execute(actor, caseId, 'release', {}, (tx) =>
      this.releaseVerification.execute(tx, { caseId, operatorId }),
    );
  }
}
