import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, BTC, fund, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { ListStatement } from './list-statement.js';
import { StatementStore } from './statement.store.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let user: string;
let statement: ListStatement;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 4).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
  statement = new ListStatement(new StatementStore(new ReadSource(serving)));
  const ledger = aLedger(source);
  user = await aUserId(source);
  const other = await aUserId(source);
  await fund(source, user, '100');
  await fund(source, user, '2', { currencyId: BTC });
  await fund(source, user, '50', { demo: true });
  await fund(source, other, '100');
  for (const reference of ['a', 'b', 'c']) await ledger.postAlone(aJournal(user, { reference }));
  await ledger.postAlone(aJournal(other));
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const page = (values: object = {}) => statement.execute({ userId: user, page: 1, limit: 10, ...values });

describe('a statement', () => {
  it('shows every line with before, after and why, newest first, of this user only', async () => {
    const { lines, total } = await page({ kinds: ['spot'], currencyId: USDT });
    expect(total).toBe(4);
    expect(
      lines.map(({ amount, before, after, reason, reference }) => [amount, before, after, reason, reference]),
    ).toEqual([
      ['-1', '98', '97', TEST_REASON, 'c'],
      ['-1', '99', '98', TEST_REASON, 'b'],
      ['-1', '100', '99', TEST_REASON, 'a'],
      ['100', '0', '100', 'wallet.adjustment', expect.any(String)],
    ]);
    expect(lines[0]).toMatchObject({
      kind: 'spot',
      currencyId: USDT,
      sequence: '4',
      at: new Date(Date.UTC(2026, 0, 5, 12)),
    });
  });

  it('has every account without a filter, and demo money apart', async () => {
    expect((await page()).total).toBe(8);
    const demo = await page({ demo: true });
    expect(demo).toMatchObject({ total: 1, lines: [{ amount: '50' }] });
  });

  it('gives the same lines page by page as at once', async () => {
    const all = (await page({ limit: 100 })).lines;
    const paged = [];
    for (let number = 1; number <= 3; number += 1) paged.push(...(await page({ page: number, limit: 3 })).lines);
    expect(paged).toEqual(all);
    expect(new Set(all.map(({ accountId, sequence }) => `${accountId}:${sequence}`)).size).toBe(8);
    expect((await page({ page: 4, limit: 3 })).lines).toEqual([]);
  });

  it('can be of some reasons only', async () => {
    const { lines, total } = await page({ reasons: [TEST_REASON], limit: 4 });
    expect(total).toBe(6);
    expect(new Set(lines.map(({ reason }) => reason))).toEqual(new Set([TEST_REASON]));
    expect((await page({ reasons: [TEST_REASON] })).lines).toHaveLength(6);
    const gifts = await page({ reasons: ['wallet.adjustment'] });
    expect([gifts.total, gifts.lines.map(({ amount }) => amount).sort()]).toEqual([2, ['100', '2']]);
    expect(await page({ reasons: [] })).toEqual({ lines: [], total: 0 });
  });

  it('ends where nobody reads page by page, and before the first page is the first page', async () => {
    expect((await page({ page: 2000, limit: 10 })).lines).toEqual([]);
    expect((await page({ limit: 10_000 })).lines).toHaveLength(8);
    expect((await page({ limit: 10_001 })).lines).toEqual([]);
    expect((await page({ page: 0 })).lines).toEqual((await page()).lines);
  });
});
