import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TradingMode } from '../ledger/index.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { type SentRow, SendingsStore, type ToSend } from './sendings.store.js';
import type { WithdrawalRow } from './withdrawals.store.js';

export interface WithdrawalSending {
  withdrawalId: string;
  operatorId: string;
}

/**
 * An operator's word, before any money leaves the house, that they are the one who sends a released withdrawal: nobody else does
 * from then on, however long it takes. Only two operators undo it.
 */
@Injectable()
export class SendWithdrawal {
  constructor(
    private readonly decideWithdrawal: DecideWithdrawal,
    private readonly store: SendingsStore,
    private readonly mode: TradingMode,
  ) {}

  /** @throws Refusal `wallet.not-found`, `wallet.decided`, `withdrawals.being-sent`, `ledger.cancel-only`. */
  execute({ withdrawalId, operatorId }: WithdrawalSending, open?: Transaction): Promise<void> {
    const work = async (tx: Transaction, { sendingBy }: WithdrawalRow, at: Date) => {
      await this.mode.assertOpen(tx, 'real');
      if (sendingBy !== null) throw new Refusal('withdrawals.being-sent');
      await this.store.send(tx, withdrawalId, { operatorId, at });
    };
    return this.decideWithdrawal.run(withdrawalId, ['approved'], work, open);
  }

  /**
   * Takes all that are to be sent to addresses, for one payout file; what somebody else has claimed or wants back is left out.
   * @returns which, the oldest first. @throws Refusal `ledger.cancel-only`.
   */
  async executeAll(tx: Transaction, wanted: ToSend): Promise<SentRow[]> {
    await this.mode.assertOpen(tx, 'real');
    return this.store.sendAll(tx, wanted);
  }

  /** Two operators agreed that nothing was sent. @throws Refusal `wallet.not-found`, `wallet.decided`, `withdrawals.not-being-sent`. */
  undo(withdrawalId: string, open: Transaction): Promise<void> {
    const work = async (tx: Transaction, { sendingBy }: WithdrawalRow) => {
      if (sendingBy === null) throw new Refusal('withdrawals.not-being-sent');
      await this.store.sendNot(tx, withdrawalId);
    };
    return this.decideWithdrawal.run(withdrawalId, ['approved'], work, open);
  }
}
