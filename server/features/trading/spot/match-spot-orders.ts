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
import { BarredBuyers } from './barred-buyers.js';
import { bookOf } from './price-spot-order.js';
import { type BestLevel, type MatchedSide, type Reached, SpotMatchingStore } from './spot-matching.store.js';
import type { SpotOrder } from './spot.store.js';

/** Orders that are read and locked at a time; a transaction goes on until the book is empty or nobody is reached. */
const AT_ONCE = 200;
/** Readings of a side in one transaction, and those of them that execute something; the next look goes on. */
const MOST_PAGES = 20;
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
  sides: readonly SpotSide[];
  /** Null: all of them; else a part of those that have failed together. */
  only: readonly string[] | null;
}

/** What the orders of both sides take of one book. */
interface Matched {
  executions: Execution[];
  takings: Taking[];
  /** Whether some are reached that were not looked at. */
  isUnfinished: boolean;
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
  private readonly barred = new BarredBuyers();
  /** Markets and books whose last look has left some behind. */
  private readonly unfinished = new Set<string>();
  /** The last book of each market and money that was looked at. */
  private readonly looked = new Map<string, Pick<DepthView, 'at' | 'confirmedAt'>>();

  constructor(
    private readonly tradable: TradableMarkets,
    private readonly store: SpotMatchingStore,
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
    const look: Look = { demo, sides: SIDES, only: null };
    try {
      return await this.matchBook(prices, look, reached);
    } catch (error) {
      if (endsPass(error)) throw error;
    }
    return reached.length === 0 ? this.matchSides(prices, demo) : this.matchParts(prices, look, reached);
  }

  /** Whether the last look at a market and book has left some behind that it did not look at. */
  isUnfinished({ marketId, demo }: Pick<SpotOrder, 'marketId' | 'demo'>): boolean {
    return this.unfinished.has(placeOf({ marketId, demo }));
  }

  /** It failed before anybody was found: each side by itself, so that what one fails by leaves the other. */
  private async matchSides(prices: TradableMarket, demo: boolean): Promise<number> {
    const failures = new Failures();
    let executions = 0;
    for (const side of SIDES) {
      executions += await failures.apart(async () => {
        const reached: string[] = [];
        const look: Look = { demo, sides: [side], only: null };
        try {
          return await this.matchBook(prices, look, reached, true);
        } catch (error) {
          if (endsPass(error) || reached.length === 0) throw error;
        }
        return this.matchParts(prices, look, reached);
      }, 0);
    }
    failures.end();
    return executions;
  }

  /** All together have failed: in halves, and whoever fails alone is left alone for a while. */
  private async matchParts(prices: TradableMarket, look: Look, reached: readonly string[]): Promise<number> {
    const failures = new Failures();
    const executions = await inHalves(
      reached,
      (only) => this.matchBook(prices, { ...look, only }, [], true),
      (orderId, error) => {
        // What passes is for the next book.
        if (!isTimeLimit(error) && !isWorthAnotherTry(error)) this.parked.set(orderId, this.clock.now() + PARKED_MS);
        failures.keep(new Error(`Order ${orderId} cannot be executed: ${String(error)}`, { cause: error }));
      },
    );
    failures.end();
    return executions;
  }

  /**
   * @param reached gets the orders that are executed, also where that fails
   * @param isPart what others of the same book are matched apart from
   */
  private async matchBook(prices: TradableMarket, look: Look, reached: string[], isPart = false): Promise<number> {
    const { market, book } = prices;
    const { demo, only } = look;
    const place = { marketId: market.id, demo };
    // Whatever comes of it: a look that fails is for the next book.
    const wasUnfinished = !isPart && this.unfinished.delete(placeOf(place));
    const isAgain = book !== null && (this.isConfirmedAnew(place, book) || isPart || wasUnfinished);
    const found: Matched = { executions: [], takings: [], isUnfinished: false };
    const executions = await this.transactions.run(async (tx) => {
      reached.length = 0;
      Object.assign(found, { executions: [], takings: [], isUnfinished: false });
      if (book === null || !(await this.store.takeBook(tx, place, book.at, isAgain))) return 0;
      const left = await this.takenDepth.left(prices, demo, tx);
      for (const side of look.sides) await this.matchSide(tx, left, { ...place, side, only }, found);
      reached.push(...new Set(found.executions.map(({ orderId }) => orderId)));
      if (found.executions.length > 0) await this.executeAll(tx, left, demo, found.executions);
      await this.takenDepth.take(tx, found.takings);
      return found.executions.length;
    });
    if (found.isUnfinished && only === null) this.unfinished.add(placeOf(place));
    return executions;
  }

  /** Whether a book that was looked at was confirmed since: orders that are younger than its last confirmation were left out of that look. */
  private isConfirmedAnew(place: Pick<SpotOrder, 'marketId' | 'demo'>, { at, confirmedAt }: DepthView): boolean {
    const key = placeOf(place);
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
    place: MatchedSide & Pick<Look, 'only'>,
    found: Matched,
  ): Promise<void> {
    let levels: readonly BookLevel[] = bookSide(bookOf(prices), place.side);
    const done = [...this.parked.keys()];
    const barred = place.side === 'buy' ? this.barred.of(place.demo, this.clock.now()) : [];
    const confirmedAt = new Date(prices.book?.confirmedAt ?? 0);
    let rounds = 0;
    for (let page = 0; page < MOST_PAGES && rounds < MOST_ROUNDS; page += 1) {
      const price = levels[0]?.[0];
      if (price === undefined) return;
      const which = { after: done, barred, only: place.only, limit: AT_ONCE, at: this.now() };
      const { orders, tried, isLast } = await this.page(tx, place, { price, confirmedAt }, which);
      const matched = match(orders, levels);
      // Of what the book gives nothing is left for those who are reached.
      if (orders.length > 0 && matched.executions.length === 0) return;
      if (orders.length > 0) rounds += 1;
      levels = matched.left;
      done.push(...tried);
      found.executions.push(...matched.executions);
      const taken = matched.executions.flatMap(({ fill }) => fill.levels);
      found.takings.push(...takingOf(prices, place, taken));
      if (isLast) return;
    }
    found.isUnfinished = true;
  }

  /**
   * The next orders that are reached and may be executed, locked; a page may have none of them and others behind it. What somebody else is at
   * is tried, too: it is for the next book.
   * @param which.barred gets whoever is found not to be let
   */
  private async page(
    tx: Transaction,
    side: MatchedSide,
    level: BestLevel,
    { barred, ...which }: Reached & { barred: string[] },
  ): Promise<{ orders: SpotOrder[]; tried: string[]; isLast: boolean }> {
    if (side.side === 'sell') {
      const orders = await this.store.lockReached(tx, side, level, which);
      return { orders, tried: orders.map(({ id }) => id), isLast: orders.length < AT_ONCE };
    }
    const buys = await this.store.reachedBuys(tx, side, level, { ...which, barred });
    const tried = buys.filter(({ mayBuy }) => mayBuy).map(({ id }) => id);
    const mayNot = [...new Set(buys.filter(({ mayBuy }) => !mayBuy).map(({ userId }) => userId))];
    this.barred.add(side.demo, mayNot, this.clock.now());
    barred.push(...mayNot);
    const orders = tried.length === 0 ? [] : await this.store.lockReached(tx, side, level, { ...which, only: tried });
    return { orders, tried, isLast: buys.length < AT_ONCE };
  }
}

function placeOf({ marketId, demo }: Pick<SpotOrder, 'marketId' | 'demo'>): string {
  return `${marketId}:${demo}`;
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
