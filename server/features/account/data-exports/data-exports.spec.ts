import type { DataSource } from 'typeorm';
import { DATA_EXPORT_RETENTION_HOURS, DATA_EXPORTS_A_DAY } from '../../../contract/rules/data-exports.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { personalTables } from '../../../platform/database/personal-tables.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { Caller } from '../../../test/calls.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { PERSONAL_EXCUSES } from '../../../test/personal-excuses.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { SecretBox } from '../users/index.js';
import { DataExportBound } from './data-export-bound.js';
import { DataExportsStore } from './data-exports.store.js';
import { NotifyOfExport } from './notify-of-export.js';
import { WriteDataExports } from './write-data-exports.js';

jest.setTimeout(120_000);

const PIN = '582913';
const HOUR_MS = 3_600_000;
const ID_NUMBER = '110101199003078515';

let app: TestApp;
let call: Caller;
let source: DataSource;
let user: TestUser;
let pinHash: string;
const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '1000000' });
  app.application.get(Clock).now = () => clock.now();
  call = new Caller(app);
  source = app.owner;
  pinHash = await app.application.get(PasswordHasher).hash(PIN);
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await aPerson();
});

async function aPerson(): Promise<TestUser> {
  const person = await aUser(source);
  await source.query('insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())', [
    person.userId,
    pinHash,
  ]);
  return person;
}

const work = () => app.application.get(WriteDataExports).execute();
const ask = ({ token } = user, pin = PIN) => call.post('user/data_exports/add', { pay_password: pin }, { token });
const list = async ({ token } = user) =>
  (await call.post('user/data_exports', {}, { token })).message as { id: string; state: string; bytes: number }[];
const fetchFile = (id: string, { token } = user, pin = PIN) =>
  fetch(`${app.url}/api/user/data_exports/file`, {
    method: 'POST',
    headers: { authorization: token, lang: 'en' },
    body: new URLSearchParams({ id, pay_password: pin }),
  });

type Rows = Record<string, unknown>[];
interface File {
  account: string;
  lists: { names: string[] };
  tables: Record<string, Rows>;
}

async function made(person = user): Promise<{ id: string; text: string; file: File }> {
  expect(await ask(person)).toMatchObject({ type: 'ok' });
  await work();
  const [newest] = await list(person);
  expect(newest?.state).toBe('ready');
  const id = newest?.id ?? '';
  const text = await (await fetchFile(id, person)).text();
  expect(Buffer.byteLength(text)).toBe(newest?.bytes);
  return { id, text, file: JSON.parse(text) as File };
}

async function parts(id: string): Promise<number[]> {
  const rows = await source.query<{ bytes: number }[]>(
    'select length(sealed) as bytes from data_export_part where export_id = $1 order by number',
    [id],
  );
  return rows.map(({ bytes }) => bytes);
}

