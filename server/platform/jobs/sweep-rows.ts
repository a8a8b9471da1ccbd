import { endsPass } from '../database/transaction.js';
import { inHalves } from './in-halves.js';
import { inLanes } from './in-lanes.js';

/** Rows that fail by themselves before a sweep ends as failed: where all do, the cause is no single row. */
const ASIDE_MAX = 100;

export interface RowSweep {
  /** Numbers of rows that are due, in their order, at most so many and none of those. */
  due: (limit: number, except: readonly string[]) => Promise<readonly string[]>;
  /** A transaction for these rows; answers how many were done. */
  work: (rows: readonly string[]) => Promise<number>;
  /** Rows of a transaction, and transactions beside each other. */
  atOnce: number;
  lanes: number;
  /** Pages of one sweep; the next sweep goes on. */
  pagesMax: number;
}

export interface SweptRows {
  done: number;
  /** Of each row that fails by itself. */
  failures: Error[];
}

/**
 * Takes all rows that are due a step further, page by page, until none is left or somebody else is at the rest. What fails together, or
 * takes longer than a statement may, is done in halves. A row that fails by itself is left out of the rest of the sweep, so
 * it holds up no other.
 * @throws what concerns the whole process, and the failure of one row more than a hundred.
 */
export async function sweepRows({ due, work, atOnce, lanes, pagesMax }: RowSweep): Promise<SweptRows> {
  const aside = new Map<string, Error>();
  const setAside = (row: string, error: unknown) => {
    if (aside.size >= ASIDE_MAX) throw error;
    aside.set(row, new Error(`Row ${row}: ${String(error)}`, { cause: error }));
  };
  const isOfRows = (error: unknown) => !endsPass(error) && aside.size < ASIDE_MAX;
  let done = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const failed = aside.size;
    const rows = await due(atOnce * lanes, [...aside.keys()]);
    const counts = await inLanes(parts(rows, atOnce), lanes, (some) => inHalves(some, work, setAside, isOfRows));
    const swept = counts.reduce((sum, count) => sum + count, 0);
    done += swept;
    if (swept === 0 && aside.size === failed) break;
  }
  return { done, failures: [...aside.values()] };
}

function parts(rows: readonly string[], size: number): (readonly string[])[] {
  const made: (readonly string[])[] = [];
  for (let from = 0; from < rows.length; from += size) made.push(rows.slice(from, from + size));
  return made;
}
