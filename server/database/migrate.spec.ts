import { createEmptyDatabase } from '../test/database.js';
import { openedDatabases } from '../test/opened-databases.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

const { open } = openedDatabases();

it('several migrations at once, as jobs of a cluster may be: one works, the others wait, and none fails', async () => {
  const database = await createEmptyDatabase();
  const { ownerUrl: url } = database;
  const ends = await Promise.allSettled([migrate(url), migrate(url), migrate(url)]);
  expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : end.status))).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  const source = await open(database);
  const rows: { count: string }[] = await source.query('select count(*) from migrations');
  expect(Number(rows[0]?.count)).toBe(MIGRATIONS.length);
  // Nobody holds the turn any more.
  const held: unknown[] = await source.query(
    `select objid from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(held).toEqual([]);
});
