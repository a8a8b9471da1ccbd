import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { COMMAND_LINE } from './actor.js';
import { AuditLog } from './audit-log.js';
import { AuditStore } from './audit.store.js';
import { SealAudit } from './seal-audit.js';
import { untilFound } from '../../../test/factories/until-found.js';

const clock = new FakeClock();
const GUARDS = [
  ['account_security_event_append_only', 'a rewrite'],
  ['account_security_event_refuse_truncate', 'a truncation'],
  ['account_security_event_number', 'events without a number'],
] as const;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: AuditStore;
let log: AuditLog;
let seal: SealAudit;
let userId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 6).initialize();
  serving = await createDataSource(database.servingUrl, 6).initialize();
  store = new AuditStore(serving);
  log = new AuditLog(store, new Transactions(serving), clock);
  seal = new SealAudit(store, clock);
  ({ userId } = await aUser(source));
}, 60_000);

afterEach(async () => {
  await serving.destroy();
  await source?.destroy();
  await database?.drop();
});

const EVENT = `insert into account_security_event (user_id, kind, ip, device, request, about, at)
  values ($1, $2, '192.0.2.7', 'iPhone, Safari', 'r-1', 'a "reason", with | signs', now())`;

async function happen(...kinds: string[]): Promise<void> {
  for (const kind of kinds) await source.query(EVENT, [userId, kind]);
}

const look = () => log.recordLook(COMMAND_LINE, { action: 'user.view', subject: 'user' });

const breaks = async (): Promise<string[]> => {
  const rows: { seal: string | null; fault: string }[] = await source.query('select * from audit_breaks()');
  return rows.map(({ seal: number, fault }) => (number === null ? fault : `seal ${number}: ${fault}`));
};

interface Seal {
  entries: string;
  events: string;
}

const seals = (): Promise<Seal[]> =>
  source.query(
    `select first_entry || '-' || last_entry as entries, first_event || '-' || last_event as events
       from audit_seal order by id`,
  );

/** Somebody with all rights, who knows how to switch the guards off and on again. */
async function tamper(...statements: string[]): Promise<void> {
  await source.query('alter table account_security_event disable trigger user');
  for (const statement of statements) await source.query(statement);
  for (const [guard] of GUARDS) await source.query(`alter table account_security_event enable always trigger ${guard}`);
}

