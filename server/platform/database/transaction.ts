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

/** Somebody else was faster at what the transaction goes by. */
export function isConflict(error: unknown): boolean {
  return sqlStateOf(error) === '40001';
}

/** The statement or its wait for a lock took longer than the connection allows; nothing happened. */
export function isTimeLimit(error: unknown): boolean {
  return ['57014', '55P03', '25P03'].includes(sqlStateOf(error));
}

/** A number that no column can hold, as only an input can make it; nothing happened. */
export function isOutOfRange(error: unknown): boolean {
  return sqlStateOf(error) === '22003';
}

/**
 * Something that was to be written is none that its column or a constraint takes (classes 22 and 23); nothing happened, and
 * nothing else happens when the same is sent again.
 */
export function isContentRefused(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error));
}

/** The process's clock is ahead of the database's (`require_reached`); nothing happened. */
export function isClockAhead(error: unknown): boolean {
  return sqlStateOf(error) === 'CK001';
}

/** What failed concerns the whole process and not the row at hand: trying the next row, or a part, is of no use. */
export function endsPass(error: unknown): boolean {
  return isConnectionLoss(error) || isClockAhead(error);
}

/** No connection was to be had, so nothing was sent; asking at once again is of no use. */
export class NoConnection extends Error {}

const CONNECTION_STATES = ['57P01', '57P02', '57P03', '53300', '25P04'];
const SOCKET_CODES = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'];

/** Whether the connection to the server broke or could not be made, so that only a look tells what happened. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (error instanceof NoConnection) return true;
  if (state.startsWith('08') || CONNECTION_STATES.includes(state) || SOCKET_CODES.includes(state)) return true;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  return (
    error instanceof Error &&
    /^Connection terminated|^Client has encountered a connection error|timeout exceeded when trying to connect|^Query runner already released|query runner was already released|not queryable/.test(
      error.message,
    )
  );
}

/** Whether no connection could be had in the first place: nothing was sent, so nothing happened. */
export function isWithoutConnection(error: unknown): boolean {
  if (error instanceof NoConnection || sqlStateOf(error) === 'ECONNREFUSED') return true;
  return (
    error instanceof Error && /timeout exceeded when trying to connect|due to connection timeout/.test(error.message)
  );
}
