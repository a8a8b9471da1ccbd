import { parseArgs } from 'node:util';
import { createDataSource } from './database/data-source.js';
import { replayRebates } from './features/trading/referral/replay-rebates.js';
import { RebatesStore } from './features/trading/referral/rebates.store.js';
import { directAddressOf } from './platform/config/secrets.js';

const USAGE = 'Usage: npm run replay-rebates -- [--day=YYYY-MM-DD]';

/**
 * `npm run replay-rebates`: computes the rebates of a day (the last one that is booked) from the fee postings and compares
 * them with what was recorded and paid, to the last decimal. It only reads, also on a standby, and ends with exit code 1 when
 * anything differs.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { day: { type: 'string' } } });
  if (values.day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(values.day)) throw new Error(USAGE);
  const url = directAddressOf(process.env);
  if (!url) throw new Error('DATABASE_URL is not set.');
  const source = await createDataSource(url, 1, false).initialize();
  try {
    const store = new RebatesStore(source);
    const day = values.day === undefined ? await store.lastBooked() : await store.day(values.day);
    if (!day) throw new Error(values.day ? `No rebates of ${values.day}.` : 'No day is rebated yet.');
    if (day.status !== 'booked') throw new Error(`${day.day} is not booked yet.`);
    const { fees, rebates, differences } = await replayRebates(store, day);
    process.stdout.write(
      `${day.day}: journals ${day.firstJournal} to ${day.lastJournal}, ${fees} fees, ${rebates} rebates.\n` +
        (differences.length === 0 ? 'Recomputed from the postings: all agree.\n' : `${differences.join('\n')}\n`),
    );
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await source.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
