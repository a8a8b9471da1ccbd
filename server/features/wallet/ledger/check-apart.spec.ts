import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aLedger, aUserId, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { BooksProgressStore } from './books-progress.store.js';
import { BooksStore } from './books.store.js';
import { CheckRound, type RoundLimits } from './check-round.js';
import type { Invariant } from './invariants.js';
import { registerSubject } from './subjects.js';

/** What no journal leads to: seals of another log, and things that nobody booked. */
registerSubject({ table: 'a_seal', touchedBy: 'select id from a_seal where false', sliceRows: 2, isChain: true });
registerSubject({
  table: 'a_thing',
  touchedBy: `select number from recent where reason = '${TEST_REASON}'`,
  sliceRows: 100,
  booked: { as: ['test.other', TEST_REASON], when: 'r.is_real' },
});

const INVARIANTS: Invariant[] = [
  {
    name: 'Z01',
    says: 'No seal is broken.',
    parts: [{ over: 'a_seal', sql: 'select id, null::boolean as demo from checked where is_broken' }],
  },
  {
    name: 'Z02',
    says: 'Each thing is booked.',
    parts: [
      {
        over: 'a_thing',
        sql: `select t.id, false as demo from checked t where t.is_real and not exists (
                select from ledger_journal j where j.reason = '${TEST_REASON}' and j.reference = t.id::text)`,
      },
    ],
  },
];
/** A round that comes to nothing old. */
const NEW: RoundLimits = { rows: 0, suspects: 50, slices: 100, newest: 10 };

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let progress: BooksProgressStore;

beforeAll(() => {
  Logger.overrideLogger(false);
});

beforeEach(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 4).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
  progress = new BooksProgressStore(serving);
  await source.query(
    `create table a_seal (id bigint primary key, hash bytea not null, is_broken boolean not null default false);
     create table a_thing (id bigint primary key, is_real boolean not null);
     grant select on a_seal, a_thing to gateway_app`,
  );
  await sealUpTo(5);
}, 60_000);

afterEach(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

async function sealUpTo(last: number): Promise<void> {
  await source.query(
    `insert into a_seal (id, hash) select i, sha256(convert_to(i::text, 'UTF8')) from generate_series(1, $1::integer) i
     on conflict do nothing`,
    [last],
  );
}

async function found(limits: RoundLimits = NEW): Promise<string[]> {
  const { checked } = await new CheckRound(new BooksStore(new ReadSource(serving)), progress).execute(
    INVARIANTS,
    limits,
  );
  return checked.flatMap(({ name, rows }) => rows.map(({ details }) => `${name}:${details.id}`));
}

const verified = () => progress.chainVerifiedTo('a_seal').then(Number);

describe('seals of another log', () => {
  it('are looked at from the last verified one on, and verified', async () => {
    expect(await found()).toEqual([]);
    expect(await verified()).toBe(5);
    await sealUpTo(8);
    await source.query('update a_seal set is_broken = true where id in (3, 7)');
    expect(await found()).toEqual(['Z01:7']);
    expect(await verified()).toBe(8);
  });

  it('stay found until they are mended', async () => {
    await source.query('update a_seal set is_broken = true where id = 4');
    for (const round of [1, 2]) expect([round, ...(await found())]).toEqual([round, 'Z01:4']);
    await source.query('update a_seal set is_broken = false');
    expect(await found()).toEqual([]);
  });

  it('are come to by the pass, however long ago they were verified', async () => {
    await found();
    await source.query('update a_seal set is_broken = true where id = 2');
    expect(await found()).toEqual([]);
    expect(await found({ ...NEW, rows: 1000 })).toEqual(['Z01:2']);
  });

  it('are more than one round looks at, which goes on in the next and says so', async () => {
    const round = () =>
      new CheckRound(new BooksStore(new ReadSource(serving)), progress).execute(INVARIANTS, { ...NEW, slices: 1 });
    // Slices of two.
    expect([(await round()).isComplete, await verified()]).toEqual([false, 2]);
    expect([(await round()).isComplete, await verified()]).toEqual([false, 4]);
    await round();
    expect([(await round()).isComplete, await verified()]).toEqual([true, 5]);
  });

  it('are verified no further when the verified one is gone, made anew or not', async () => {
    await found();
    await source.query('delete from a_seal where id = 5');
    await sealUpTo(6);
    await source.query(`update a_seal set hash = sha256('other') where id = 5`);
    await found();
    expect(await verified()).toBe(5);
  });
});

describe('what must be booked', () => {
  const thing = (id: number, isReal = true) => source.query('insert into a_thing values ($1, $2)', [id, isReal]);

  it('is missed at once among the newest rows, and until it is booked', async () => {
    await thing(1);
    await thing(2, false);
    expect(await found()).toEqual(['Z02:1']);
    // It is not among the newest any more, and stays found.
    for (let id = 3; id < 20; id += 1) await thing(id, false);
    expect(await found()).toEqual(['Z02:1']);
    const user = await aUserId(source);
    await aLedger(source).postAlone({
      reason: TEST_REASON,
      reference: '1',
      at: Date.now(),
      legs: [
        { owner: user, kind: 'spot', currencyId: USDT, amount: '1' },
        { owner: null, kind: 'external', currencyId: USDT, amount: '-1' },
      ],
    });
    expect(await found()).toEqual([]);
  });

  it('is found by the pass where it is older', async () => {
    await thing(1);
    for (let id = 2; id < 20; id += 1) await thing(id, false);
    expect(await found()).toEqual([]);
    expect(await found({ ...NEW, rows: 1000 })).toEqual(['Z02:1']);
  });
});
