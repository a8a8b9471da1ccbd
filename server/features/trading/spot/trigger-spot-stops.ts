import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DepthView } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { bookSide } from '../../../contract/rules/book-walk.rules.js';
import {
  fillAgainst,
  NOTHING_FILLED,
  quantityForAmount,
  reserveFor,
  reserveLeft,
  type SpotFill,
} from '../../../contract/rules/spot.rules.js';
import { isTriggered } from '../../../contract/rules/spot-stop.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { isBesideIndex, type TradableMarket, TradableMarkets } from '../../markets/market-board/index.js';
import { type LeftMarket, TakenDepth, takingOf } from '../taken-depth/index.js';
import { BarredBuyers } from './barred-buyers.js';
import { bookOf } from './price-spot-order.js';
import { PassedOver } from './passed-over.js';
import { type ReachedStop, type SpotStop, SpotStopsStore, type Triggering } from './spot-stops.store.js';

/** Stops of one look: more are for the next one, after those of other markets. */
const AT_ONCE = 200;
/** Pages of purchases that may not be made, which a look turns over until it finds what may be. */
const MOST_PAGES = 20;
/** What is left for the order of a stop is no crumb from these shares on of what the venue quotes for it: at once, and after the patience. */
const ENOUGH = { atOnce: '0.5', afterwards: '0.1' } as const;
/** From the receipt of a stop on, or from the first of the looks without a break that found it reached while no receipt is written. */
const PATIENCE_MS = 10_000;

/**
 * Turns the stops that the last price has reached, or had while nobody looked, into their orders, each in a transaction of its own and once,
 * whoever comes: by the prices that orders may be placed at alone. While the market may not be traded, or has no book for a market order, they
 * wait; so they do while others took all but a crumb of what the venue quotes for their order: until it quotes anew, and less is enough later.
 */
@Injectable()
export class TriggerSpotStops {
  /**
   * By market and book those that looks have tried and that there are others behind, which the next look goes on with: whoever must wait, for a
   * book say, holds up nobody. Once the last was tried it begins anew.
   */
  private readonly tried = new Map<string, readonly string[]>();
  private readonly barred = new BarredBuyers();
  private readonly passedOver: PassedOver;

  constructor(
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStopsStore,
    private readonly takenDepth: TakenDepth,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    this.passedOver = new PassedOver(clock);
  }

  /** Answers how many became orders. */
  async execute(marketId: number, demo: boolean): Promise<number> {
    const prices = this.tradable.look({ marketId, product: 'spot', demo });
    if (!prices) return 0;
    const failures = new Failures();
    const place = placeOf(marketId, demo);
    const tried = this.tried.get(place) ?? [];
    this.tried.delete(place);
    const stops = await this.reached({ marketId, demo }, prices, tried);
    const waiting: string[] = [];
    let triggered = 0;
    for (const stop of stops) {
      if (!stop.mayTrade) continue;
      const notified = await failures.apart(() => this.trigger(stop), 0);
      if (notified === 0) waiting.push(stop.id);
      triggered += notified;
    }
    if (stops.length === AT_ONCE) this.tried.set(place, [...tried, ...waiting]);
    failures.end();
    return triggered;
  }

  /** Whether the last look at a market and book has left some behind that it did not try. */
  isUnfinished({ marketId, demo }: { marketId: number; demo: boolean }): boolean {
    return this.tried.has(placeOf(marketId, demo));
  }

  /** A page of stops that are reached, behind those of users who may not buy. */
  private async reached(
    book: { marketId: number; demo: boolean },
    { last }: TradableMarket,
    tried: readonly string[],
  ): Promise<ReachedStop[]> {
    const now = this.clock.now();
    const barred = this.barred.of(book.demo, now);
    for (let page = 1; ; page += 1) {
      const stops = await this.store.reached(book, last, { tried, barred, limit: AT_ONCE, at: new Date(now) });
      const mayNot = stops.filter(({ mayTrade }) => !mayTrade).map(({ userId }) => userId);
      this.barred.add(book.demo, mayNot, now);
      if (stops.length < AT_ONCE || mayNot.length < stops.length || page === MOST_PAGES) return stops;
      barred.push(...mayNot);
    }
  }

