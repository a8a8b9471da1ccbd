import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { CountLosingAccounts } from './count-losing-accounts.js';
import { LosingAccountsStore } from './losing-accounts.store.js';
import { GetLosingShare } from './get-losing-share.js';

const NOW = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;

let database: TestDatabase;
let source: DataSource;
let count: CountLosingAccounts;
let show: GetLosingShare;
const clock = new FakeClock(NOW);

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  const store = new LosingAccountsStore(source);
  count = new CountLosingAccounts(store, clock);
  show = new GetLosingShare(store);
}, 60_000);

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Orders are written once, so the tables' guards have to stand aside. */
async function forget(): Promise<void> {
  for (const table of ['option_order', 'funding_due', 'futures_position']) {
    await source.query(`alter table ${table} disable trigger user; delete from ${table};
      alter table ${table} enable trigger user`);
  }
  // What is counted here is of half a year, and there is no tape of it.
  await source.query('alter table option_order disable trigger option_order_begin');
}

beforeEach(async () => {
  await forget();
  await source.query('delete from losing_accounts');
});

interface Option {
  result?: 'win' | 'loss' | 'tie' | 'void' | null;
  profit?: string;
  fee?: string;
  demo?: boolean;
  daysAgo?: number;
}

async function option(user: string, { result = 'loss', profit = '-10', fee = '0', demo = false, daysAgo = 1 }: Option) {
  const closes = new Date(NOW - daysAgo * DAY_MS);
  const rows: { id: string }[] = await source.query(
    `insert into option_order (user_id, market_id, currency_id, demo, direction, seconds, stake, fee, payout_ratio, fee_ratio,
       winnings, entry_at, entry_index, entry_price, even_band, origin, opened_at, closes_at, rule_version,
       window_seconds, price_decimals, constituents_min)
     values ($1, 1, 3, $2, 'rise', 60, 10, $3, 0.8, 0.01, 8, $4, 1, 1, 0, 'simulated', $4, $5, 1, 3, 1, 2) returning id`,
    [user, demo, fee, new Date(closes.getTime() - 60_000), closes],
  );
  if (result === null) return;
  await source.query(
    `update option_order set status = $2, result = $3, profit = $4, settlement_id = 1, settled_at = $5 where id = $1`,
    [rows[0]?.id, result === 'void' ? 'voided' : 'settled', result, result === 'void' ? '0' : profit, closes],
  );
}

interface Position {
  profit?: string;
  fee?: string;
  funding?: string;
  demo?: boolean;
  daysAgo?: number;
  isOpen?: boolean;
}

async function position(user: string, values: Position) {
  const { profit = '-1', fee = '0', funding = '0', demo = false, daysAgo = 1, isOpen = false } = values;
  const at = new Date(NOW - daysAgo * DAY_MS);
  await source.query(
    `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
       lot_size, lots, lots_ordered, market_price, entry_price, initial_margin, margin, open_fee_ratio, close_fee_ratio,
       fee, funding, realised_profit, created_at, opened_at, updated_at)
     values ($1, 1, 3, $2, 1, 'market', 'isolated', 1, 10, 1, 1, 1, 1, 1, 10, 10, 0, 0, $3, $4, $5, $6, $6, $6)`,
    [user, demo, fee, funding, profit, at],
  );
  if (isOpen) return;
  await source.query(`update futures_position set status = 2 where user_id = $1 and status = 1`, [user]);
  await source.query(
    `update futures_position set status = 3, margin = 0, lots = 0, closed_at = $2, closed_as = 'closed'
      where user_id = $1 and status = 2`,
    [user, at],
  );
}

async function counted(product: 'option' | 'contract'): Promise<[accounts: number, losing: number]> {
  await count.execute();
  const rows = await source.query('select accounts, losing from losing_accounts where product = $1', [product]);
  return [rows[0].accounts, rows[0].losing];
}

describe('accounts that lost with options', () => {
  it.each<[string, Option[], [number, number]]>([
    ['a loss', [{}], [1, 1]],
    ['a win that pays the fee', [{ result: 'win', profit: '8', fee: '0.1' }], [1, 0]],
    ['a win that does not pay the fee', [{ result: 'win', profit: '0.05', fee: '0.1' }], [1, 1]],
    ['a tie, whose fee comes back', [{ result: 'tie', profit: '0', fee: '0.1' }], [1, 0]],
    ['a win and a greater loss', [{ result: 'win', profit: '8' }, {}], [1, 1]],
    ['two wins and a loss', [{ result: 'win', profit: '8' }, { result: 'win', profit: '8' }, {}], [1, 0]],
    ['a demo loss', [{ demo: true }], [0, 0]],
    ['a loss of more than a year ago', [{ daysAgo: 366 }], [0, 0]],
    ['a loss of almost a year ago', [{ daysAgo: 364 }], [1, 1]],
    ['one that is open', [{ result: null }], [0, 0]],
    ['one without a price', [{ result: 'void', fee: '0.1' }], [0, 0]],
  ])('%s', async (_what, options, expected) => {
    const user = await aUserId(source);
    for (const each of options) await option(user, each);
    expect(await counted('option')).toEqual(expected);
    expect(await counted('contract')).toEqual([0, 0]);
  });
});

describe('accounts that lost with contracts', () => {
  it.each<[string, Position[], [number, number]]>([
    ['a loss', [{}], [1, 1]],
    ['a gain', [{ profit: '1' }], [1, 0]],
    ['a gain that fees take', [{ profit: '1', fee: '1.01' }], [1, 1]],
    ['a gain that funding takes', [{ profit: '1', funding: '-1.01' }], [1, 1]],
    ['a loss that funding pays for', [{ profit: '-1', funding: '1' }], [1, 0]],
    ['a demo loss', [{ demo: true }], [0, 0]],
    ['a loss of more than a year ago', [{ daysAgo: 366 }], [0, 0]],
    ['one that is open', [{ isOpen: true }], [0, 0]],
  ])('%s', async (_what, positions, expected) => {
    const user = await aUserId(source);
    for (const each of positions) await position(user, each);
    expect(await counted('contract')).toEqual(expected);
  });
});

it('says no share of few accounts, and rounds the share of many up', async () => {
  const users: string[] = [];
  while (users.length < 150) users.push(await aUserId(source));
  for (const [place, user] of users.slice(0, 99).entries()) {
    await option(user, place < 33 ? {} : { result: 'win', profit: '8' });
  }
  await count.execute();
  expect((await show.execute()).find(({ product }) => product === 'option')).toEqual({
    product: 'option',
    accounts: null,
    percent: null,
    accountsMin: 100,
    since: NOW - 365 * DAY_MS,
    countedAt: NOW,
  });
  clock.advance(1);
  for (const user of users.slice(99)) await option(user, {});
  await count.execute();
  // 33 and 51 of 150 are 56 %; one more is 56.7 %.
  expect((await show.execute()).find(({ product }) => product === 'option')).toMatchObject({
    accounts: 150,
    percent: 56,
  });
  clock.advance(1);
  await option(users[98] as string, { profit: '-10' });
  await count.execute();
  expect((await show.execute()).find(({ product }) => product === 'option')).toMatchObject({
    accounts: 150,
    percent: 57,
  });
});

it('an older count never takes the place of a newer one', async () => {
  const store = new LosingAccountsStore(source);
  await option(await aUserId(source), {});
  await store.count('option', new Date(0), new Date(NOW + 1000));
  await forget();
  await store.count('option', new Date(0), new Date(NOW));
  expect(await store.read()).toEqual([{ product: 'option', accounts: 1, losing: 1, since: 0, countedAt: NOW + 1000 }]);
});
