import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aUserId } from '../../../test/factories/ledger.js';

/** What the table of positions refuses by itself: what has no place in a status, and every step but those of C06. */
let database: TestDatabase;
let source: DataSource;
let user: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  user = await aUserId(source);
}, 60_000);

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Columns as SQL. */
type Row = Record<string, string>;
type Status = 0 | 1 | 2 | 3 | 4;

const TERMS: Row = {
  market_id: '1',
  currency_id: '3',
  demo: 'false',
  side: '1',
  price_type: `'limit'`,
  limit_price: '50000',
  margin_mode: `'isolated'`,
  leverage: '10',
  lot_size: '0.001',
  lots_ordered: '1',
  market_price: '50000',
  open_fee_ratio: '0.0005',
  close_fee_ratio: '0.0005',
  created_at: 'now()',
  updated_at: 'now()',
};
const NONE = { reserved: '0', margin: '0', initial_margin: '0', opened_at: 'null', entry_price: 'null' };
const HELD = {
  ...NONE,
  margin: '0.5',
  initial_margin: '0.5',
  opened_at: `'2026-01-05'`,
  entry_price: '50000',
  lots: '1',
};
const LASTS = { closed_at: 'null', closed_as: 'null' };
const ENDED = { lots: '0', margin: '0', closed_at: `'2026-01-06'` };
/** The least that a row of each status has. */
const OF: Record<Status, Row> = {
  0: { status: '0', ...NONE, reserved: '0.5', lots: '1', ...LASTS },
  1: { status: '1', ...HELD, ...LASTS },
  2: { status: '2', ...HELD, ...LASTS },
  3: { status: '3', ...HELD, ...ENDED, closed_as: `'closed'` },
  4: { status: '4', ...NONE, ...ENDED, closed_as: `'cancelled'` },
};
const STATUSES: Status[] = [0, 1, 2, 3, 4];
/** How a row comes to each status. */
const WAY: Record<Status, Status[]> = { 0: [0], 1: [0, 1], 2: [0, 1, 2], 3: [0, 1, 2, 3], 4: [0, 4] };

async function insert(row: Row): Promise<string> {
  const columns = { user_id: user, ...TERMS, ...row };
  const rows: { id: string }[] = await source.query(
    `insert into futures_position (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')}) returning id`,
  );
  return rows[0]?.id as string;
}

/** Its version then. */
async function update(id: string, values: Row): Promise<string> {
  const set = Object.entries(values).map(([column, value]) => `${column} = ${value}`);
  const [rows]: [{ version: string }[]] = await source.query(
    `update futures_position set ${set.join(', ')} where id = ${id} returning version::text`,
  );
  return rows[0]?.version as string;
}

async function aRow(status: Status, values: Row = {}): Promise<string> {
  const [first, ...others] = WAY[status];
  const id = await insert({ ...OF[first as Status], ...values });
  for (const next of others) await update(id, OF[next]);
  return id;
}

const outcome = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('a row', () => {
  it.each(STATUSES)('begins pending or holding: with status %s', async (status) => {
    expect(await outcome(insert(OF[status]))).toBe(status < 2 ? 'done' : 'FU009');
  });

  it.each(STATUSES.flatMap((from) => STATUSES.map((to): [Status, Status] => [from, to])))(
    'goes its ways and no others: from %s to %s',
    async (from, to) => {
      const ways = ['0 1', '0 4', '1 2', '2 3', '0 0', '1 1', '2 2'];
      const id = await aRow(from);
      expect(await outcome(update(id, OF[to]))).toBe(ways.includes(`${from} ${to}`) ? 'done' : 'FU009');
    },
  );

  it('counts its versions, and is never deleted', async () => {
    const id = await aRow(0);
    expect([await update(id, OF[1]), await update(id, { updated_at: 'now()' })]).toEqual(['2', '3']);
    expect(await outcome(source.query(`delete from futures_position where id = ${id}`))).toBe('FU009');
  });
});

/** What a row of a status must not have, one rule at a time. */
function misfits(status: Status): Row[] {
  const isHeld = status === 1 || status === 2;
  const flipped = (column: string, set: string) => ({ [column]: OF[status][column] === 'null' ? set : 'null' });
  return [
    { reserved: status === 0 ? '0' : '0.5' },
    { margin: isHeld ? '0' : '1' },
    ...(isHeld ? [{ lots: '0' }] : []),
    { ...flipped('opened_at', 'now()'), ...flipped('entry_price', '50000') },
    flipped('entry_price', '50000'),
    flipped('closed_at', 'now()'),
    flipped('closed_as', `'closed'`),
    { limit_price: 'null' },
  ];
}