  /** At the prices of its own moment: many take longer than a price is good for. */
  private trigger(stop: SpotStop): Promise<number> {
    const { marketId, demo } = stop;
    return this.transactions.run(async (tx) => {
      const prices = this.tradable.look({ marketId, product: 'spot', demo });
      // What was reached before stays reached, wherever the price is now.
      if (!prices || (stop.triggeredPrice === null && !isReached(stop, prices))) return 0;
      const left = await this.takenDepth.left(prices, demo, tx);
      const triggering = this.triggeringOf(stop, prices, left);
      if (triggering === null) return 0;
      const users = await this.store.trigger(tx, stop.id, triggering);
      this.outbox.announce(tx, users);
      return users.length;
    });
  }

  /** Null while the book has nothing for a market order, or a crumb of what the venue quotes for it, because others took the rest. */
  private triggeringOf(stop: SpotStop, prices: TradableMarket, left: LeftMarket): Triggering | null {
    const { side, limitPrice } = stop;
    const { quantity, fill, isShort } = executionOf(stop, left, left.book);
    if (limitPrice === null) {
      if (fill === null) return null;
      const quoted = isShort ? executionOf(stop, left, left.quotedBook).fill : null;
      if (quoted !== null && new Decimal(quoted.quantity).times(this.enoughFor(stop)).gt(fill.quantity)) return null;
    }
    return {
      price: prices.last,
      priceAt: new Date(prices.at),
      quantity,
      fill,
      taking: takingOf(left, { demo: stop.demo, side }, fill?.levels ?? []),
      reserve: limitPrice === null ? '0' : reserveOf({ ...stop, limitPrice, quantity }, fill),
      book: { at: new Date(left.book?.at ?? left.at), origin: left.origin },
      amendments: stop.amendments,
      at: new Date(this.clock.now()),
    };
  }

  private enoughFor({ id, triggeredPriceAt }: SpotStop): DecimalText {
    const since = triggeredPriceAt?.getTime() ?? this.passedOver.since(id);
    const isLate = this.clock.now() >= since + PATIENCE_MS;
    return isLate ? ENOUGH.afterwards : ENOUGH.atOnce;
  }
}

/** What a book gives for the order of a stop, and whether it has too little for all of it. */
function executionOf(
  stop: SpotStop,
  { market }: Pick<LeftMarket, 'market'>,
  quotes: DepthView | null,
): { quantity: DecimalText; fill: SpotFill | null; isShort: boolean } {
  const { side, feeRatio, quoteScale, limitPrice, cost } = stop;
  const book = bookOf({ book: quotes, market });
  const levels = bookSide(book, side);
  const asked = { amount: cost ?? '0', levels, quantityScale: market.quantityScale };
  const quantity = stop.quantity ?? quantityForAmount(stop, asked);
  const fill = fillAgainst({ side, feeRatio, quoteScale, limitPrice, quantity }, NOTHING_FILLED, book);
  const held = levels.reduce((sum, [, size]) => sum.plus(size), new Decimal(0));
  // An amount comes to all that the levels hold where they hold too little.
  const isShort = stop.quantity === null ? held.lte(quantity) : held.lt(quantity);
  return { quantity, fill, isShort };
}

/** What stays frozen for the rest of the limit order that a stop becomes: paid from what is frozen for the stop. */
function reserveOf(
  { limitPrice, quantity, side, feeRatio, quoteScale }: SpotStop & { limitPrice: DecimalText; quantity: DecimalText },
  fill: SpotFill | null,
): DecimalText {
  const terms = { limitPrice, quantity, side, feeRatio, quoteScale };
  const frozen = reserveFor(terms, NOTHING_FILLED);
  return fill === null ? frozen : reserveLeft(terms, frozen, fill);
}

/** Whether the last price has reached it, which one venue alone says: not while the others are somewhere else. */
function isReached(stop: SpotStop, { last, index, market }: TradableMarket): boolean {
  return isTriggered(stop, last) && isBesideIndex(last, { index, bandRatio: market.bandRatio });
}

function placeOf(marketId: number, demo: boolean): string {
  return `${marketId} ${demo}`;
}
