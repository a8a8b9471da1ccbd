import { Failures } from '../../../platform/database/failures.js';
import { sweepRows } from '../../../platform/jobs/sweep-rows.js';

/** Rows of one transaction. */
const AT_ONCE = 200;
/** Transactions of one round; the next round goes on. */
const MOST_BATCHES = 50;

export interface Expiring {
  /** What they are called in an error, `order`. */
  name: string;
  /** Those whose date has come, the longest ago first, but for these. */
  due: (limit: number, except: readonly string[]) => Promise<string[]>;
  /** Ends these in one transaction, but for those that somebody is at. Answers how many ended. */
  expire: (some: readonly string[]) => Promise<number>;
}

/**
 * Ends all whose date has come. Any number of rounds may run at once or be killed: a row that somebody is at is left out, and whoever has it
 * first decides.
 * @returns how many ended
 * @throws what failed, after all others were done: whose release fails holds up nobody
 */
export async function expireDue({ name, due, expire }: Expiring): Promise<number> {
  const failures = new Failures();
  const worded = (id: string) => `The ${name} ${id} does not end`;
  const swept = await sweepRows({ due, work: expire, atOnce: AT_ONCE, lanes: 1, pagesMax: MOST_BATCHES, worded });
  for (const failure of swept.failures) failures.keep(failure);
  failures.end();
  return swept.done;
}
