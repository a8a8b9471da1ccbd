import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CandlePeriod, CandleView } from '../../../contract/markets/markets.dto.js';
import { sharedFile } from '../../../test/recordings.js';
import { type Bar, barOf, DAY_MS, foldBars, MINUTE_MS, nextOpen, openOf } from './bars.rules.js';
import { CandleSeries } from './candle-series.js';
import { fromScaled, trimDecimal } from './scaled-decimal.rules.js';

const unzip = (file: string): string => gunzipSync(readFileSync(file)).toString('utf8');

/** Bars of a file of Binance candles; volumes are exact decimal text. */
function readBars(file: string): Bar[] {
  const [, ...lines] = unzip(file).trim().split('\n');
  return lines.map((line) => {
    const [openAt, open, high, low, close, volume, , quoteVolume, trades] = line.split(',') as string[];
    return barOf({
      openAt: Number(openAt),
      open: open as string,
      high: high as string,
      low: low as string,
      close: close as string,
      volume: volume as string,
      quoteVolume: quoteVolume as string,
      trades: Number(trades),
      filled: false,
      outage: false,
    });
  });
}

/** Every whole bar of a period, folded from shorter ones without gaps. */
function foldAll(period: CandlePeriod, parts: Bar[]): Map<number, Bar> {
  const groups = new Map<number, Bar[]>();
  for (const part of parts) {
    const openAt = openOf(period, part.openAt);
    groups.set(openAt, [...(groups.get(openAt) ?? []), part]);
  }
  const first = parts[0] as Bar;
  const last = parts.at(-1) as Bar;
  const step = (parts[1] as Bar).openAt - first.openAt;
  const whole = [...groups].filter(
    ([openAt]) => openAt >= first.openAt && nextOpen(period, openAt) <= last.openAt + step,
  );
  return new Map(whole.map(([openAt, group]) => [openAt, foldBars(openAt, group)]));
}

/** What the exchange published of a bar and what ours says, in the same words. */
const words = (bar: Bar) => ({
  ...bar,
  volume: fromScaled(bar.volume),
  quoteVolume: fromScaled(bar.quoteVolume),
});

describe.each(['BTC', 'ETH', 'DOGE'])('real 15-minute bars of %sUSDT', (base) => {
  const quarters = sharedFile(`candles/${base}USDT-15m.csv.gz`);
  const days = sharedFile(`candles/${base}USDT-1d.csv.gz`);
  const given = quarters && days ? it : it.skip;

  given('fold to the days that the exchange published, volumes too', () => {
    const parts = readBars(quarters as string);
    expect(parts).toHaveLength(46_673);
    const published = new Map(readBars(days as string).map((bar) => [bar.openAt, bar]));
    const folded = foldAll('1day', parts);
    const compared = [...folded.keys()].filter((openAt) => published.has(openAt));
    // 2024-12-30 to 2026-04-29 without a gap; the last day is not whole in the file.
    expect(compared).toHaveLength((Date.UTC(2026, 3, 30) - Date.UTC(2024, 11, 30)) / DAY_MS);
    for (const openAt of compared) {
      expect(words(folded.get(openAt) as Bar)).toEqual(words(published.get(openAt) as Bar));
    }
  });

  given('fold to hours, weeks and months that are the folds of the published days', () => {
    const parts = readBars(quarters as string);
    const published = readBars(days as string);
    const hours = foldAll('60min', parts);
    for (const period of ['1week', '1mon'] as const) {
      const ours = foldAll(period, [...hours.values()]);
      const theirs = foldAll(period, published);
      expect(ours.size).toBeGreaterThanOrEqual(15);
      for (const [openAt, bar] of ours) expect(words(bar)).toEqual(words(theirs.get(openAt) as Bar));
    }
  });
});

interface Trade {
  at: number;
  price: string;
  quantity: string;
}

interface Kline {
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  turnover: string;
  confirm: boolean;
  timestamp: number;
}

interface Recorded {
  trades: Trade[];
  klines: Kline[];
  /** Last price of the ticker, by the instant of its frame. */
  lasts: { at: number; price: string }[];
}

const MINUTE = Date.UTC(2026, 7, 9, 21, 27);

/** Frames by connection and symbol, in the order in which they were received. */
function readRecording(file: string): Map<string, Recorded> {
  const instruments = new Map<string, Recorded>();
  for (const line of unzip(file).trim().split('\n')) {
    const frame = JSON.parse(line) as { t: string; conn: string; data: string };
    if (frame.t !== 'recv') continue;
    const message = JSON.parse(frame.data) as { topic?: string; ts: number; data: unknown };
    const match = /^(publicTrade|kline\.1|tickers)\.(\w+)$/.exec(message.topic ?? '');
    if (!match) continue;
    const key = `${frame.conn}:${match[2]}`;
    const recorded = instruments.get(key) ?? { trades: [], klines: [], lasts: [] };
    instruments.set(key, recorded);
    if (match[1] === 'publicTrade') {
      const trades = message.data as { T: number; p: string; v: string }[];
      recorded.trades.push(...trades.map(({ T, p, v }) => ({ at: T, price: p, quantity: v })));
    } else if (match[1] === 'kline.1') {
      recorded.klines.push(...(message.data as Kline[]));
    } else {
      const { lastPrice } = message.data as { lastPrice?: string };
      if (lastPrice) recorded.lasts.push({ at: message.ts, price: lastPrice });
    }
  }
  return instruments;
}

