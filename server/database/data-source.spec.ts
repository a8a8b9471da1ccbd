import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../test/database.js';
import { runPrepared } from '../platform/database/prepared-statement.js';
import { MarketEntity } from '../features/markets/market-board/market.entity.js';
import { isConnectionLoss } from '../platform/database/transaction.js';
import { createDataSource } from './data-source.js';

/** What the pool of node-postgres and its connections show to this test. */
interface Pool {
  connect(
    done: (error: Error | undefined, client: NodeJS.EventEmitter, release: (error?: Error) => void) => void,
  ): void;
}

const LOST = new Error('terminating connection due to administrator command');
const POOL = 8;

let database: TestDatabase;
let source: DataSource;
let admin: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, POOL).initialize();
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await source.destroy();
  await database.drop();
});

/** Ends every connection to the database but the one that asks. */
async function terminate(): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

describe('connections that the server ends', () => {
  it('end no process, not even in the moment in which the pool hands them over', async () => {
    const { master } = source.driver as unknown as { master: Pool };
    for (let round = 0; round < 2; round += 1) {
      await new Promise<void>((handed, fail) => {
        master.connect((error, client, release) => {
          if (error) return fail(error);
          // The pool has stopped listening and nobody else has begun to.
          client.emit('error', LOST);
          release(LOST);
          return handed();
        });
      });
    }
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('fail the statements that are under way, and the next ones get new connections', async () => {
    let ended = 0;
    for (let round = 0; round < 10; round += 1) {
      const work = Promise.allSettled([
        ...Array.from({ length: 4 }, () => source.query('select pg_sleep(2)')),
        ...Array.from({ length: 2 }, () => source.transaction((tx) => tx.query('select pg_sleep(2)'))),
        ...Array.from({ length: 6 }, () => source.query('select 1')),
      ]);
      await sleep(20 * round);
      for (let look = 0; look < 200 && (await terminate()) === 0; look += 1) await sleep(10);
      ended += (await work).filter(({ status }) => status === 'rejected').length;
    }
    expect(ended).toBeGreaterThan(0);
    // A connection may be handed out before its end has been read: each fails once and is gone.
    let answer: unknown = null;
    for (let statement = 0; statement <= POOL && answer === null; statement += 1) {
      answer = await source.query('select 1 as one').catch(() => null);
    }
    expect(answer).toEqual([{ one: 1 }]);
  });
});

it('is a lost connection to calls that come while it is being closed, and after it', async () => {
  const closing = await createDataSource(database.url, 2).initialize();
  const { manager } = closing;
  const ask = () => runPrepared(manager, { name: 'one', text: 'select 1 as one' }, []);
  await expect(ask()).resolves.toEqual([{ one: 1 }]);
  const closed = closing.destroy();
  const during = await ask().catch((error: unknown) => error);
  await closed;
  const afterwards = await ask().catch((error: unknown) => error);
  expect([isConnectionLoss(during), isConnectionLoss(afterwards)]).toEqual([true, true]);
});

it('throws at a condition that is absent, and looks for no row', async () => {
  const markets = source.getRepository(MarketEntity);
  await expect(markets.findOneBy({ id: undefined as unknown as number })).rejects.toThrow(/undefined/);
  await expect(markets.findOneBy({ id: null as unknown as number })).rejects.toThrow(/null/);
});
