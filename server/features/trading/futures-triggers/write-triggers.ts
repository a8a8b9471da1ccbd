import { Injectable } from '@nestjs/common';
import { quantityOf } from '../../../contract/rules/margin.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { TradableMarket } from '../../markets/market-board/index.js';
import { closingPrice } from '../futures-index/index.js';
import { type FiredStop, FuturesTriggersStore, type OrderFill } from './futures-triggers.store.js';
import type { StopLevels } from './pending-orders.store.js';

/** Writes fills and stops, each call a transaction whose users get their events after the commit. */
@Injectable()
export class WriteTriggers {
  constructor(
    private readonly store: FuturesTriggersStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns how many orders were filled or cancelled. */
  async fill(fills: readonly OrderFill[]): Promise<number> {
    if (fills.length === 0) return 0;
    return this.transactions.run(async (tx) => {
      const users = await this.store.fill(tx, fills, new Date(this.clock.now()));
      this.outbox.announce(tx, users);
      return users.length;
    });
  }

  /** Writes the receipts. @returns the positions whose stops fired. */
  async fire(stops: readonly FiredStop[]): Promise<string[]> {
    if (stops.length === 0) return [];
    return this.transactions.run((tx) => this.store.fire(tx, stops, new Date(this.clock.now())));
  }

  /** Closes a position whose stop fired. @returns false while the market cannot close positions: the stop waits. */
  async close(row: StopLevels, market: TradableMarket | null): Promise<boolean> {
    const price = market && closingPrice(market, row.side, quantityOf(Math.max(1, row.lots), row.lotSize)).price;
    return this.transactions.run(async (tx) => {
      const now = new Date(this.clock.now());
      const ended = await this.store.executeStop(tx, row.id, price?.toFixed() ?? null, now);
      if (ended !== null) this.outbox.announce(tx, [ended]);
      return ended !== null;
    });
  }
}
