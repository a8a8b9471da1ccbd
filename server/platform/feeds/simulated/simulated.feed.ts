import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock/clock.js';
import { Feed, type FeedSink, type Instrument, type VenueBar, type VenuePeriod } from '../feed.js';
import type { Crash } from './crash-factor.js';
import { ticksToText } from './decimal-ticks.js';
import { MINUTE_MS, PricePath } from './price-path.js';
import { SimulatedDelivery } from './simulated-delivery.js';
import { SimulatedStream } from './simulated-stream.js';
import { temperament } from './temperament.js';
import type { MinuteSummary } from './trade-fold.js';
import { promptVenue, venueMood } from './venue-mood.js';
import { SIMULATED_VENUES, type SimulatedInstrument, type SimulatedVenue } from './simulated-instruments.js';

const PERIOD_MINUTES: Record<VenuePeriod, number> = { '1min': 1, '60min': 60, '1day': 24 * 60 };
/** A longer range gives its newest bars. */
const HISTORY_BARS = 100_000;
/** Minutes looked up before other work gets its turn: a few milliseconds. */
const HISTORY_STRIDE = 800;
/** What a minute costs whose trades are drawn, in minutes whose trades are not. */
const DRAWN_COST = 20;
/** Minutes that anybody may have seen trade by trade lately: their bars are made from the trades. */
const DRAWN_MINUTES = 30;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Longer bars that began before this are reckoned from some of their minutes: nobody is shown all of them. */
const WHOLE_MS = 4 * DAY_MS;
const STRIDES: Record<VenuePeriod, number> = { '1min': 1, '60min': 5, '1day': 10 };

export interface SimulationSize {
  /** How often it hands on what has happened meanwhile. */
  beatMs?: number;
  /** How many days back it has bars; for all time when not given. */
  historyDays?: number;
  /** Whether its smaller venues are silent or slow now and then; they are when not given. */
  moods?: boolean;
}

/**
 * Invented prices of three venues that disagree a little. Everything is a pure function of the seed and the instant:
 * a process that starts now continues what another showed before, and history needs no memory. Only commanded crashes
 * are remembered, for the life of the process; whoever commands keeps them for the next one.
 */
export class SimulatedFeed extends Feed {
  readonly venue = 'simulated';
  readonly simulated = true;
  private readonly streams = new Map<string, SimulatedStream>();
  private readonly crashes = new Map<string, Crash[]>();
  private deliveries: { venue: SimulatedVenue; delivery: SimulatedDelivery }[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    instruments: SimulatedInstrument[],
    private readonly seed: string,
    private readonly clock: Clock,
    private readonly size: SimulationSize = {},
  ) {
    super();
    const paths = new Map<string, PricePath>();
    for (const instrument of instruments) {
      const { symbol } = instrument;
      const crashes = this.crashes.get(symbol) ?? [];
      this.crashes.set(symbol, crashes);
      for (const venue of SIMULATED_VENUES) {
        const mood = temperament(instrument, venue);
        const path = paths.get(symbol) ?? new PricePath(seed, symbol, mood.dailyDeviation);
        paths.set(symbol, path);
        const stream = new SimulatedStream(instrument, mood, path, crashes, `${seed}/${venue}`);
        this.streams.set(name({ venue, category: instrument.category, symbol }), stream);
      }
    }
  }

  async probe(): Promise<boolean> {
    return true;
  }

  async start(instruments: Instrument[], sink: FeedSink): Promise<void> {
    await this.stop();
    const now = this.clock.now();
    for (const venue of SIMULATED_VENUES) sink.notice({ kind: 'connected', venue, connection: 'simulation' });
    for (const instrument of instruments) {
      const stream = this.streams.get(name(instrument));
      const venue = SIMULATED_VENUES.find((each) => each === instrument.venue);
      if (stream && venue) this.deliveries.push({ venue, delivery: new SimulatedDelivery(stream, venue, now, sink) });
      else sink.notice({ kind: 'unreadable', venue: instrument.venue, reason: `not simulated: ${name(instrument)}` });
    }
    this.timer = setInterval(() => this.deliver(), this.size.beatMs ?? 50);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.deliveries = [];
  }

  /** Hands on everything that has happened up to now. The timer calls it; tests with a clock of their own may too. */
  deliver(): void {
    const now = this.clock.now();
    const moodOf = this.size.moods === false ? promptVenue : venueMood;
    const moods = new Map(SIMULATED_VENUES.map((venue) => [venue, moodOf(this.seed, venue, now)]));
    for (const { venue, delivery } of this.deliveries) {
      const mood = moods.get(venue);
      if (mood) delivery.advance(now, mood);
    }
  }

