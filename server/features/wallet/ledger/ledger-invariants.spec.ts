import { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { violationsOf } from '../../../test/factories/books.js';
import { aJournal, aLedger, aUserId, BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { BooksStore } from './books.store.js';
import { registeredInvariants } from './invariants.js';
import './ledger-invariants.js';
import { registerReason } from './reasons.js';
import { SealJournals } from './seal-journals.js';
import { SealsStore } from './seals.store.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  source = await createDataSource(database.url, 8).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  await aHealthyBook();
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** Users with free, frozen and demo money in two currencies, fees, a closed hold, and two seals. */
async function aHealthyBook(): Promise<void> {
  const ledger = aLedger(source);
  const [anna, bert] = [await aUserId(source), await aUserId(source)];
  for (const owner of [anna, bert]) {
    await fund(source, owner, '100');
    await fund(source, owner, '2', { currencyId: BTC });
    await fund(source, owner, '1000', { demo: true });
    await ledger.postAlone(aJournal(owner));
  }
  const seal = new SealJournals(new SealsStore(serving), new FakeClock());
  await sealAll(seal);
  for (const hold of ['withdrawal:1', 'withdrawal:2']) {
    await ledger.postAlone(
      aJournal(anna, {
        legs: [
          { owner: anna, kind: 'spot', currencyId: USDT, amount: '-10' },
          { owner: anna, kind: 'spot_frozen', currencyId: USDT, amount: '10', hold },
        ],
      }),
    );
  }
  await ledger.postAlone(
    aJournal(anna, {
      legs: [
        { owner: anna, kind: 'spot_frozen', currencyId: USDT, amount: '-10', hold: 'withdrawal:2' },
        { owner: null, kind: 'external', currencyId: USDT, amount: '9' },
        { owner: null, kind: 'fee', currencyId: USDT, amount: '1' },
      ],
    }),
  );
  await sealAll(seal);
}

/** Sealing waits for whoever may still write, in any database of the server, and gives up after a while: again then. */
async function sealAll(seal: SealJournals): Promise<void> {
  while ((await seal.execute()) === 0)
    expect(await source.query('select * from ledger_broken_seals(1, 1000000)')).toEqual([]);
}

/** Runs a check inside a transaction in which somebody with every right has done something, and takes it back. */
async function rowsAfter(name: string, mutations: string[]): Promise<unknown[]> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    // Without its guards a book cannot hold L19.
    if (name !== 'L19') await putGuardsAside(runner.manager);
    for (const mutation of mutations) await runner.query(mutation);
    return await violationsOf(runner.manager, name);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

async function putGuardsAside(tx: EntityManager): Promise<void> {
  for (const table of [
    'ledger_account_form',
    'ledger_account',
    'ledger_journal',
    'ledger_posting',
    'ledger_hold',
    'ledger_seal',
  ]) {
    await tx.query(`alter table ${table} disable trigger all`);
  }
  await tx.query('alter table ledger_account drop constraint ledger_account_balance');
  await tx.query('alter table ledger_hold drop constraint ledger_hold_closed_empty');
  await tx.query('alter table ledger_journal drop constraint ledger_journal_reason_reference_key');
  await tx.query('alter domain money_amount drop constraint money_amount_check');
  await tx.query('alter domain ledger_amount drop constraint ledger_amount_check');
}

const USER_SPOT = `(select min(id) from ledger_account where kind = 'spot' and currency_id = 3 and not demo)`;
const FIRST_POSTING = `(account_id, sequence) = (${USER_SPOT}, 1)`;
const FROZEN = `(select id from ledger_account where kind = 'spot_frozen')`;

const MUTATIONS: [name: string, what: string, mutations: string[]][] = [
  ['L01', 'money is made', [`update ledger_posting set amount = amount + 1 where ${FIRST_POSTING}`]],
  [
    'L02',
    'two journals err in opposite directions',
    [
      `update ledger_posting set amount = amount + 1 where ${FIRST_POSTING}`,
      `update ledger_posting set amount = amount - 1 where (account_id, sequence) = (${USER_SPOT}, 2)`,
    ],
  ],
  [
    'L03',
    'a journal has no legs',
    [`insert into ledger_journal (reason, reference, demo, at) values ('test.move', 'x', false, now())`],
  ],
  ['L03', 'a journal has one leg', [`delete from ledger_posting where ${FIRST_POSTING}`]],
  ['L04', 'a balance is written', [`update ledger_account set balance = balance + 1 where id = ${USER_SPOT}`]],
  ['L04', 'a number is skipped', [`update ledger_account set sequence = sequence + 1 where id = ${USER_SPOT}`]],
  [
    'L05',
    'a balance on the way is wrong',
    [`update ledger_posting set balance_after = balance_after + 1 where ${FIRST_POSTING}`],
  ],
  ['L05', 'a line is missing', [`delete from ledger_posting where ${FIRST_POSTING}`]],
  ['L06', 'a line is in another currency', [`update ledger_posting set currency_id = 1 where ${FIRST_POSTING}`]],
  ['L06', 'a line is of another kind of money', [`update ledger_posting set demo = true where ${FIRST_POSTING}`]],
  ['L07', 'a user owes', [`update ledger_account set balance = -1 where id = ${USER_SPOT}`]],
  ['L07', 'a user owed on the way', [`update ledger_posting set balance_after = -1 where ${FIRST_POSTING}`]],
  ['L08', 'a user is exempt', [`update ledger_account set may_go_negative = true where id = ${USER_SPOT}`]],
  [
    'L08',
    'the insurance is exempt',
    [
      `insert into ledger_account (owner_key, house, kind, currency_id, scale, demo, may_go_negative)
       values (0, true, 'insurance', 3, 8, false, true)`,
    ],
  ],
  [
    'L08',
    'an account is found under another owner',
    [`update ledger_account set owner_key = 7 where id = ${USER_SPOT}`],
  ],
  ['L08', 'the fees owe', [`update ledger_account set balance = -1 where kind = 'fee'`]],
  ['L09', 'an amount is not a number', [`update ledger_posting set amount = 'NaN' where ${FIRST_POSTING}`]],
  ['L09', 'a balance is not a number', [`update ledger_account set balance = 'NaN' where id = ${USER_SPOT}`]],
  ['L10', 'an amount is too fine', [`update ledger_posting set amount = 0.000000001 where ${FIRST_POSTING}`]],
  ['L10', 'a hold is too fine', [`update ledger_hold set amount = 0.000000001`]],
  [
    'L11',
    'demo money meets real money',
    [`update ledger_account set demo = true where kind = 'spot' and currency_id = 1`],
  ],
  ['L11', 'a journal says that it is demo', [`update ledger_journal set demo = true where id = 1`]],
  ['L12', 'a hold shrinks', [`update ledger_hold set amount = amount - 1 where closed_at is null`]],
  ['L12', 'frozen money has no hold', [`delete from ledger_hold`]],
  ['L12', 'free money is held', [`update ledger_hold set account_id = ${USER_SPOT} where closed_at is null`]],
  ['L12', 'frozen money grows', [`update ledger_account set balance = balance + 1 where id = ${FROZEN}`]],
  [
    'L13',
    'money is held for something that nobody knows',
    [`update ledger_hold set name = 'nothing:1' where closed_at is null`],
  ],
  [
    'L14',
    'something is booked twice',
    [
      `insert into ledger_journal (reason, reference, demo, at) select reason, reference, demo, at from ledger_journal where id = 1`,
    ],
  ],
  [
    'L15',
    'a reference is another spelling of a number',
    [`update ledger_journal set reference = '0' || reference where reason = 'wallet.adjustment' and id = 1`],
  ],
  [
    'L15',
    'a journal has a number below zero',
    [
      `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
         values (-5, 'made.up', 'x', false, now())`,
    ],
  ],
  [
    'L03',
    'the newest lines have no journal',
    [`delete from ledger_journal where id = (select max(id) from ledger_journal)`],
  ],
  ['L15', 'nobody knows the reason', [`update ledger_journal set reason = 'made.up' where id = 1`]],
  ['L16', 'an amount is edited', [`update ledger_posting set amount = amount + 1 where ${FIRST_POSTING}`]],
  ['L16', 'a line is taken out', [`delete from ledger_posting where ${FIRST_POSTING}`]],
  ['L16', 'a journal is taken out', [`delete from ledger_journal where id = 2`]],
  [
    'L16',
    'a journal is put in',
    [
      `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
         select id, 'test.move', 'x', not demo, at from ledger_journal where id = 3`,
    ],
  ],
  ['L16', 'a journal is dated back', [`update ledger_journal set at = at - interval '1 day' where id = 3`]],
  ['L16', 'a reference is edited', [`update ledger_journal set reference = 'x' where id = 1`]],
  ['L16', 'a seal is made anew', [`update ledger_seal set hash = sha256('x') where id = 1`]],
  ['L16', 'the first seal is taken out', [`delete from ledger_seal where id = 1`]],
  [
    'L16',
    'a seal is numbered anew',
    [`update ledger_seal set id = id + 1 where id = (select max(id) from ledger_seal)`],
  ],
  ['L16', 'a seal says that it begins earlier', [`update ledger_seal set first_journal = 0 where id = 1`]],
  ['L18', 'the application may edit', [`grant update on ledger_posting to gateway_app`]],
  ['L18', 'the application may write postings', [`grant insert on ledger_posting to gateway_app`]],
  ['L19', 'a guard sleeps', [`alter table ledger_posting disable trigger ledger_posting_append_only`]],
  [
    'L19',
    'a guard is of no row',
    [
      'drop trigger ledger_posting_append_only on ledger_posting',
      `create trigger ledger_posting_append_only before update or delete on ledger_posting
         for each row when (false) execute function ledger_refuse_rewrite()`,
    ],
  ],
  [
    'L19',
    'a guard has gone to another table',
    [
      'drop trigger ledger_seal_refuse_truncate on ledger_seal',
      'create trigger ledger_seal_refuse_truncate before truncate on currency execute function ledger_refuse_rewrite()',
    ],
  ],
  [
    'L19',
    'a guard is bound to another function',
    [
      'drop trigger ledger_journal_append_only on ledger_journal',
      `create trigger ledger_journal_append_only before update or delete on ledger_journal
         for each row execute function account_event_number()`,
    ],
  ],
  [
    'L19',
    'a guard lets a column pass',
    [
      'drop trigger ledger_account_refuse_rewrite on ledger_account',
      `create trigger ledger_account_refuse_rewrite before delete or update of id, owner_id, owner_key, house, kind, currency_id, scale, demo, shard
         on ledger_account for each statement execute function ledger_refuse_rewrite()`,
    ],
  ],
  [
    'L20',
    'money is given to somebody else than the row says',
    [
      `update ledger_posting set account_id = (select max(id) from ledger_account where kind = 'spot' and currency_id = 3
         and not demo and id <> ${USER_SPOT}), sequence = 999 where ${FIRST_POSTING}`,
    ],
  ],
  ['L19', 'a guard is gone', [`drop trigger ledger_posting_balance on ledger_posting`]],
];

it('L19 knows a guard by what it does, whatever it is called', async () => {
  expect(
    await rowsAfter('L19', ['alter trigger ledger_posting_append_only on ledger_posting rename to otherwise']),
  ).toEqual([]);
});

describe('the invariants', () => {
  it('all hold for a healthy book', async () => {
    const checked = await new BooksStore(new ReadSource(serving)).check(registeredInvariants());
    expect(checked.map(({ name, rows }) => [name, rows])).toEqual(registeredInvariants().map(({ name }) => [name, []]));
  });

  it('each have a mutation below that they must see', () => {
    const seen = new Set(MUTATIONS.map(([name]) => name));
    const names = registeredInvariants().map(({ name }) => name);
    expect(names.filter((name) => /^L\d\d$/.test(name))).toEqual([...seen].sort());
  });

  it.each(MUTATIONS)('%s sees that %s', async (name, _what, mutations) => {
    expect(await rowsAfter(name, [])).toEqual([]);
    expect((await rowsAfter(name, mutations)).length).toBeGreaterThan(0);
  });

  it('L15 follows each reason to its business row', async () => {
    registerReason('test.move', `select where j.reference <> '1'`);
    try {
      expect(await violationsOf(source.manager, 'L15')).toEqual([
        expect.objectContaining({ reason: 'test.move', reference: '1' }),
      ]);
    } finally {
      registerReason('test.move', null);
    }
  });
});
