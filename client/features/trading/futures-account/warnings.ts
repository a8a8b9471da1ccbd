import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import type { MarginWarning } from '../liquidation';
import { type LiveFigures, percentOf } from './account-figures';

/** Every isolated position that is near its end, and the cross account once, nearest of its positions first. */
export function warningsOf(
  positions: readonly FuturesPositionView[],
  figures: ReadonlyMap<string, LiveFigures>,
  crossWords: string,
): MarginWarning[] {
  const near = positions.flatMap((position) => {
    const own = figures.get(position.positionId);
    return own && own.level !== 'safe' ? [{ position, own, level: own.level }] : [];
  });
  const isolated = near.filter(({ position }) => position.marginMode === 'isolated');
  const cross = near
    .filter(({ position }) => position.marginMode === 'cross')
    .sort((one, other) => Number(one.own.distance ?? Infinity) - Number(other.own.distance ?? Infinity));
  return [...isolated, ...cross.slice(0, 1)].map(({ position, own, level }) => ({
    key: position.marginMode === 'cross' ? 'cross' : position.positionId,
    level,
    subject: position.marginMode === 'cross' ? crossWords : position.market,
    ratio: percentOf(own.marginRatio),
    distance: own.distance,
  }));
}
