import type { DepthLevel } from '../../../../server/contract/markets/markets.dto';
import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';

/** How many decimals of the prices may be left out: 10, 100 and 1,000 steps of the market in one level. */
export const COARSER = [0, 1, 2, 3] as const;
export type Coarser = (typeof COARSER)[number];

/** The step of a book in which so many decimals of its prices are left out. */
export function groupStep(priceDecimals: number, coarser: Coarser): DecimalText {
  return fromUnits(stepUnits(priceDecimals, coarser));
}

/**
 * Levels of a book together in steps, best first as they came. Nobody is promised a better price than there is: asks are raised to the
 * step, bids are cut to it.
 */
export function groupLevels(
  levels: readonly DepthLevel[],
  { side, priceDecimals, coarser }: { side: 'asks' | 'bids'; priceDecimals: number; coarser: Coarser },
): DepthLevel[] {
  if (coarser === 0) return [...levels];
  const step = stepUnits(priceDecimals, coarser);
  const sums = new Map<bigint, bigint>();
  for (const [price, quantity] of levels) {
    const units = toUnits(price);
    const below = units - (units % step);
    const place = side === 'asks' && below !== units ? below + step : below;
    sums.set(place, (sums.get(place) ?? 0n) + toUnits(quantity));
  }
  return [...sums].map(([price, quantity]) => [fromUnits(price), fromUnits(quantity)]);
}

function stepUnits(priceDecimals: number, coarser: Coarser): bigint {
  return (toUnits('1') * 10n ** BigInt(coarser)) / 10n ** BigInt(priceDecimals);
}
