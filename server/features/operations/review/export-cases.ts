import { Injectable } from '@nestjs/common';
import type { CaseListRequest, WithdrawalCaseView } from '../../../contract/operations/cases.dto.js';
import type { PayoutFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { MANY_WITHDRAWALS_MAX } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { AuditLog } from '../audit/index.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { SendWithdrawal } from '../../wallet/withdrawals/index.js';
import type { CaseFilter } from './cases.store.js';
import { askedCases, caseFilter } from './case-filter.js';
import { DepositCasesStore } from './deposit-cases.store.js';
import { depositCaseView, verificationCaseView, withdrawalCaseView } from './desk-views.js';
import { DEPOSIT_STATUSES } from './list-deposit-cases.js';
import { VERIFICATION_STATUSES } from './list-verification-cases.js';
import { WITHDRAWAL_STATUSES } from './list-withdrawal-cases.js';
import { VerificationCasesStore } from './verification-cases.store.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';

const BEGINNING = { number: 'text', time: 'instant' } as const;
const END = { status: 'text', firstApproval: 'text', claimedBy: 'text' } as const;

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

const WITHDRAWALS = {
  ...BEGINNING,
  changed: 'instant',
  user: 'text',
  account: 'text',
  coin: 'text',
  network: 'text',
  address: 'text',
  amount: 'amount',
  fee: 'amount',
  payout: 'amount',
  hash: 'text',
  note: 'text',
  reason: 'text',
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

/** Whose, and of which coin. */
type PayoutsAsked = Omit<PayoutFileRequest, 'zone'>;

/** The queues as files: what their pages show of the cases that the filter selects. */
@Injectable()
export class ExportCases {
  constructor(
    private readonly depositCases: DepositCasesStore,
    private readonly withdrawalCases: WithdrawalCasesStore,
    private readonly verificationCases: VerificationCasesStore,
    private readonly writeDeskFile: WriteDeskFile,
    private readonly sendWithdrawal: SendWithdrawal,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
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
      ...this.withdrawalList(operatorId),
      filter: askedCases(filter),
      userId: filter.userId,
      ids: (limit) => this.withdrawalCases.ids(filter, limit),
    });
  }

  /**
   * Those that are to be paid to addresses, as many as one table marks as paid, the oldest first: in the transaction that picks them the
   * operator says that they send them. Where the file does not arrive, the list of what is being sent has them.
   * @throws Refusal `ledger.cancel-only`, and those of `WriteDeskFile`.
   */
  payouts(asked: FileAsked, request: PayoutsAsked): Promise<ExportedFile> {
    const { operatorId } = asked.actor;
    const filter = this.filter(asked, { ...request, status: 'sending' }, WITHDRAWAL_STATUSES);
    return this.writeDeskFile.execute(asked, {
      ...this.withdrawalList(operatorId),
      filter: askedCases(filter),
      userId: filter.userId,
      ids: () => this.sendAll(asked, filter),
    });
  }

  private sendAll({ actor }: FileAsked, { userId, currencyId }: CaseFilter): Promise<string[]> {
    const { operatorId } = actor;
    return this.transactions.run(async (tx) => {
      const wanted = { operatorId, userId, currencyId, limit: MANY_WITHDRAWALS_MAX, at: this.now() };
      const taken = await this.sendWithdrawal.executeAll(tx, wanted);
      for (const { id, userId: whose } of taken) {
        const line = { action: 'withdrawal.send', subject: 'withdrawal', subjectId: id, userId: whose };
        await this.log.record(tx, actor, { ...line, detail: { by: 'payout-file' } });
      }
      return taken.map(({ id }) => id);
    });
  }

  private withdrawalList(operatorId: string) {
    return {
      name: 'withdrawals' as const,
      columns: WITHDRAWALS,
      rows: async (ids: readonly string[]) =>
        (await this.withdrawalCases.ofIds(ids, this.now())).map((row) => withdrawalCaseView(row, operatorId)),
      cells: (view: WithdrawalCaseView) => ({
        ...beginning(view, view.createdAt),
        changed: new Date(view.updatedAt),
        coin: view.coin,
        network: view.network,
        address: view.holder === null ? view.address : null,
        amount: view.amount,
        fee: view.fee,
        payout: view.payout,
        hash: view.hash,
        note: view.remark,
        reason: view.reason,
        firstApproval: view.firstApprovedBy,
      }),
    };
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

interface Listed {
  id: string;
  userId: string;
  account: string;
  status: string;
  claim: { login: string } | null;
}

function beginning({ id, userId, account, status, claim }: Listed, at: number) {
  return { number: id, time: new Date(at), user: userId, account, status, claimedBy: claim?.login ?? null };
}
