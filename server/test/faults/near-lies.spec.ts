import { describe, expect, it } from '@jest/globals';
import type { DepthView, MarkPriceView, PerpetualQuoteView, TickerView } from '../../contract/markets/markets.dto.js';
import {
  fillingBook,
  isBesideIndex,
  type MarketTerms,
  type TradeObstacle,
  tradeObstacle,
} from '../../features/markets/market-board/tradable-market.rules.js';
import { PriceEngine } from '../../features/markets/prices/price-engine.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { aMarket } from '../factories/markets.js';
import { seeded } from './calls.js';
import { truthOf } from './tick-lies.js';

/**
 * Lies that the guard has to believe, because a market may stand there: of once and a half and of three times what the market calls an
 * outlier of its index, 1.5 and 3 percent, on each side of half of its band, 2.5 percent. The index leaves out who is by itself there, and
 * says that it has fewer left; the book and the last price are asked whether they are beside it (decisions 20 and 132).
 */
const PAIR = 'one:spot:BTCUSDT';
const PERPETUAL = 'one:linear:BTCUSDT';
const SPOTS = [PAIR, 'two:spot:BTCUSDT', 'three:spot:BTCUSDT'];
const QUOTED = [PAIR, PERPETUAL];
const START = 60_000;
const RATIO = 0.01;
const MARKET = aMarket({
  id: 1,
  priceInstrument: PAIR,
  perpetualInstrument: PERPETUAL,
  constituentsMin: 3,
  outlierRatio: '0.01',
  bandRatio: '0.05',
});
const TERMS: MarketTerms = { ...MARKET, spot: true, option: true, perpetual: true };
/** By how much sources that say the truth differ from each other, and from each other's last beat. */
const NOISE = 0.001;

/** What is said of an instrument at a moment: how far it is from the truth. */
type Lie = (instrument: string) => number;

/** A market and what is published of it, as a gateway sees it. */
class PublishedMarket {
  now = Date.UTC(2026, 0, 5, 12);
  private truth = START;
  private readonly random = seeded(7);
  private sequence = 0;
  mark: MarkPriceView | null = null;
  pair: { ticker: TickerView | null; book: DepthView | null } = { ticker: null, book: null };
  perpetual: { ticker: PerpetualQuoteView | null; book: DepthView | null } = { ticker: null, book: null };
  private readonly engine = new PriceEngine(
    new Metrics(),
    () => ({ market: MARKET, closed: null }),
    () => this.now,
  );

  constructor() {
    this.engine.add({
      market: MARKET,
      origin: 'live',
      opensAtPreviousClose: false,
      priceInstrument: PAIR,
      perpetualInstrument: PERPETUAL,
      markInstrument: PERPETUAL,
      constituents: SPOTS.map((instrument) => ({ instrument, weight: '1' })),
      constituentsMin: 3,
    });
  }

  /** A tenth of a second, in which every source says something. */
  beat(lie: Lie): void {
    this.now += 100;
    this.truth *= 1 + (this.random() - 0.5) * 0.0002;
    for (const instrument of [...SPOTS, PERPETUAL]) this.say(instrument, this.truth * (1 + lie(instrument)));
    const { tickers, marks, depths, perpetuals, perpetualDepths } = this.engine.beat(this.now).changes;
    this.mark = marks[0] ?? this.mark;
    this.pair = { ticker: tickers[0] ?? this.pair.ticker, book: depths[0] ?? this.pair.book };
    this.perpetual = {
      ticker: perpetuals[0] ?? this.perpetual.ticker,
      book: perpetualDepths[0] ?? this.perpetual.book,
    };
  }

  seconds(count: number, lie: Lie, look: () => void = () => {}): void {
    for (let beat = 0; beat < count * 10; beat += 1) {
      this.beat(lie);
      look();
    }
  }

  /** How far from the truth, as a fraction. */
  off(price: string | null | undefined): number | null {
    return price == null ? null : Number(price) / this.truth - 1;
  }

  obstacle(product: 'spot' | 'perpetual', risk: 'adding' | 'reducing'): TradeObstacle | null {
    const situation = { ...(product === 'spot' ? this.pair : this.perpetual), mark: this.mark };
    return tradeObstacle(
      TERMS,
      situation,
      { product, demo: false, risk },
      { now: this.now, realMoneyOnSimulated: false },
    );
  }

  /** Whether closing goes by the book that futures are traded by; else by the mark. */
  get closesByBook(): boolean {
    return fillingBook({ book: this.perpetual.book, mark: this.mark }, TERMS, this.now) !== null;
  }

  /** Whether its last price sets off stops of futures. */
  get firesStops(): boolean {
    const index = this.mark?.index ?? null;
    return (
      this.obstacle('perpetual', 'reducing') === null &&
      isBesideIndex(this.perpetual.ticker?.last ?? '0', { index, bandRatio: TERMS.bandRatio })
    );
  }

  private say(instrument: string, price: number): void {
    const stamp = { instrument, at: this.now, receivedAt: this.now };
    const kinds = QUOTED.includes(instrument) ? (['trade', 'ticker', 'book'] as const) : (['trade'] as const);
    for (const kind of kinds) this.engine.event(truthOf(kind, price, stamp, (this.sequence += 1)));
  }
}

const near = (value: number | null, expected: number) =>
  value !== null && Math.abs(value - expected) < NOISE ? 'near' : value;

interface Expected {
  state: 'ok' | 'degraded' | 'stale';
  /** How far the index is from the truth, in lies. */
  index: 0 | 1 | null;
  /** How far the mark is at most. */
  mark: 0 | 1 | null;
  spot: TradeObstacle | null;
  opens: TradeObstacle | null;
  closes: TradeObstacle | null;
  closesByBook: boolean;
  firesStops: boolean;
}