const bybit = sharedFile('frames/BYBIT.jsonl.gz');
const recordings: [string, Recorded][] = bybit
  ? [...readRecording(bybit)].filter(([, { trades, klines }]) => trades.length > 0 && klines.length > 0)
  : [['an absent recording', { trades: [], klines: [], lasts: [] }]];

/**
 * The exchange makes a bar's frame beside the trades. Of the 85 frames of the minute, all but these three have every
 * trade that was made up to their own millisecond (`T` of the trade <= `timestamp` of the frame, which is the message's
 * `ts` too), and none later. The three lack the trades that were made so many milliseconds before them:
 * - BTCUSDT perpetual: 41 trades of one sweep, made 1 ms before; their message has the frame's own `ts` and followed it.
 * - ETHUSDT perpetual: one trade of 0.20, made 62 ms before; its message came just before the frame.
 * - SOLUSDT perpetual: one trade of 0.1, made 65 ms before; its message came just before the frame.
 */
const IN_FLIGHT: Record<string, { timestamp: number; trades: number; madeMsBefore: number }> = {
  'BYBIT.ws.2:BTCUSDT': { timestamp: 1786310857441, trades: 41, madeMsBefore: 1 },
  'BYBIT.ws.2:ETHUSDT': { timestamp: 1786310853125, trades: 1, madeMsBefore: 62 },
  'BYBIT.ws.2:SOLUSDT': { timestamp: 1786310822006, trades: 1, madeMsBefore: 65 },
};

const aSeries = () =>
  new CandleSeries({
    id: 1,
    symbol: 'X/USDT',
    origin: 'recorded',
    priceScale: 4,
    quantityScale: 5,
    opensAtPreviousClose: true,
  });

/** What the exchange says a bar is, in our words. */
const said = ({ open, high, low, close, volume, turnover }: Kline) => ({
  open: trimDecimal(open),
  high: trimDecimal(high),
  low: trimDecimal(low),
  close: trimDecimal(close),
  volume: trimDecimal(volume),
  quoteVolume: trimDecimal(turnover),
});

const venueBar = (kline: Kline) => ({
  ...kline,
  openAt: kline.start,
  quoteVolume: kline.turnover,
  trades: null,
  closed: kline.confirm,
});

(bybit ? describe : describe.skip)('the recorded minute 21:27', () => {
  it('is there for every instrument with trades and bars', () => {
    expect(recordings.map(([key]) => key).sort()).toEqual([
      'BYBIT.ws.2:BTCUSDT',
      'BYBIT.ws.2:DOGEUSDT',
      'BYBIT.ws.2:ETHUSDT',
      'BYBIT.ws.2:SOLUSDT',
      'BYBIT.ws.3:BTCUSDT',
      'BYBIT.ws.3:ETHUSDT',
    ]);
  });

  it.each(recordings)('built from the trades of %s agrees with the exchange at every frame', (key, recorded) => {
    const series = aSeries();
    const before = recorded.lasts.filter(({ at }) => at < MINUTE).at(-1)?.price as string;
    const confirmed = recorded.klines.find(({ start, confirm }) => start === MINUTE - MINUTE_MS && confirm) as Kline;
    // The minute before was joined in its middle; the venue's own bar gives its close, and so does the ticker.
    expect(trimDecimal(before)).toBe(trimDecimal(confirmed.close));
    series.reconcile(venueBar(confirmed));
    series.outage(false, MINUTE);
    const trades = recorded.trades.filter(({ at }) => at >= MINUTE);
    const frames = recorded.klines.filter(({ start }) => start === MINUTE);
    expect(frames.length).toBeGreaterThan(5);
    let next = 0;
    let framesWithout = 0;
    for (const frame of frames) {
      const { timestamp } = frame;
      const made = trades.filter(({ at }) => at <= timestamp);
      const inFlight = IN_FLIGHT[key]?.timestamp === timestamp ? IN_FLIGHT[key] : null;
      const lacking = inFlight ? made.splice(-inFlight.trades) : [];
      for (const { at } of lacking) expect(timestamp - at).toBe(inFlight?.madeMsBefore);
      if (inFlight) framesWithout += 1;
      for (; next < made.length; next += 1) series.trade(made[next] as Trade);
      series.advance(Math.max(timestamp, MINUTE));
      const running = series.current('1min').at(-1) as CandleView;
      expect({ at: timestamp, ...running }).toMatchObject({ at: timestamp, ...said(frame) });
    }
    expect(framesWithout).toBe(key in IN_FLIGHT ? 1 : 0);
  });

  it.each(recordings)("closes the minute before of %s as the venue's own bar", (_key, recorded) => {
    const series = aSeries();
    for (const trade of recorded.trades.filter(({ at }) => at < MINUTE)) series.trade(trade);
    series.advance(MINUTE + 3000);
    const ours = series.current('1min').find((bar) => bar.openAt === MINUTE - MINUTE_MS);
    const confirmed = recorded.klines.find(({ start, confirm }) => start === MINUTE - MINUTE_MS && confirm) as Kline;
    // The recording begins in the middle of that minute, so ours cannot be whole.
    expect(series.reconcile(venueBar(confirmed))).toBe(true);
    const changed = series.advance(MINUTE + 3100);
    const corrected = changed.find((bar) => bar.openAt === MINUTE - MINUTE_MS && bar.period === '1min');
    expect(corrected).toMatchObject({ ...said(confirmed), closed: true, outage: false });
    expect(corrected?.revision).toBeGreaterThan(ours?.revision ?? 0);
    expect(series.reconcile(venueBar(confirmed))).toBe(false);
  });
});
