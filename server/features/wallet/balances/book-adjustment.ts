import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Ledger } from '../ledger/index.js';
import type { AdjustmentRow } from './adjustments.store.js';
import { BalanceEvents } from './balance-events.store.js';
import { ReservedMoney } from './reserved-money.js';
import { WalletActs } from './wallet-acts.store.js';
import { TransfersStore } from './transfers.store.js';

/** Puts a decided change by hand into the books and tells the user. */
@Injectable()
export class BookAdjustment {
  constructor(
    private readonly ledger: Ledger,
    private readonly balances: BalanceEvents,
    private readonly outbox: Outbox,
    private readonly reserved: ReservedMoney,
    private readonly transfers: TransfersStore,
    private readonly acts: WalletActs,
  ) {}

  /**
   * Call last in the transaction.
   * @throws Refusal `wallet.account-erased`, `ledger.insufficient-balance`, also where too little would stay for what is open.
   */
  async execute(tx: Transaction, adjustment: AdjustmentRow, at: Date): Promise<void> {
    const { id, userId, account, currencyId, amount } = adjustment;
    await this.acts.requireAccount(tx, userId);
    const reason = 'wallet.adjustment';
    const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    const { journalId } = await this.ledger.post(tx, {
      reason,
      reference: id,
      at: at.getTime(),
      legs: [
        { owner: userId, kind: account, currencyId, amount },
        { owner: null, kind: 'adjustment', currencyId, amount: opposite },
      ],
    });
    if (amount.startsWith('-')) await this.requireReserve(tx, adjustment);
    const moves = [{ account, currencyId, delta: amount }];
    await this.outbox.appendAll(tx, await this.balances.of(tx, { userId, reason, journalId, moves }));
  }

  /** Looked at after the posting, while it keeps the account locked: see `ReservedMoney`. */
  private async requireReserve(tx: Transaction, { userId, account, currencyId }: AdjustmentRow): Promise<void> {
    const reserved = await this.reserved.of(account, userId, currencyId, tx);
    if (await this.transfers.isBelow(tx, { userId, account, currencyId }, reserved)) {
      throw new Refusal('ledger.insufficient-balance');
    }
  }
}