  /**
   * Lets a price fall by a ratio within a time, after which a part comes back slowly. The same command, given again
   * with its instant, changes nothing. Trades, tickers, books and
   * history of all three venues follow.
   * @param symbol `BTC/USDT` or `BTCUSDT`
   * @param ratio share of the price that is lost, above 0 and at most 0.95
   * @param overMs how long the fall takes, at least a second
   * @param at when it begins, now by default; a process that takes over repeats the command with its instant
   * @returns whether there is such a symbol.
   * @throws RangeError when ratio or time are out of range.
   */
  crash(symbol: string, ratio: number, overMs: number, at: number = this.clock.now()): boolean {
    if (!(ratio > 0 && ratio <= 0.95)) throw new RangeError('A crash ratio is above 0 and at most 0.95.');
    if (!(overMs >= 1000 && overMs <= 86_400_000)) throw new RangeError('A crash takes a second to a day.');
    const venueSymbol = symbol.replace('/', '');
    const crashes = this.crashes.get(venueSymbol);
    if (!crashes) return false;
    if (crashes.some((known) => known.at === at && known.ratio === ratio && known.overMs === overMs)) return true;
    crashes.push({ at, ratio, overMs });
    for (const stream of this.streams.values()) if (stream.instrument.symbol === venueSymbol) stream.forget();
    return true;
  }

  /**
   * Bars of the last half hour's minutes are the fold of their trades. The quote volume of all others is reckoned from
   * the minutes' mean prices, and longer bars that are more than four days old from every fifth or tenth of their
   * minutes; all else agrees with the trades to the last digit.
   */
  async history(instrument: Instrument, period: VenuePeriod, from: number, to: number): Promise<VenueBar[]> {
    const stream = this.streams.get(name(instrument));
    const minutes = PERIOD_MINUTES[period];
    const length = minutes * MINUTE_MS;
    const now = this.clock.now();
    const end = Math.ceil(Math.min(to, now + 1) / length);
    const bars: VenueBar[] = [];
    if (!stream) return bars;
    const oldest = Math.max(0, from, now - (this.size.historyDays ?? Infinity) * DAY_MS);
    const drawnFrom = Math.floor(now / MINUTE_MS) - DRAWN_MINUTES;
    let looked = 0;
    for (let each = Math.max(Math.ceil(oldest / length), end - HISTORY_BARS); each < end; each += 1) {
      const drawn = minutes === 1 && each >= drawnFrom;
      const stride = each * length < now - WHOLE_MS ? STRIDES[period] : 1;
      const span = { first: each * minutes, minutes, stride };
      const bar = drawn ? stream.minuteBar(each, now) : longBar(stream, span, now);
      if (bar) bars.push(bar);
      looked += drawn ? DRAWN_COST : minutes / stride;
      if (looked < HISTORY_STRIDE) continue;
      looked = 0;
      await setImmediate();
    }
    return bars;
  }
}

function name({ venue, category, symbol }: Instrument): string {
  return `${venue}:${category}:${symbol}`;
}

/**
 * The fold of a whole number of minutes, the running one as far as it has come. With a stride above 1 each minute that
 * is looked at stands for so many; the last one counts as itself, for the close.
 */
function longBar(
  stream: SimulatedStream,
  { first, minutes, stride }: { first: number; minutes: number; stride: number },
  now: number,
): VenueBar | null {
  const { priceScale, quantityScale } = stream.instrument;
  const running = Math.floor(now / MINUTE_MS);
  let sum: MinuteSummary | null = null;
  const add = (minute: number, times: number) => {
    const next = minute <= running ? stream.summary(minute, now) : null;
    if (!next) return;
    sum ??= { ...next, volume: 0, turnover: 0, trades: 0 };
    sum.high = Math.max(sum.high, next.high);
    sum.low = Math.min(sum.low, next.low);
    sum.close = next.close;
    sum.volume += next.volume * times;
    sum.turnover += next.turnover * times;
    sum.trades += next.trades * times;
  };
  for (let minute = first; minute < first + minutes; minute += stride) add(minute, stride);
  if (stride > 1) add(first + minutes - 1, 0);
  return sum === null ? null : barOfSummary(sum, { priceScale, quantityScale, first, minutes, now });
}

function barOfSummary(
  sum: MinuteSummary,
  of: { priceScale: number; quantityScale: number; first: number; minutes: number; now: number },
): VenueBar {
  const { priceScale, quantityScale, first, minutes, now } = of;
  return {
    openAt: first * MINUTE_MS,
    open: ticksToText(sum.open, priceScale),
    high: ticksToText(sum.high, priceScale),
    low: ticksToText(sum.low, priceScale),
    close: ticksToText(sum.close, priceScale),
    volume: ticksToText(sum.volume, quantityScale),
    quoteVolume: (sum.turnover / 10 ** (priceScale + quantityScale)).toFixed(2),
    trades: sum.trades,
    closed: now >= (first + minutes) * MINUTE_MS,
  };
}
