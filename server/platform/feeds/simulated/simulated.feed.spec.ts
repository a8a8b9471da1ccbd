import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { type FeedEvent, type FeedNotice, type Instrument, instrumentKey, type VenueBar } from '../feed.js';
import { SimulatedFeed, type SimulationSize } from './simulated.feed.js';
import { venueMood } from './venue-mood.js';
import { SIMULATED_VENUES, type SimulatedInstrument } from './simulated-instruments.js';

const NOON = Date.UTC(2026, 10, 20, 12, 0, 0);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const BITCOIN = { symbol: 'BTCUSDT', startPrice: '65100', priceScale: 2, quantityScale: 6 };
const PLAYED: SimulatedInstrument[] = [
  { ...BITCOIN, category: 'spot' },
  { ...BITCOIN, category: 'linear' },
  { symbol: 'SHIBUSDT', category: 'spot', startPrice: '0.000004720', priceScale: 9, quantityScale: 0 },
  { symbol: 'USDCUSDT', category: 'spot', startPrice: '0.99980', priceScale: 5, quantityScale: 2 },
];
const BTC: Instrument = { venue: 'simulated-a', category: 'linear', symbol: 'BTCUSDT' };
const SHIB: Instrument = { venue: 'simulated-a', category: 'spot', symbol: 'SHIBUSDT' };

class Recorder {
  readonly events: FeedEvent[] = [];
  readonly notices: FeedNotice[] = [];
  event = (event: FeedEvent) => void this.events.push(event);
  notice = (notice: FeedNotice) => void this.notices.push(notice);

  of<K extends FeedEvent['kind']>(kind: K, instrument?: Instrument) {
    return this.events.filter(
      (event): event is Extract<FeedEvent, { kind: K }> =>
        event.kind === kind && (!instrument || event.instrument === instrumentKey(instrument)),
    );
  }
}

function feedAt(now: number, { seed = '1', played = PLAYED, moods = true } = {}) {
  const clock = new FakeClock(now);
  return { clock, feed: new SimulatedFeed(played, seed, clock, { moods }) };
}

/** Plays `seconds` of the feed in steps of 100 ms, without waiting. */
async function play(from: number, seconds: number, instruments: Instrument[], options = {}) {
  const { clock, feed } = feedAt(from, options);
  const recorder = new Recorder();
  await feed.start(instruments, recorder);
  for (let step = 0; step < seconds * 10; step += 1) {
    clock.advance(100);
    feed.deliver();
  }
  await feed.stop();
  return recorder;
}

function foldTrades(trades: { price: string; quantity: string }[]) {
  const prices = trades.map(({ price }) => new Decimal(price));
  return {
    open: trades[0]?.price,
    close: trades.at(-1)?.price,
    high: Decimal.max(...prices).toString(),
    low: Decimal.min(...prices).toString(),
    volume: Decimal.sum(...trades.map(({ quantity }) => quantity)).toString(),
    quoteVolume: trades
      .reduce((sum, { price, quantity }) => sum.plus(Decimal.mul(price, quantity)), new Decimal(0))
      .toString(),
    trades: trades.length,
  };
}

function plain(bar: VenueBar) {
  const { high, low, volume, quoteVolume } = bar;
  const shorten = (text: string) => new Decimal(text).toString();
  return {
    open: bar.open,
    close: bar.close,
    high: shorten(high),
    low: shorten(low),
    volume: shorten(volume),
    quoteVolume: shorten(quoteVolume),
    trades: bar.trades,
  };
}

