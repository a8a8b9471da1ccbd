import { Decimal } from '../../../../server/contract/decimal';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { isHeld } from '../../../../server/contract/rules/position-figures.rules';
import type { LiveFigures } from '../futures-account';

export interface Nearest {
  position: FuturesPositionView;
  figures: LiveFigures;
}

/** Of the positions that are held in a market the one whose liquidation is nearest; null while none is known. */
export function nearestLiquidation(
  positions: readonly FuturesPositionView[],
  figures: ReadonlyMap<string, LiveFigures>,
  symbol: string,
): Nearest | null {
  const known = positions
    .filter((position) => isHeld(position) && position.market === symbol)
    .flatMap((position) => {
      const own = figures.get(position.positionId);
      return own ? [{ position, figures: own }] : [];
    });
  return known.reduce<Nearest | null>((best, one) => (best === null || isNearer(one, best) ? one : best), null);
}

/** One that is reached is nearest of all; one that has no price of liquidation is farthest. */
function isNearer({ figures: one }: Nearest, { figures: other }: Nearest): boolean {
  if (one.isReached || other.isReached) return one.isReached && !other.isReached;
  if (one.distance === null || other.distance === null) return one.distance !== null;
  return new Decimal(one.distance).lt(other.distance);
}
