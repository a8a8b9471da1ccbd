import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Ledger } from '../ledger/index.js';
import type { AdjustmentRow } from './adjustments.store.js';
import { BalanceEvents } from './balance-events.store.js';

/** Puts a decided change by hand into the books and tells the user. */
@Injectable()
export class BookAdjustment {
  constructor(
    private readonly ledger: Ledger,
    private readonly balances: BalanceEvents,
    private readonly outbox: Outbox,
  ) {}

  /** Call last in the transaction. @throws Refusal `ledger.insufficient-balance`. */
  async execute(tx: Transaction, { id, userId, account, currencyId, amount }: AdjustmentRow, at: Date): Promise<void> {
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
    const moves = [{ account, currencyId, delta: amount }];
    await this.outbox.appendAll(tx, await this.balances.of(tx, { userId, reason, journalId, moves }));
  }
}
