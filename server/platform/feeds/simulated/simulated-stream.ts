import type { VenueBar } from '../feed.js';
import type { SimulatedInstrument } from './simulated-instruments.js';
import { type Crash, crashFactor, isBending } from './crash-factor.js';
import { ticksToText } from './decimal-ticks.js';
import { keyOf, random, wave } from './noise.js';
import { MINUTE_MS, type PricePath } from './price-path.js';
import { fold, type MinuteSummary, type SimulatedTrade } from './trade-fold.js';

const { floor, max, min, exp, round } = Math;

/** How lively a thing is traded. */
export interface Liveliness {
  tradesPerMinute: number;
  /** Value traded in a day, in the quote currency. */
  dailyTurnover: number;
  /** Half of the difference of best bid and ask, as a fraction of the price. */
  halfSpread: number;
}

/** How far a venue's price lies from the common one, as a fraction. */
const VENUE_DISTANCE = 0.00012;

/**
 * One instrument on one simulated venue. The minute's bar comes first, in closed form; its trades are then drawn so
 * that their fold is that bar, exactly. So a day is summed from 1,440 minutes without drawing its trades.
 */
export class SimulatedStream {
  readonly key: number;
  private readonly unit: number;
  private readonly start: number;
  private drawn: { minute: number; trades: SimulatedTrade[] } | null = null;

  constructor(
    readonly instrument: SimulatedInstrument,
    readonly liveliness: Liveliness,
    private readonly path: PricePath,
    private readonly crashes: readonly Crash[],
    seedAndVenue: string,
  ) {
    this.key = keyOf(`${seedAndVenue}/${instrument.category}/${instrument.symbol}`);
    this.unit = 10 ** instrument.priceScale;
    this.start = Number(instrument.startPrice);
  }

  /** Whether the market trades in the minute. Sessions begin and end at whole minutes. */
  isOpen(minute: number): boolean {
    return this.instrument.openAt?.(minute * MINUTE_MS) ?? true;
  }

  /** The price without spread at an instant, a float in the quote currency. */
  mid(instant: number): number {
    const minute = floor(instant / MINUTE_MS);
    const part = instant / MINUTE_MS - minute;
    const distance = this.distance(minute) * (1 - part) + this.distance(minute + 1) * part;
    return this.price(this.path.within(this.path.shape(minute), part) + distance) * this.factor(instant);
  }

  /** The price that all venues share, without this one's distance: what an index of them is about. */
  fair(instant: number): number {
    const shape = this.path.shape(floor(instant / MINUTE_MS));
    return this.price(this.path.within(shape, instant / MINUTE_MS - shape.minute)) * this.factor(instant);
  }

  /** The trades of a minute, in order; none when the market is closed. The same list until {@link forget}. */
  trades(minute: number): SimulatedTrade[] {
    if (this.drawn?.minute === minute) return this.drawn.trades;
    this.drawn = { minute, trades: this.history(minute) };
    return this.drawn.trades;
  }

  /** Draws again at the next question, because a crash was commanded. */
  forget(): void {
    this.drawn = null;
  }

  /**
   * The minute as far as it has come by an instant, without drawing its trades where it is over and no crash bends it.
   * Null when the market is closed or nothing was traded yet.
   */
  summary(minute: number, until = Number.POSITIVE_INFINITY): MinuteSummary | null {
    if (!this.isOpen(minute)) return null;
    const from = minute * MINUTE_MS;
    if (until < from + MINUTE_MS) {
      const heard = this.history(minute).filter((trade) => trade.at <= until);
      return heard.length > 0 ? fold(heard) : null;
    }
    if (this.crashes.some((crash) => isBending(crash, from, from + MINUTE_MS))) return fold(this.draw(minute));
    const frame = this.frame(minute);
    const { open, high, low, close, volume } = frame;
    return {
      open,
      high,
      low,
      close,
      volume,
      trades: frame.count,
      turnover: (volume * (open + high + low + close)) / 4,
    };
  }

  /** The venue's own bar of one minute, of the trades up to an instant; null without any. */
  minuteBar(minute: number, until: number): VenueBar | null {
    const trades = this.history(minute).filter((trade) => trade.at <= until);
    if (trades.length === 0) return null;
    const { open, high, low, close, volume } = fold(trades);
    const turnover = trades.reduce((sum, trade) => sum + BigInt(trade.price) * BigInt(trade.quantity), 0n);
    const { priceScale, quantityScale } = this.instrument;
    return {
      openAt: minute * MINUTE_MS,
      open: ticksToText(open, priceScale),
      high: ticksToText(high, priceScale),
      low: ticksToText(low, priceScale),
      close: ticksToText(close, priceScale),
      volume: ticksToText(volume, quantityScale),
      quoteVolume: ticksToText(turnover, priceScale + quantityScale),
      trades: trades.length,
      closed: until >= (minute + 1) * MINUTE_MS,
    };
  }

