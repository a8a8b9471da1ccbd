import type { DecimalText } from '../../../contract/money.js';
import { type Bar, MINUTE_MS } from './bars.rules.js';
import {
  DecimalSum,
  decimalsOf,
  isAbove,
  mantissaOf,
  SUM_SCALE,
  scaledProduct,
  significantEnd,
  toScaled,
  trimDecimal,
} from './scaled-decimal.rules.js';

/** A one-minute bar that still takes trades. */
export class MinuteFold {
  readonly endAt: number;
  /** Whether something came in since the bar was last made. */
  touched = true;
  private trades = 0;
  private first: DecimalText | null = null;
  private high: DecimalText = '';
  private low: DecimalText = '';
  private last: DecimalText = '';
  private firstAt = Number.POSITIVE_INFINITY;
  private lastAt = Number.NEGATIVE_INFINITY;
  private volume = new DecimalSum();
  private quoteVolume = new DecimalSum();

  constructor(
    readonly openAt: number,
    /** Whether the source was down for a part of the minute. */
    private outage: boolean,
  ) {
    this.endAt = openAt + MINUTE_MS;
  }

  /** Goes on with a bar that was stored while it was running. */
  static resume(bar: Bar): MinuteFold {
    const fold = new MinuteFold(bar.openAt, bar.outage);
    if (bar.filled) return fold;
    fold.first = bar.open;
    fold.high = bar.high;
    fold.low = bar.low;
    fold.last = bar.close;
    fold.trades = bar.trades;
    // When its trades were made is not stored: what is known stays first, what comes now is later.
    fold.firstAt = Number.NEGATIVE_INFINITY;
    fold.volume = new DecimalSum(bar.volume);
    fold.quoteVolume = new DecimalSum(bar.quoteVolume);
    return fold;
  }

  markOutage(): void {
    if (this.outage) return;
    this.outage = true;
    this.touched = true;
  }

  /**
   * Takes a trade of this minute. Trades that arrive out of order count in the order in which they were made.
   * @returns false, and changes nothing, when price or quantity is not plain decimal text above zero.
   */
  add(price: DecimalText, quantity: DecimalText, at: number): boolean {
    if (!this.sum(price, quantity)) return false;
    this.trades += 1;
    this.touched = true;
    if (this.first === null) {
      this.first = price;
      this.high = price;
      this.low = price;
      this.last = price;
      this.firstAt = at;
      this.lastAt = at;
      return true;
    }
    if (price !== this.last) {
      if (isAbove(price, this.high)) this.high = price;
      if (isAbove(this.low, price)) this.low = price;
    }
    if (at >= this.lastAt) {
      this.last = price;
      this.lastAt = at;
    } else if (at < this.firstAt) {
      this.first = price;
      this.firstAt = at;
    }
    return true;
  }

  /**
   * The bar as it stands; null when nothing was traded and no earlier price is known.
   * @param earlier the close of the last bar before, for a minute without trades
   * @param opensAt the price at which the venue opens the bar, where it opens at the previous close
   */
  bar(earlier: DecimalText | null, opensAt: DecimalText | null): Bar | null {
    const { openAt, outage } = this;
    if (this.first === null) {
      if (earlier === null) return null;
      const flat = { open: earlier, high: earlier, low: earlier, close: earlier };
      return { openAt, ...flat, volume: 0n, quoteVolume: 0n, trades: 0, filled: true, outage };
    }
    const open = opensAt ?? trimDecimal(this.first);
    const high = trimDecimal(this.high);
    const low = trimDecimal(this.low);
    return {
      openAt,
      open,
      high: isAbove(open, high) ? open : high,
      low: isAbove(low, open) ? open : low,
      close: trimDecimal(this.last),
      volume: this.volume.value(),
      quoteVolume: this.quoteVolume.value(),
      trades: this.trades,
      filled: false,
      outage,
    };
  }

  private sum(price: DecimalText, quantity: DecimalText): boolean {
    const priceEnd = significantEnd(price);
    const quantityEnd = significantEnd(quantity);
    const priceMantissa = mantissaOf(price, priceEnd);
    const quantityMantissa = mantissaOf(quantity, quantityEnd);
    const quantityScale = decimalsOf(quantity, quantityEnd);
    const scale = decimalsOf(price, priceEnd) + quantityScale;
    const value = priceMantissa * quantityMantissa;
    if (value > 0 && value <= Number.MAX_SAFE_INTEGER && scale <= SUM_SCALE) {
      this.volume.add(quantityMantissa, quantityScale);
      this.quoteVolume.add(value, scale);
      return true;
    }
    return this.sumLarge(price, quantity);
  }

  /** The same in big integers, for numbers that a double does not hold exactly. */
  private sumLarge(price: DecimalText, quantity: DecimalText): boolean {
    if (!/^\d+(\.\d+)?$/.test(price) || !/^\d+(\.\d+)?$/.test(quantity)) return false;
    const scaledPrice = toScaled(price);
    const scaledQuantity = toScaled(quantity);
    if (scaledPrice === 0n || scaledQuantity === 0n) return false;
    this.volume.addScaled(scaledQuantity);
    this.quoteVolume.addScaled(scaledProduct(scaledPrice, scaledQuantity, SUM_SCALE + SUM_SCALE));
    return true;
  }
}
