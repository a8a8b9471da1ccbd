import { TRADES_RETAINED } from '../../../contract/channels.js';
import type {
  CandleView,
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  PriceOrigin,
  TickerView,
  TradeView,
} from '../../../contract/markets/markets.dto.js';
import { toUnits } from '../../../contract/money.js';
import type { FeedEvent } from '../../../platform/feeds/feed.js';
import type { CandleSeries } from '../candle-series/index.js';
import { marketStatus, type MarketEntity, opensAtOf } from '../market-board/index.js';
import type { InstrumentQuote } from './instrument-quote.js';
import type { MarketIndex } from './market-index.js';
import type { FuturesPricing } from './futures-pricing.js';
import { CONFIRM_EVERY_MS, ShownBook } from './shown-book.js';
import { DayWindow, UNKNOWN_WINDOW, windowChange } from './ticker.rules.js';

const SAMPLE_EVERY_MS = 1000;

/** What changed of one market since the last beat. */
export interface MarketChange {
  ticker: TickerView | null;
  candles: CandleView[];
  depth: DepthView | null;
  trades: TradeView[];
  mark: MarkPriceView | null;
  /** What futures are traded by, where it is not the pair's own instrument. */
  futuresQuote: PerpetualQuoteView | null;
  futuresDepth: DepthView | null;
}

/** What the market needs to know of the world at a beat. */
export interface MarketConditions {
  closed: 'session-closed' | 'holiday' | null;
  /** When the next session opens; null while one is open, or when that is not known. */
  opensAt?: number | null;
  connected: boolean;
  /** Whether the way to the instrument of the futures stands, where it is not the pair's own. */
  futuresConnected: boolean;
}

/** Everything that is computed for one market from the events that its price instrument was allowed to bring. */
export class MarketPricing {
  /** The instrument of the futures; null where there are none, or where it is the pair's own. */
  futures: FuturesPricing | null = null;
  private readonly window = new DayWindow();
  private trades: TradeView[] = [];
  private readonly book: ShownBook;
  private row: TickerView | null = null;
  private mark: MarkPriceView | null = null;
  private sampledAt = Number.NEGATIVE_INFINITY;
  private openSession = true;

  constructor(
    public market: MarketEntity,
    readonly origin: PriceOrigin,
    readonly price: InstrumentQuote,
    readonly index: MarketIndex,
    readonly series: CandleSeries,
  ) {
    this.book = new ShownBook(price);
  }

  /** Takes up stored bars after a start. */
  restore(bars: CandleView[], completeUntil?: number): void {
    this.series.restore(bars, completeUntil);
    for (const bar of bars) if (bar.period === '1min') this.window.put(bar);
    this.expect(bars.filter((bar) => bar.period === '1min' && !bar.filled).at(-1));
  }

  /** Whether the bar is the running one or the one before it, which is what the board shows. */
  isRecent(bar: CandleView): boolean {
    return bar.openAt >= (this.series.current(bar.period)[0]?.openAt ?? 0);
  }

  /** Takes an event of the price instrument that the guard has accepted. */
  take(event: FeedEvent): void {
    if (event.kind === 'bar') this.series.reconcile(event.bar);
    if (event.kind === 'book') this.book.changed();
    if (event.kind !== 'trade') return;
    const { id, price, quantity, side, at } = event;
    this.series.trade({ price, quantity, at });
    this.trades.push({ id, price, quantity, side, at });
    if (this.trades.length > TRADES_RETAINED) this.trades.shift();
  }

  /** Everything that changed up to `now`. */
  beat(now: number, conditions: MarketConditions): MarketChange {
    this.followSession(conditions.closed === null, now);
    const candles = this.series.advance(now);
    for (const bar of candles) if (bar.period === '1min') this.window.put(bar);
    const { trades } = this;
    this.trades = [];
    return {
      candles,
      trades,
      mark: this.sample(now),
      depth: this.book.take(this.market, now),
      futuresQuote: this.futures?.takeQuote(this, now, conditions) ?? null,
      futuresDepth: this.futures?.book.take(this.market, now) ?? null,
      ticker: this.takeRow(now, conditions),
    };
  }

  /**
   * Shows the last stored price until a new one comes, and lets the guard measure the new one against it. When in its minute
   * the last trade was nobody knows: it is as old as the minute, and a minute without a trade has no price of its own.
   */
  private expect(bar: CandleView | undefined): void {
    if (!bar || this.price.last) return;
    const units = toUnits(bar.close);
    this.price.expect({ text: bar.close, units, at: bar.openAt });
    // Nobody trades futures by the pair's price, but theirs is not far from it.
    this.futures?.quote.guard.expect(units);
  }

  /**
   * Shows the close of a session that is long over, where nothing newer is known. Nothing confirms it, and the guard does
   * not measure the first price of the next session against it.
   */
  showClose(close: { price: string; at: number }): void {
    this.price.last ??= { text: close.price, units: toUnits(close.price), at: close.at };
  }

  /** The row as it was last given; null before the first beat. */
  get ticker(): TickerView | null {
    return this.row;
  }

  private followSession(open: boolean, now: number): void {
    if (open === this.openSession) return;
    this.openSession = open;
    this.series.session(open, now);
  }

  private sample(now: number): MarkPriceView | null {
    // On the grid of whole seconds, as the tape is: the sample of a second is the first one in it.
    if (Math.floor(now / SAMPLE_EVERY_MS) <= Math.floor(this.sampledAt / SAMPLE_EVERY_MS)) return null;
    this.sampledAt = now;
    this.mark = this.index.sample(now, this.market.fundingRate);
    return this.mark;
  }

  /** The row when something of it is worth sending: any figure, the status, or a second of age. */
  private takeRow(now: number, conditions: MarketConditions): TickerView | null {
    const row = this.rowAt(now, conditions);
    if (this.row !== null && isSameRow(this.row, row)) return null;
    this.row = row;
    return row;
  }

  private rowAt(now: number, { closed, opensAt = null, connected }: MarketConditions): TickerView {
    const { price, mark, market } = this;
    const { last } = price;
    const state = marketStatus(
      {
        halted: market.haltedReason !== null,
        closed,
        badTicks: price.guard.distrusted,
        confirmedAt: last === null ? null : price.confirmedAt,
        connected,
      },
      now,
    );
    const own = this.window.figures(now);
    const complete = this.window.isComplete(now);
    // The venue's own figures are better than ours while our history is short.
    const figures = complete && own ? own : (price.day.figures ?? own ?? UNKNOWN_WINDOW);
    return {
      symbol: market.symbol,
      last: last?.text ?? null,
      mark: mark?.mark ?? null,
      index: mark?.index ?? null,
      indexState: mark?.indexState ?? 'stale',
      ...figures,
      change: windowChange(figures, last?.text ?? null, complete || figures !== own),
      ...state,
      opensAt: opensAtOf(state.status, opensAt),
      origin: this.origin,
      pricedAt: last === null ? null : Math.max(last.at, price.confirmedAt ?? 0),
    };
  }
}

/** Equal but for the age, and the age not yet a second behind. */
function isSameRow(one: TickerView, other: TickerView): boolean {
  if ((other.pricedAt ?? 0) - (one.pricedAt ?? 0) >= CONFIRM_EVERY_MS) return false;
  for (const key of Object.keys(other) as (keyof TickerView)[]) {
    if (key !== 'pricedAt' && key !== 'windowMs' && one[key] !== other[key]) return false;
  }
  return true;
}
