import { Injectable } from '@nestjs/common';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { PhotoKind } from '../../../contract/account/verification.dto.js';
import { ApproveVerification, RejectVerification } from '../../account/verification/index.js';
import type { ActingOperator } from './acting-operator.js';
import { RecordVerificationStep } from './record-verification-step.js';

interface SeenRejection {
  version: number;
  reason: string;
  photoReasons: Partial<Record<PhotoKind, string>>;
}

/** A reviewer's decision on a verification, as it was looked at. */
@Injectable()
export class DecideVerificationCases {
  constructor(
    private readonly recordVerificationStep: RecordVerificationStep,
    private readonly approveVerification: ApproveVerification,
    private readonly rejectVerification: RejectVerification,
  ) {}

  /** @throws Refusal of `ApproveVerification`. */
  async approve(
    actor: ActingOperator,
    caseId: string,
    { version, country = null }: { version: number; country?: string | null },
  ): Promise<DecisionView> {
    const { operatorId } = actor;
    await this.recordVerificationStep.execute(actor, caseId, 'approve', country === null ? {} : { country }, (tx) =>
      this.approveVerification.execute(tx, { caseId, operatorId, version, country }),
    );
    return { outcome: 'done' };
  }

  /** @throws Refusal of `RejectVerification`. */
  async reject(
    actor: ActingOperator,
    caseId: string,
    { version, reason, photoReasons }: SeenRejection,
  ): Promise<DecisionView> {
    const { operatorId } = actor;
    await this.recordVerificationStep.execute(
      actor,
      caseId,
      'reject',
      { reason, photoReasons: { ...photoReasons } },
      (tx) => this.rejectVerification.execute(tx, { caseId, operatorId, version, reason, photoReasons }),
    );
    return { outcome: 'done' };
  }
}
