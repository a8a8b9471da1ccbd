import type { RefusalCode } from '../../../contract/errors.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { refusalOf } from '../../wallet/ledger/index.js';
import type { StopsProblem } from './stops.rules.js';

/** Maximum of pending and open rows of a user: each event for old clients carries all of them. */
export const OPEN_ROWS_MAX = 200;

/** Maximum of closing orders of a position: each event of the position carries all of them. */
export const CLOSINGS_MAX = 10;

const REFUSALS = new Map<string, RefusalCode>([
  ['FU001', 'futures.not-found'],
  ['FU002', 'futures.not-open'],
  ['FU003', 'futures.no-room'],
  ['FU006', 'market.not-offered'],
  ['FU007', 'futures.changed'],
  ['FU008', 'futures.cross-margin'],
  ['FU010', 'market.stale'],
  ['FU012', 'futures.backed-by-others'],
  ['FU015', 'futures.nothing-to-reduce'],
  ['FU017', 'futures.unchanged'],
]);

/** Maps an error of the stored commands to its refusal; any other error is returned unchanged. */
export function futuresRefusalOf(error: unknown, leverageMaximum = 0): unknown {
  const state = sqlStateOf(error);
  if (state === 'FU004') return new Refusal('futures.too-many', { maximum: OPEN_ROWS_MAX });
  if (state === 'FU005') return new Refusal('futures.leverage', { maximum: leverageMaximum });
  if (state === 'FU011') return sizeRefusal(detailOf(error));
  if (state === 'FU013') return new Refusal('futures.closing-lots', { lots: detailOf(error) });
  if (state === 'FU016') return new Refusal('futures.closing-lots', { lots: 0 });
  if (state === 'FU014') return new Refusal('futures.too-many-closings', { maximum: CLOSINGS_MAX });
  const code = REFUSALS.get(state);
  return code ? new Refusal(code) : refusalOf(error);
}

/** Refusals of the close itself: a hint that closing alone is possible would be wrong. */
const OF_CLOSING: ReadonlySet<RefusalCode> = new Set([
  'futures.not-found',
  'futures.not-open',
  'futures.backed-by-others',
]);

/** {@link futuresRefusalOf} of a reversal: where only opening fails, the refusal adds that nothing was closed and that closing alone is possible. */
export function reversalRefusalOf(error: unknown, leverageMaximum: number): unknown {
  if (error instanceof Refusal) return error;
  const refusal = futuresRefusalOf(error, leverageMaximum);
  return refusal instanceof Refusal && !OF_CLOSING.has(refusal.code) ? notReversed(refusal) : refusal;
}

/** Adds to refusals of the opening leg that nothing was closed. */
export async function withinReversal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? notReversed(error) : error;
  }
}

function notReversed({ code, parameters }: Refusal): Refusal {
  return new Refusal(code, parameters, 'futures.not-reversed');
}

/** The exposure of the side, pending orders included, exceeds the maximum for the highest leverage in it. */
export function sizeRefusal(maximum: number): Refusal {
  return new Refusal('futures.size-for-leverage', { maximum });
}

/** The number in the error's DETAIL field. */
function detailOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'detail' in error ? Number(error.detail) : 1;
}

/** The refusal of stops that break a rule, with bound and level. */
export function stopsRefusal(problem: StopsProblem): Refusal {
  if (problem.stop === 'beyond-liquidation') {
    const { price, liquidation } = problem;
    return new Refusal('futures.stop-beyond-liquidation', { stop: price, liquidation });
  }
  return new Refusal(`futures.${problem.stop}-${problem.must}`, { price: problem.bound });
}