const WHOLE: Expected = {
  state: 'ok',
  index: 0,
  mark: 0,
  spot: null,
  opens: null,
  closes: null,
  closesByBook: true,
  firesStops: true,
};
const ONE_LEFT_OUT = { ...WHOLE, state: 'degraded', opens: 'degraded' } as const;
const ALL_OF =
  (venue: string): Lie =>
  (instrument) =>
    Number(instrument.startsWith(`${venue}:`));

describe.each([1, -1])('in the direction of %s', (sign) => {
  it.each<[string, number, Lie, Partial<Expected>]>([
    // Within half of the band a contract may stand apart from its index, and the mark with it; beyond, nobody goes by it.
    ['the perpetual alone', 1.5, (instrument) => Number(instrument === PERPETUAL), { ...WHOLE, mark: 1 }],
    [
      'the perpetual alone',
      3,
      (instrument) => Number(instrument === PERPETUAL),
      { ...WHOLE, opens: 'no-book', closesByBook: false, firesStops: false },
    ],
    // Who quotes is by itself: new risk ends at once, and beyond half of the band spot, too.
    ['all of the venue that quotes', 1.5, ALL_OF('one'), { ...ONE_LEFT_OUT, mark: 1 }],
    [
      'all of the venue that quotes',
      3,
      ALL_OF('one'),
      { ...ONE_LEFT_OUT, spot: 'no-book', closesByBook: false, firesStops: false },
    ],
    ['a venue that only makes the index', 1.5, ALL_OF('two'), ONE_LEFT_OUT],
    ['a venue that only makes the index', 3, ALL_OF('two'), ONE_LEFT_OUT],
    // Who is right is by itself then: nobody takes new risk in futures.
    [
      'two venues, alike',
      1.5,
      (instrument) => Number(!instrument.startsWith('three:')),
      { ...ONE_LEFT_OUT, index: 1, mark: 1 },
    ],
    [
      'two venues, alike',
      3,
      (instrument) => Number(!instrument.startsWith('three:')),
      { ...ONE_LEFT_OUT, index: 1, mark: 1 },
    ],
    // No two agree: futures wait, and spot goes on by its last price.
    ...[1.5, 3].map((times): [string, number, Lie, Partial<Expected>] => [
      'two venues, apart',
      times,
      (instrument) => (instrument.startsWith('one:') ? 1 : instrument.startsWith('two:') ? -1 : 0),
      { state: 'stale', index: null, mark: null, opens: 'stale', closes: 'stale', firesStops: false },
    ]),
  ])('%s, %s times what an outlier is', (_who, times, lie, expected) => {
    const wish = { ...WHOLE, ...expected };
    const published = new PublishedMarket();
    published.seconds(60, () => 0);
    const size = sign * times * RATIO;
    published.seconds(30, (instrument) => lie(instrument) * size);
    const { mark } = published;
    expect(mark?.indexState).toBe(wish.state);
    if (wish.index === null) expect([mark?.index, mark?.mark]).toEqual([null, null]);
    else expect(near(published.off(mark?.index), wish.index * size)).toBe('near');
    if (wish.mark === 0) expect(near(published.off(mark?.mark), 0)).toBe('near');
    else if (wish.mark === 1)
      expect(Math.abs(published.off(mark?.mark) as number)).toBeLessThan(Math.abs(size) + NOISE);
    expect({
      spot: published.obstacle('spot', 'adding'),
      opens: published.obstacle('perpetual', 'adding'),
      closes: published.obstacle('perpetual', 'reducing'),
      firesStops: published.firesStops,
    }).toEqual({ spot: wish.spot, opens: wish.opens, closes: wish.closes, firesStops: wish.firesStops });
    if (wish.closes === null) expect(published.closesByBook).toBe(wish.closesByBook);
    // All is as before when it has ended.
    published.seconds(4, () => 0);
    expect(published.mark?.indexState).toBe('ok');
    expect(near(published.off(published.mark?.index), 0)).toBe('near');
    expect([published.obstacle('spot', 'adding'), published.obstacle('perpetual', 'adding')]).toEqual([null, null]);
  });
});

it('now from two venues and now from others, of both sizes: an index that says it is sound is where the truth is', () => {
  const published = new PublishedMarket();
  const random = seeded(20_261_129);
  published.seconds(10, () => 0);
  const states = { ok: 0, degraded: 0, stale: 0 };
  for (let second = 0; second < 120; second += 1) {
    const sound = ['one', 'two', 'three'][second % 3] as string;
    const lie: Lie = (instrument) => {
      if (instrument.startsWith(`${sound}:`) || random() < 0.3) return 0;
      return (random() < 0.5 ? 1 : -1) * (random() < 0.5 ? 1.5 : 3) * RATIO;
    };
    published.seconds(1, lie, () => {
      const { mark } = published;
      if (mark?.sampledAt !== published.now) return;
      states[mark.indexState] += 1;
      const off = published.off(mark.index);
      if (mark.indexState === 'ok') expect(near(off, 0)).toBe('near');
      if (mark.indexState === 'degraded') expect(Math.abs(off as number)).toBeLessThan(3 * RATIO + NOISE);
      if (mark.indexState === 'stale') expect([mark.index, mark.mark]).toEqual([null, null]);
      if (mark.indexState !== 'ok') expect(published.obstacle('perpetual', 'adding')).not.toBeNull();
    });
  }
  // Each was there.
  for (const count of Object.values(states)) expect(count).toBeGreaterThan(5);
});
