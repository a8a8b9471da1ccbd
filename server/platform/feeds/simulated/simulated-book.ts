import type { BookLevel } from '../feed.js';
import { ticksToText } from './decimal-ticks.js';
import { random } from './noise.js';
import type { SimulatedStream } from './simulated-stream.js';

const { floor, max, round, ceil } = Math;

const LEVELS = 50;
/** Average distance of two levels, as a fraction of the price. */
const LEVEL_DISTANCE = 0.00002;

export interface SimulatedBook {
  bids: BookLevel[];
  asks: BookLevel[];
}

/** The best bid and ask in ticks; the ask is always above the bid. */
export function bestPrices(stream: SimulatedStream, instant: number): { bid: number; ask: number } {
  const mid = stream.mid(instant) * 10 ** stream.instrument.priceScale;
  const half = mid * stream.liveliness.halfSpread;
  const bid = max(1, floor(mid - half));
  return { bid, ask: max(bid + 1, ceil(mid + half)) };
}

/** Up to 50 levels a side, best first. The same instant gives the same book. */
export function drawBook(stream: SimulatedStream, instant: number): SimulatedBook {
  const best = bestPrices(stream, instant);
  return { bids: side(stream, instant, best.bid, -1), asks: side(stream, instant, best.ask, 1) };
}

/** Quantity at a level: more the farther it is from the middle. */
export function levelQuantity(stream: SimulatedStream, instant: number, level: number, direction: 1 | -1): string {
  const { quantityScale } = stream.instrument;
  const typical = (stream.liveliness.dailyTurnover / 20_000 / stream.mid(instant)) * 10 ** quantityScale;
  const luck = random(stream.key, floor(instant) * 128 + level, direction + 12);
  return ticksToText(1 + floor(typical * (0.05 + luck ** 3) * (1 + level / 10)), quantityScale);
}

function side(stream: SimulatedStream, instant: number, best: number, direction: 1 | -1): BookLevel[] {
  const { priceScale } = stream.instrument;
  const step = max(1, round(best * LEVEL_DISTANCE));
  const levels: BookLevel[] = [];
  let price = best;
  for (let level = 0; level < LEVELS && price > 0; level += 1) {
    levels.push([ticksToText(price, priceScale), levelQuantity(stream, instant, level, direction)]);
    price += direction * (1 + floor(random(stream.key, floor(instant) * 128 + level, direction + 15) * 2 * step));
  }
  return levels;
}
