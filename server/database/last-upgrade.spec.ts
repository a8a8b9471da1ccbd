import { aJournal, aLedger, aUserId, postAsOwner, USDT } from '../test/factories/ledger.js';
import { openedDatabases } from '../test/opened-databases.js';
import { catalogOf } from '../test/catalog.js';
import { createTestDatabase } from '../test/database.js';
import { landedDatabase } from '../test/landed-database.js';
import type { DataSource } from 'typeorm';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

/** So many migrations may have come since, those of one landing. More: record the last landed version. */
const NEWER_MAX = 20;

const { open } = openedDatabases();

async function landed(): Promise<{ url: string; source: DataSource }> {
  const database = await landedDatabase();
  return { url: database.url, source: await open(database) };
}

describe('a database of the last version that was recorded', () => {
  it('has run the first migrations of today, and all but the newest few', async () => {
    const { source } = await landed();
    const rows: { name: string }[] = await source.query('select name from migrations order by timestamp, id');
    const known = new Set(rows.map(({ name }) => name));
    const lacking = MIGRATIONS.map(({ name }) => name).filter((name) => !known.has(name));
    expect(lacking.length).toBeLessThanOrEqual(NEWER_MAX);
    expect(rows.length + lacking.length).toBe(MIGRATIONS.length);
  });

  it('has the same catalog as a new one after the upgrade, also when it is upgraded twice', async () => {
    const fresh = await catalogOf(await open(await createTestDatabase('own')));
    const { url, source } = await landed();
    for (let time = 0; time < 2; time += 1) {
      await migrate(url);
      expect(await catalogOf(source)).toEqual(fresh);
    }
  });

  it('keeps its rows and its money', async () => {
    const { url, source } = await landed();
    const user = await aUserId(source);
    await postAsOwner(
      source,
      aJournal(user, {
        legs: [
          { owner: user, kind: 'spot', currencyId: USDT, amount: '70.50' },
          { owner: null, kind: 'adjustment', currencyId: USDT, amount: '-70.50' },
        ],
      }),
    );
    const count = async () => {
      const tables: { name: string }[] = await source.query(
        `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
           and not relispartition and relname not in ('migrations', 'stored_function') order by 1`,
      );
      const counts = new Map<string, number>();
      for (const { name } of tables) {
        const [row]: { rows: number }[] = await source.query(`select count(*)::integer as rows from "${name}"`);
        counts.set(name, row?.rows ?? 0);
      }
      return counts;
    };
    const before = await count();
    await migrate(url);
    const after = await count();
    // Seeds may add rows.
    const lost = [...before].filter(([name, rows]) => (after.get(name) ?? 0) < rows).map(([name]) => name);
    expect(lost).toEqual([]);
    const balances = await aLedger(source).balancesOf(user);
    expect(balances.map(({ kind, balance }) => [kind, balance])).toEqual([['spot', '70.5']]);
  });
});