describe.each(STATUSES)('a row with status %s', (status) => {
  it.each(misfits(status).map((values): [string, Row] => [JSON.stringify(values), values]))(
    'has what belongs to it and nothing else: not %s',
    async (_name, values) => {
      const before = WAY[status].at(-2) ?? status;
      const id = await aRow(before);
      expect(await outcome(update(id, { ...OF[status], ...values }))).toBe('23514');
    },
  );
});

it('a market order has no limit', async () => {
  const market = { ...OF[1], price_type: `'market'` };
  expect(await outcome(insert({ ...market, limit_price: 'null' }))).toBe('done');
  expect(await outcome(insert(market))).toBe('23514');
});

it.each<[string, Row, string]>([
  ['its margin', { realised_profit: '-6', funding: '-4' }, 'done'],
  ['its margin and a little', { realised_profit: '-6', funding: '-4.00000001' }, '23514'],
  ['less than its margin, after it was paid something', { realised_profit: '-10.5', funding: '0.5' }, 'done'],
  ['what was added to its margin', { realised_profit: '-15', added_margin: '5' }, 'done'],
  ['more than was added', { realised_profit: '-15.00000001', added_margin: '5' }, '23514'],
  ['more, of a cross position', { realised_profit: '-100', margin_mode: `'cross'` }, 'done'],
])('an isolated position loses no more than its margin: %s', async (_name, values, expected) => {
  expect(await outcome(insert({ ...OF[1], initial_margin: '10', ...values }))).toBe(expected);
});

describe('what a position is', () => {
  it.each<[string, string]>([
    ['user_id', 'user_id + 1'],
    ['market_id', '2'],
    ['currency_id', '4'],
    ['demo', 'true'],
    ['side', '-1'],
    ['lot_size', '0.002'],
    ['lots_ordered', '2'],
    ['leverage', '11'],
    ['open_fee_ratio', '0.0004'],
    ['close_fee_ratio', '0.0004'],
    ['created_at', `now() + interval '1 second'`],
  ])('does not change: %s', async (column, value) => {
    for (const status of [0, 1] as const)
      expect(await outcome(update(await aRow(status), { [column]: value }))).toBe('FU009');
  });

  it.each<[string, string]>([
    ['entry_price', '50001'],
    ['initial_margin', '0.6'],
    ['margin_mode', `'cross'`],
  ])('is settled when it holds: %s', async (column, value) => {
    for (const status of [1, 2] as const)
      expect(await outcome(update(await aRow(status), { [column]: value }))).toBe('FU009');
  });

  it('its limit and its lots are its user’s while all of it waits, and settled afterwards', async () => {
    const another = { limit_price: '49000', lots: '2', lots_ordered: '2' };
    expect(await outcome(update(await aRow(0), another))).toBe('done');
    expect(await outcome(update(await aRow(0), { lots: '2' }))).toBe('FU009');
    expect(await outcome(update(await aRow(0), { ...OF[1], limit_price: '49000' }))).toBe('FU009');
    expect(await outcome(update(await aRow(0), { ...OF[4], lots_ordered: '2' }))).toBe('FU009');
    for (const status of [1, 2] as const)
      for (const change of [another, { limit_price: '49000' }])
        expect(await outcome(update(await aRow(status), change))).toBe('FU009');
  });

  it('is not settled while it waits', async () => {
    expect(await outcome(update(await aRow(0), { margin_mode: `'cross'` }))).toBe('done');
    expect(await outcome(update(await aRow(0), { ...OF[1], initial_margin: '0.7', entry_price: '49999' }))).toBe(
      'done',
    );
  });
});

describe('funding that comes late', () => {
  it.each<[Status, Row, string]>([
    [3, { funding: '-0.1', updated_at: `now() + interval '1 second'` }, 'done'],
    [3, { funding: '-0.1', fee: '1' }, 'FU009'],
    [3, { fee: '1' }, 'FU009'],
    [4, { funding: '0.1' }, 'FU009'],
    [1, { funding: '-0.1', margin: '0.4' }, 'done'],
    [1, { margin: '0.4' }, 'done'],
  ])('changes of a row with status %s %j: %s', async (status, values, expected) => {
    expect(await outcome(update(await aRow(status), values))).toBe(expected);
  });
});
