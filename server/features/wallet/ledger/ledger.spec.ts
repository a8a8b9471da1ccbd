import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { deadlocksOf } from '../../../test/deadlocks.js';
import { aJournal, aLedger, aUserId, BTC, fund, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { BooksStore } from './books.store.js';
import { registeredInvariants } from './invariants.js';
import type { Leg } from './ledger-journal.js';
import './ledger-invariants.js';
import type { Ledger } from './ledger.js';
import { registeredReasons, registerReason } from './reasons.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let ledger: Ledger;
let user: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
  // A pool lets ten callers a connection wait, and the races below are of up to four hundred.
  source = await createDataSource(database.url, 40).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
  ledger = aLedger(source);
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await expectBooksInOrder();
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  [user, other] = [await aUserId(source), await aUserId(source)];
  await fund(source, user, '100');
});

async function expectBooksInOrder(): Promise<void> {
  const checked = await new BooksStore(new ReadSource(serving)).check(registeredInvariants());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
}

async function balances(owner: string): Promise<Record<string, string>> {
  const rows = await ledger.balancesOf(owner);
  return Object.fromEntries(rows.map(({ kind, currencyId, balance }) => [`${kind}:${currencyId}`, balance]));
}

const move = (amount: string, from: Partial<Leg> = {}, to: Partial<Leg> = {}): Leg[] => [
  { owner: user, kind: 'spot', currencyId: USDT, amount: `-${amount}`, ...from },
  { owner: user, kind: 'option', currencyId: USDT, amount, ...to },
];
const post = (legs: Leg[], values = {}) => ledger.postAlone(aJournal(user, { legs, ...values }));
const failsWith = (pattern: RegExp) => expect.objectContaining({ message: expect.stringMatching(pattern) });

it.each([
  ['demo money', { demo: true }],
  ['trust', { kind: 'trust' }],
  ['trust with demo money', { kind: 'trust', demo: true }],
] as const)('a sub-account has no account of %s, and every other one', async (_what, where) => {
  const [{ id: sub }] = await source.query(`insert into account_user (created_at) values (now()) returning id`);
  await source.query(
    `insert into sub_account (user_id, main_id, label, label_key, created_at) values ($1, $2, 'Grid', 'grid', now())`,
    [sub, user],
  );
  await expect(fund(source, sub, '1', where)).rejects.toMatchObject({ code: 'SU001' });
  for (const kind of ['spot', 'contract', 'option'] as const) await fund(source, sub, '1', { kind });
  await expect(balances(sub)).resolves.toEqual({ 'spot:3': '1', 'contract:3': '1', 'option:3': '1' });
});