  /** Leaves alone what is kept for the running minute. */
  private history(minute: number): SimulatedTrade[] {
    if (this.drawn?.minute === minute) return this.drawn.trades;
    return this.isOpen(minute) ? this.draw(minute) : [];
  }

  /** The frame that the minute's trades are drawn into. */
  private frame(minute: number) {
    const shape = this.path.shape(minute);
    const near = this.distance(minute);
    const far = this.distance(minute + 1);
    const constant = this.factor(minute * MINUTE_MS);
    const ticks = (level: number) => max(1, round(this.price(level) * constant * this.unit));
    const open = ticks(shape.from + near);
    const close = ticks(shape.to + far);
    const high = max(open, close, ticks(shape.high + (near + far) / 2));
    const low = min(open, close, ticks(shape.low + (near + far) / 2));
    const busy = this.path.wildness(minute) * (0.7 + 0.6 * random(this.key, minute, 1));
    const count = max(6, round(this.liveliness.tradesPerMinute * min(1.6, 0.6 + 0.4 * busy)));
    const value = (this.liveliness.dailyTurnover / 1440) * busy;
    const volume = count + floor((value / this.price(shape.from)) * 10 ** this.instrument.quantityScale);
    return { shape, near, far, open, close, high, low, count, volume };
  }

  private draw(minute: number): SimulatedTrade[] {
    const frame = this.frame(minute);
    const { count } = frame;
    const from = minute * MINUTE_MS;
    const bending = this.crashes.some((crash) => isBending(crash, from, from + MINUTE_MS));
    const highest = 1 + floor(frame.shape.highAt * (count - 2));
    const lowest = 1 + floor(frame.shape.lowAt * (count - 2));
    const fixed = new Map([
      [highest, frame.high],
      // In a minute of very few trades both extremes may fall on the same one.
      [lowest === highest ? (lowest > 1 ? lowest - 1 : lowest + 1) : lowest, frame.low],
      [0, frame.open],
      [count - 1, frame.close],
    ]);
    const trades: SimulatedTrade[] = [];
    let given = 0;
    for (let index = 0; index < count; index += 1) {
      const id = minute * 1024 + index;
      const part = (index + random(this.key, id, 2)) / count;
      const at = from + floor(part * MINUTE_MS);
      const side = random(this.key, id, 3) < 0.5 ? 'buy' : 'sell';
      const calm = fixed.get(index) ?? this.drawnPrice(frame, part, side);
      const cut =
        index + 1 === count
          ? frame.volume - count
          : floor((frame.volume - count) * this.share(minute, index + 1, count));
      const bend = bending ? this.factor(at) / this.factor(from) : 1;
      trades.push({
        index,
        at,
        price: bend === 1 ? calm : max(1, round(calm * bend)),
        quantity: 1 + cut - given,
        side,
      });
      given = cut;
    }
    return trades;
  }

  private drawnPrice(frame: ReturnType<SimulatedStream['frame']>, part: number, side: 'buy' | 'sell'): number {
    const { shape, near, far, high, low } = frame;
    const level = this.path.within(shape, part) + near + (far - near) * part;
    const spread = side === 'buy' ? this.liveliness.halfSpread : -this.liveliness.halfSpread;
    const price = this.price(level + spread) * this.factor(shape.minute * MINUTE_MS);
    return min(high, max(low, round(price * this.unit)));
  }

  /** Share of the minute's volume that the first trades make: mostly even, with three large ones. */
  private share(minute: number, trades: number, count: number): number {
    let share = (0.55 * (trades + 0.9 * (random(this.key, minute * 1024 + trades, 4) - 0.5))) / count;
    for (let large = 0; large < 3; large += 1) {
      if (trades > floor(random(this.key, minute * 4 + large, 5) * count)) share += 0.15;
    }
    return min(1, max(0, share));
  }

  private price(level: number): number {
    return this.start * exp(level);
  }

  private factor(instant: number): number {
    let factor = 1;
    for (const crash of this.crashes) factor *= crashFactor(crash, instant);
    return factor;
  }

  private distance(minute: number): number {
    return VENUE_DISTANCE * wave(this.key, minute / 7, 6);
  }
}