describe("users' security events", () => {
  it('are sealed in one chain with the log, also where only one of the two grew', async () => {
    await happen('registered', 'login');
    expect(await seal.execute()).toBe(1);
    await look();
    expect(await seal.execute()).toBe(1);
    await happen('login-failed');
    await look();
    expect(await seal.execute()).toBe(1);
    expect(await seal.execute()).toBe(0);
    expect(await seals()).toEqual([
      { entries: '1-0', events: '1-2' },
      { entries: '1-1', events: '3-2' },
      { entries: '2-2', events: '3-3' },
    ]);
    expect(await breaks()).toEqual([]);
    expect(await store.head()).toMatchObject({ id: '3', last: '2', lastEvent: '3' });
  });

  it('are sealed ten thousand at once, however many there are and whatever numbers are missing', async () => {
    await source.query(
      `insert into account_security_event (user_id, kind, ip, device, at)
       select $1, 'login', '', '', now() from generate_series(1, 12_000)`,
      [userId],
    );
    await tamper('delete from account_security_event where id between 101 and 600');
    expect(await seal.execute()).toBe(2);
    expect(await seals()).toMatchObject([{ events: '1-10500' }, { events: '10501-12000' }]);
    expect(await breaks()).toEqual([]);
    const found: unknown[] = await source.query('select from audit_broken_seals(2, 2)');
    expect(found).toEqual([]);
  });

  it('are sealed in bounded rounds, each of which goes on where the one before ended', async () => {
    class Endless extends AuditStore {
      override sealNext = () => Promise.resolve(true);
    }
    expect(await new SealAudit(new Endless(serving), clock).execute()).toBe(50);
  });

  it.each([
    ['a kind', `kind = 'login-failed'`],
    ['an address', `ip = '192.0.2.8'`],
    ['a device', `device = ''`],
    ['a reason', `about = ''`],
    ['a request', `request = 'r-2'`],
    ['an instant', `at = at - interval '1 microsecond'`],
  ])('%s that was changed is found', async (_what, change) => {
    await happen('login', 'session-ended', 'login');
    await seal.execute();
    await happen('login');
    await seal.execute();
    await tamper(`update account_security_event set ${change} where id = 3`);
    expect(await breaks()).toEqual(['seal 1: its events 1 to 3 are not what was sealed']);
  });

  it('that are said to be of somebody else are found', async () => {
    const other = await aUser(source);
    await happen('login', 'password-changed');
    await seal.execute();
    await tamper(`update account_security_event set user_id = ${other.userId} where id = 2`);
    expect(await breaks()).toEqual(['seal 1: its events 1 to 2 are not what was sealed']);
  });

  it('that were taken out, put in or put before the first are found, each in its seal', async () => {
    await happen('login', 'totp-off');
    await seal.execute();
    await happen('address-added');
    await seal.execute();
    await source.query('create table kept as select * from account_security_event where id = 3');
    await tamper('delete from account_security_event where id = 3');
    expect(await breaks()).toEqual(['seal 2: its events 3 to 3 are not what was sealed']);
    await tamper('insert into account_security_event overriding system value select * from kept');
    expect(await breaks()).toEqual([]);

    // A number that was given to nobody: its transaction was rolled back.
    await source.query(`select nextval(pg_get_serial_sequence('account_security_event', 'id'))`);
    await happen('login');
    await seal.execute();
    expect(await breaks()).toEqual([]);
    const put = (id: number) => tamper(`update kept set id = ${id}`, PUT);
    const PUT = 'insert into account_security_event overriding system value select * from kept';
    await put(4);
    expect(await breaks()).toEqual(['seal 3: its events 4 to 5 are not what was sealed']);
    await tamper('delete from account_security_event where id = 4');
    await put(0);
    expect(await breaks()).toEqual(['event 0 stands before the first one']);
  });

  it('that were changed with the digest of their seal are found by the chain', async () => {
    await happen('login');
    await seal.execute();
    await tamper(`update account_security_event set kind = 'login-failed'`);
    await source.query('alter table audit_seal disable trigger user');
    await source.query(
      `update audit_seal set events_hash =
         (select sha256(convert_to(string_agg(line, chr(10)), 'utf8')) from audit_event_lines(1, 1))`,
    );
    for (const guard of ['audit_seal_append_only', 'audit_seal_refuse_truncate'])
      await source.query(`alter table audit_seal enable always trigger ${guard}`);
    expect(await breaks()).toEqual(['seal 1: its entries are not what was sealed']);
  });
});

