import { Failures } from '../../../platform/database/failures.js';
import { inHalves } from '../../../platform/jobs/in-halves.js';

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
  const failed: string[] = [];
  let all = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await due(AT_ONCE, failed);
    if (rows.length === 0) break;
    const before = failed.length;
    const ended = await inHalves(rows, expire, (id, error) => {
      failed.push(id);
      failures.keep(new Error(`The ${name} ${id} does not end: ${String(error)}`, { cause: error }));
    });
    all += ended;
    // Somebody is at the rest.
    if (rows.length < AT_ONCE || ended + failed.length === before) break;
  }
  failures.end();
  return all;
}
