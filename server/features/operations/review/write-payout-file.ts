import { Injectable } from '@nestjs/common';
import type { PayoutFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { MANY_WITHDRAWALS_MAX } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { SendWithdrawal } from '../../wallet/withdrawals/index.js';
import { AuditLog } from '../audit/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { askedCases, caseFilter } from './case-filter.js';
import type { CaseFilter } from './cases.store.js';
import { WITHDRAWAL_STATUSES } from './list-withdrawal-cases.js';
import { withdrawalFile } from './withdrawal-file.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';

/** Whose, and of which coin. */
type PayoutsAsked = Omit<PayoutFileRequest, 'zone'>;

/** A file of what is to be paid, by which whoever saves it says that they send it. */
@Injectable()
export class WritePayoutFile {
  constructor(
    private readonly withdrawalCases: WithdrawalCasesStore,
    private readonly sendWithdrawal: SendWithdrawal,
    private readonly writeDeskFile: WriteDeskFile,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Those that are to be paid to addresses, as many as one table marks as paid, the oldest first: in the transaction that picks them the
   * operator says that they send them. Where the file does not arrive, the list of what is being sent has them.
   * @throws Refusal `ledger.cancel-only`, and those of `WriteDeskFile`.
   */
  execute(asked: FileAsked, request: PayoutsAsked): Promise<ExportedFile> {
    const { operatorId } = asked.actor;
    const filter = caseFilter({ ...request, status: 'sending' }, WITHDRAWAL_STATUSES, {
      operatorId,
      now: this.clock.now(),
    });
    return this.writeDeskFile.execute(asked, {
      ...withdrawalFile(this.withdrawalCases, operatorId, () => this.now()),
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

  private now(): Date {
    return new Date(this.clock.now());
  }
}
