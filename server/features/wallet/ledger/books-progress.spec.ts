import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { BooksProgressStore, type Suspect } from './books-progress.store.js';
import { BooksStore } from './books.store.js';
import { LedgerStore } from './ledger.store.js';
import { StatementStore } from './statement.store.js';
import { TradingModeStore } from './trading-mode.store.js';

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let progress: BooksProgressStore;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 2).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  progress = new BooksProgressStore(serving);
}, 60_000);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  await source.query(
    `alter table ledger_seal disable trigger all; delete from ledger_seal; delete from books_suspect;
     delete from books_chain; delete from books_place;
     update books_progress set verified_journal = 0, verified_seal = null, verified_hash = null, passed_at = null`,
  );
});

/** Seals of ten journals each. */
async function seals(count: number): Promise<void> {
  await source.query(
    `insert into ledger_seal (id, first_journal, last_journal, previous_hash, hash, sealed_at)
     select i, i * 10 - 9, i * 10, sha256('before'), sha256(convert_to(i::text, 'UTF8')), now()
       from generate_series(1, $1::integer) i`,
    [count],
  );
}

describe('how far the books are verified', () => {
  const marks = async () => {
    const [row] = await source.query(
      `select p.verified_journal::text as journal, p.verified_seal::text as seal, p.verified_hash = s.hash as is_its
         from books_progress p left join ledger_seal s on s.id = p.verified_seal`,
    );
    return [row.journal, row.seal, row.is_its];
  };

  it('goes forward alone, with the last seal that it covers', async () => {
    await seals(4);
    expect(await progress.verifiedTo()).toBe('0');
    await progress.verify('9');
    expect(await marks()).toEqual(['9', null, null]);
    await progress.verify('20');
    expect(await marks()).toEqual(['20', '2', true]);
    await progress.verify('29');
    expect(await marks()).toEqual(['29', '2', true]);
    await progress.verify('12');
    expect(await marks()).toEqual(['29', '2', true]);
    expect(await progress.verifiedTo()).toBe('29');
  });

  it.each([
    ['gone', 'delete from ledger_seal where id = 2'],
    ['another one', `update ledger_seal set hash = sha256('other') where id = 2`],
    [
      'one that another has become',
      `update ledger_seal set hash = case id when 2 then sha256('2 again') else sha256('2') end where id in (2, 3)`,
    ],
  ])('stays where it is when its seal is %s', async (_what, change) => {
    await seals(4);
    await progress.verify('20');
    await source.query(change);
    await progress.verify('30');
    expect(await progress.verifiedTo()).toBe('20');
  });

  it('of a chain goes forward alone, each chain for itself', async () => {
    await seals(3);
    await progress.verifyChain('ledger_seal', '2');
    await source.query(
      `insert into books_chain (subject, verified_row, verified_hash) values ('other', 7, sha256('7'))`,
    );
    const to = async () => [await progress.chainVerifiedTo('ledger_seal'), await progress.chainVerifiedTo('other')];
    expect(await to()).toEqual(['2', '7']);
    await progress.verifyChain('ledger_seal', '1');
    expect(await to()).toEqual(['2', '7']);
    await progress.verifyChain('ledger_seal', '3');
    expect(await to()).toEqual(['3', '7']);
    const [chain] = await source.query(
      `select c.verified_hash = s.hash as is_its from books_chain c join ledger_seal s on s.id = 3 where c.subject = 'ledger_seal'`,
    );
    expect(chain.is_its).toBe(true);
    expect(await progress.chainVerifiedTo('nobody')).toBe('0');
  });

  it.each([
    ['gone', 'delete from ledger_seal where id = 2'],
    ['another one', `update ledger_seal set hash = sha256('other') where id = 2`],
    [
      'one that another has become',
      `update ledger_seal set hash = case id when 2 then sha256('2 again') else sha256('2') end where id in (1, 2)`,
    ],
  ])('of a chain stays where it is when its seal is %s', async (_what, change) => {
    await seals(3);
    await progress.verifyChain('ledger_seal', '2');
    await source.query(change);
    await progress.verifyChain('ledger_seal', '3');
    expect(await progress.chainVerifiedTo('ledger_seal')).toBe('2');
  });
});

