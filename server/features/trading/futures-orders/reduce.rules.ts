import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';

/** The part of a position that a reduce-only order closes. */
export interface Portion<Row> {
  position: Row;
  lots: number;
}

type Reduced = Pick<FuturesPositionView, 'positionId' | 'lots' | 'closings'>;

/**
 * Portions of a reduce-only market order: oldest order first, capped at the open lots. The same rule as `futures_reduce`.
 */
export function portionsOf<Row extends Reduced>(positions: readonly Row[], lots: number): Portion<Row>[] {
  return cut(positions, lots, ({ lots: open }) => open);
}

/**
 * Portions of a reduce-only limit order: lots that no other closing order has reserved, of positions below the maximum of
 * closing orders. The same rule as `futures_reduce_place`.
 */
export function waitingPortionsOf<Row extends Reduced>(
  positions: readonly Row[],
  lots: number,
  most: number,
): Portion<Row>[] {
  return cut(positions, lots, (position) => ((position.closings ?? []).length >= most ? 0 : freeOf(position)));
}

/** Lots that no closing order has reserved. */
export function freeOf({ lots, closings = [] }: Reduced): number {
  return closings.reduce((left, closing) => left - closing.lots, lots);
}

function cut<Row extends Reduced>(
  positions: readonly Row[],
  lots: number,
  openOf: (position: Row) => number,
): Portion<Row>[] {
  let left = lots;
  const portions: Portion<Row>[] = [];
  for (const position of [...positions].sort(byAge)) {
    const taken = Math.min(left, openOf(position));
    left -= taken;
    if (taken > 0) portions.push({ position, lots: taken });
  }
  return portions;
}

/** Ids ascend with age; they may exceed the safe integers, hence bigint. */
function byAge(one: Reduced, other: Reduced): number {
  return BigInt(one.positionId) < BigInt(other.positionId) ? -1 : 1;
}