describe('posting', () => {
  it('moves money, answers the balances leg by leg, and leaves numbered lines', async () => {
    const posted = await post(move('30.25'));
    expect(posted).toMatchObject({ replayed: false, balances: ['69.75', '30.25'] });
    expect(await balances(user)).toEqual({ 'spot:3': '69.75', 'option:3': '30.25' });
    const lines = await source.query(
      `select a.kind, p.sequence, trim_scale(p.amount)::text as amount, trim_scale(p.balance_after)::text as after
         from ledger_posting p join ledger_account a on a.id = p.account_id where a.owner_id = $1
        order by a.kind, p.sequence`,
      [user],
    );
    expect(lines).toEqual([
      { kind: 'option', sequence: '1', amount: '30.25', after: '30.25' },
      { kind: 'spot', sequence: '1', amount: '100', after: '100' },
      { kind: 'spot', sequence: '2', amount: '-30.25', after: '69.75' },
    ]);
  });

  it('answers the same when it is posted again, and moves nothing', async () => {
    const journal = aJournal(user, { legs: move('30') });
    const first = await ledger.postAlone(journal);
    await post(move('20'));
    expect(await ledger.postAlone(journal)).toEqual({ ...first, replayed: true });
    expect(await balances(user)).toEqual({ 'spot:3': '50', 'option:3': '50' });
  });

  it('answers again what each of two users had of it, and asks no other account of the house', async () => {
    const legs: Leg[] = [
      { owner: user, kind: 'spot', currencyId: USDT, amount: '-30' },
      { owner: other, kind: 'spot', currencyId: USDT, amount: '20' },
      { owner: null, kind: 'fee', currencyId: USDT, amount: '10' },
    ];
    const journal = aJournal(user, { legs });
    expect((await ledger.postAlone(journal)).balances).toEqual(['70', '20', null]);
    expect(await ledger.postAlone(journal)).toMatchObject({ replayed: true, balances: ['70', '20', null] });
  });

  it.each([
    ['amounts', (legs: Leg[]) => legs.map((leg) => ({ ...leg, amount: leg.amount.replace('30', '31') }))],
    [
      'a target',
      (legs: Leg[]) => legs.map((leg) => (leg.kind === 'option' ? { ...leg, kind: 'trust' as const } : leg)),
    ],
    ['an owner', (legs: Leg[]) => legs.map((leg) => (leg.kind === 'option' ? { ...leg, owner: other } : leg))],
  ])('refuses a reference that comes again with other %s', async (_what, change) => {
    const journal = aJournal(user, { legs: move('30') });
    await ledger.postAlone(journal);
    await expect(ledger.postAlone({ ...journal, legs: change(journal.legs) })).rejects.toEqual(
      failsWith(/stands in the books with other legs/),
    );
    expect(await balances(user)).toEqual({ 'spot:3': '70', 'option:3': '30' });
  });

  it.each(['100.00000001', '99999999999999999999'])('refuses %s when there is 100', async (amount) => {
    await expect(post(move(amount))).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    expect(await balances(user)).toEqual({ 'spot:3': '100' });
  });

  it('gives out the last unit', async () => {
    await post(move('100'));
    expect(await balances(user)).toEqual({ 'spot:3': '0', 'option:3': '100' });
  });

  it('refuses to pass below zero on the way, though the end would be above', async () => {
    const legs: Leg[] = [
      { owner: user, kind: 'spot', currencyId: USDT, amount: '-150' },
      { owner: user, kind: 'spot', currencyId: USDT, amount: '150' },
    ];
    await expect(post(legs)).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    await post(legs.toReversed());
    expect(await balances(user)).toEqual({ 'spot:3': '100' });
  });

  it('leaves nothing when the transaction fails after it', async () => {
    const journal = aJournal(user, { legs: move('30') });
    await expect(
      source.transaction(async (tx) => {
        await ledger.post(tx, journal);
        throw new Error('half-way');
      }),
    ).rejects.toThrow('half-way');
    expect(await balances(user)).toEqual({ 'spot:3': '100' });
    const journals = await source.query('select from ledger_journal where reason = $1 and reference = $2', [
      journal.reason,
      journal.reference,
    ]);
    expect(journals).toEqual([]);
  });

  it('refuses a reason that nobody registered', async () => {
    await expect(post(move('1'), { reason: 'unknown.reason' })).rejects.toThrow(/Nobody registered/);
  });

  it.each<[string, () => Leg[], RegExp]>([
    ['one leg', () => move('1').slice(0, 1), /2 to 64 complete legs/],
    ['legs that do not sum to zero', () => move('1', { amount: '-1.5' }), /do not sum to zero/],
    ['one currency in, another out', () => move('1', {}, { currencyId: BTC }), /do not sum to zero/],
    ['a leg of zero', () => [...move('1'), ...move('0', { amount: '0' })], /ledger_amount_check/],
    ['more decimals than the currency has', () => move('0.000000001'), /has 8 decimals/],
    [
      'more decimals, cancelled within the account',
      () => [...move('0.5'), ...move('0.000000001', { kind: 'option' }, { amount: '0.000000001' })],
      /has 8 decimals/,
    ],
    ['more decimals than any currency', () => move('0.0000000000000000019'), /has 8 decimals/],
    ['NaN', () => move('1', { amount: 'NaN' }, { amount: 'NaN' }), /ledger_amount|money_amount|insufficient/],
    ['infinity', () => move('1', { amount: '-Infinity' }, { amount: 'Infinity' }), /overflow|infinity/],
    ['frozen money without a hold', () => move('1', {}, { kind: 'option_frozen' }), /names its hold/],
    ['a hold on free money', () => move('1', {}, { hold: 'a:1' }), /names its hold/],
    ['an unknown currency', () => move('1', { currencyId: 9999 }, { currencyId: 9999 }), /no such account/],
    ['a house kind of a user', () => move('1', {}, { kind: 'fee' }), /no such account/],
    ['a kind of a user of the house', () => move('1', {}, { owner: null }), /no such account/],
  ])('refuses %s', async (_what, legs, pattern) => {
    await expect(post(legs())).rejects.toEqual(failsWith(pattern));
    expect(await balances(user)).toEqual({ 'spot:3': '100' });
  });

  it('takes sixty-four legs, and not one more', async () => {
    const others = await Promise.all(Array.from({ length: 64 }, () => aUserId(source)));
    // Each has its account already: nothing but the count of the legs is wrong.
    for (const owner of others) await fund(source, owner, '1');
    const shared = (among: string[]): Leg[] => [
      { owner: user, kind: 'spot', currencyId: USDT, amount: `-${among.length * 0.5}` },
      ...among.map((owner): Leg => ({ owner, kind: 'spot', currencyId: USDT, amount: '0.5' })),
    ];
    await post(shared(others.slice(1)));
    expect(await balances(user)).toEqual({ 'spot:3': '68.5' });
    await expect(post(shared(others))).rejects.toEqual(failsWith(/2 to 64 complete legs/));
    expect(await balances(user)).toEqual({ 'spot:3': '68.5' });
    expect(await balances(others[1] as string)).toEqual({ 'spot:3': '1.5' });
  });

  it('keeps demo money apart', async () => {
    await fund(source, user, '7', { demo: true });
    await expect(post(move('8'), { demo: true })).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    await post(move('7'), { demo: true });
    expect(await balances(user)).toEqual({ 'spot:3': '100' });
    expect(await ledger.balancesOf(user, true)).toEqual([
      { kind: 'option', currencyId: USDT, balance: '7' },
      { kind: 'spot', currencyId: USDT, balance: '0' },
    ]);
  });
});

