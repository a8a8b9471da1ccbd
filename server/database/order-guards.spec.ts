import type { DataSource } from 'typeorm';
import { createTestDatabase, decideBy, type TestDatabase } from '../test/database.js';
import { aUserId } from '../test/factories/ledger.js';
import { tapeSeconds } from '../test/factories/tape.js';
import { createDataSource } from './data-source.js';

/** What the tables of orders refuse by themselves, whoever writes to them. */
const NOON = Date.UTC(2026, 0, 5, 12);

let database: TestDatabase;
let source: DataSource;
let user: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  user = await aUserId(source);
  await source.query(
    `insert into option_settlement (market_id, closes_at, rule_version, window_seconds, price_decimals, constituents_min,
       origin, price, samples, decided_at)
     values (1, '2026-01-05T12:01:00Z', 1, 5, 3, 1, 'simulated', 50000, '[]', '2026-01-05T12:01:01Z')`,
  );
  await tapeSeconds(source, [
    { marketId: 1, at: NOON - 7000, index: '50000' },
    { marketId: 1, at: NOON - 6000, index: '50000' },
    { marketId: 1, at: NOON - 5000, index: null, state: 'stale' },
    { marketId: 1, at: NOON - 4000, index: '50000', state: 'degraded' },
    { marketId: 1, at: NOON - 3000, index: '50000', origin: 'live' },
    // Noon less two seconds is missing for good.
    { marketId: 1, at: NOON - 1000, index: '50001.0125' },
    { marketId: 1, at: NOON, index: '50000' },
    { marketId: 1, at: NOON + 1000, index: '50000' },
  ]);
}, 60_000);

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

type Row = Record<string, string | null>;

/** A row's columns as SQL. */
const OPTION: Row = {
  market_id: '1',
  currency_id: '3',
  demo: 'false',
  direction: `'rise'`,
  seconds: '60',
  stake: '10',
  fee: '0.1',
  payout_ratio: '0.8',
  fee_ratio: '0.01',
  winnings: '8',
  entry_at: `'2026-01-05T12:00:00Z'`,
  entry_index: '50000',
  entry_price: '50000',
  even_band: '0',
  origin: `'simulated'`,
  opened_at: `'2026-01-05T12:00:00Z'`,
  closes_at: `'2026-01-05T12:01:00Z'`,
  rule_version: '1',
  window_seconds: '5',
  price_decimals: '3',
  constituents_min: '3',
};

/** An entry of so many milliseconds from noon. */
function entryAt(ms: number, values: Row = {}): Row {
  return { entry_at: `'${new Date(NOON + ms).toISOString()}'`, ...values };
}

const POSITION: Row = {
  market_id: '1',
  currency_id: '3',
  demo: 'false',
  side: '1',
  price_type: `'market'`,
  margin_mode: `'isolated'`,
  status: '1',
  leverage: '10',
  lot_size: '0.001',
  lots: '2',
  lots_ordered: '2',
  market_price: '50000',
  entry_price: '50000',
  initial_margin: '10',
  margin: '10',
  open_fee_ratio: '0.0005',
  close_fee_ratio: '0.0005',
  fee: '0.05',
  created_at: 'now()',
  opened_at: 'now()',
  updated_at: 'now()',
};

const PENDING: Row = {
  ...POSITION,
  status: '0',
  price_type: `'limit'`,
  limit_price: '49000',
  entry_price: 'null',
  opened_at: 'null',
  initial_margin: '0',
  margin: '0',
  fee: '0',
  reserved: '10',
};

/** What a closed position has. */
const ENDED: Row = {
  status: '3',
  entry_price: '50000',
  opened_at: 'now()',
  closed_at: 'now()',
  closed_as: `'closed'`,
  lots: '0',
};

async function insert(table: string, row: Row): Promise<string> {
  const columns = { user_id: user, ...row };
  const rows: { id: string }[] = await source.query(
    `insert into ${table} (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')}) returning id`,
  );
  return rows[0]?.id as string;
}

const update = (table: string, id: string, values: Row): Promise<unknown> =>
  source.query(
    `update ${table} set ${Object.entries(values)
      .map(([column, value]) => `${column} = ${value}`)
      .join(', ')} where id = ${id}`,
  );

const SETTLED: Row = {
  status: `'settled'`,
  result: `'win'`,
  profit: '8',
  settlement_id: '1',
  settled_at: `'2026-01-05T12:01:01Z'`,
};

