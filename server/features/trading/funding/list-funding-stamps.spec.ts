import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { FundingStore } from './funding.store.js';
import { ListFundingStamps } from './list-funding-stamps.js';

const [BTC, ETH] = [1, 2];
const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 1);

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let stamps: ListFundingStamps;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  stamps = new ListFundingStamps(new FundingStore(serving));
  await decide(BTC, START, { rate: '0.0001', samples: 480, settledAt: START + 9000 });
  await decide(ETH, START, { reason: 'halted', settledAt: START + 9000 });
  await decide(BTC, START + 8 * HOUR, { rate: '-0.00025', samples: 480 });
  await decide(ETH, START + 8 * HOUR, { reason: 'no-price' });
});
afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

async function decide(
  marketId: number,
  stamp: number,
  { rate = '0', samples = 0, reason = null as string | null, settledAt = null as number | null },
): Promise<void> {
  await source.query(
    `insert into funding_rate (market_id, stamp, rate, premium, samples, mark, void, settled_at)
     values ($1, $2, $3, 0, $4, 1, $5, $6)`,
    [marketId, new Date(stamp), rate, samples, reason, settledAt === null ? null : new Date(settledAt)],
  );
}

it('lists the newest first, with why one was void and when the last position was charged', async () => {
  const page = await stamps.execute({});
  expect(page).toMatchObject({ total: 4, voided: 2, charging: 2, page: 1, limit: 10 });
  expect(page.list.map(({ symbol, stamp, void: reason }) => [symbol, (stamp - START) / HOUR, reason])).toEqual([
    ['BTC/USDT', 8, null],
    ['ETH/USDT', 8, 'no-price'],
    ['BTC/USDT', 0, null],
    ['ETH/USDT', 0, 'halted'],
  ]);
  expect(page.list[0]).toMatchObject({ rate: '-0.00025', samples: 480, settledAt: null });
  expect(page.list[2]).toMatchObject({ rate: '0.0001', settledAt: START + 9000 });
});

it.each([
  ['void', ['ETH/USDT 8', 'ETH/USDT 0']],
  ['charging', ['BTC/USDT 8', 'ETH/USDT 8']],
] as const)('of one state: %s', async (state, expected) => {
  const { list, total, voided } = await stamps.execute({ state });
  expect(list.map(({ symbol, stamp }) => `${symbol} ${(stamp - START) / HOUR}`)).toEqual(expected);
  expect([total, voided]).toEqual([2, 2]);
});

it('goes by pages', async () => {
  const { list, total } = await stamps.execute({ page: '2', limit: '3' });
  expect([list.length, total, list[0]?.symbol]).toEqual([1, 4, 'ETH/USDT']);
});
