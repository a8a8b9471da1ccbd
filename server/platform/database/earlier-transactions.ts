import type { DataSource } from 'typeorm';

/** How long transactions that may still write are waited for. */
const WAIT_MS = 2000;
const LOOK_EVERY_MS = 50;

/**
 * Waits until every transaction that has its number by now has ended. False when that takes longer than two seconds.
 *
 * A sealer asks, after it has read the number of the newest row: whoever was given a lower number of a row took the
 * number of that transaction before, so then that row is there or never will be. The limit has to be a number that is
 * given out now: `pg_snapshot_xmax` is the one after the newest transaction that has *ended*, and one with a higher
 * number can hold a lower number of a row and still run.
 */
export async function earlierHaveEnded(source: DataSource): Promise<boolean> {
  const [given]: { number: string }[] = await source.query('select pg_current_xact_id()::text as number');
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const [seen]: { ended: boolean }[] = await source.query(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as ended',
      [given?.number],
    );
    if (seen?.ended) return true;
    if (waited >= WAIT_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