describe('nobody', () => {
  it('changes an event or takes one away, the owner of the tables included', async () => {
    await happen('login');
    for (const statement of [
      `update account_security_event set kind = 'x'`,
      'delete from account_security_event',
      'truncate account_security_event',
    ]) {
      await expect(source.query(statement)).rejects.toThrow(/is written once/);
    }
  });

  it.each([
    ...GUARDS.map(([guard, refused]) => [`${guard} is off`, refused, `disable trigger ${guard}`]),
    ...GUARDS.map(([guard, refused]) => [`${guard} runs for some sessions only`, refused, `enable trigger ${guard}`]),
  ])('switches a guard off unseen: %s', async (_what, refused, change) => {
    await source.query(`alter table account_security_event ${change}`);
    expect(await breaks()).toEqual([`the guard of account_security_event against ${refused} is missing or off`]);
  });

  it('is taken for a guard that is gone by another name', async () => {
    await source.query(
      'alter trigger account_security_event_append_only on account_security_event rename to otherwise',
    );
    expect(await breaks()).toEqual([]);
  });

  it.each([
    [
      'asks for nothing',
      'account_security_event_append_only',
      'a rewrite',
      'before update or delete on account_security_event for each row when (false) execute function account_history_append_only()',
    ],
    [
      'lets rows go',
      'account_security_event_append_only',
      'a rewrite',
      'before update on account_security_event for each row execute function account_history_append_only()',
    ],
    [
      'does something else',
      'account_security_event_number',
      'events without a number',
      'before insert on account_security_event for each statement execute function nothing_at_all()',
    ],
    [
      'is of another table',
      'audit_entry_refuse_truncate',
      'a truncation',
      'before truncate on currency execute function wallet_append_only()',
    ],
  ])('puts a guard in the place of one that %s', async (_what, guard, refused, made) => {
    await source.query(`create function nothing_at_all() returns trigger language plpgsql as 'begin return null; end'`);
    const table = guard.startsWith('audit') ? 'audit_entry' : 'account_security_event';
    await source.query(`drop trigger ${guard} on ${table}`);
    await source.query(`create trigger ${guard} ${made}`);
    const now = made.includes('currency') ? 'currency' : table;
    await source.query(`alter table ${now} enable always trigger ${guard}`);
    expect(await breaks()).toEqual([`the guard of ${table} against ${refused} is missing or off`]);
  });

  it('who serves does more than add an event, nor says which number it has', async () => {
    for (const right of ['update', 'delete', 'truncate', 'trigger']) {
      const rows = await source.query(
        `select has_table_privilege('gateway_app', 'account_security_event', $1) as may`,
        [right],
      );
      expect(rows).toEqual([{ may: false }]);
    }
    const serving = new Client({ connectionString: database.servingUrl });
    await serving.connect();
    try {
      await serving.query(EVENT, [userId, 'login']);
      const forged = `insert into account_security_event (id, user_id, kind, ip, device, at)
        overriding system value values (7, $1, 'login', '', '', now())`;
      await expect(serving.query(forged, [userId])).rejects.toThrow(/permission denied/);
      await expect(serving.query('delete from account_security_event')).rejects.toThrow(/permission denied/);
    } finally {
      await serving.end();
    }
  });
});

