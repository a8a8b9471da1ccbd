import type { Clock } from '../clock/clock.js';
import { endsPass, isTimeLimit, isWorthAnotherTry } from '../database/transaction.js';
import { inHalves } from './in-halves.js';
import { inLanes } from './in-lanes.js';

/** Rows that fail by themselves before a sweep ends as failed: where all do, the cause is no single row. */
const ASIDE_MAX = 100;
/** For so long a row that fails by itself is left alone. */
const PARKED_MS = 30_000;
/** Beyond it those that were parked first are looked at like any others. */
const PARKED_MAX = 10_000;

/** Rows of a step that failed by themselves, from sweep to sweep: until they are over, and behind all others then. */
export class ParkedRows {
  private readonly until = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** All of them. */
  all(): string[] {
    return [...this.until.keys()];
  }

  /** Those that are left alone now. */
  waiting(): string[] {
    const now = this.clock.now();
    return [...this.until].flatMap(([row, until]) => (until > now ? [row] : []));
  }

  /** Leaves it alone from now on. */
  park(row: string): void {
    this.until.delete(row);
    this.until.set(row, this.clock.now() + PARKED_MS);
    const [first] = this.until.keys();
    if (this.until.size > PARKED_MAX && first !== undefined) this.until.delete(first);
  }

  /** Forgets those whose time is over: they were tried again. */
  forget(): void {
    const waiting = new Set(this.waiting());
    for (const row of this.all()) if (!waiting.has(row)) this.until.delete(row);
  }
}

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
  /** What failed in the sweeps of before; without it each sweep tries all of that again, however many they are. */
  parked?: ParkedRows;
  /** Begins what is said of a row that fails by itself. */
  worded?: (row: string) => string;
}

export interface SweptRows {
  done: number;
  /** Of each row that fails by itself. */
  failures: Error[];
}

/**
 * Takes all rows that are due a step further, page by page, until none is left or somebody else is at the rest. What fails together, or
 * takes longer than a statement may, is done in halves. A row that fails by itself is left out of the rest of the sweep, so
 * it holds up no other. Where rows are parked it is, too, so that however many fail the next sweep begins behind them; what passes, such
 * as a time limit, parks none. Rows whose time is over have their turn when all others had theirs.
 * @throws what concerns the whole process, and where rows are parked the failure of one more than a hundred.
 */
export async function sweepRows(sweep: RowSweep): Promise<SweptRows> {
  const { due, work, atOnce, lanes, pagesMax, parked, worded = (row: string) => `Row ${row}` } = sweep;
  const asideMax = parked ? ASIDE_MAX : Number.POSITIVE_INFINITY;
  const aside = new Map<string, Error>();
  const setAside = (row: string, error: unknown) => {
    if (!isTimeLimit(error) && !isWorthAnotherTry(error)) parked?.park(row);
    if (aside.size >= asideMax) throw error;
    aside.set(row, new Error(`${worded(row)}: ${String(error)}`, { cause: error }));
  };
  const isOfRows = (error: unknown) => !endsPass(error) && aside.size < asideMax;
  let done = 0;
  let page = 0;
  const allBut = async (resting: () => string[]) => {
    for (; page < pagesMax; page += 1) {
      const failed = aside.size;
      const rows = await due(atOnce * lanes, [...new Set([...resting(), ...aside.keys()])]);
      const counts = await inLanes(parts(rows, atOnce), lanes, (some) => inHalves(some, work, setAside, isOfRows));
      const swept = counts.reduce((sum, count) => sum + count, 0);
      done += swept;
      if (swept === 0 && aside.size === failed) break;
    }
  };
  await allBut(() => parked?.all() ?? []);
  if (parked && parked.waiting().length < parked.all().length) await allBut(() => parked.waiting());
  if (page < pagesMax) parked?.forget();
  return { done, failures: [...aside.values()] };
}

function parts(rows: readonly string[], size: number): (readonly string[])[] {
  const made: (readonly string[])[] = [];
  for (let from = 0; from < rows.length; from += size) made.push(rows.slice(from, from + size));
  return made;
}
