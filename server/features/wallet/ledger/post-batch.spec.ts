import * as fc from 'fast-check';
import { DataSource, type QueryRunner } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { postBatch as postedBatch } from '../../../test/factories/posted-batch.js';
import { BooksStore } from './books.store.js';
import { registeredInvariants } from './invariants.js';
import './ledger-invariants.js';
import type { Journal, Leg } from './ledger-journal.js';
import type { Ledger } from './ledger.js';

const DATABASE_LIMIT_MS = 60_000;
/** A share, which has four decimals. */
const APPLE = 101;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let ledger: Ledger;
let next = 1;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 8).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  ledger = aLedger(source);
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  const checked = await new BooksStore(new ReadSource(serving)).check(registeredInvariants());
  await serving.destroy();
  await source.destroy();
  await database.drop();
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const postBatch = (journals: Journal[]) => source.transaction((tx) => postedBatch(tx, TEST_REASON, journals));

async function balances(owner: string): Promise<Record<string, string>> {
  const rows = await ledger.balancesOf(owner);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

async function freeze(owner: string, hold: string, amount: string): Promise<void> {
  await ledger.postAlone(
    aJournal(owner, {
      legs: [
        { owner, kind: 'spot', currencyId: USDT, amount: `-${amount}` },
        { owner, kind: 'option_frozen', currencyId: USDT, amount, hold },
      ],
    }),
  );
}

const release = (owner: string, hold: string, amount: string, paid: string): Journal =>
  aJournal(owner, {
    reference: `batch-${next++}`,
    legs: [
      { owner, kind: 'option_frozen', currencyId: USDT, amount: `-${amount}`, hold },
      { owner, kind: 'option', currencyId: USDT, amount: paid },
      { owner: null, kind: 'house_pnl', currencyId: USDT, amount: `${Number(amount) - Number(paid)}` },
    ].filter((leg) => Number(leg.amount) !== 0) as Leg[],
  });

describe('posting a batch', () => {
  it('settles holds of several users at once and answers what each account has now', async () => {
    const [one, two] = [await aUserId(source), await aUserId(source)];
    for (const user of [one, two]) await fund(source, user, '100');
    await freeze(one, `o:${one}:1`, '10');
    await freeze(one, `o:${one}:2`, '20');
    await freeze(two, `o:${two}:1`, '30');
    const posted = await postBatch([
      release(one, `o:${one}:1`, '10', '18'),
      release(one, `o:${one}:2`, '20', '5'),
      release(two, `o:${two}:1`, '30', '30'),
    ]);
    expect(posted.replayed).toEqual([]);
    expect(posted.journals).toHaveLength(3);
    expect(await balances(one)).toEqual({ spot: '70', option_frozen: '0', option: '23' });
    expect(await balances(two)).toEqual({ spot: '70', option_frozen: '0', option: '30' });
    const option = posted.accounts.find(({ owner, kind }) => owner === one && kind === 'option');
    expect(option).toMatchObject({ delta: '23', balance: '23', sequence: 2 });
    const holds = await source.query(
      `select count(*)::int as open from ledger_hold where closed_at is null and name like $1`,
      [`o:${one}:%`],
    );
    expect(holds).toEqual([{ open: 0 }]);
  });

  it.each(['fee', 'penalty'] as const)('takes a %s of whatever size', async (kind) => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    const taking = (amount: string): Journal =>
      aJournal(user, {
        reference: `batch-${next++}`,
        legs: [
          { owner: user, kind: 'spot', currencyId: USDT, amount: `-${amount}` },
          { owner: null, kind, currencyId: USDT, amount },
        ],
      });
    await postBatch(['0.00000001', '0.5', '3'].map(taking));
    expect(await balances(user)).toEqual({ spot: '6.49999999' });
  });

  it('raises a hold that is open by what is frozen more, and no hold that is closed', async () => {
    const user = await aUserId(source);
    await fund(source, user, '100');
    const hold = `o:${user}:1`;
    const freezing = (amount: string): Journal =>
      aJournal(user, {
        reference: `batch-${next++}`,
        legs: [
          { owner: user, kind: 'spot', currencyId: USDT, amount: `-${amount}` },
          { owner: user, kind: 'option_frozen', currencyId: USDT, amount, hold },
        ],
      });
    await postBatch([freezing('10')]);
    await postBatch([freezing('5'), freezing('2')]);
    const held = 'select trim_scale(amount)::text as amount from ledger_hold where name = $1';
    expect(await source.query(held, [hold])).toEqual([{ amount: '17' }]);
    await postBatch([release(user, hold, '17', '17')]);
    await expect(postBatch([freezing('1')])).rejects.toThrow(/hold of the batch is closed/);
    expect(await balances(user)).toEqual({ spot: '83', option_frozen: '0', option: '17' });
  });

  it('goes by the decimals of each currency, whatever others have', async () => {
    const user = await aUserId(source);
    await fund(source, user, '1');
    await fund(source, user, '1', { currencyId: APPLE });
    const moving = (currencyId: number, amount: string): Journal =>
      aJournal(user, {
        reference: `batch-${next++}`,
        legs: [
          { owner: user, kind: 'spot', currencyId, amount: `-${amount}` },
          { owner: user, kind: 'contract', currencyId, amount },
        ],
      });
    await postBatch([moving(USDT, '0.00000001'), moving(APPLE, '0.0001')]);
    await expect(postBatch([moving(APPLE, '0.00001')])).rejects.toThrow(/plain legs/);
    const left = await ledger.balancesOf(user);
    expect(left.map(({ kind, currencyId, balance }) => [kind, currencyId, balance])).toEqual([
      ['contract', USDT, '0.00000001'],
      ['contract', APPLE, '0.0001'],
      ['spot', USDT, '0.99999999'],
      ['spot', APPLE, '0.9999'],
    ]);
  });

  it('takes of an account of the house that stands in many shards that of its own connection', async () => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    const before = Number(await ledger.houseBalance('house_pnl', USDT));
    const taking = () =>
      aJournal(user, {
        reference: `batch-${next++}`,
        legs: [
          { owner: user, kind: 'spot', currencyId: USDT, amount: '-1' },
          { owner: null, kind: 'house_pnl', currencyId: USDT, amount: '1' },
        ],
      });
    const shards = new Set<number>();
    const runners: QueryRunner[] = [];
    try {
      while (shards.size < 2) {
        const runner = source.createQueryRunner();
        runners.push(runner);
        const [{ shard }] = await runner.query('select pg_backend_pid() % 16 as shard');
        if (shards.has(shard)) continue;
        shards.add(shard);
        for (const _ of [1, 2]) await postedBatch(runner.manager, TEST_REASON, [taking()]);
      }
    } finally {
      for (const runner of runners) await runner.release();
    }
    expect(await balances(user)).toEqual({ spot: '6' });
    expect(Number(await ledger.houseBalance('house_pnl', USDT)) - before).toBe(4);
  });

  it('posts what is new and skips what stands in the books', async () => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    const first = aJournal(user, { reference: `batch-${next++}` });
    const second = aJournal(user, { reference: `batch-${next++}` });
    await postBatch([first]);
    const posted = await postBatch([first, second]);
    expect(posted.replayed).toEqual([first.reference]);
    expect(posted.journals.map(({ reference }) => reference)).toEqual([second.reference]);
    expect(await balances(user)).toEqual({ spot: '8', option: '2' });
    expect((await postBatch([first, second])).journals).toEqual([]);
    expect(await balances(user)).toEqual({ spot: '8', option: '2' });
  });

  it('refuses a known reference with other legs, and everything with it', async () => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    const known = aJournal(user, { reference: `batch-${next++}` });
    await postBatch([known]);
    const other = { ...known, legs: known.legs.map((leg) => ({ ...leg, amount: leg.amount.replace('1', '2') })) };
    const fresh = aJournal(user, { reference: `batch-${next++}` });
    await expect(postBatch([fresh, other])).rejects.toThrow(/other legs/);
    expect(await balances(user)).toEqual({ spot: '9', option: '1' });
  });

  it.each<[string, (user: string) => Leg[], RegExp]>([
    [
      'legs that do not sum to zero',
      (owner) => [
        { owner, kind: 'spot', currencyId: USDT, amount: '-1' },
        { owner, kind: 'option', currencyId: USDT, amount: '2' },
      ],
      /sum to zero/,
    ],
    [
      'an account that passes below zero on the way',
      (owner) => [
        { owner, kind: 'spot', currencyId: USDT, amount: '-11' },
        { owner, kind: 'option', currencyId: USDT, amount: '11' },
        { owner, kind: 'option', currencyId: USDT, amount: '-11' },
        { owner, kind: 'spot', currencyId: USDT, amount: '11' },
      ],
      /ledger\.insufficient-balance/,
    ],
    [
      'more money than there is',
      (owner) => [
        { owner, kind: 'spot', currencyId: USDT, amount: '-11' },
        { owner, kind: 'option', currencyId: USDT, amount: '11' },
      ],
      /ledger\.insufficient-balance/,
    ],
    [
      'a hold that is not there',
      (owner) => [
        { owner, kind: 'option_frozen', currencyId: USDT, amount: '-1', hold: `none:${owner}` },
        { owner, kind: 'spot', currencyId: USDT, amount: '1' },
      ],
      /hold|insufficient/,
    ],
    [
      'frozen money without a hold',
      (owner) => [
        { owner, kind: 'spot', currencyId: USDT, amount: '-1' },
        { owner, kind: 'option_frozen', currencyId: USDT, amount: '1' },
      ],
      /plain legs/,
    ],
    [
      'too many decimals',
      (owner) => [
        { owner, kind: 'spot', currencyId: USDT, amount: '-1.0000000001' },
        { owner, kind: 'option', currencyId: USDT, amount: '1.0000000001' },
      ],
      /plain legs/,
    ],
  ])('refuses %s and moves nothing', async (_, legs, message) => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    const good = aJournal(user, { reference: `batch-${next++}` });
    const bad = aJournal(user, { reference: `batch-${next++}`, legs: legs(user) });
    await expect(postBatch([good, bad])).rejects.toThrow(message);
    expect((await balances(user)).spot).toBe('10');
  });

  it('leaves the same books as one posting after the other', async () => {
    const step = fc.record({
      who: fc.nat(2),
      from: fc.constantFrom('spot' as const, 'option' as const, 'house' as const),
      to: fc.constantFrom('contract' as const, 'trust' as const, 'house' as const),
      amount: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const users = await Promise.all(Array.from({ length: 6 }, () => aUserId(source)));
        for (const user of users) {
          await fund(source, user, '60');
          await fund(source, user, '60', { kind: 'option' });
        }
        const journalsOf = (offset: number): Journal[] =>
          steps
            .filter(({ from, to }) => from !== to)
            .map(({ who, from, to, amount }) => {
              const leg = (kind: typeof from | typeof to, signed: string): Leg =>
                kind === 'house'
                  ? { owner: null, kind: 'house_pnl', currencyId: USDT, amount: signed }
                  : { owner: users[offset + who] as string, kind, currencyId: USDT, amount: signed };
              return aJournal('', {
                reference: `batch-${next++}`,
                legs: [leg(from, `-${amount}`), leg(to, `${amount}`)],
              });
            });
        const [batch, single] = [journalsOf(0), journalsOf(3)];
        const outcome = await (batch.length === 0 ? Promise.resolve('done') : attempt(() => postBatch(batch)));
        const expected = await attempt(() =>
          source.transaction(async (tx) => {
            for (const journal of single) await ledger.post(tx, journal);
          }),
        );
        expect(outcome).toBe(expected);
        for (let who = 0; who < 3; who += 1) {
          const [left, right] = [await lines(users[who] as string), await lines(users[who + 3] as string)];
          expect(left).toEqual(right);
        }
      }),
      { numRuns: 40 },
    );
  });
});

async function attempt(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'done',
    () => 'refused',
  );
}

/** Every line of a user's accounts, without the numbers of rows. */
function lines(owner: string): Promise<unknown[]> {
  return source.query(
    `select a.kind, p.sequence, trim_scale(p.amount)::text as amount, trim_scale(p.balance_after)::text as after
       from ledger_posting p join ledger_account a on a.id = p.account_id where a.owner_id = $1 order by 1, 2`,
    [owner],
  );
}
