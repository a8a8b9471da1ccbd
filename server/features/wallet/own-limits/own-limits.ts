import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { refusalOf } from '../ledger/index.js';
import { OwnLimitsStore } from './own-limits.store.js';

/** What other features ask before money comes in. What opens risk asks in its own stored function (`own_limits_assert`). */
@Injectable()
export class OwnLimits {
  constructor(
    private readonly store: OwnLimitsStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Before an address or an account to pay to is shown.
   * @param currencyId what may come; null: it is not known.
   * @throws Refusal `limits.break`, `limits.excluded`, `limits.deposit`, `limits.unpriced`.
   */
  async assertMayDeposit(userId: string, currencyId: number | null = null): Promise<void> {
    const at = new Date(this.clock.now());
    const asked = { userId, currency: currencyId, amount: null, counts: false, at };
    await this.transactions.run((tx) => this.assert(tx, asked));
  }

  /**
   * Before coins are bought of somebody, in the transaction that does: they count from then on. It locks the buyer's row.
   * @throws Refusal as above.
   */
  async buyCoins(
    tx: Transaction,
    bought: { userId: string; currencyId: number; amount: DecimalText; at: Date },
  ): Promise<void> {
    const { userId, currencyId, amount, at } = bought;
    await this.assert(tx, { userId, currency: currencyId, amount, counts: true, at });
  }

  /**
   * Before somebody says that it buys coins of whoever comes, in the transaction that does: they count only when an order is opened. It
   * locks the buyer's row. @throws Refusal as above.
   */
  async mayBuyCoins(tx: Transaction, wanted: { userId: string; currencyId: number; at: Date }): Promise<void> {
    const { userId, currencyId, at } = wanted;
    await this.assert(tx, { userId, currency: currencyId, amount: null, counts: false, at });
  }

  private async assert(tx: Transaction, asked: Parameters<OwnLimitsStore['assertDeposit']>[1]): Promise<void> {
    try {
      await this.store.assertDeposit(tx, asked);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}
