import { type Arbitrary, array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, decideBy, type TestDatabase } from '../../../test/database.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { CountLosingAccounts } from './count-losing-accounts.js';
import { LosingAccountsStore } from './losing-accounts.store.js';
import { GetLosingShare } from './get-losing-share.js';
import { TradeResultsStore } from './trade-results.store.js';

const NOW = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let results: TradeResultsStore;
let count: CountLosingAccounts;
let show: GetLosingShare;
const clock = new FakeClock(NOW);

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl, 10).initialize();
  const store = new LosingAccountsStore(serving);
  results = new TradeResultsStore(serving);
  count = new CountLosingAccounts(results, store, clock);
  show = new GetLosingShare(store);
}, 60_000);

afterAll(async () => {
  await serving.destroy();
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
  clock.set(NOW);
  await forget();
  await source.query(`truncate losing_accounts, trade_result_waiting, trade_result_day, trade_result_year;
    update trade_result_place set first_day = '-infinity', checked_day = '-infinity', is_whole = false`);
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

describe('a person with sub-accounts', () => {
  it.each<[string, string, [number, number]]>([
    ['more lost than won', '-10', [1, 1]],
    ['more won than lost', '30', [1, 0]],
  ])('is one, with all that the accounts made: %s', async (_what, profit, expected) => {
    const main = await aUserId(source);
    const name = `bot ${main}`;
    const [row]: { id: string }[] = await source.query('select sub_account_open($1, $2, $2, 20, $3) as id', [
      main,
      name,
      new Date(NOW),
    ]);
    const bot = row?.id ?? '';
    // From here on what ends is added up as it was noted; no day is held against the orders.
    await count.execute();
    await option(bot, { profit, result: Number(profit) > 0 ? 'win' : 'loss' });
    await option(main, { profit: '-10', result: 'loss' });
    await option(main, { profit: '5', result: 'win' });
    clock.set(NOW + 1000);
    await count.execute(100, 0);
    const [noted] = await source.query(`select accounts, losing from losing_accounts where product = 'option'`);
    expect([noted.accounts, noted.losing]).toEqual(expected);
    // And as they are found in the orders.
    await source.query(`truncate trade_result_waiting, trade_result_day, trade_result_year;
      update trade_result_place set checked_day = '-infinity', is_whole = false`);
    clock.set(NOW + 2000);
    expect(await counted('option')).toEqual(expected);
    const days = await source.query('select user_id::text as id from trade_result_day');
    expect(days).toEqual([{ id: main }]);
  });
});

it('no day is taken away by a clock that is ahead', async () => {
  await option(await aUserId(source), { daysAgo: 360 });
  expect(await counted('option')).toEqual([1, 1]);
  await decideBy('own', (text) => source.query(text));
  try {
    clock.set(Date.now() + 16 * DAY_MS);
    await expect(count.execute()).rejects.toMatchObject({ code: 'CK001' });
  } finally {
    await decideBy('callers', (text) => source.query(text));
  }
  clock.set(NOW);
  expect(await counted('option')).toEqual([1, 1]);
});

describe('accounts that lost with futures', () => {
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
  const store = new LosingAccountsStore(serving);
  await option(await aUserId(source), {});
  clock.set(NOW + 1000);
  await count.execute();
  await source.query('delete from trade_result_year');
  await serving.transaction((tx) => store.count(tx, 'option', new Date(0), new Date(NOW)));
  const [option_] = (await store.read()).filter(({ product }) => product === 'option');
  expect(option_).toMatchObject({ accounts: 1, losing: 1, countedAt: NOW + 1000 });
});

/** What the counts should be, from all orders of the days that count. */
async function fromOrders(product: 'option' | 'contract', since: number): Promise<unknown> {
  const made = {
    option: `select user_id, sum(profit - case when result in ('win', 'loss') then fee else 0 end) as made
               from option_order where not demo and status = 'settled' and settled_at >= $1 group by 1`,
    contract: `select user_id, sum(realised_profit + funding - fee) as made
                 from futures_position where not demo and status = 3 and closed_at >= $1 group by 1`,
  };
  const rows = await source.query(
    `select count(*)::integer as accounts, count(*) filter (where made < 0)::integer as losing from (${made[product]}) each`,
    [new Date(since)],
  );
  return rows[0];
}

const counts = async (product: 'option' | 'contract'): Promise<unknown> =>
  (await source.query('select accounts, losing from losing_accounts where product = $1', [product]))[0];

const sums = (): Promise<unknown> =>
  source.query(
    `select y.product, y.user_id, trim_scale(y.made)::text as made, y.days from trade_result_year y where y.days > 0 order by 1, 2`,
  );

const sumsOfDays = (): Promise<unknown> =>
  source.query(
    `select product, user_id, trim_scale(sum(made))::text as made, count(*)::integer as days from trade_result_day group by 1, 2 order by 1, 2`,
  );

describe('the counts made in steps', () => {
  const amount = integer({ min: -300, max: 300 }).map((cents) => (cents / 100).toFixed(2));
  const who = integer({ min: 0, max: 4 });
  const daysAgo = constantFrom(-3, 0, 1, 2, 363, 364, 365, 366, 367, 400);
  const step = oneof(
    record({
      what: constantFrom('option' as const),
      who,
      amount,
      daysAgo,
      result: constantFrom('win', 'loss', 'tie', 'void', null),
    }),
    record({ what: constantFrom('position' as const), who, amount, daysAgo }),
    record({
      what: constantFrom('late funding' as const),
      // A charge of nothing is none: no position is written for it.
      amount: integer({ min: -30, max: 30 })
        .filter((cents) => cents !== 0)
        .map((cents) => (cents / 100).toFixed(2)),
    }),
    record({ what: constantFrom('count' as const), hours: constantFrom(0, 1, 20, 50) }),
    record({ what: constantFrom('fold one' as const) }),
  );

  type Step = typeof step extends Arbitrary<infer Value> ? Value : never;

  it('are those of all orders, in whatever order they end and however often they are counted', async () => {
    const users: string[] = [];
    while (users.length < 5) users.push(await aUserId(source));
    const take = async (each: Step) => {
      const user = 'who' in each ? (users[each.who] as string) : '';
      if (each.what === 'option') {
        const won = each.result === 'win' ? '8' : each.result === 'loss' ? '-10' : '0';
        await option(user, { result: each.result as 'win', profit: won, fee: '0.1', daysAgo: each.daysAgo });
      } else if (each.what === 'position') {
        await position(user, { profit: each.amount, fee: '0.5', daysAgo: each.daysAgo });
      } else if (each.what === 'late funding') {
        await source.query(
          `update futures_position set funding = funding + $1
            where id = (select max(id) from futures_position where status = 3)`,
          [each.amount],
        );
      } else if (each.what === 'count') {
        clock.advance(each.hours * 3_600_000);
        await count.execute(2, 3);
      } else {
        for (const product of ['option', 'contract'] as const)
          await results.atPlace(product, (tx) => results.fold(tx, product, 1));
      }
    };
    await assert(
      asyncProperty(array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        clock.set(NOW);
        await forget();
        await source.query(`truncate losing_accounts, trade_result_waiting, trade_result_day, trade_result_year;
          update trade_result_place set first_day = '-infinity', checked_day = '-infinity', is_whole = false`);
        for (const each of steps) await take(each);
        clock.advance(1);
        await count.execute(2, 3);
        const today = clock.now() - (clock.now() % DAY_MS);
        for (const product of ['option', 'contract'] as const)
          expect(await counts(product)).toEqual(await fromOrders(product, today - 365 * DAY_MS));
        expect(await sums()).toEqual(await sumsOfDays());
      }),
      { numRuns: 40 },
    );
  });

  it('find what had ended before anything was noted', async () => {
    const [early, late] = [await aUserId(source), await aUserId(source)];
    await option(early, { daysAgo: 200 });
    await option(early, { daysAgo: 3 });
    await source.query('truncate trade_result_waiting');
    await option(late, { daysAgo: 200 });
    await count.execute();
    expect(await counts('option')).toEqual({ accounts: 2, losing: 2 });
    expect(await sums()).toEqual([
      { product: 'option', user_id: early, made: '-20', days: 2 },
      { product: 'option', user_id: late, made: '-10', days: 1 },
    ]);
  });

  it('lose nothing of what ends while they are made', async () => {
    const user = await aUserId(source);
    await option(user, {});
    // One settlement is under way: its order has a lower number than those that are counted meanwhile.
    const slow = source.createQueryRunner();
    const other = await aUserId(source);
    await option(other, { result: null });
    await slow.startTransaction();
    await slow.query(
      `update option_order set status = 'settled', result = 'loss', profit = -10, settlement_id = 1, settled_at = closes_at
        where user_id = $1`,
      [other],
    );
    await option(user, {});
    await count.execute();
    expect(await counts('option')).toEqual({ accounts: 1, losing: 1 });
    await slow.commitTransaction();
    await slow.release();
    clock.advance(1);
    await count.execute();
    expect(await counts('option')).toEqual({ accounts: 2, losing: 2 });
  });

  it('count nothing twice that has ended and was not added yet', async () => {
    const user = await aUserId(source);
    const inTurn = (work: (tx: EntityManager) => Promise<unknown>) => results.atPlace('option', (tx) => work(tx));
    const check = () => inTurn((tx) => results.check(tx, 'option', '2026-06-30'));
    const fold = () => inTurn((tx) => results.fold(tx, 'option', 1));
    await option(user, {});
    expect(await check()).toBe(0);
    await fold();
    await option(user, {});
    expect(await check()).toBe(0);
    await source.query('update trade_result_day set made = made + 17; update trade_result_year set made = made + 17');
    expect(await check()).toBe(1);
    await fold();
    expect(await check()).toBe(0);
    expect(await sums()).toEqual([{ product: 'option', user_id: user, made: '-20', days: 1 }]);
  });

  it('are held against the orders a few days at a time, and put right', async () => {
    const users: string[] = [];
    while (users.length < 4) users.push(await aUserId(source));
    const [right, wrong, gone, extra] = users as [string, string, string, string];
    for (const [place, user] of [right, wrong, gone].entries()) await option(user, { daysAgo: 10 - place });
    await count.execute();
    await source.query(`update trade_result_day set made = 5 where user_id = $1`, [wrong]);
    await source.query(`update trade_result_year set made = 5 where user_id = $1`, [wrong]);
    await source.query(`delete from trade_result_day where user_id = $1`, [gone]);
    await source.query(`delete from trade_result_year where user_id = $1`, [gone]);
    await source.query(`insert into trade_result_day values ('option', '2026-06-29', $1, -1)`, [extra]);
    await source.query(`insert into trade_result_year values ('option', $1, -1, 1)`, [extra]);
    const seen: unknown[] = [];
    for (let run = 0; run < 6; run += 1) {
      clock.advance(1);
      await count.execute(100, 1);
      seen.push(await counts('option'));
    }
    expect(seen[0]).toEqual({ accounts: 3, losing: 2 });
    expect(seen.at(-1)).toEqual({ accounts: 3, losing: 3 });
    expect(await sums()).toEqual(await sumsOfDays());
    expect(await sums()).toEqual(
      [right, wrong, gone].map((user) => ({ product: 'option', user_id: user, made: '-10', days: 1 })),
    );
  });
});
