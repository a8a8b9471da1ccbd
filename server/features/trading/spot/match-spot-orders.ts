import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthView } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { type BookLevel, bookSide } from '../../../contract/rules/book-walk.rules.js';
import { fillOf, reserveLeft, type SpotFill, type SpotSide, takeLevels } from '../../../contract/rules/spot.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { endsPass, isTimeLimit, isWorthAnotherTry, type Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { inHalves } from '../../../platform/jobs/in-halves.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { type LeftMarket, TakenDepth, type Taking, takingOf } from '../taken-depth/index.js';
import { bookOf } from './price-spot-order.js';
import { type SpotOrder, SpotStore } from './spot.store.js';

/** Orders that are locked at a time; a transaction goes on until the book is empty or nobody is reached. */
const AT_ONCE = 200;
const MOST_ROUNDS = 10;
/** An order that cannot be executed is left alone for so long, and so is what it would take of the book. */
const PARKED_MS = 30_000;
const SIDES: readonly SpotSide[] = ['buy', 'sell'];

interface Execution {
  orderId: string;
  fill: SpotFill;
  reserved: DecimalText;
}

/** The orders of a book that are looked at. */
interface Look {
  demo: boolean;
  /** Null: all of them; else a part of those that have failed together. */
  only: readonly string[] | null;
}

/** What the orders of both sides take of one book. */
interface Matched {
  executions: Execution[];
  takings: Taking[];
}

/**
 * Fills the open limit orders that a market's book has reached, best limit first and then oldest first, each at the
 * book's own prices. What an order took of a level is not there for the next, here and in every other product, and a
 * book is matched once: several workers take turns at the row that says which book was matched last. Where all together fail, they
 * are executed in parts.
 */
@Injectable()
export class MatchSpotOrders {
  /** Orders that failed by themselves, with the instant at which they are tried again. */
  private readonly parked = new Map<string, number>();
  /** The last book of each market and money that was looked at. */
  private readonly looked = new Map<string, Pick<DepthView, 'at' | 'confirmedAt'>>();

  constructor(
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStore,
    private readonly takenDepth: TakenDepth,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers how many executions there were. A market that is stale, closed or halted fills nothing, nor does a book in cancel-only.
   * @throws what failed, after all others were done: an order that cannot be executed holds up nobody.
   */
  async execute(marketId: number, demo: boolean): Promise<number> {
    const prices = this.tradable.look({ marketId, product: 'spot', demo });
    if (!prices?.book) return 0;
    const now = this.clock.now();
    for (const [orderId, until] of this.parked) if (until <= now) this.parked.delete(orderId);
    const reached: string[] = [];
    try {
      return await this.matchBook(prices, { demo, only: null }, reached);
    } catch (error) {
      if (endsPass(error) || reached.length === 0) throw error;
    }
    return this.matchParts(prices, demo, reached);
  }

  /** All together have failed: in halves, and whoever fails alone is left alone for a while. */
  private async matchParts(prices: TradableMarket, demo: boolean, reached: readonly string[]): Promise<number> {
    const failures = new Failures();
    const executions = await inHalves(
      reached,
      (only) => this.matchBook(prices, { demo, only }),
      (orderId, error) => {
        // What passes is for the next book.
        if (!isTimeLimit(error) && !isWorthAnotherTry(error)) this.parked.set(orderId, this.clock.now() + PARKED_MS);
        failures.keep(new Error(`Order ${orderId} cannot be executed: ${String(error)}`, { cause: error }));
      },
    );
    failures.end();
    return executions;
  }

  /** @param reached gets the orders that are executed, also where that fails */
  private matchBook(prices: TradableMarket, look: Look, reached: string[] = []): Promise<number> {
    const { market, book } = prices;
    const { demo, only } = look;
    const place = { marketId: market.id, demo };
    const isAgain = book !== null && (this.isConfirmedAnew(place, book) || only !== null);
    return this.transactions.run(async (tx) => {
      reached.length = 0;
      if (book === null || !(await this.store.takeBook(tx, place, book.at, isAgain))) return 0;
      const left = await this.takenDepth.left(prices, demo, tx);
      const found: Matched = { executions: [], takings: [] };
      for (const side of SIDES) await this.matchSide(tx, left, { ...place, side, only }, found);
      reached.push(...new Set(found.executions.map(({ orderId }) => orderId)));
      if (found.executions.length > 0) await this.executeAll(tx, left, demo, found.executions);
      await this.takenDepth.take(tx, found.takings);
      return found.executions.length;
    });
  }

  /** Whether a book that was looked at was confirmed since: orders that are younger than its last confirmation were left out of that look. */
  private isConfirmedAnew(
    { marketId, demo }: Pick<SpotOrder, 'marketId' | 'demo'>,
    { at, confirmedAt }: DepthView,
  ): boolean {
    const key = `${marketId}:${demo}`;
    const known = this.looked.get(key);
    this.looked.set(key, { at, confirmedAt });
    return known?.at === at && known.confirmedAt < confirmedAt;
  }

  /** All of a book at once: what both sides and all rounds move on accounts is locked before the first is changed. */
  private async executeAll(
    tx: Transaction,
    prices: LeftMarket,
    demo: boolean,
    executions: readonly Execution[],
  ): Promise<void> {
    const book = { at: new Date(prices.book?.at ?? prices.at), origin: prices.origin };
    const users = await this.store.execute(tx, executions, { demo, book, at: this.now() });
    this.outbox.announce(tx, [...new Set(users)]);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }

  private async matchSide(
    tx: Transaction,
    prices: LeftMarket,
    place: Pick<SpotOrder, 'marketId' | 'demo' | 'side'> & Pick<Look, 'only'>,
    found: Matched,
  ): Promise<void> {
    let levels: readonly BookLevel[] = bookSide(bookOf(prices), place.side);
    const done = [...this.parked.keys()];
    const confirmedAt = new Date(prices.book?.confirmedAt ?? 0);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const best = levels[0]?.[0];
      if (best === undefined) break;
      const which = { after: done, only: place.only, limit: AT_ONCE, at: this.now() };
      const orders = await this.store.lockReached(tx, place, { price: best, confirmedAt }, which);
      const matched = match(orders, levels);
      if (matched.executions.length === 0) break;
      levels = matched.left;
      done.push(...matched.executions.map(({ orderId }) => orderId));
      found.executions.push(...matched.executions);
      found.takings.push(
        ...takingOf(
          prices,
          place,
          matched.executions.flatMap(({ fill }) => fill.levels),
        ),
      );
    }
  }
}

/** Gives the levels to the orders, one after the other. */
export function match(
  orders: readonly SpotOrder[],
  levels: readonly BookLevel[],
): { executions: Execution[]; left: readonly BookLevel[] } {
  let left = levels;
  const executions: Execution[] = [];
  for (const order of orders) {
    const { limitPrice } = order;
    if (limitPrice === null || left.length === 0) continue;
    const open = new Decimal(order.quantity).minus(order.filled).toFixed();
    const given = takeLevels(left, { side: order.side, quantity: open, limitPrice });
    if (given.taken.length === 0) continue;
    const fill = fillOf(order, order, given.taken);
    executions.push({ orderId: order.id, fill, reserved: reserveLeft({ ...order, limitPrice }, order.reserved, fill) });
    left = given.left;
  }
  return { executions, left };
}
