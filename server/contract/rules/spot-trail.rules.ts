import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';
import type { StopDirection } from './spot-stop.rules.js';

/** How far behind the best price a stop follows: a part of it, or a distance in the quote currency. */
export type Trail = { ratio: DecimalText; distance: null } | { ratio: null; distance: DecimalText };

/** Closer, a venue's last price beside the index would set it off; further, nobody needs it. Parts of the price. */
export const TRAIL = { least: '0.005', most: '0.2' } as const;

/** Where it is triggered, on the market's decimals, on the far side of what is counted. */
export function trailPrice(
  direction: StopDirection,
  watermark: DecimalText,
  { ratio, distance }: Trail,
  priceScale: number,
): DecimalText {
  const behind = new Decimal(distance ?? new Decimal(watermark).times(ratio ?? '0'));
  return direction === 'fall'
    ? new Decimal(watermark).minus(behind).toDecimalPlaces(priceScale, Decimal.ROUND_FLOOR).toFixed()
    : new Decimal(watermark).plus(behind).toDecimalPlaces(priceScale, Decimal.ROUND_CEIL).toFixed();
}

/** Whether it follows neither too closely nor too far. */
export function isTrailFit({ ratio, distance }: Trail, price: DecimalText): boolean {
  const part = ratio === null ? new Decimal(distance).dividedBy(price) : new Decimal(ratio);
  return part.gte(TRAIL.least) && part.lte(TRAIL.most);
}

/** Where it begins: the price that both the venue and the index have reached; a single price that nobody else has moves nothing. */
export function firstWatermark(direction: StopDirection, last: DecimalText, index: DecimalText | null): DecimalText {
  if (index === null) return last;
  return (direction === 'fall' ? Decimal.min(last, index) : Decimal.max(last, index)).toFixed();
}