describe('simulated feed', () => {
  it('makes the same ticks from the same seed whatever the process did before, and others from another seed', async () => {
    const straight = await play(NOON, 90, [BTC, SHIB]);
    const { clock, feed } = feedAt(NOON - 5 * MINUTE);
    const recorder = new Recorder();
    await feed.history(SHIB, '1min', NOON - 86_400_000, NOON);
    await feed.history(BTC, '60min', NOON - 30 * 86_400_000, NOON);
    clock.set(NOON);
    await feed.start([BTC, SHIB], recorder);
    for (let step = 0; step < 900; step += 1) {
      clock.advance(100);
      feed.deliver();
      if (step % 100 === 0) await feed.history(BTC, '1min', NOON - 7 * MINUTE, NOON + MINUTE);
    }
    await feed.stop();
    expect(recorder.of('trade').length).toBeGreaterThan(200);
    expect(recorder.events).toEqual(straight.events);
    const other = await play(NOON, 90, [BTC, SHIB], { seed: '2' });
    expect(other.of('trade').map(({ price }) => price)).not.toEqual(straight.of('trade').map(({ price }) => price));
  });

  it('has no bar from before the days that it is given', async () => {
    const opens = async (size: SimulationSize, period: '1min' | '1day') => {
      const feed = new SimulatedFeed(PLAYED, '1', new FakeClock(NOON), size);
      return (await feed.history(BTC, period, NOON - 3 * DAY, NOON)).map(({ openAt }) => openAt);
    };
    expect(await opens({}, '1min')).toHaveLength(3 * 1440);
    const short = await opens({ historyDays: 1 }, '1min');
    expect([short.length, short[0]]).toEqual([1440, NOON - DAY]);
    // A day that began before is none of them.
    expect(await opens({ historyDays: 1 }, '1day')).toEqual([NOON - DAY / 2]);
    expect(await opens({ historyDays: 0 }, '1min')).toEqual([]);
  });

  it('gives any past instant at random access', async () => {
    const { feed } = feedAt(NOON);
    const day = await feed.history(BTC, '1min', NOON - 1440 * MINUTE, NOON);
    expect(day).toHaveLength(1440);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom(...PLAYED),
        async (index, { symbol, category }) => {
          const fresh = feedAt(NOON).feed;
          await fresh.history({ venue: 'simulated-b', category, symbol }, '1min', NOON - index * MINUTE, NOON);
          const openAt = NOON - (1440 - index) * MINUTE;
          expect(await fresh.history(BTC, '1min', openAt, openAt + MINUTE)).toEqual([day[index]]);
        },
      ),
      { numRuns: 40 },
    );
    const old = await feed.history(BTC, '1day', Date.UTC(2019, 0, 1), Date.UTC(2019, 0, 4));
    expect(old.map(({ openAt }) => new Date(openAt).toISOString().slice(0, 10))).toEqual([
      '2019-01-01',
      '2019-01-02',
      '2019-01-03',
    ]);
  });

  it.each([BTC, SHIB])('has bars that are the fold of its own ticks: $symbol', async (instrument) => {
    const recorder = await play(NOON - 1000, 64 * 3, [instrument]);
    const { feed } = feedAt(NOON + 10 * MINUTE);
    const bars = await feed.history(instrument, '1min', NOON, NOON + 3 * MINUTE);
    expect(bars).toHaveLength(3);
    for (const bar of bars) {
      const trades = recorder.of('trade').filter(({ at }) => Math.floor(at / MINUTE) * MINUTE === bar.openAt);
      expect(plain(bar)).toEqual(foldTrades(trades));
      expect(bar.closed).toBe(true);
    }
    const sent = recorder.of('bar').filter(({ bar }) => bar.openAt >= NOON);
    expect(sent.map(({ bar }) => bar)).toEqual(bars);
  });

  it('opens every minute at the close before, as one continuous price', async () => {
    const { feed } = feedAt(NOON);
    const bars = await feed.history(BTC, '1min', NOON - 300 * MINUTE, NOON);
    for (let i = 1; i < bars.length; i += 1) expect(bars[i]?.open).toBe(bars[i - 1]?.close);
  });

  it.each(['60min', '1day'] as const)('has %s bars that are the fold of the minutes', async (period) => {
    const { feed } = feedAt(NOON + 17 * MINUTE + 30_000);
    const length = period === '60min' ? 60 : 1440;
    const [bar] = await feed.history(BTC, period, NOON - 1440 * MINUTE, NOON + MINUTE * 60);
    if (!bar) throw new Error('no bar');
    const minutes = await feed.history(BTC, '1min', bar.openAt, bar.openAt + length * MINUTE);
    expect(bar).toMatchObject({
      open: minutes[0]?.open,
      close: minutes.at(-1)?.close,
      high: minutes
        .map(({ high }) => high)
        .sort((a, b) => Number(a) - Number(b))
        .at(-1),
      low: minutes.map(({ low }) => low).sort((a, b) => Number(a) - Number(b))[0],
      trades: minutes.reduce((sum, { trades }) => sum + (trades ?? 0), 0),
    });
    expect(new Decimal(bar.volume)).toEqual(Decimal.sum(...minutes.map(({ volume }) => volume)));
    const quote = Decimal.sum(...minutes.map(({ quoteVolume }) => quoteVolume));
    expect(Math.abs(Number(quote.div(bar.quoteVolume)) - 1)).toBeLessThan(0.005);
    const running = (await feed.history(BTC, period, NOON - 12 * 60 * MINUTE, NOON + 86_400_000)).at(-1);
    const sofar = await feed.history(BTC, '1min', running?.openAt ?? 0, NOON + 86_400_000);
    expect(running).toMatchObject({ closed: false, close: sofar.at(-1)?.close, open: sofar[0]?.open });
  });

  it('never crosses a book, sorts it from the best and keeps to scale', async () => {
    // A price unit far wider than the spread is the hard case.
    const coarse = { symbol: 'COARSEUSDT', category: 'spot', startPrice: '5', priceScale: 2, quantityScale: 2 };
    const instruments = [BTC, SHIB, ...[coarse, PLAYED[3]].map((each) => ({ ...SHIB, symbol: each?.symbol ?? '' }))];
    const books = (await play(NOON, 20, instruments, { played: [...PLAYED, coarse] })).of('book');
    expect(books.length).toBeGreaterThan(80);
    for (const { bids, asks } of books) {
      const [bid = [], ask = []] = [bids, asks].map((side) => side.map(([price]) => Number(price)));
      expect([bid.length, ask.length]).toEqual([50, 50]);
      expect(ask[0]).toBeGreaterThan(bid[0] ?? Number.NaN);
      expect(ask).toEqual([...new Set(ask)].sort((one, two) => one - two));
      expect(bid).toEqual([...new Set(bid)].sort((one, two) => two - one));
      expect([...bids, ...asks].every(([price, quantity]) => Number(price) > 0 && Number(quantity) > 0)).toBe(true);
    }
  });

  it('fills a ticker as a venue does', async () => {
    const recorder = await play(NOON, 5, [BTC]);
    const { fields, at } = recorder.of('ticker').at(-1) ?? { fields: {}, at: 0 };
    const number = (text: string | undefined) => Number(text);
    expect(number(fields.bid)).toBeLessThan(number(fields.ask));
    expect(fields.last).toBe(
      recorder
        .of('trade')
        .filter((trade) => trade.at <= at)
        .at(-1)?.price,
    );
    for (const near of [fields.mark, fields.index, fields.bid]) {
      expect(Math.abs(number(near) / number(fields.last) - 1)).toBeLessThan(0.002);
    }
    const day = await feedAt(NOON).feed.history(BTC, '1min', NOON - 1440 * MINUTE, NOON);
    expect(fields.open24h).toBe(day[0]?.open);
    expect(number(fields.high24h)).toBeGreaterThanOrEqual(Math.max(...day.map(({ high }) => Number(high))));
    expect(number(fields.volume24h)).toBeGreaterThan(day.reduce((sum, { volume }) => sum + Number(volume), 0) * 0.999);
    expect(fields.nextFundingAt).toBe(Date.UTC(2026, 10, 20, 16));
    expect(Math.abs(number(fields.fundingRate))).toBeLessThan(0.001);
  });

  it('plays three venues that disagree, but little', async () => {
    const instruments = SIMULATED_VENUES.map((venue) => ({ venue, category: 'spot', symbol: 'BTCUSDT' }));
    const { feed } = feedAt(NOON);
    const histories = await Promise.all(
      instruments.map((instrument) => feed.history(instrument, '1min', NOON - 600 * MINUTE, NOON)),
    );
    const spreads = histories[0]?.map((_, index) => {
      const closes = histories.map((bars) => Number(bars[index]?.close));
      return Math.max(...closes) / Math.min(...closes) - 1;
    });
    expect(Math.max(...(spreads ?? []))).toBeLessThan(0.0005);
    expect(spreads?.filter((spread) => spread > 0.00001).length).toBeGreaterThan(500);
  });

  it('is silent or slow on a small venue now and then, and never on the pricing one', async () => {
    const seconds = Array.from({ length: 86_400 / 5 }, (_, index) => NOON + index * 5000);
    const silentAt = seconds.find((now) => venueMood('1', 'simulated-c', now).silent);
    if (!silentAt) throw new Error('never silent');
    expect(seconds.some((now) => venueMood('1', 'simulated-b', now).latencyMs > 600)).toBe(true);
    expect(seconds.every((now) => venueMood('1', 'simulated-a', now).latencyMs < 100)).toBe(true);
    const instruments = SIMULATED_VENUES.map((venue) => ({ venue, category: 'spot', symbol: 'USDCUSDT' }));
    const recorder = await play(silentAt - 30_000, 60, instruments);
    const longestPauseOf = (heard: Recorder, instrument: Instrument) => {
      const at = heard.of('ticker', instrument).map((ticker) => ticker.at);
      return Math.max(...at.slice(1).map((each, index) => each - (at[index] ?? 0)));
    };
    const [a, , c] = instruments.map((instrument) => longestPauseOf(recorder, instrument));
    expect(a).toBeLessThanOrEqual(1200);
    expect(c).toBeGreaterThan(9000);
    const prompt = await play(silentAt - 30_000, 60, instruments, { moods: false });
    const pauses = instruments.map((instrument) => longestPauseOf(prompt, instrument));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1200);
  });

  it('moves like a market: neither still nor wild, and calmer at some times than at others', async () => {
    const { feed } = feedAt(NOON);
    const days = (await feed.history(BTC, '1day', NOON - 400 * 86_400_000, NOON)).map(({ close }) =>
      Math.log(Number(close)),
    );
    const returns = days.slice(1).map((close, index) => close - (days[index] ?? 0));
    const deviation = Math.sqrt(returns.reduce((sum, each) => sum + each * each, 0) / returns.length);
    // Bitcoin's own daily deviation was 2 to 4 % in recent years.
    expect(deviation).toBeGreaterThan(0.01);
    expect(deviation).toBeLessThan(0.05);
    expect(Math.max(...days) - Math.min(...days)).toBeLessThan(1);
    const hours = await feed.history(BTC, '60min', NOON - 200 * 3_600_000, NOON);
    const ranges = hours.map(({ high, low }) => Math.log(Number(high) / Number(low))).sort((a, b) => a - b);
    expect((ranges[180] ?? 0) / (ranges[20] ?? 1)).toBeGreaterThan(2);
  });

  it('crashes on command to the commanded depth, in ticks, tickers and history of all venues', async () => {
    const { clock, feed } = feedAt(NOON);
    const calm = feedAt(NOON + 2 * MINUTE).feed;
    const recorder = new Recorder();
    await feed.start([BTC], recorder);
    clock.advance(5000);
    feed.deliver();
    expect(feed.crash('BTC/USDT', 0.3, 60_000)).toBe(true);
    expect(feed.crash('NOBODY/USDT', 0.3, 60_000)).toBe(false);
    for (let step = 0; step < 115; step += 1) {
      clock.advance(1000);
      feed.deliver();
    }
    await feed.stop();
    const lowest = Math.min(...recorder.of('trade').map(({ price }) => Number(price)));
    const first = Number(recorder.of('trade')[0]?.price);
    expect(lowest / first).toBeGreaterThan(0.69);
    expect(lowest / first).toBeLessThan(0.71);
    const before = recorder.of('trade').filter(({ at }) => at <= NOON + 5000);
    const undisturbed = await play(NOON, 5, [BTC]);
    expect(before.slice(0, undisturbed.of('trade').length)).toEqual(
      undisturbed.of('trade').map((trade, i) => ({ ...trade, receivedAt: before[i]?.receivedAt })),
    );

    for (const venue of SIMULATED_VENUES) {
      const spot = { venue, category: 'spot', symbol: 'BTCUSDT' };
      const bars = await feed.history(spot, '1min', NOON, NOON + 2 * MINUTE);
      const without = await calm.history(spot, '1min', NOON, NOON + 2 * MINUTE);
      expect(Number(bars[1]?.low) / Number(without[1]?.low)).toBeCloseTo(0.7, 2);
    }
    const [minute] = await feed.history(BTC, '1min', NOON + MINUTE, NOON + 2 * MINUTE);
    const heard = recorder.of('trade').filter(({ at }) => at >= NOON + MINUTE && at < NOON + 2 * MINUTE);
    expect(Number(minute?.low)).toBe(Math.min(...heard.map(({ price }) => Number(price))));
    clock.set(NOON + 60 * MINUTE);
    const later = await feed.history(BTC, '1min', NOON + 50 * MINUTE, NOON + 51 * MINUTE);
    const calmLater = await feedAt(NOON + 60 * MINUTE).feed.history(
      BTC,
      '1min',
      NOON + 50 * MINUTE,
      NOON + 51 * MINUTE,
    );
    expect(Number(later[0]?.close) / Number(calmLater[0]?.close)).toBeCloseTo(1 - 0.3 * 0.6, 3);
  });

  it.each([
    [0, 60_000],
    [0.96, 60_000],
    [Number.NaN, 60_000],
    [0.3, 999],
    [0.3, Number.POSITIVE_INFINITY],
  ])('refuses a crash of %p in %p ms', (ratio, overMs) => {
    expect(() => feedAt(NOON).feed.crash('BTCUSDT', ratio, overMs)).toThrow(RangeError);
  });

  it('does not tick while the market is closed, and has no bars of that time', async () => {
    const openAt = (now: number) => Math.floor(now / MINUTE) % 2 === 0;
    const played = [{ ...BITCOIN, category: 'stock', openAt }];
    const stock = { venue: 'simulated-a', category: 'stock', symbol: 'BTCUSDT' };
    const recorder = await play(NOON, 240, [stock], { played });
    expect(recorder.of('trade').length).toBeGreaterThan(50);
    for (const { at, kind } of recorder.events) if (kind !== 'bar') expect(openAt(at)).toBe(true);
    const bars = await feedAt(NOON + 10 * MINUTE, { played }).feed.history(stock, '1min', NOON, NOON + 4 * MINUTE);
    expect(bars.map(({ openAt: at }) => at)).toEqual([NOON, NOON + 2 * MINUTE]);
  });

  it('reports a pause of the process as a gap instead of sending old ticks late', async () => {
    const { clock, feed } = feedAt(NOON);
    const recorder = new Recorder();
    await feed.start([BTC], recorder);
    clock.advance(1000);
    feed.deliver();
    clock.advance(120_000);
    feed.deliver();
    await feed.stop();
    const trades = recorder.of('trade').map(({ at }) => at);
    expect(trades.every((at) => at < NOON + 1000 || at > NOON + 120_000)).toBe(true);
    expect(recorder.notices.filter(({ kind }) => kind === 'gap' || kind === 'healed')).toHaveLength(2);
  });

  it('says what it cannot play, and plays nothing after the stop', async () => {
    const { clock, feed } = feedAt(NOON);
    const recorder = new Recorder();
    await feed.start([{ venue: 'bybit', category: 'linear', symbol: 'BTCUSDT' }, BTC], recorder);
    expect(recorder.notices.filter(({ kind }) => kind === 'unreadable')).toHaveLength(1);
    await feed.stop();
    clock.advance(5000);
    feed.deliver();
    expect(recorder.events).toEqual([]);
    expect(await feed.history({ ...BTC, symbol: 'NOBODY' }, '1min', 0, NOON)).toEqual([]);
    expect(await feed.probe()).toBe(true);
  });
});
