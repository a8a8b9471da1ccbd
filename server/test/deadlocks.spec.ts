import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { deadlocksOf } from './deadlocks.js';

const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
let owner: DataSource;
let product: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await createDataSource(database.url, 2).initialize();
  const [{ name }] = await owner.query('select current_database() as name');
  // Shorter than the second after which a server's process hands in by itself.
  await owner.query(`alter database ${name} set deadlock_timeout = '10ms'`);
  product = await createDataSource(database.servingUrl, 3).initialize();
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await product?.destroy();
  await owner?.destroy();
  await database?.drop();
});

/** Two transactions that take the same two locks, each the other one first; answers how many were ended. */
async function deadlock(source: DataSource): Promise<number> {
  const both = [source.createQueryRunner(), source.createQueryRunner()];
  const lock = (place: number, key: number) => both[place]?.query(`select pg_advisory_xact_lock(${key})`);
  for (const runner of both) await runner.startTransaction();
  await Promise.all([lock(0, 1), lock(1, 2)]);
  const outcomes = await Promise.allSettled([lock(0, 2), lock(1, 1)]);
  for (const runner of both) {
    await runner.rollbackTransaction();
    await runner.release();
  }
  return outcomes.filter(({ status }) => status === 'rejected').length;
}

it('counts those of every pool that it is given, at once', async () => {
  const before = await deadlocksOf(owner, product);
  const ended = (await deadlock(product)) + (await deadlock(product)) + (await deadlock(owner));
  expect(ended).toBe(3);
  expect(await deadlocksOf(owner, product)).toBe(before + ended);
});

it('does not answer where somebody else works on the database who may have more to hand in', async () => {
  await product.query('select 1');
  await expect(deadlocksOf(owner)).rejects.toThrow('connections of others');
});
