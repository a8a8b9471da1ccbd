import type { TickerFields } from '../feed.js';
import type { DayWindow } from './day-window.js';
import { ticksToText } from './decimal-ticks.js';
import { wave } from './noise.js';
import { MINUTE_MS } from './price-path.js';
import { bestPrices, levelQuantity } from './simulated-book.js';
import type { SimulatedStream } from './simulated-stream.js';
import { fold } from './trade-fold.js';

const FUNDING_MS = 8 * 3_600_000;
/** How far the mark lies from the index at most, and funding from its base rate, as fractions. */
const BASIS = 0.0003;
const FUNDING_BASE = 0.0001;
const FUNDING_SWING = 0.0002;

/**
 * The venue's ticker at an instant of an open market. The figures of 24 hours are given where a window is given, mark,
 * index and funding for things with futures.
 */
export function tickerFields(stream: SimulatedStream, instant: number, window: DayWindow | null): TickerFields {
  const { priceScale } = stream.instrument;
  const minute = Math.floor(instant / MINUTE_MS);
  const { bid, ask } = bestPrices(stream, instant);
  return {
    bid: ticksToText(bid, priceScale),
    bidQuantity: levelQuantity(stream, instant, 0, -1),
    ask: ticksToText(ask, priceScale),
    askQuantity: levelQuantity(stream, instant, 0, 1),
    ...lastAndDay(stream, instant, minute, window),
    ...futuresFigures(stream, instant),
  };
}

function lastAndDay(stream: SimulatedStream, instant: number, minute: number, window: DayWindow | null): TickerFields {
  const { priceScale, quantityScale } = stream.instrument;
  const heard = stream.trades(minute).filter((trade) => trade.at <= instant);
  // Before the minute's first trade the last price is the previous close, which is also this minute's open.
  const last = heard.at(-1)?.price ?? stream.trades(minute)[0]?.price;
  const fields: TickerFields = last === undefined ? {} : { last: ticksToText(last, priceScale) };
  const day = window?.before(minute);
  if (!day) return fields;
  const running = heard.length > 0 ? fold(heard) : null;
  const turnover = (day.turnover + (running?.turnover ?? 0)) / 10 ** (priceScale + quantityScale);
  return {
    ...fields,
    open24h: ticksToText(day.open, priceScale),
    high24h: ticksToText(Math.max(day.high, running?.high ?? 0), priceScale),
    low24h: ticksToText(Math.min(day.low, running?.low ?? day.low), priceScale),
    volume24h: ticksToText(day.volume + (running?.volume ?? 0), quantityScale),
    quoteVolume24h: turnover.toFixed(2),
  };
}

function futuresFigures(stream: SimulatedStream, instant: number): TickerFields {
  const { category, priceScale } = stream.instrument;
  if (category !== 'linear' && category !== 'commodity') return {};
  const index = stream.fair(instant);
  const interval = Math.floor(instant / FUNDING_MS);
  return {
    index: index.toFixed(priceScale),
    mark: (index * (1 + BASIS * wave(stream.key, instant / 1_200_000, 20))).toFixed(priceScale),
    fundingRate: (FUNDING_BASE + FUNDING_SWING * wave(stream.key, interval / 3, 21)).toFixed(6),
    nextFundingAt: (interval + 1) * FUNDING_MS,
  };
}