describe('an event whose transaction ends late', () => {
  it.each([
    ['that began to write before', (one: Writer, other: Writer) => [one, other]],
    ['that is younger and wrote before', (one: Writer, other: Writer) => [other, one]],
  ])('of one %s is not left out', async (_what, order) => {
    const [older, younger] = [await aWriter(), await aWriter()];
    // The numbers of the transactions are in the one order, those of their events in the other.
    await older.query('select pg_current_xact_id()');
    if (order(older, younger)[0] === younger) await younger.query('select pg_current_xact_id()');
    const [first, second] = order(older, younger) as [Writer, Writer];
    await first.query(EVENT, [userId, 'login']);
    await second.query(EVENT, [userId, 'session-ended']);
    await second.commitTransaction();
    const sealing = seal.execute();
    await untilWaiting();
    expect(await seals()).toEqual([]);
    await first.commitTransaction();
    for (const writer of [older, younger]) await writer.release();
    await sealing;
    await seal.execute();
    expect(await seals()).toMatchObject([{ events: '1-2' }]);
    expect(await breaks()).toEqual([]);
  });

  it('of one that ends after the sealer gave up is sealed by the next round, with all that came meanwhile', async () => {
    const late = await aWriter();
    await late.query(EVENT, [userId, 'login']);
    await happen('login');
    expect(await seal.execute()).toBe(0);
    await late.commitTransaction();
    await late.release();
    expect(await seal.execute()).toBe(1);
    expect(await seals()).toMatchObject([{ events: '1-2' }]);
    expect(await breaks()).toEqual([]);
  });

  /** So it would be between the number of a row and the row: a transaction that has written nothing has no number yet. */
  it('of one that has its event under way, and has written nothing before, is not left out', async () => {
    // The first of a sequence's numbers gives the transaction one, too.
    await happen('registered');
    await seal.execute();
    await source.query(`create function wait_here() returns trigger language plpgsql set lock_timeout = 0 as
      'begin perform pg_advisory_xact_lock(4711); return new; end'`);
    await source.query(`create trigger wait_here before insert on account_security_event for each row
      when (new.kind = 'slow') execute function wait_here()`);
    const holder = await aWriter();
    await holder.query('select pg_advisory_xact_lock(4711)');
    const slow = source.query(EVENT, [userId, 'slow']);
    await untilSeen(`wait_event_type = 'Lock'`);
    await happen('login');
    expect(await seal.execute()).toBe(0);
    await holder.rollbackTransaction();
    await holder.release();
    await slow;
    expect(await seal.execute()).toBe(1);
    expect(await seals()).toMatchObject([{ events: '1-1' }, { events: '2-3' }]);
    expect(await breaks()).toEqual([]);
  });

  /** What nobody guards against any more is still found. */
  it('of one that nobody waited for is found as one that was put in', async () => {
    await source.query('alter table account_security_event disable trigger account_security_event_number');
    await source.query(`select nextval(pg_get_serial_sequence('account_security_event', 'id'))`);
    await happen('login');
    await seal.execute();
    await tamper(
      `insert into account_security_event (id, user_id, kind, ip, device, at)
       overriding system value values (1, ${userId}, 'login', '', '', now())`,
    );
    expect(await breaks()).toEqual(['seal 1: its events 1 to 2 are not what was sealed']);
  });

  type Writer = ReturnType<DataSource['createQueryRunner']>;

  async function aWriter(): Promise<Writer> {
    const writer = source.createQueryRunner();
    await writer.startTransaction();
    return writer;
  }

  /** The sealer looks again and again whether the others have ended. */
  const untilWaiting = () => untilSeen(`query like 'select pg_snapshot_xmin%'`);

  async function untilSeen(condition: string): Promise<void> {
    const look = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`;
    await untilFound(() => source.query(look), condition);
  }
});

describe('seals from before', () => {
  /** As the version before made them: of entries alone. */
  const OLD_SEAL = `
    insert into audit_seal (id, first_entry, last_entry, previous_hash, hash, sealed_at)
    select s.id + 1, s.last_entry + 1, e.last, s.hash, sha256(s.hash || convert_to(e.content, 'utf8')), now()
      from (select coalesce(max(id), 0) as id, coalesce(max(last_entry), 0) as last_entry,
                   coalesce((select hash from audit_seal order by id desc limit 1), decode(repeat('00', 32), 'hex')) as hash
              from audit_seal) s
     cross join lateral (select max(l.entry_id) as last, string_agg(l.line, chr(10) order by l.entry_id) as content
                           from audit_lines(s.last_entry + 1, 1000) l) e`;

  it('stay whole, and the first new one begins with the first event that there is', async () => {
    await happen('registered', 'login');
    await look();
    await source.query(OLD_SEAL);
    await look();
    await source.query(OLD_SEAL);
    expect(await breaks()).toEqual([]);
    expect(await seal.execute()).toBe(1);
    expect(await seals()).toMatchObject([
      { entries: '1-1', events: null },
      { entries: '2-2', events: null },
      { entries: '3-2', events: '1-2' },
    ]);
    expect(await breaks()).toEqual([]);
  });

  it('are not made any more once events are sealed, and one is a break', async () => {
    await happen('login');
    await seal.execute();
    await look();
    await source.query(OLD_SEAL);
    expect(await breaks()).toEqual(['seal 2: it does not follow the seal before it']);
  });

  it('a sealer of the version before goes on beside a new one, and seals no event', async () => {
    await happen('login');
    await look();
    await source.query('select audit_seal_next(p_upto => 1, p_at => now())');
    expect(await seals()).toEqual([{ entries: '1-1', events: '1-0' }]);
    await seal.execute();
    expect(await seals()).toMatchObject([{}, { entries: '2-1', events: '1-1' }]);
    expect(await breaks()).toEqual([]);
  });
});
