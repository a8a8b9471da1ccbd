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
  ['FU015', 'futures.nothing-to-reduce'],
  ['FU017', 'futures.unchanged'],
]);

/** What the stored commands raised as the refusal that the user meets; everything else comes back as it is. */
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

/** What keeps a position from being closed at all, so that nothing can be said of closing it alone. */
const OF_CLOSING: ReadonlySet<RefusalCode> = new Set([
  'futures.not-found',
  'futures.not-open',
  'futures.backed-by-others',
]);

/** {@link futuresRefusalOf} of reversing: where the other side cannot be opened, nothing is closed, and closing alone is possible. */
export function reversalRefusalOf(error: unknown, leverageMaximum: number): unknown {
  if (error instanceof Refusal) return error;
  const refusal = futuresRefusalOf(error, leverageMaximum);
  return refusal instanceof Refusal && !OF_CLOSING.has(refusal.code) ? notReversed(refusal) : refusal;
}

/** What is refused of opening the other side of a position says what became of the position. */
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