describe('holds', () => {
  const freeze = (amount: string, hold: string) => post(move(amount, {}, { kind: 'spot_frozen', hold }));
  const release = (amount: string, hold: string) => post(move(amount, { kind: 'spot_frozen', hold }, { kind: 'spot' }));

  it('opens, raises, lowers and closes with the money', async () => {
    const hold = `withdrawal:${user}`;
    await freeze('40', hold);
    await freeze('5', hold);
    await release('15', hold);
    const open =
      'select trim_scale(amount)::text as amount, closed_at is null as open from ledger_hold where name = $1';
    expect(await source.query(open, [hold])).toEqual([{ amount: '30', open: true }]);
    await release('30', hold);
    expect(await source.query(open, [hold])).toEqual([{ amount: '0', open: false }]);
    await expect(freeze('1', hold)).rejects.toEqual(failsWith(/is closed or does not reach/));
    expect(await balances(user)).toEqual({ 'spot:3': '100', 'spot_frozen:3': '0' });
  });

  it('never releases what another holds', async () => {
    await freeze('40', `test:a${user}`);
    await freeze('40', `test:b${user}`);
    await expect(release('41', `test:a${user}`)).rejects.toEqual(failsWith(/does not reach/));
    await expect(release('1', `test:c${user}`)).rejects.toEqual(failsWith(/does not reach/));
    expect(await balances(user)).toEqual({ 'spot:3': '20', 'spot_frozen:3': '80' });
  });
});

