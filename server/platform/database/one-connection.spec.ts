import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { Transactions } from './transactions.store.js';

const SECOND = 'A transaction asks for a second connection.';

let database: TestDatabase;
let serving: DataSource;
let transactions: Transactions;

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  transactions = new Transactions(serving);
});

afterAll(async () => {
  await serving.destroy();
  await database.drop();
});

it.each(['run', 'snapshot'] as const)(
  'a transaction of %s that asks for a second connection fails, in tests',
  async (way) => {
    await expect(transactions[way](() => serving.query('select 1'))).rejects.toThrow(SECOND);
    await expect(transactions[way]((tx) => tx.query('select 1 as one'))).resolves.toEqual([{ one: 1 }]);
  },
);

it('what it began and did not wait for may have one once it has ended', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let later: Promise<unknown> = Promise.resolve();
  await transactions.run(async () => {
    later = ended.then(() => serving.query('select 2 as two'));
    await Promise.resolve();
  });
  end();
  expect(await later).toEqual([{ two: 2 }]);
});

it('transactions beside each other have one each', async () => {
  const both = [1, 2].map((one) => transactions.run((tx) => tx.query('select $1::integer as one', [one])));
  expect(await Promise.all(both)).toEqual([[{ one: 1 }], [{ one: 2 }]]);
});