describe('the tables that hold something of a user', () => {
  it('are in the file, each, or excused by a reason', async () => {
    const rows = await source.query<{ name: string }[]>(
      `with recursive about (relation) as (
         select 'account_user'::regclass::oid
         union
         select c.conrelid from pg_constraint c join about on c.confrelid = about.relation
          where c.contype = 'f' and c.conrelid <> 'operator'::regclass
       ), named as (
         select a.attrelid from pg_attribute a join pg_class r on r.oid = a.attrelid and r.relkind in ('r', 'p')
           join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
          where not a.attisdropped
            and a.attname in ('user_id', 'owner_id', 'payer_id', 'inviter_id', 'taker_id', 'email', 'phone', 'real_name', 'target'))
       select distinct r.relname as name from pg_class r
        where r.relkind in ('r', 'p') and not r.relispartition
          and r.oid in (select relation from about union select attrelid from named) order by 1`,
    );
    const names = rows.map(({ name }) => name);
    const registered = personalTables().map(({ table }) => table);
    const known = new Set([...registered, ...Object.keys(PERSONAL_EXCUSES)]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    // Nothing is excused, or registered, that is not there.
    const tables = await source.query<{ name: string }[]>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const there = new Set(tables.map(({ name }) => name));
    expect([...known].filter((name) => !there.has(name))).toEqual([]);
    expect(registered.filter((name) => name in PERSONAL_EXCUSES)).toEqual([]);
  });

  it('show no bytes: what is sealed or a digest is opened or left out', async () => {
    const rows = await source.query<{ name: string; columns: string[] }[]>(
      `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' group by 1`,
    );
    const columns = new Map(rows.map(({ name, columns: found }) => [name, found]));
    const shown = personalTables().flatMap(({ table, without = [], sealed = [] }) =>
      (columns.get(table) ?? [])
        .filter((column) => !without.includes(column) && !sealed.some((one) => one.column === column))
        .map((column) => `${table}.${column}`),
    );
    expect(shown).toEqual([]);
  });

  it('show no column that is named as secrets, figures of the desk or its people are', async () => {
    const rows = await source.query<{ name: string; column: string }[]>(
      `select table_name as name, column_name::text as "column" from information_schema.columns
        where table_schema = 'public'
          and column_name ~ '(^|_)(hash|secret|digest|token|cap|operator_id|agent_id)(_|$)|_by$'`,
    );
    const shown = personalTables().flatMap(({ table, without = [] }) =>
      rows
        .filter(({ name, column }) => name === table && !without.includes(column))
        .map(({ name, column }) => `${name}.${column}`),
    );
    // Of a payment on its chain.
    expect(shown).toEqual(['deposit.tx_hash']);
  });

  it('name columns that there are', async () => {
    const rows = await source.query<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const there = new Set(rows.map(({ name }) => name));
    const named = personalTables().flatMap(({ table, without = [], sealed = [] }) =>
      [...without, ...sealed.map(({ column }) => column)].map((column) => `${table}.${column}`),
    );
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });
});

describe('a file of the account', () => {
  it("holds the user's own rows, exact figures, opened identity and no secret; and nobody else's", async () => {
    const other = await aPerson();
    const sealed = app.application.get(SecretBox).seal(Buffer.from(ID_NUMBER), `verification.id-number:${user.userId}`);
    await source.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at)
       values ($1, 'basic', 'under-review', 1, 'CN', '王小明', 'id-card', $2, sha256('x'), 'A street', now())`,
      [user.userId, sealed],
    );
    const { file, text } = await made();
    expect(file).toMatchObject({ account: user.userId });
    expect(file.tables.account_user).toMatchObject([{ id: user.userId, email: user.email }]);
    expect(file.tables.account_session).toHaveLength(1);
    expect(file.tables.verification_case).toMatchObject([{ id_number: ID_NUMBER, name: '王小明' }]);
    expect(file.tables.account_security_event).toMatchObject([{ kind: 'data-export-asked' }]);
    expect(file.lists.names).toContain('wallet.statement');
    expect(Object.keys(file.tables)).toEqual(personalTables().map(({ table }) => table));
    expect(text).not.toContain(other.email);
    expect(text).not.toMatch(/password_hash|token_hash|id_number_sealed|id_number_digest/);
    expect(text).not.toContain(pinHash);
  });

  it('takes the fund password, and a session alone gets none', async () => {
    expect(await ask(user, '111222')).toMatchObject({ code: 'account.fund-password-wrong' });
    expect(await list()).toEqual([]);
    const { id } = await made();
    const refused = await fetchFile(id, user, '111222');
    expect(await refused.json()).toMatchObject({ code: 'account.fund-password-wrong' });
  });

  it('is neither asked for nor given out by a fund password that the login alone has set, which costs no try', async () => {
    const { id } = await made();
    const mark = (isPlain: boolean) =>
      source.query('update account_fund_password set plainly_proven = $2 where user_id = $1', [user.userId, isPlain]);
    const plain = { code: 'account.fund-password-plain' };
    await mark(true);
    for (const pin of [PIN, '111222']) {
      expect(await ask(user, pin)).toMatchObject(plain);
      expect(await (await fetchFile(id, user, pin)).json()).toMatchObject(plain);
    }
    expect(await list()).toHaveLength(1);
    expect(await source.query('select wrong from account_fund_password where user_id = $1', [user.userId])).toEqual([
      { wrong: 0 },
    ]);
    await mark(false);
    expect(JSON.parse(await (await fetchFile(id)).text())).toMatchObject({ account: user.userId });
    expect(await ask()).toMatchObject({ type: 'ok' });
  });

  it('is one at a time, however many ask at once, and so many a day', async () => {
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'data-export.waiting')).toHaveLength(2);
    await work();
    for (let asked = 1; asked < DATA_EXPORTS_A_DAY; asked += 1) {
      expect(await ask()).toMatchObject({ type: 'ok' });
      await work();
    }
    expect(await ask()).toMatchObject({ code: 'data-export.too-many' });
    // The refused one was not begun; the newest is the one.
    expect((await list()).map(({ state }) => state)).toEqual(['ready', 'gone', 'gone']);
  });

  it('is announced, in the product and at its contact', async () => {
    await made();
    const kinds = await source.query<{ kind: string }[]>(
      'select kind from account_notice where user_id = $1 order by id',
      [user.userId],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['data-export-asked', 'data-export-ready']);
  });

  it("is its owner's alone, as long as its time lasts; then its parts are removed", async () => {
    const { id } = await made();
    const other = await aPerson();
    expect(await (await fetchFile(id, other)).json()).toMatchObject({ code: 'data-export.unknown' });
    expect(await parts(id)).toHaveLength(1);
    clock.advance(DATA_EXPORT_RETENTION_HOURS * HOUR_MS);
    expect(await (await fetchFile(id)).json()).toMatchObject({ code: 'data-export.unknown' });
    expect(await list()).toMatchObject([{ state: 'gone' }]);
    await work();
    expect(await parts(id)).toEqual([]);
  });

  it('of any length is kept in small parts, sealed, and read as it was written', async () => {
    await source.query(
      `insert into account_notice (user_id, kind, parameters, at)
       select $1, 'announcement', jsonb_build_object('title', 'n' || n, 'text', repeat('字', 500)), now()
         from generate_series(1, 1500) n`,
      [user.userId],
    );
    const { id, file } = await made();
    expect(file.tables.account_notice).toHaveLength(1501);
    const sizes = await parts(id);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThan(300 * 1024);
    const leaks = await source.query<unknown[]>(
      `select 1 from data_export_part where export_id = $1 and position(convert_to($2, 'UTF8') in sealed) > 0`,
      [id, user.email],
    );
    expect(leaks).toEqual([]);
  });

  it('that would be larger than a file may be is given up at once, leaves nothing, and the one before it stays', async () => {
    const { id } = await made();
    await source.query(
      `insert into account_notice (user_id, kind, parameters, at)
       select $1, 'announcement', jsonb_build_object('title', 'n' || n, 'text', repeat('x', 1000)), now()
         from generate_series(1, 1500) n`,
      [user.userId],
    );
    const bound = jest.replaceProperty(app.application.get(DataExportBound) as { bytes: number }, 'bytes', 600_000);
    await ask();
    const put = jest.spyOn(DataExportsStore.prototype, 'putPart');
    await work();
    // Read no further than the bound: what was put away by then is gone with the transaction.
    expect(put).toHaveBeenCalledTimes(2);
    put.mockRestore();
    expect((await list()).map(({ state }) => state)).toEqual(['too-large', 'ready']);
    const [{ count }] = await source.query<[{ count: number }]>(
      'select count(*)::integer as count from data_export_part p join data_export e on e.id = p.export_id where e.user_id = $1',
      [user.userId],
    );
    expect(count).toBe((await parts(id)).length);
    // Another try is another file.
    bound.restore();
    expect((await made()).file.tables.account_notice?.length).toBeGreaterThan(1500);
  });

  it('that two workers write at once is written once and announced once', async () => {
    await ask();
    await Promise.all([work(), work()]);
    await work();
    expect(await list()).toMatchObject([{ state: 'ready' }]);
    const [row] = await source.query<{ count: number }[]>(
      `select count(*)::integer as count from account_notice where user_id = $1 and kind = 'data-export-ready'`,
      [user.userId],
    );
    expect(row?.count).toBe(1);
  });

  it('that cannot be told of keeps neither the next one waiting nor one whose time is over', async () => {
    const old = await made(await aPerson());
    await source.query(
      `update data_export set ready_at = ready_at - $2::interval, expires_at = expires_at - $2::interval where id = $1`,
      [old.id, `${DATA_EXPORT_RETENTION_HOURS} hours`],
    );
    await ask();
    const other = await aPerson();
    await ask(other);
    const ready = Reflect.get(NotifyOfExport.prototype, 'ready') as NotifyOfExport['ready'];
    const dumb = jest.spyOn(NotifyOfExport.prototype, 'ready').mockImplementation(async function (
      this: NotifyOfExport,
      ...given
    ) {
      if (given[1] === user.userId) throw new Error('cannot be told');
      await ready.apply(this, given);
    });
    await expect(work()).rejects.toThrow('cannot be told');
    dumb.mockRestore();
    expect(await list(other)).toMatchObject([{ state: 'ready' }]);
    expect(await list()).toMatchObject([{ state: 'waiting' }]);
    expect(await parts(old.id)).toEqual([]);
    await work();
    expect(await list()).toMatchObject([{ state: 'ready' }]);
  });

  it('that is cut off in the middle leaves nothing and is begun anew; one that cannot be written is given up', async () => {
    await ask();
    const [waiting] = await list();
    const id = waiting?.id ?? '';
    const put = Reflect.get(DataExportsStore.prototype, 'putPart') as DataExportsStore['putPart'];
    const cut = jest.spyOn(DataExportsStore.prototype, 'putPart').mockImplementation(async function (
      this: DataExportsStore,
      ...given
    ) {
      await put.apply(this, given);
      throw new Error('cut off');
    });
    await work();
    expect(await parts(id)).toEqual([]);
    expect(await list()).toMatchObject([{ state: 'waiting' }]);
    cut.mockRestore();
    await work();
    expect(await list()).toMatchObject([{ state: 'ready' }]);
    await ask();
    const broken = jest.spyOn(DataExportsStore.prototype, 'putPart').mockRejectedValue(new Error('broken'));
    for (let round = 0; round < 3; round += 1) await work();
    broken.mockRestore();
    // The one before it is still there.
    expect((await list()).map(({ state }) => state)).toEqual(['failed', 'ready']);
  });
});