describe('the house', () => {
  const fee = (amount: string): Leg[] => [
    { owner: user, kind: 'spot', currencyId: USDT, amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
    { owner: null, kind: 'fee', currencyId: USDT, amount },
  ];

  it('keeps a busy account in shards and gives back from all of them, but never more than there is', async () => {
    const before = await ledger.houseBalance('fee', USDT);
    await Promise.all(Array.from({ length: 40 }, () => post(fee('1'))));
    expect(Number(await ledger.houseBalance('fee', USDT)) - Number(before)).toBe(40);
    const [{ shards }] = await source.query(
      `select count(*)::integer as shards from ledger_account where kind = 'fee' and balance > 0`,
    );
    expect(shards).toBeGreaterThan(1);
    await post(fee(`-${39 + Number(before)}`));
    expect(await ledger.houseBalance('fee', USDT)).toBe('1');
    await expect(post(fee('-2'))).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
  });

  it('takes the first fee of a coin in a journal that names an account twice, below one unit too', async () => {
    const HBAR = 28;
    await fund(source, user, '1', { currencyId: HBAR });
    const part: Leg = { owner: user, kind: 'spot', currencyId: HBAR, amount: '-0.25' };
    await post([part, part, { owner: null, kind: 'fee', currencyId: HBAR, amount: '0.5' }]);
    expect(await balances(user)).toEqual({ 'spot:3': '100', 'spot:28': '0.5' });
    expect(await ledger.houseBalance('fee', HBAR)).toBe('0.5');
  });
});

describe('races', () => {
  const settled = async (work: Promise<unknown>[]) => {
    const results = await Promise.allSettled(work);
    return {
      done: results.filter(({ status }) => status === 'fulfilled').length,
      codes: new Set(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))),
    };
  };

  it('lets exactly 50 of 200 spends through where 50 are funded', async () => {
    const poor = await aUserId(source);
    await fund(source, poor, '50');
    const spends = Array.from({ length: 200 }, () => ledger.postAlone(aJournal(poor)));
    expect(await settled(spends)).toEqual({ done: 50, codes: new Set(['ledger.insufficient-balance']) });
    expect(await balances(poor)).toEqual({ 'spot:3': '0', 'option:3': '50' });
  });

  it('never deadlocks on transfers in opposite directions, not even over accounts that are new', async () => {
    await fund(source, other, '100');
    const before = await deadlocksOf(source, serving);
    const pairs: Leg[][] = [
      move('0.01', { owner: user }, { owner: other, kind: 'trust' }),
      move('0.01', { owner: other }, { owner: user, kind: 'contract' }),
      move('0.01', { owner: user, kind: 'spot' }, { owner: other, kind: 'spot' }),
      move('0.01', { owner: other, kind: 'spot' }, { owner: user, kind: 'spot' }),
    ];
    const work = Array.from({ length: 400 }, (_, index) => post(pairs[index % 4] as Leg[]));
    expect(await settled(work)).toEqual({ done: 400, codes: new Set() });
    expect(await deadlocksOf(source, serving)).toBe(before);
  });

  it('does what one reference asks for once, however many ask', async () => {
    const journal = aJournal(user, { legs: move('60') });
    const answers = await Promise.all(Array.from({ length: 32 }, () => ledger.postAlone(journal)));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.balances.join())).size).toBe(1);
    expect(await balances(user)).toEqual({ 'spot:3': '40', 'option:3': '60' });
  });

  it('numbers the lines of a busy account without a gap', async () => {
    const users = await Promise.all(Array.from({ length: 16 }, () => aUserId(source)));
    await Promise.all(users.map((owner) => fund(source, owner, '20')));
    await Promise.all(
      Array.from({ length: 320 }, (_, index) =>
        post([
          { owner: users[index % 16] as string, kind: 'spot', currencyId: USDT, amount: '-1' },
          { owner: user, kind: 'contract', currencyId: USDT, amount: '1' },
        ]),
      ),
    );
    const [busy] = await source.query(
      `select count(*)::integer as lines, min(p.sequence)::integer as first, max(p.sequence)::integer as last
         from ledger_posting p join ledger_account a on a.id = p.account_id
        where a.owner_id = $1 and a.kind = 'contract'`,
      [user],
    );
    expect(busy).toEqual({ lines: 320, first: 1, last: 320 });
  });
});

