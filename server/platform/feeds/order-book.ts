import type { BookLevel } from './feed.js';

/** Levels kept a side. Those further out are of no use and, after a REST snapshot, incomplete anyway. */
const LEVELS_RETAINED = 2000;

/** What a venue says changed; zero quantity deletes a level. */
export interface BookUpdate {
  /** First and last update number contained; equal where the venue counts messages. */
  first: number;
  last: number;
  /** Last update number of the message before, where the venue says so. */
  previous?: number;
  bids: BookLevel[];
  asks: BookLevel[];
  /** The venue's instant, Unix milliseconds. */
  at: number;
}

export type Verdict = 'apply' | 'ignore' | 'gap';

/** Decides by the venue's rule whether an update continues a book that stands at `sequence`. */
export type SequenceRule = (sequence: number, afterSnapshot: boolean, update: BookUpdate) => Verdict;

/** Bybit v5: every message counts one (https://bybit-exchange.github.io/docs/v5/websocket/public/orderbook). */
export const bybitSequence: SequenceRule = (sequence, _afterSnapshot, update) => {
  if (update.last <= sequence) return 'ignore';
  return update.last === sequence + 1 ? 'apply' : 'gap';
};

/** Binance spot: "How to manage a local order book correctly", web-socket-streams page. */
export const binanceSpotSequence: SequenceRule = (sequence, _afterSnapshot, update) => {
  if (update.last <= sequence) return 'ignore';
  return update.first <= sequence + 1 ? 'apply' : 'gap';
};

/**
 * Binance USD-M: update numbers are shared by all symbols, so only the chain of `pu` tells whether something is
 * missing. The first event after a snapshot must straddle the snapshot's number.
 */
export const binanceFuturesSequence: SequenceRule = (sequence, afterSnapshot, update) => {
  const previous = update.previous ?? update.first - 1;
  if (afterSnapshot) {
    if (update.last < sequence) return 'ignore';
    return previous <= sequence ? 'apply' : 'gap';
  }
  if (update.last <= sequence) return 'ignore';
  return previous === sequence ? 'apply' : 'gap';
};

/**
 * OKX v5: every message names the one before it. Numbers leap, and fall when the venue's service was restarted; one without
 * changes has the number of the one before.
 */
export const okxSequence: SequenceRule = (sequence, _afterSnapshot, update) =>
  update.previous === sequence ? 'apply' : 'gap';

/**
 * Compares two non-negative decimal texts by value, exactly: `65114.20` equals `65114.2`.
 * Expects no leading zeros and no exponent.
 */
export function compareDecimals(left: string, right: string): number {
  if (left === right) return 0;
  const leftDot = left.indexOf('.');
  const rightDot = right.indexOf('.');
  const leftWhole = leftDot < 0 ? left.length : leftDot;
  const rightWhole = rightDot < 0 ? right.length : rightDot;
  if (leftWhole !== rightWhole) return leftWhole - rightWhole;
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = digitAt(left, index) - digitAt(right, index);
    if (difference !== 0 && index !== leftWhole) return difference;
  }
  return 0;
}

const ZERO = 48;

function digitAt(decimal: string, index: number): number {
  return index < decimal.length ? decimal.charCodeAt(index) : ZERO;
}

function isZero(quantity: string): boolean {
  return !/[1-9]/.test(quantity);
}

/** One side of a book, best first. */
class BookSide {
  private levels: BookLevel[] = [];

  /** `direction` is 1 for asks (lowest first) and -1 for bids. */
  constructor(private readonly direction: 1 | -1) {}

  reset(levels: BookLevel[]): void {
    this.levels = [];
    for (const level of levels) this.set(level);
  }

  set(level: BookLevel): void {
    const [position, found] = this.find(level[0]);
    if (isZero(level[1])) {
      if (found) this.levels.splice(position, 1);
      return;
    }
    this.levels.splice(position, found ? 1 : 0, level);
    if (this.levels.length > LEVELS_RETAINED) this.levels.length = LEVELS_RETAINED;
  }

  top(count: number): BookLevel[] {
    return this.levels.slice(0, count);
  }

  get best(): BookLevel | undefined {
    return this.levels[0];
  }

  private find(price: string): [position: number, found: boolean] {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compareDecimals(this.levels[middle]?.[0] ?? price, price) * this.direction;
      if (order === 0) return [middle, true];
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return [low, false];
  }
}

/**
 * A venue's book put together from a snapshot and the changes after it. It is empty until a snapshot arrives and
 * empties itself when an update does not continue it, or when it would be crossed: a wrong book is worse than none.
 */
export class OrderBook {
  private readonly bidSide = new BookSide(-1);
  private readonly askSide = new BookSide(1);
  private standsAt: number | null = null;
  private afterSnapshot = false;

  constructor(private readonly rule: SequenceRule) {}

  /** The venue's update number, null while there is no book. */
  get sequence(): number | null {
    return this.standsAt;
  }

  /** Starts anew. False when the snapshot itself is crossed; the book is empty then. */
  reset(sequence: number, bids: BookLevel[], asks: BookLevel[]): boolean {
    this.bidSide.reset(bids);
    this.askSide.reset(asks);
    this.standsAt = sequence;
    this.afterSnapshot = true;
    return this.ensureUncrossed();
  }

  /** `waiting`: there is no book to apply it to. `gap` and `crossed`: the book was dropped and must be fetched again. */
  update(update: BookUpdate): Verdict | 'waiting' | 'crossed' {
    if (this.standsAt === null) return 'waiting';
    const verdict = this.rule(this.standsAt, this.afterSnapshot, update);
    if (verdict === 'gap') this.clear();
    if (verdict !== 'apply') return verdict;
    for (const level of update.bids) this.bidSide.set(level);
    for (const level of update.asks) this.askSide.set(level);
    this.standsAt = update.last;
    this.afterSnapshot = false;
    return this.ensureUncrossed() ? 'apply' : 'crossed';
  }

  clear(): void {
    this.standsAt = null;
    this.bidSide.reset([]);
    this.askSide.reset([]);
  }

  /** The best `count` levels of each side, best first. */
  top(count: number): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: this.bidSide.top(count), asks: this.askSide.top(count) };
  }

  private ensureUncrossed(): boolean {
    const { best: bid } = this.bidSide;
    const { best: ask } = this.askSide;
    if (!bid || !ask || compareDecimals(bid[0], ask[0]) < 0) return true;
    this.clear();
    return false;
  }
}
