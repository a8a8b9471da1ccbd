import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';

/** Lots of a position that an order which only reduces takes. */
export interface Portion<Row> {
  position: Row;
  lots: number;
}

type Reduced = Pick<FuturesPositionView, 'positionId' | 'lots' | 'closings'>;

/**
 * What an order that only reduces takes of positions, the one ordered first first; of more lots than are open those that
 * are. The same as `futures_reduce` does at the market.
 */
export function portionsOf<Row extends Reduced>(positions: readonly Row[], lots: number): Portion<Row>[] {
  return cut(positions, lots, ({ lots: open }) => open);
}

/**
 * What such an order may wait for at a limit: lots that no other order waits for, of positions that have room for
 * another order. The same as `futures_reduce_place`.
 */
export function waitingPortionsOf<Row extends Reduced>(
  positions: readonly Row[],
  lots: number,
  most: number,
): Portion<Row>[] {
  return cut(positions, lots, (position) => ((position.closings ?? []).length >= most ? 0 : freeOf(position)));
}

/** Lots that no order waits to close. */
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

/** Numbers of rows ascend, and are too large for numbers. */
function byAge(one: Reduced, other: Reduced): number {
  return BigInt(one.positionId) < BigInt(other.positionId) ? -1 : 1;
}
