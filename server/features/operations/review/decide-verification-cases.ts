import { Injectable } from '@nestjs/common';
import type { ClaimView, DecisionView } from '../../../contract/operations/cases.dto.js';
import type { PhotoKind } from '../../../contract/account/verification.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { AuditLog } from '../audit/index.js';
import {
  ApproveVerification,
  ClaimVerification,
  RejectVerification,
  ReleaseVerification,
} from '../../account/verification/index.js';
import type { ActingOperator } from './acting-operator.js';
import { DeskStore } from './desk.store.js';

/** Steps that a reviewer takes with a case, each a class of the verification. */
@Injectable()
export class VerificationSteps {
  constructor(
    readonly claim: ClaimVerification,
    readonly release: ReleaseVerification,
    readonly approve: ApproveVerification,
    readonly reject: RejectVerification,
  ) {}
}

/** What a reviewer does with a verification: each step one transaction with the line in the audit log. */
@Injectable()
export class DecideVerificationCases {
  constructor(
    private readonly steps: VerificationSteps,
    private readonly desk: DeskStore,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Refusal of `ClaimVerification`. */
  async claim(actor: ActingOperator, caseId: string): Promise<ClaimView> {
    const { operatorId } = actor;
    const until = await this.act(actor, caseId, 'claim', {}, (tx) =>
      this.steps.claim.execute(tx, { caseId, operatorId }),
    );
    return { operatorId, login: await this.desk.loginOf(operatorId), until: until.getTime(), mine: true };
  }

  /** @throws Refusal of `ReleaseVerification`. */
  async release(actor: ActingOperator, caseId: string): Promise<void> {
    const { operatorId } = actor;
    await this.act(actor, caseId, 'release', {}, (tx) => this.steps.release.execute(tx, { caseId, operatorId }));
  }

  /** @throws Refusal of `ApproveVerification`. */
  async approve(actor: ActingOperator, caseId: string): Promise<DecisionView> {
    const { operatorId } = actor;
    await this.act(actor, caseId, 'approve', {}, (tx) => this.steps.approve.execute(tx, { caseId, operatorId }));
    return { outcome: 'done' };
  }

  /** @throws Refusal of `RejectVerification`. */
  async reject(
    actor: ActingOperator,
    caseId: string,
    { reason, photoReasons }: { reason: string; photoReasons: Partial<Record<PhotoKind, string>> },
  ): Promise<DecisionView> {
    const { operatorId } = actor;
    await this.act(actor, caseId, 'reject', { reason, photoReasons: { ...photoReasons } }, (tx) =>
      this.steps.reject.execute(tx, { caseId, operatorId, reason, photoReasons }),
    );
    return { outcome: 'done' };
  }

  /** The step comes first: it knows whether there is such a case. */
  private act<Result>(
    actor: ActingOperator,
    caseId: string,
    verb: string,
    detail: Record<string, unknown>,
    step: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run(async (tx) => {
      const result = await step(tx);
      const userId = await this.desk.ownerOfCase(tx, caseId);
      const line = { action: `verification.${verb}`, subject: 'verification', subjectId: caseId, userId };
      await this.log.record(tx, actor, { ...line, detail });
      return result;
    });
  }
}
