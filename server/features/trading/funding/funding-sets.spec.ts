import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, asyncProperty, array, boolean, constantFrom, integer, record } from 'fast-check';
import type { QueryRunner } from 'typeorm';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { batchesByUser } from '../../wallet/ledger/index.js';

/** What is compared: charging in sets, and the function that did it position by position before. */
const STAMP = new Date(Date.UTC(2026, 0, 5, 8));
const BEHIND = new Date(STAMP.getTime() + 5000);
const RUNS = 60;
const USERS = 3;

interface Held {
  user: number;
  demo: boolean;
  side: 1 | -1;
  cross: boolean;
  lots: number;
  /** USDT. */
  margin: string;
  /** What became of it behind the stamp. */
  fate: 'open' | 'opened-late' | 'closed' | 'liquidated' | 'reduced' | 'pending';
  /** At which it closed. */
  price: string;
}

interface Case {
  positions: Held[];
  /** On the futures account of each user, real and demo. */
  free: string[];
  rate: string;
  mark: string;
  batch: number;
}

const amounts = constantFrom('0', '0.00000001', '0.5', '4.2', '9.99999999', '84', '100000');
const cases = record<Case>({
  positions: array(
    record<Held>({
      user: integer({ min: 0, max: USERS - 1 }),
      demo: integer({ min: 0, max: 3 }).map((value) => value === 0),
      side: constantFrom(1, -1),
      cross: boolean(),
      lots: integer({ min: 1, max: 60 }),
      margin: constantFrom('0.00000001', '0.00000002', '0.3', '4.2', '25', '3600'),
      fate: constantFrom('open', 'open', 'open', 'open', 'opened-late', 'closed', 'liquidated', 'reduced', 'pending'),
      price: constantFrom('60000', '59700.01', '60300.03'),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  free: array(amounts, { minLength: 2 * USERS, maxLength: 2 * USERS }),
  rate: constantFrom('0.0007', '-0.0007', '0.02', '-0.02', '0', '0.0000000001', '0.9'),
  mark: constantFrom('60000', '61234.56', '59999.999999'),
  batch: constantFrom(1, 3, 1000),
});

const crossed = { user: 0, demo: false, side: 1, cross: true, margin: '0.3', price: '60000' } as const;
/** What chance may leave out: who cannot pay all has an order waiting. */
const REVOKING: Case = {
  positions: [
    { ...crossed, lots: 60, fate: 'open' },
    { ...crossed, lots: 1, fate: 'pending' },
  ],
  free: Array<string>(2 * USERS).fill('0'),
  rate: '0.02',
  mark: '60000',
  batch: 3,
};

let world: FuturesWorld;
let users: string[];

beforeAll(async () => {
  world = await FuturesWorld.open();
  await world.source.query(readFileSync(join(__dirname, '../../../test/fixtures/funding_settle_singly.sql'), 'utf8'));
  users = [];
  for (let user = 0; user < USERS; user += 1) users.push(await world.user('0'));
}, 60_000);
afterAll(() => world.close());

/** Does the work, in which everything is as in the product, and takes it back. */
async function takenBack<Answer>(work: (runner: QueryRunner) => Promise<Answer>): Promise<Answer> {
  const runner = world.source.createQueryRunner();
  try {
    await runner.startTransaction();
    return await work(runner);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

function post(runner: QueryRunner, reason: string, reference: string, demo: boolean, legs: unknown[][]) {
  const columns = [0, 1, 2, 3].map((column) => legs.map((leg) => leg[column]));
  return runner.query(
    `select ledger_post($1, $2, $3, $4, $5::bigint[], $6::text[], array_fill(3, array[cardinality($6::text[])]),
       $7::numeric[], $8::text[])`,
    [reason, reference, STAMP, demo, ...columns],
  );
}

/** A position that was opened an hour before the stamp, with its margin in a hold; pending ones are filled behind it. */
async function open(runner: QueryRunner, held: Held): Promise<string> {
  const user = users[held.user] as string;
  const openedAt = new Date(held.fate === 'opened-late' ? STAMP.getTime() + 1 : STAMP.getTime() - 3_600_000);
  const isPending = held.fate === 'pending';
  const [row] = await runner.query(
    `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
       lot_size, lots, lots_ordered, limit_price, market_price, entry_price, initial_margin, margin, reserved, open_fee_ratio,
       close_fee_ratio, created_at, opened_at, updated_at)
     values ($1, 1, 3, $2, $3, $4, $5, $6, 10, 0.01, $7::integer, $7::integer, $8, 60000, $9, $10::numeric, $10::numeric, $11,
       0.0005, 0.0005, $12::timestamptz, $13, $12::timestamptz)
     returning id`,
    [
      user,
      held.demo,
      held.side,
      isPending ? 'limit' : 'market',
      held.cross ? 'cross' : 'isolated',
      isPending ? 0 : 1,
      held.lots,
      isPending ? '60000' : null,
      isPending ? null : '60000',
      isPending ? '0' : held.margin,
      isPending ? held.margin : '0',
      openedAt,
      isPending ? null : openedAt,
    ],
  );
  const hold = `${isPending ? 'contract-order' : 'position'}:${row.id}`;
  await post(runner, isPending ? 'futures.reserve' : 'futures.open', `${row.id}`, held.demo, [
    [null, held.demo ? 'sim_mint' : 'adjustment', `-${held.margin}`, null],
    [user, 'contract_frozen', held.margin, hold],
  ]);
  if (held.fate === 'closed' || held.fate === 'liquidated' || held.fate === 'reduced') {
    const lots = held.fate === 'reduced' ? Math.ceil(held.lots / 2) : null;
    const as = held.fate === 'liquidated' ? 'liquidated' : 'closed';
    const closing = [row.id, lots, held.price, as, BEHIND];
    await runner.query('savepoint closing');
    try {
      await runner.query('select futures_close_one($1, null, $2, $3, $4, $5)', closing);
    } catch (error) {
      // A cross loss that others of the account back: it stays open.
      if (sqlStateOf(error) !== 'FU012') throw error;
      await runner.query('rollback to savepoint closing');
    }
  }
  return `${row.id}`;
}

/** The positions by user and id, and the rate, decided. */
async function arrange(runner: QueryRunner, { positions, free, rate, mark }: Case) {
  for (const [place, amount] of free.entries()) {
    if (amount === '0') continue;
    const demo = place % 2 === 1;
    const house = demo ? 'sim_mint' : 'adjustment';
    await post(runner, 'test.move', `free-${place}`, demo, [
      [null, house, `-${amount}`, null],
      [users[place >> 1], 'contract', amount, null],
    ]);
  }
  const rows: { id: string; userId: string; user: number }[] = [];
  for (const held of positions) {
    const userId = users[held.user] as string;
    rows.push({ id: await open(runner, held), userId, user: held.user });
  }
  await runner.query(
    'insert into funding_rate (market_id, stamp, rate, premium, samples, mark, decided_at) values (1, $1, $2, 0, 0, $3, null)',
    [STAMP, rate, mark],
  );
  return rows.sort((a, b) => a.user - b.user);
}

/** Whose cross positions could not pay all has no waiting cross orders any more when the first of them pays. */
async function singly(runner: QueryRunner): Promise<void> {
  await chargeSingly(runner);
  const waiting: { id: string; userId: string }[] = await runner.query(
    `select o.id, o.user_id as "userId" from futures_position o
      where o.status = 0 and o.margin_mode = 'cross' and exists (
        select from funding_charge c join futures_position f on f.id = c.position_id
         where c.paid < c.owed and f.margin_mode = 'cross' and f.user_id = o.user_id and f.demo = o.demo)
      order by o.id`,
  );
  if (waiting.length === 0) return;
  await runner.query('rollback to savepoint arranged');
  for (const { id, userId } of waiting) {
    await runner.query(
      `select outbox_append_batch($1, c.kinds, c.events, $3) from futures_cancel_one($2, null, 'revoked', $3) c`,
      [userId, id, BEHIND],
    );
  }
  await chargeSingly(runner);
}

async function chargeSingly(runner: QueryRunner): Promise<void> {
  for (;;) {
    const done = 'select cardinality(funding_settle_singly(1, $1, 10000, $2)) as charged';
    const [{ charged }] = await runner.query(done, [STAMP, BEHIND]);
    if (charged === 0) return;
  }
}

async function inSets(runner: QueryRunner, batches: string[][]): Promise<number> {
  let total = 0;
  for (const ids of batches) {
    const [{ charged }] = await runner.query('select charged from funding_settle(1, $1, $2, $3)', [STAMP, ids, BEHIND]);
    total += charged;
  }
  return total;
}

/** All that charging writes, as text; journals and accounts by name, because they are numbered anew. */
async function written(runner: QueryRunner): Promise<Record<string, string[]>> {
  const looks = {
    // Sets open the house's account before they know that nothing is owed.
    accounts: `select (to_jsonb(a) - 'id')::text as line from ledger_account a where a.sequence > 0
       order by a.owner_key, a.kind, a.demo, a.shard`,
    holds: `select (to_jsonb(h) - 'account_id')::text as line from ledger_hold h order by h.name`,
    postings: `select concat_ws(' ', j.reason, j.reference, j.at, j.demo, a.owner_key, a.kind, p.sequence, p.amount,
        p.balance_after) as line from ledger_posting p join ledger_journal j on j.id = p.journal_id
        join ledger_account a on a.id = p.account_id
       order by a.owner_key, a.kind, a.demo, a.shard, p.sequence`,
    positions: `select to_jsonb(f)::text as line from futures_position f order by f.id`,
    steps: `select to_jsonb(s)::text as line from futures_position_step s order by s.position_id, s.version`,
    openLots: `select to_jsonb(o)::text as line from futures_open_lots o order by o.market_id, o.demo, o.side, o.shard`,
    due: `select to_jsonb(d)::text as line from funding_due d order by d.position_id, d.stamp`,
    charges: `select to_jsonb(c)::text as line from funding_charge c order by c.position_id, c.stamp`,
    events: `select concat_ws(' ', o.user_id, o.sequence, o.kind, o.at, o.payload - 'journalId', j.reason, j.reference)
        as line from outbox o left join ledger_journal j on j.id = (o.payload->>'journalId')::bigint
       order by o.user_id, o.sequence`,
  };
  const found: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(looks)) {
    const rows: { line: string }[] = await runner.query(sql);
    found[name] = rows.map(({ line }) => line);
  }
  return found;
}

describe('funding in sets', () => {
  it('writes what position by position would have written, whatever is held, owed and left', async () => {
    const seen = { charges: 0, lacks: 0, received: 0, revoked: 0 };
    const check = (given: Case) =>
      takenBack(async (runner) => {
        const batches = batchesByUser(await arrange(runner, given), given.batch);
        await runner.query('savepoint arranged');
        await singly(runner);
        const expected = await written(runner);
        await runner.query('rollback to savepoint arranged');
        const charged = await inSets(runner, batches);
        expect(await written(runner)).toEqual(expected);
        expect(charged).toBe(expected.charges?.length);
        // A second time there is nobody left.
        expect(await inSets(runner, batches)).toBe(0);
        expect(await written(runner)).toEqual(expected);
        if (expected.positions?.some((row) => JSON.parse(row).closed_as === 'revoked')) seen.revoked += 1;
        for (const charge of (expected.charges ?? []).map((line) => JSON.parse(line))) {
          seen.charges += 1;
          if (charge.paid < charge.owed) seen.lacks += 1;
          if (charge.paid < 0) seen.received += 1;
        }
      });
    await assert(asyncProperty(cases, check), { numRuns: RUNS, examples: [[REVOKING]] });
    // The cases are worth comparing.
    const { revoked, ...often } = seen;
    expect(Object.values(often).every((count) => count > RUNS / 4)).toBe(true);
    expect(revoked).toBeGreaterThan(0);
  }, 240_000);

  const line = { user: 0, demo: false, side: 1, cross: true, lots: 10, margin: '600', fate: 'open', price: '60000' };
  // 10 lots of 0.01 at 60,000 are 6,000, and 0.0007 of it is 4.2.
  it.each<[string, Partial<Held>[], string, string[], string]>([
    ['an account that reaches pays all', [{}, {}, {}], '20', ['600', '600', '600'], '7.4'],
    ['what it lacks the margins pay, in their order', [{}, { lots: 20 }, {}], '10', ['600', '597.4', '595.8'], '0'],
    ['what one receives the next one pays', [{}, { side: -1 }, {}], '5', ['600', '600', '600'], '0.8'],
    ['what the first lacked the second receives', [{}, { side: -1 }, {}], '0', ['595.8', '600', '600'], '0'],
    [
      'isolated ones leave the account alone',
      [{ cross: false }, { cross: false, side: -1 }],
      '9',
      ['595.8', '604.2'],
      '9',
    ],
    [
      'a margin keeps the smallest amount',
      [{ margin: '3' }, { cross: false, margin: '4.2' }],
      '1',
      ['0.00000001', '0.00000001'],
      '0',
    ],
  ])('%s', async (_what, positions, free, margins, left) => {
    await takenBack(async (runner) => {
      const given = {
        positions: positions.map((held) => ({ ...line, ...held }) as Held),
        rate: '0.0007',
        mark: '60000',
      };
      const rows = await arrange(runner, { ...given, free: [free], batch: 1000 });
      await inSets(runner, batchesByUser(rows, 1000));
      const found = await runner.query('select trim_scale(margin)::text as margin from futures_position order by id');
      expect(found.map(({ margin }: { margin: string }) => margin)).toEqual(margins);
      const [account] = await runner.query(
        `select trim_scale(balance)::text as balance from ledger_account where owner_id = $1 and kind = 'contract'`,
        [users[0]],
      );
      expect(account?.balance ?? '0').toBe(left);
    });
  });
});