describe('suspect slices', () => {
  const slice = (subject: string, first: string, last: string): Suspect => ({ subject, range: { first, last } });
  const one = slice('ledger_journal', '1', '10');
  /** Each is like the first one but for one thing. */
  const others = [slice('journals', '1', '10'), slice('ledger_journal', '2', '10'), slice('ledger_journal', '1', '9')];
  const standing = async () => {
    const rows = await source.query(
      'select subject, first_row, last_row from books_suspect where let_stand order by subject, first_row, last_row',
    );
    return rows.map((row: Record<string, string>) => slice(row.subject ?? '', row.first_row ?? '', row.last_row ?? ''));
  };

  it('are noted and acquitted one by one', async () => {
    for (const suspect of [one, ...others, one]) await progress.suspect(suspect);
    expect(await progress.countSuspects()).toBe(4);
    expect(await progress.suspects(10)).toHaveLength(4);
    await progress.note(one, { isLetStand: true });
    expect(await standing()).toEqual([one]);
    expect(await progress.countSuspects()).toBe(3);
    await progress.note(one, { isLetStand: false });
    expect([await standing(), await progress.countSuspects()]).toEqual([[], 4]);
    await progress.acquit(one);
    expect(await progress.suspects(10)).toEqual(others);
    for (const other of others) await progress.acquit(other);
    expect([await progress.suspects(10), await progress.countSuspects()]).toEqual([[], 0]);
  });

  it('are written only where something changes', async () => {
    await progress.suspect(one);
    const version = async () => (await source.query('select xmin::text as at from books_suspect'))[0].at;
    const before = await version();
    await progress.note(one, { isLetStand: false });
    expect(await version()).toBe(before);
  });

  it('come by when they were found, those that are let stand last, and no more than are asked for', async () => {
    for (const suspect of [one, ...others]) await progress.suspect(suspect);
    await progress.note(one, { isLetStand: true });
    expect(await progress.suspects(4)).toEqual([...others, one]);
    expect(await progress.suspects(2)).toEqual(others.slice(0, 2));
  });
});

describe('a pass', () => {
  it('knows its places, and ends once', async () => {
    const pass = await progress.pass();
    expect([...pass.places]).toEqual([]);
    await progress.setPlace(pass, 'ledger_journal', { next: '5', last: '20' });
    await progress.setPlace(pass, 'ledger_journal', { next: '9', last: '99' });
    await progress.setPlace(pass, 'ledger_seal', { next: null, last: null });
    const { places } = await progress.pass();
    expect(Object.fromEntries(places)).toEqual({
      ledger_journal: { next: '9', last: '20' },
      ledger_seal: { next: null, last: null },
    });
    await progress.endPass(pass);
    const next = await progress.pass();
    expect(next.began).not.toBe(pass.began);
    expect([...next.places]).toEqual([]);
    // Whoever goes on with the one that has ended changes nothing of the next one.
    await progress.setPlace(next, 'ledger_journal', { next: '7', last: '20' });
    await progress.setPlace(pass, 'ledger_journal', { next: '11', last: '20' });
    await progress.endPass(pass);
    expect(await progress.pass()).toEqual({
      began: next.began,
      places: new Map([['ledger_journal', { next: '7', last: '20' }]]),
    });
  });

  it('was so many seconds ago, and took so long; before the first one it is as long ago as the product was installed', async () => {
    await source.query(`update books_progress set pass_began_at = clock_timestamp() - interval '2 hours'`);
    expect(Math.round((await progress.secondsSincePass()) / 60)).toBe(120);
    await progress.endPass(await progress.pass());
    const [took] = await source.query(`select extract(epoch from pass_took)::float8 as seconds from books_progress`);
    expect(Math.round(took.seconds / 60)).toBe(120);
    await source.query(`update books_progress set passed_at = clock_timestamp() - interval '1 hour'`);
    expect(Math.round((await progress.secondsSincePass()) / 60)).toBe(60);
  });
});

