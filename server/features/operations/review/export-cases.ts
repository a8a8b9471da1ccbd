import { Injectable } from '@nestjs/common';
import type { CaseListRequest } from '../../../contract/operations/cases.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { askedCases, caseFilter } from './case-filter.js';
import { DepositCasesStore } from './deposit-cases.store.js';
import { depositCaseView, verificationCaseView } from './desk-views.js';
import { DEPOSIT_STATUSES } from './list-deposit-cases.js';
import { VERIFICATION_STATUSES } from './list-verification-cases.js';
import { WITHDRAWAL_STATUSES } from './list-withdrawal-cases.js';
import { VerificationCasesStore } from './verification-cases.store.js';
import { BEGINNING, beginning, END } from './case-columns.js';
import { withdrawalFile } from './withdrawal-file.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';

const DEPOSITS = {
  ...BEGINNING,
  changed: 'instant',
  user: 'text',
  account: 'text',
  kind: 'text',
  coin: 'text',
  network: 'text',
  claimed: 'amount',
  credited: 'amount',
  hash: 'text',
  sender: 'text',
  recipient: 'text',
  note: 'text',
  ...END,
} as const;

const VERIFICATIONS = {
  ...BEGINNING,
  user: 'text',
  account: 'text',
  name: 'text',
  level: 'text',
  country: 'text',
  status: 'text',
  claimedBy: 'text',
} as const;

/** The queues as files: what their pages show of the cases that the filter selects. */
@Injectable()
export class ExportCases {
  constructor(
    private readonly depositCases: DepositCasesStore,
    private readonly withdrawalCases: WithdrawalCasesStore,
    private readonly verificationCases: VerificationCasesStore,
    private readonly writeDeskFile: WriteDeskFile,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `request.invalid` for the status, and those of `WriteDeskFile`. */
  deposits(asked: FileAsked, request: CaseListRequest): Promise<ExportedFile> {
    const { operatorId } = asked.actor;
    const filter = this.filter(asked, request, DEPOSIT_STATUSES);
    return this.writeDeskFile.execute(asked, {
      name: 'deposits',
      columns: DEPOSITS,
      filter: askedCases(filter),
      userId: filter.userId,
      ids: (limit) => this.depositCases.ids(filter, limit),
      rows: async (ids) =>
        (await this.depositCases.ofIds(ids, this.now())).map((row) => depositCaseView(row, operatorId)),
      cells: (view) => ({
        ...beginning(view, view.createdAt),
        changed: new Date(view.updatedAt),
        kind: view.kind,
        coin: view.coin,
        network: view.network,
        claimed: view.claimedAmount,
        credited: view.creditedAmount,
        hash: view.hash,
        sender: view.sender,
        recipient: view.recipient,
        note: view.remark,
        firstApproval: view.firstApprovedBy,
      }),
    });
  }

  /**
   * A card is a person's, with a name: its number is in the case, where each look is on record, and in no file.
   * @throws Refusal `request.invalid` for the status, and those of `WriteDeskFile`.
   */
  withdrawals(asked: FileAsked, request: CaseListRequest): Promise<ExportedFile> {
    const { operatorId } = asked.actor;
    const filter = this.filter(asked, request, WITHDRAWAL_STATUSES);
    return this.writeDeskFile.execute(asked, {
      ...withdrawalFile(this.withdrawalCases, operatorId, () => this.now()),
      filter: askedCases(filter),
      userId: filter.userId,
      ids: (limit) => this.withdrawalCases.ids(filter, limit),
    });
  }

  /** @throws Refusal `request.invalid` for the status, and those of `WriteDeskFile`. */
  verifications(asked: FileAsked, request: CaseListRequest): Promise<ExportedFile> {
    const { operatorId } = asked.actor;
    const filter = this.filter(asked, request, VERIFICATION_STATUSES);
    return this.writeDeskFile.execute(asked, {
      name: 'verification',
      columns: VERIFICATIONS,
      filter: askedCases(filter),
      userId: filter.userId,
      ids: (limit) => this.verificationCases.ids(filter, limit),
      rows: async (ids) =>
        (await this.verificationCases.ofIds(ids, this.now())).map((row) => verificationCaseView(row, operatorId)),
      cells: (view) => ({
        ...beginning(view, view.submittedAt),
        name: view.name,
        level: view.level,
        country: view.country,
      }),
    });
  }

  private filter({ actor: { operatorId } }: FileAsked, request: CaseListRequest, statuses: readonly string[]) {
    return caseFilter(request, statuses, { operatorId, now: this.clock.now() });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