describe('an option order', () => {
  it('begins open and ends once', async () => {
    const id = await insert('option_order', OPTION);
    await update('option_order', id, SETTLED);
    await expect(update('option_order', id, { profit: '9' })).rejects.toMatchObject({ code: 'OP009' });
    const other = await insert('option_order', OPTION);
    await update('option_order', other, { ...SETTLED, status: `'voided'`, result: `'void'`, profit: '0' });
  });

  it.each<[string, Row, string]>([
    ['an unknown direction', { direction: `'up'` }, '23514'],
    ['no stake', { stake: '0' }, '23514'],
    ['a stake that is no number', { stake: `'NaN'` }, '23514'],
    ['a fee below zero', { fee: '-0.1' }, '23514'],
    ['winnings below zero', { winnings: '-1' }, '23514'],
    ['an entry at nothing', { entry_price: '0' }, '23514'],
    ['a band below zero', { even_band: '-1' }, '23514'],
    ['an end between two seconds', { closes_at: `'2026-01-05T12:01:00.5Z'` }, '23514'],
    ['an end that is its beginning', { closes_at: `'2026-01-05T12:00:00Z'` }, '23514'],
    ['an unknown status', { status: `'lost'` }, '23514'],
    ['a status that is an end', { status: `'settled'` }, '23514'],
    ['a result', { result: `'win'` }, '23514'],
    ['a profit', { profit: '8' }, '23514'],
    ['a settlement', { settlement_id: '1' }, '23514'],
    ['an instant of its settlement', { settled_at: `'2026-01-05T12:01:01Z'` }, '23514'],
    ['an unknown market', { market_id: '999999' }, '23503'],
  ])('does not begin with %s', async (_what, values, code) => {
    await expect(insert('option_order', { ...OPTION, ...values })).rejects.toMatchObject({ code });
  });

  it.each<[string, Row]>([
    ['the terms of nobody', { seconds: '61', closes_at: `'2026-01-05T12:01:01Z'` }],
    ['the close of a shorter term', { closes_at: `'2026-01-05T12:00:56Z'` }],
    ['a close that comes late', { closes_at: `'2026-01-05T12:01:01Z'` }],
    ['a higher payout', { payout_ratio: '0.81', winnings: '8.1' }],
    ['higher winnings', { winnings: '8.1' }],
    ['a lower fee', { fee: '0.09' }],
    ['a higher fee', { fee: '0.100001' }],
    ['another ratio of the fee', { fee_ratio: '0.009', fee: '0.09' }],
    ['less than the least stake', { stake: '9', winnings: '7.2', fee: '0.09' }],
    ['more than the most', { stake: '5001', winnings: '4000.8', fee: '50.01' }],
    ['another window', { window_seconds: '1' }],
    ['other decimals', { price_decimals: '2' }],
    ['fewer constituents', { constituents_min: '0' }],
    ['another version of the rule', { rule_version: '2' }],
    ['a band of a direction that has none', { even_band: '1' }],
    ['a wider band', { direction: `'even'`, payout_ratio: '3', winnings: '30', even_band: '6' }],
    ['an entry beside the tape', { entry_index: '49997.5', entry_price: '49997.5' }],
    ['an entry beside its index', { entry_price: '49997.5' }],
    ['an entry that is rounded the other way', entryAt(-1000, { entry_index: '50001.0125', entry_price: '50001.013' })],
    ['an entry of a second to come', entryAt(1000)],
    ['an entry of long ago', entryAt(-7000)],
    ['an entry of a second without an index', entryAt(-5000)],
    ['an entry of a degraded index', entryAt(-4000)],
    ['an entry of another origin', entryAt(-3000)],
    ['an entry of a second that is missing', entryAt(-2000)],
    ['another origin', { origin: `'live'` }],
    ['a market without options', { market_id: '3' }],
  ])('does not begin with %s', async (_what, values) => {
    await expect(insert('option_order', { ...OPTION, ...values })).rejects.toMatchObject({ code: 'OP003' });
  });

  it('does not begin long after it says that it did: its close may be known by then', async () => {
    await decideBy('own', (text) => source.query(text));
    try {
      await expect(insert('option_order', OPTION)).rejects.toMatchObject({ message: 'an order is of now' });
    } finally {
      await decideBy('callers', (text) => source.query(text));
    }
  });

  it.each<[string, Row]>([
    ['at the close of a quote of three seconds ago', { closes_at: `'2026-01-05T12:00:57Z'` }],
    ['between two seconds', { opened_at: `'2026-01-05T12:00:00.25Z'`, closes_at: `'2026-01-05T12:01:01Z'` }],
    ['on even', { direction: `'even'`, payout_ratio: '3', winnings: '30', even_band: '5' }],
    [
      'at an entry that is rounded half to even',
      entryAt(-1000, { entry_index: '50001.0125', entry_price: '50001.012' }),
    ],
    ['at a fee that is rounded up', { stake: '10.0000001', winnings: '8.00000008', fee: '0.10000001' }],
    ['at the entry of six seconds ago', entryAt(-6000)],
  ])('begins %s', async (_what, values) => {
    await expect(insert('option_order', { ...OPTION, ...values })).resolves.toMatch(/^\d+$/);
  });

  it('waits for a tape that is a little behind, and for no other', async () => {
    const late = {
      ...OPTION,
      opened_at: `'2026-01-05T12:00:02Z'`,
      closes_at: `'2026-01-05T12:01:02Z'`,
      ...entryAt(2000),
    };
    await expect(insert('option_order', late)).rejects.toMatchObject({ code: 'OP004' });
    const begun = insert('option_order', late);
    await tapeSeconds(source, [{ marketId: 1, at: NOON + 2000, index: '50000' }]);
    await expect(begun).resolves.toMatch(/^\d+$/);
  });

  it.each<[string, Row, string]>([
    ['is not open any more but has no end', { profit: '8' }, 'OP009'],
    ['has no result', { ...SETTLED, result: 'null' }, 'OP009'],
    ['has an unknown result', { ...SETTLED, result: `'draw'` }, '23514'],
    ['has no profit', { ...SETTLED, profit: 'null' }, 'OP009'],
    ['has no settlement', { ...SETTLED, settlement_id: 'null' }, 'OP009'],
    ['has no instant', { ...SETTLED, settled_at: 'null' }, 'OP009'],
    ['was settled before its end', { ...SETTLED, settled_at: `'2026-01-05T12:00:59Z'` }, 'OP009'],
    ['is void and settled', { ...SETTLED, result: `'void'` }, 'OP009'],
    ['is voided and won', { ...SETTLED, status: `'voided'` }, 'OP009'],
    ['has another stake', { ...SETTLED, stake: '20' }, 'OP009'],
    ['has another end', { closes_at: `'2026-01-05T12:02:00Z'` }, 'OP009'],
  ])('does not become one that %s', async (_what, values, code) => {
    const id = await insert('option_order', OPTION);
    await expect(update('option_order', id, values)).rejects.toMatchObject({ code });
  });
});

