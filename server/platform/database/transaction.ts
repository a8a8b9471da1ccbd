import type { EntityManager } from 'typeorm';

/** An open database transaction: every write names the one that it belongs to. */
export type Transaction = EntityManager;

/** Serialization failure, deadlock, lock not granted in time: nothing happened, and another try may succeed. */
const WORTH_ANOTHER_TRY = new Set(['40001', '40P01', '55P03']);

/** The SQLSTATE of what Postgres threw; empty for every other error. */
export function sqlStateOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Whether the transaction failed for a reason that passes. */
export function isWorthAnotherTry(error: unknown): boolean {
  return WORTH_ANOTHER_TRY.has(sqlStateOf(error));
}