describe('nobody changes the books', () => {
  it.each([
    ['update ledger_posting set amount = amount', /written once/],
    ['delete from ledger_posting', /written once/],
    ['truncate ledger_posting', /written once/],
    ['update ledger_journal set reason = reason', /written once/],
    ['delete from ledger_journal', /written once/],
    ['truncate ledger_journal cascade', /written once/],
    ['delete from ledger_account', /written once/],
    ['truncate ledger_account cascade', /written once/],
    [`update ledger_account set kind = 'trust'`, /written once/],
    ['update ledger_account set may_go_negative = true', /written once/],
    ['update ledger_account set owner_id = null', /written once/],
    ['delete from ledger_hold', /written once/],
    ['truncate ledger_seal', /written once/],
    [`update trading_mode set mode = 'elsewhere'`, /trading_mode_mode_check/],
    ['truncate trading_mode_change', /written once/],
    [`update ledger_account set balance = -1 where owner_id is not null`, /ledger_account_balance/],
    [`update ledger_account set balance = 'NaN'`, /money_amount/],
    [`update currency set scale = 2 where id = 3`, /violates foreign key/],
    [
      `insert into ledger_account (owner_id, kind, currency_id, scale, demo, may_go_negative)
       select min(id), 'spot', 1, 8, false, true from account_user`,
      /ledger_account_form/,
    ],
    [
      `insert into ledger_account (kind, currency_id, scale, demo, may_go_negative) values ('fee', 1, 8, false, true)`,
      /ledger_account_form/,
    ],
    [
      `insert into ledger_account (kind, currency_id, scale, demo, may_go_negative) values ('spot', 1, 8, false, false)`,
      /ledger_account_form/,
    ],
    [
      `insert into ledger_account (kind, currency_id, scale, demo, may_go_negative) values ('external', 1, 8, true, true)`,
      /ledger_account_form/,
    ],
    [
      `insert into ledger_account (kind, currency_id, scale, demo, may_go_negative) values ('fee', 1, 2, false, false)`,
      /violates foreign key/,
    ],
    [
      `insert into ledger_journal (reason, reference, demo, at) values ('test.move', '', false, now())`,
      /ledger_name_check/,
    ],
    [
      `insert into ledger_journal (reason, reference, demo, at)
       select reason, reference, demo, at from ledger_journal limit 1`,
      /duplicate key/,
    ],
    [
      `insert into ledger_posting select account_id, sequence + 100000, journal_id, currency_id, demo, 5, 5
         from ledger_posting limit 1`,
      /do not sum to zero/,
    ],
    [
      `insert into ledger_posting select account_id, sequence + 100000, journal_id, 1, demo, 0, 5
         from ledger_posting limit 1`,
      /ledger_amount_check/,
    ],
    [
      `insert into ledger_posting select account_id, sequence + 100000, journal_id, 1, demo, x, 5
         from (select * from ledger_posting where currency_id = 3 limit 1) p, (values (1), (-1)) v (x)`,
      /duplicate key|violates foreign key/,
    ],
    [
      `insert into ledger_posting select account_id, sequence + 100000 + x, journal_id, 1, demo, x, 5
         from (select * from ledger_posting where currency_id = 3 limit 1) p, (values (1), (-1)) v (x)`,
      /currency and the book of its account/,
    ],
    [
      `insert into ledger_posting select account_id, sequence + 100000 + x, journal_id, currency_id, not demo, x, 5
         from (select * from ledger_posting limit 1) p, (values (1), (-1)) v (x)`,
      /currency and the book of its account/,
    ],
  ])('%s', async (statement, pattern) => {
    await expect(source.query(statement)).rejects.toEqual(failsWith(pattern));
  });

  it('refuses the application role even what the triggers would', async () => {
    const statements = [
      'update ledger_posting set amount = 1',
      'delete from ledger_journal',
      'truncate ledger_posting',
      'insert into ledger_journal (reason, reference, demo, at) values ($$a.b$$, $$1$$, false, now())',
      'insert into ledger_posting values (1, 1, 1, 1, false, 1, 1)',
      'update ledger_account set balance = 1',
      'alter table ledger_posting disable trigger all',
      `select ledger_move_hold('x', 1, 1, now())`,
      `select ledger_post_steps(1, now(), false, '{1,1}', '{spot,option}', '{3,3}', '{-1,1}', '{null,null}')`,
      `select ledger_open_accounts(false, '{1}', '{spot}', '{3}')`,
      `select ledger_post('options.settle', '1', now(), false, '{1,1}', '{spot,option}', '{3,3}', '{-1,1}', '{null,null}')`,
      `select ledger_post_batch('options.settle', now(), false, '{1,1}', '{1,1}', '{spot,option}', '{3,3}', '{-1,1}', '{null,null}')`,
    ];
    for (const statement of statements) {
      const attempt = source.transaction(async (tx) => {
        await tx.query('set local role gateway_app');
        await tx.query(statement);
      });
      await expect(attempt).rejects.toEqual(failsWith(/permission denied|must be owner/));
    }
  });

  const postAs = (role: string, reason: string) =>
    source.transaction(async (tx) => {
      await tx.query(`set local role ${role}`);
      await ledger.post(tx, aJournal(user, { reason }));
    });

  it('lets the application role post what programs book by themselves', async () => {
    if (!registeredReasons().has('otc.escrow')) registerReason('otc.escrow', null);
    await postAs('gateway_app', 'otc.escrow');
    expect(await balances(user)).toEqual({ 'spot:3': '99', 'option:3': '1' });
  });

  it.each(['gateway_app', 'gateway_worker', 'gateway_feed', 'gateway_verifier'])(
    'lets %s book no work of a function: no result, no interest, no liquidation',
    async (role) => {
      const before = await balances(user);
      await expect(postAs(role, TEST_REASON)).rejects.toEqual(failsWith(/permission denied/));
      for (const reason of ['options.settle', 'trust.interest', 'futures.close', 'spot.fill', 'referral.rebate']) {
        for (const name of ['ledger_post_direct', 'ledger_post']) {
          const attempt = source.transaction(async (tx) => {
            await tx.query(`set local role ${role}`);
            await tx.query(
              `select ${name}($2, '1', now(), false, array[$1, $1]::bigint[], '{spot,option}', '{3,3}', '{-1,1}', '{null,null}')`,
              [user, reason],
            );
          });
          await expect(attempt).rejects.toEqual(failsWith(/permission denied/));
        }
      }
      expect(await balances(user)).toEqual(before);
    },
  );

  it('has in that list what programs book, and nothing that a function books', () => {
    const files = (folder: string, ending: RegExp) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => ending.test(path))
        .map((path) => readFileSync(join(folder, path), 'utf8'));
    const features = join(__dirname, '../..');
    const list = readFileSync(join(__dirname, 'sql/ledger_post_direct.sql'), 'utf8');
    const direct = [...list.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, reason = '']) => reason);
    expect(direct.length).toBeGreaterThan(10);
    const programs = files(features, /(?<!\.spec|-invariants)\.ts$/).join('\n');
    expect(direct.filter((reason) => !programs.includes(`'${reason}'`))).toEqual([]);
    const functions = files(features, /sql\/(?!ledger_post_direct)\w+\.sql$/).join('\n');
    const booked = direct.filter((reason) => new RegExp(`(_post\\w*|_book)\\(\\s*'${reason}'`).test(functions));
    expect(booked).toEqual([]);
  });
});