describe('a position', () => {
  it.each<[string, Row, Row, string]>([
    ['a pending one reserves nothing', PENDING, { reserved: '0' }, '23514'],
    ['a held one reserves something', POSITION, { reserved: '1' }, '23514'],
    ['a pending one has a margin', PENDING, { margin: '1' }, '23514'],
    ['a held one has no margin', POSITION, { margin: '0' }, '23514'],
    ['a held one has no lots', POSITION, { lots: '0' }, '23514'],
    ['a pending one was opened', PENDING, { opened_at: 'now()' }, '23514'],
    ['a held one was never opened', POSITION, { opened_at: 'null' }, '23514'],
    ['a held one has no entry', POSITION, { entry_price: 'null' }, '23514'],
    ['a new one was closed', POSITION, { closed_at: 'now()' }, '23514'],
    ['a new one closed as something', POSITION, { closed_as: `'closed'` }, '23514'],
    ['a limit order has no limit', PENDING, { limit_price: 'null' }, '23514'],
    ['a market order has a limit', POSITION, { limit_price: '49000' }, '23514'],
    ['an isolated one has lost more than its margin', POSITION, { realised_profit: '-10.01' }, '23514'],
    ['it begins at its end', { ...PENDING, reserved: '0' }, ENDED, 'FU009'],
    ['it is of no product', POSITION, { market_id: '999999' }, '23503'],
  ])('does not begin when %s', async (_what, row, values, code) => {
    await expect(insert('futures_position', { ...row, ...values })).rejects.toMatchObject({ code });
  });

  it.each<[string, Row, Row, string]>([
    ['loses its margin and stays open', POSITION, { margin: '0' }, '23514'],
    ['loses more than its margin', POSITION, { realised_profit: '-10.01' }, '23514'],
    ['closes and keeps a margin', POSITION, { status: '2', closed_at: 'now()' }, '23514'],
    [
      'is filled and reserves still',
      PENDING,
      { status: '1', margin: '5', entry_price: '1', opened_at: 'now()' },
      '23514',
    ],
    ['is cancelled without an end', PENDING, { status: '4', reserved: '0' }, '23514'],
    ['changes its side', POSITION, { side: '-1' }, 'FU009'],
    ['skips a step', POSITION, { ...ENDED, margin: '0' }, 'FU009'],
  ])('does not become one that %s', async (_what, row, values, code) => {
    const id = await insert('futures_position', row);
    await expect(update('futures_position', id, values)).rejects.toMatchObject({ code });
  });

  it('leaves a step and its lots behind when it begins', async () => {
    const lots = async (): Promise<string> => {
      const rows: { lots: string }[] = await source.query(
        `select coalesce(sum(lots), 0)::text as lots from futures_open_lots where market_id = 1 and not demo and side = -1`,
      );
      return rows[0]?.lots as string;
    };
    expect(await lots()).toBe('0');
    const held = await insert('futures_position', { ...POSITION, side: '-1', lots: '5', lots_ordered: '5' });
    const pending = await insert('futures_position', { ...PENDING, side: '-1' });
    expect(await lots()).toBe('5');
    const steps = await source.query(
      `select position_id as id, version, from_status, to_status from futures_position_step where position_id in ($1, $2)
        order by position_id`,
      [held, pending],
    );
    expect(steps).toEqual([
      { id: held, version: '1', from_status: null, to_status: 1 },
      { id: pending, version: '1', from_status: null, to_status: 0 },
    ]);
  });
});
