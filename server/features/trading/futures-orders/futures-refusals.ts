import type { RefusalCode } from '../../../contract/errors.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { refusalOf } from '../../wallet/ledger/index.js';
import type { StopsProblem } from './stops.rules.js';

/** Most pending and held rows of a user: every event of old clients carries all of them. */
export const OPEN_ROWS_MAX = 200;

/** Most orders that wait to close one position: each of its events carries all of them. */
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
]);

/** What the stored commands raised as the refusal that the user meets; everything else comes back as it is. */
export function futuresRefusalOf(error: unknown, leverageMaximum = 0): unknown {
  const state = sqlStateOf(error);
  if (state === 'FU004') return new Refusal('futures.too-many', { maximum: OPEN_ROWS_MAX });
  if (state === 'FU005') return new Refusal('futures.leverage', { maximum: leverageMaximum });
  if (state === 'FU011') return sizeRefusal(detailOf(error));
  if (state === 'FU013') return new Refusal('futures.closing-lots', { lots: detailOf(error) });
  if (state === 'FU014') return new Refusal('futures.too-many-closings', { maximum: CLOSINGS_MAX });
  const code = REFUSALS.get(state);
  return code ? new Refusal(code) : refusalOf(error);
}

/** The order, with all that is open and ordered beside it, is too large for its leverage or for that of the others. */
export function sizeRefusal(maximum: number): Refusal {
  return new Refusal('futures.size-for-leverage', { maximum });
}

/** The number that the database gives along with an error. */
function detailOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'detail' in error ? Number(error.detail) : 1;
}

/** The refusal of stops that break a rule, with the numbers. */
export function stopsRefusal(problem: StopsProblem): Refusal {
  if (problem.stop === 'beyond-liquidation') {
    const { price, liquidation } = problem;
    return new Refusal('futures.stop-beyond-liquidation', { stop: price, liquidation });
  }
  return new Refusal(`futures.${problem.stop}-${problem.must}`, { price: problem.bound });
}