describe('the check of a book', () => {
  const store = () => new TradingModeStore(serving);
  const ago = (book: string, interval: string | null) =>
    source.query(`update trading_mode set checked_at = clock_timestamp() - $2::interval where demo = $1`, [
      book === 'demo',
      interval,
    ]);

  it('is as long ago as that of the book which was looked at last; where none was, as the product was installed', async () => {
    await ago('real', '10 minutes');
    await ago('demo', '20 minutes');
    expect(Math.round((await store().secondsUnchecked()) / 60)).toBe(20);
    await source.query(`update trading_mode set since = clock_timestamp() - interval '30 minutes'`);
    await ago('real', null);
    expect(Math.round((await store().secondsUnchecked()) / 60)).toBe(30);
  });

  it('is noted of that book alone, and as found in order only where it was', async () => {
    const before = await store().read();
    await store().noteChecked('demo', false);
    const after = await store().read();
    expect(after.real).toEqual(before.real);
    expect(after.demo.checkedAt).not.toEqual(before.demo.checkedAt);
    expect(after.demo.verifiedAt).toEqual(before.demo.verifiedAt);
    await store().noteChecked('demo', true);
    const { demo } = await store().read();
    expect([demo.book, demo.verifiedAt]).toEqual(['demo', demo.checkedAt]);
  });
});

describe('what a store answers where there is nothing', () => {
  it('is nothing', async () => {
    const user = await aUserId(source);
    const statement = new StatementStore(new ReadSource(serving));
    expect(await statement.count({ userId: user, demo: false })).toBe(0);
    expect(await statement.lines({ userId: user, demo: false, offset: 0, limit: 10 })).toEqual([]);
    expect(await new LedgerStore(serving).houseBalance('insurance', 1, true)).toBe('0');
  });
});

describe('rows and balances of the books', () => {
  it('are read from a number on, so many, by the postings of journals by twos', async () => {
    const ledger = aLedger(source);
    const user = await aUserId(source);
    await fund(source, user, '100');
    for (let move = 0; move < 3; move += 1) await ledger.postAlone(aJournal(user));
    const books = new BooksStore(new ReadSource(serving));
    const newest = BigInt(await books.newestJournal());
    const second = String(newest - 1n);
    const subject = { table: 'ledger_journal', touchedBy: 'select 1 where false', sliceRows: 2 };
    expect(await books.checkRowsFrom(subject, String(newest - 2n), 100, [])).toMatchObject({
      range: { first: String(newest - 2n), last: second },
      weight: 2,
    });
    expect(await books.checkRowsFrom(subject, second, 1, [])).toMatchObject({
      range: { first: second, last: second },
      weight: 1,
    });
    expect(await books.checkRowsFrom(subject, String(newest + 1n), 1, [])).toBeNull();
    expect(await books.lastRow(subject)).toBe(String(newest));
    expect(await books.lastRow({ ...subject, table: 'ledger_seal' })).toBeNull();
    const heavy = { table: 'ledger_journal j', touchedBy: '', sliceRows: 9, weight: '3' };
    expect(await books.checkRowsFrom(heavy, second, 6, [])).toMatchObject({
      range: { last: String(newest) },
      weight: 6,
    });
    expect(await books.checkRowsFrom(heavy, second, 5, [])).toMatchObject({ range: { last: second }, weight: 3 });
    expect(await books.checkRowsFrom(heavy, second, 1, [])).toMatchObject({ range: { last: second }, weight: 3 });
  });

  it('of the house are those of that account, coin and book over all its shards', async () => {
    const user = await aUserId(source);
    const store = new LedgerStore(serving);
    const before = Number(await store.houseBalance('fee', USDT, false));
    await fund(source, user, '50');
    await fund(source, user, '40', { demo: true });
    const pay = (amount: string, demo: boolean) =>
      aLedger(source).postAlone(
        aJournal(user, {
          demo,
          legs: [
            { owner: user, kind: 'spot', currencyId: USDT, amount: `-${amount}` },
            { owner: null, kind: 'fee', currencyId: USDT, amount },
          ],
        }),
      );
    await pay('3', false);
    await pay('4', false);
    await pay('20', true);
    expect(Number(await store.houseBalance('fee', USDT, false)) - before).toBe(7);
    expect((await store.balancesOf(user, true)).map(({ kind, balance }) => [kind, balance])).toEqual([['spot', '20']]);
    expect((await store.balancesOf(user, false)).map(({ kind, balance }) => [kind, balance])).toEqual([['spot', '43']]);
  });
});
