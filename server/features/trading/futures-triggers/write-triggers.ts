import { Injectable } from '@nestjs/common';
import { quantityOf } from '../../../contract/rules/margin.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { isMarked, type TradableMarket } from '../../markets/market-board/index.js';
import { GetFuturesAccount } from '../futures/index.js';
import { closingPrice } from '../futures-index/index.js';
import { beyondBook, forcedInTheEnd, type LeftMarket, TakenDepth, takingOf } from '../taken-depth/index.js';
import { type ClosingOrder, closingFillAt } from './closing-fill.rules.js';
import { type FiredStop, FuturesTriggersStore, type OrderFill, type StopClosing } from './futures-triggers.store.js';
import type { StopLevels } from './pending-orders.store.js';

/** The SQLSTATE of a cross loss that other rows of the account have to pay for first. */
const BACKED_BY_OTHERS = 'FU012';

/**
 * What became of an order to close: filled, whole or in part; it waits, because the book has nothing for it or somebody else
 * has the position; or it waits because other rows of its account back the loss.
 */
type ClosingOutcome = 'filled' | 'waits' | 'backed';

/** Writes fills and stops, each call a transaction whose users get their events after the commit. */
@Injectable()
export class WriteTriggers {
  constructor(
    private readonly store: FuturesTriggersStore,
    private readonly takenDepth: TakenDepth,
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Fills orders on the remaining depth; where a concurrent order takes it first, again on what then remains.
   * @returns the numbers of orders tried, and of those filled or cancelled.
   */
  async fill(
    market: TradableMarket,
    demo: boolean,
    fillsOf: (left: LeftMarket) => readonly OrderFill[],
  ): Promise<{ asked: number; acted: number }> {
    const fillsNow = async () => fillsOf(await this.takenDepth.left(market, demo));
    let fills: readonly OrderFill[] | null = await fillsNow();
    const asked = fills.length;
    if (asked === 0) return { asked, acted: 0 };
    const acted = await this.transactions.run(async (tx) => {
      const now = fills ?? (await fillsNow());
      fills = null;
      const users = await this.store.fill(tx, now, this.getFuturesAccount.marks(demo), new Date(this.clock.now()));
      this.outbox.announce(tx, users);
      return users.length;
    });
    return { asked, acted };
  }

  /** Records the receipts. @returns the positions whose stops fired. */
  async fire(stops: readonly FiredStop[]): Promise<string[]> {
    if (stops.length === 0) return [];
    return this.transactions.run((tx) => this.store.fire(tx, stops, new Date(this.clock.now())));
  }

  /** Closes the position of a fired stop. @returns false while it cannot be closed: the stop waits. */
  async close(row: StopLevels, market: TradableMarket | null): Promise<boolean> {
    const isForced = forcedInTheEnd();
    return this.transactions.run(async (tx) => {
      const now = new Date(this.clock.now());
      const closing = market && (await this.closing(tx, row, { market, forced: isForced() }));
      const ended = await this.store.executeStop(tx, row.id, closing, now);
      if (ended !== null) this.outbox.announce(tx, [ended]);
      return ended !== null;
    });
  }

  /** Closes what the book gives to an order that waits for its price. */
  async closeAtLimit(order: ClosingOrder, market: TradableMarket): Promise<ClosingOutcome> {
    try {
      return await this.transactions.run(async (tx) => {
        const fill = closingFillAt(order, await this.takenDepth.left(market, order.demo, tx));
        if (fill === null) return 'waits';
        const user = await this.store.fillClosing(tx, order.id, fill, new Date(this.clock.now()));
        if (user !== null) this.outbox.announce(tx, [user]);
        return user === null ? 'waits' : 'filled';
      });
    } catch (error) {
      if (sqlStateOf(error) !== BACKED_BY_OTHERS) throw error;
      return 'backed';
    }
  }

  /** By the lots that there are now: some may have been closed since the stop was read. */
  private async closing(
    tx: Transaction,
    row: StopLevels,
    { market, forced }: { market: TradableMarket; forced: boolean },
  ): Promise<StopClosing | null> {
    const lots = (await this.store.openLots(tx, row.id)) ?? row.lots;
    const remaining = await this.takenDepth.left(market, row.demo, tx);
    const taker = row.side === 'long' ? 'sell' : 'buy';
    const left = forced ? beyondBook(remaining, taker) : remaining;
    if (!isMarked(left)) return null;
    const { price, from, fills } = closingPrice(left, row, quantityOf(Math.max(1, lots), row.lotSize));
    const taking = from === 'book' ? takingOf(left, { demo: row.demo, side: taker }, fills) : [];
    return { price: price.toFixed(), lots, taking };
  }
}
