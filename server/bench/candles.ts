import { Decimal } from 'decimal.js';
import type { CandlePeriod } from '../contract/markets/markets.dto.js';
import { CANDLE_PERIODS } from '../contract/markets/markets.dto.js';
import { openOf } from '../features/markets/candle-series/bars.rules.js';
import { CandleSeries, type FoldedTrade } from '../features/markets/candle-series/candle-series.js';

/**
 * How many trades a second the candle engine folds into all eight periods on one core, beside the usual way of doing
 * it: a decimal.js bar for each period, updated by every trade. Both get the same decimal texts and must agree on
 * the last bar of every period.
 */
const TRADES = 1_000_000;
const PEER_TRADES = 100_000;
const RUNS = 5;
const START = Date.UTC(2026, 0, 5, 11, 58, 30);
const BEAT_MS = 100;

/** A deterministic random walk: 200 trades a second, two-decimal prices and quantities of up to five decimals. */
function makeTrades(count: number): FoldedTrade[] {
  let state = 42;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const trades: FoldedTrade[] = [];
  let cents = 6_511_420;
  for (let index = 0; index < count; index += 1) {
    cents += Math.floor(random() * 201) - 100;
    const lots = 1 + Math.floor(random() * 200_000);
    trades.push({
      price: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      quantity: `${Math.floor(lots / 100_000)}.${String(lots % 100_000).padStart(5, '0')}`,
      at: START + index * 5,
    });
  }
  return trades;
}

/** Microseconds of processor time since then, all threads: the machine may be busy with other things. */
function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

function runSeries(trades: FoldedTrade[]): { perSecond: number; series: CandleSeries } {
  const series = new CandleSeries({ id: 1, symbol: 'BTC/USDT', origin: 'live', priceScale: 2, quantityScale: 5 });
  const began = process.cpuUsage();
  let beat = START;
  for (const trade of trades) {
    if (trade.at >= beat + BEAT_MS) {
      beat = trade.at;
      series.advance(beat);
    }
    series.trade(trade);
  }
  series.advance((trades.at(-1) as FoldedTrade).at);
  return { perSecond: (trades.length * 1e6) / processorTime(began), series };
}

interface PeerBar {
  openAt: number;
  open: Decimal;
  high: Decimal;
  low: Decimal;
  close: Decimal;
  volume: Decimal;
  quoteVolume: Decimal;
  trades: number;
}

function peerFold(bars: Map<CandlePeriod, PeerBar>, period: CandlePeriod, trade: FoldedTrade): void {
  const price = new Decimal(trade.price);
  const quantity = new Decimal(trade.quantity);
  const openAt = openOf(period, trade.at);
  const bar = bars.get(period);
  if (bar?.openAt !== openAt) {
    const quoteVolume = price.times(quantity);
    bars.set(period, {
      openAt,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: quantity,
      quoteVolume,
      trades: 1,
    });
    return;
  }
  if (price.gt(bar.high)) bar.high = price;
  if (price.lt(bar.low)) bar.low = price;
  bar.close = price;
  bar.volume = bar.volume.plus(quantity);
  bar.quoteVolume = bar.quoteVolume.plus(price.times(quantity));
  bar.trades += 1;
}

function runPeer(trades: FoldedTrade[]): { perSecond: number; bars: Map<CandlePeriod, PeerBar> } {
  const bars = new Map<CandlePeriod, PeerBar>();
  const began = process.cpuUsage();
  for (const trade of trades) for (const period of CANDLE_PERIODS) peerFold(bars, period, trade);
  return { perSecond: (trades.length * 1e6) / processorTime(began), bars };
}

/** Both must have made the same bars, or the figure means nothing. */
function checkAgreement(trades: FoldedTrade[]): void {
  const { series } = runSeries(trades);
  const { bars } = runPeer(trades);
  for (const period of CANDLE_PERIODS) {
    const ours = series.current(period).at(-1);
    const peer = bars.get(period);
    const texts = [peer?.open, peer?.high, peer?.low, peer?.close, peer?.volume, peer?.quoteVolume].map((value) =>
      value?.toFixed(),
    );
    const mine = [ours?.open, ours?.high, ours?.low, ours?.close, ours?.volume, ours?.quoteVolume];
    if (texts.join() !== mine.join() || ours?.trades !== peer?.trades) {
      throw new Error(`${period} differs: ${mine.join()} against ${texts.join()}`);
    }
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const trades = makeTrades(TRADES);
const peerTrades = trades.slice(0, PEER_TRADES);
Decimal.set({ precision: 60 });
checkAgreement(peerTrades);
const ours: number[] = [];
const peers: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  ours.push(runSeries(trades).perSecond);
  peers.push(runPeer(peerTrades).perSecond);
}
const thousands = (value: number): string => Math.round(value).toLocaleString('en');
const rows = [
  ['candle series (one-minute bars, longer ones folded from them)', ours],
  ['decimal.js, one bar for each period', peers],
] as const;
process.stdout.write(
  `candles: trades a second of processor time into ${CANDLE_PERIODS.length} periods, ${RUNS} runs\n`,
);
for (const [name, values] of rows) {
  const range = `${thousands(Math.min(...values))} to ${thousands(Math.max(...values))}`;
  process.stdout.write(`  ${name.padEnd(62)} ${thousands(median(values)).padStart(11)}  (${range})\n`);
}
process.stdout.write(`  ratio ${(median(ours) / median(peers)).toFixed(1)}; goal at least 500,000: `);
process.stdout.write(`${median(ours) >= 500_000 ? 'met' : 'MISSED'}\n`);
