import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { LocalAnchors } from '../../../platform/storage/local-anchors.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { sealActs } from '../../../test/factories/seals.js';
import { aUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { COMMAND_LINE } from './actor.js';
import { AnchorAudit } from './anchor-audit.js';
import { sortLines, startKey } from './anchor-lines.rules.js';
import { anchorKey, firstDifference, readAnchor } from './audit-anchor.rules.js';
import { AuditHead } from './audit-head.js';
import { AuditLog } from './audit-log.js';
import { AuditStore } from './audit.store.js';
import { BeginAnchorLine } from './begin-anchor-line.js';
import { SealAudit } from './seal-audit.js';

const REPOSITORY = join(__dirname, '../../../..');
const clock = new FakeClock();

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let folder: string;
/** Where its anchors lie. */
let place: string;
let metrics: Metrics;
let anchorAudit: AnchorAudit;

beforeEach(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 4).initialize();
  serving = await createDataSource(database.servingUrl, 4).initialize();
  folder = mkdtempSync(join(tmpdir(), 'anchors-'));
  metrics = new Metrics();
  place = join(folder, 'audit-anchors', new URL(database.url).pathname.slice(1));
  anchorAudit = new AnchorAudit(new AuditStore(serving), new LocalAnchors(place), metrics, clock);
}, 60_000);

afterEach(async () => {
  await serving.destroy();
  await source?.destroy();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function act(...actions: string[]): Promise<void> {
  const log = new AuditLog(new AuditStore(serving), new Transactions(serving), clock);
  for (const action of actions) {
    await log.recordLook(COMMAND_LINE, { action, subject: 'deposit', detail: { amount: '12.5' } });
  }
  await seal();
}

const seal = () => sealActs(source, new SealAudit(new AuditStore(serving), clock));

/** What happened to the security of a user, sealed. */
async function happen(...kinds: string[]): Promise<void> {
  const { userId } = await aUser(source);
  for (const kind of kinds) {
    await source.query(
      `insert into account_security_event (user_id, kind, ip, device, at) values ($1, $2, '192.0.2.7', 'iPhone', now())`,
      [userId, kind],
    );
  }
  await seal();
}

/** Somebody with all rights, who knows how to switch the guards off and on again. */
async function withoutGuards(work: () => Promise<void>): Promise<void> {
  const tables = ['audit_entry', 'audit_seal', 'account_security_event'];
  for (const table of tables) await source.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) {
    await source.query(`alter table ${table} enable always trigger ${table}_append_only`);
    await source.query(`alter table ${table} enable always trigger ${table}_refuse_truncate`);
  }
  await source.query('alter table account_security_event enable always trigger account_security_event_number');
}

/** Changes what was done and makes every seal anew: the log is whole, and is another one. */
const rewrite = (change = `update audit_entry set detail = '{"amount":"1.5"}' where id = 2`) =>
  withoutGuards(async () => {
    await source.query(change);
    const seals: { last: string; at: Date; event: string }[] = await source.query(
      'select last_entry as last, sealed_at as at, last_event as event from audit_seal order by id',
    );
    await source.query('delete from audit_seal');
    for (const { last, at, event } of seals)
      await source.query('select audit_seal_next($1, $2, $3)', [last, at, event]);
  });

const breaks = () => source.query('select * from audit_breaks()');

async function verify(): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_FOLDER: folder };
  const program = join(REPOSITORY, 'dist/programs/verify-audit.js');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program], { env, cwd: REPOSITORY });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** The log as a backup has it: what came after the entry is not there. An hour later it goes on. */
async function restoreTo(entry: number): Promise<void> {
  await withoutGuards(async () => {
    await source.query('delete from audit_seal where last_entry > $1', [entry]);
    await source.query('delete from audit_entry where id > $1', [entry]);
  });
  await source.query(`select setval(pg_get_serial_sequence('audit_entry', 'id'), $1)`, [entry]);
  clock.advance(3_600_000);
}

/** A store with so many anchors of a log that is lost, a minute apart, which counts those that are read at a time. */
class ManyAnchors implements AnchorPort {
  /** The most at a time. */
  reading = 0;
  begun: string | null = null;
  private readonly texts: ReadonlyMap<string, string>;
  private readonly keys: string[];
  private under = 0;

  constructor(count: number) {
    const seals = Array.from({ length: count }, (_, place) => count - place);
    const textOf = (seal: number) =>
      JSON.stringify({ seal: `${seal}`, lastEntry: `${seal}`, hash: 'a'.repeat(64), at: seal * 60_000 });
    this.texts = new Map(seals.map((seal) => [anchorKey(`${seal}`), textOf(seal)]));
    this.keys = [...this.texts.keys()];
  }

  putOnce(_key: string, text: string): Promise<boolean> {
    this.begun = text;
    return Promise.resolve(true);
  }

  async get(key: string): Promise<string | null> {
    this.under += 1;
    this.reading = Math.max(this.reading, this.under);
    await Promise.resolve();
    this.under -= 1;
    return this.texts.get(key) ?? null;
  }

  list(limit: number, after?: string): Promise<string[]> {
    const from = after === undefined ? 0 : this.keys.indexOf(after) + 1;
    return Promise.resolve(this.keys.slice(from, from + limit));
  }
}

/** Three acts, each sealed and anchored. */
async function anchorThree(): Promise<void> {
  for (const action of ['deposit.view', 'deposit.approve', 'deposit.reject']) {
    await act(action);
    await anchorAudit.execute();
    clock.advance(60_000);
  }
}

const begin = (anchors: AnchorPort = new LocalAnchors(place)) =>
  new BeginAnchorLine(new AuditStore(serving), new Transactions(serving), anchors, clock).execute({
    who: 'Ada',
    why: 'restored to 09:00 after the disk was lost',
  });

const faults = async () => (await metrics.auditAnchorFaults.get()).values[0]?.value;

it('keeps the head once, and nothing where nothing was done', async () => {
  expect(await anchorAudit.execute()).toBeNull();
  expect(await new AuditHead(new AuditStore(serving)).read()).toBeNull();
  await act('deposit.view', 'deposit.approve');
  expect(await anchorAudit.execute()).toBeNull();
  expect(await anchorAudit.execute()).toBeNull();
  expect(readdirSync(place)).toEqual([anchorKey('1')]);
  await act('deposit.view');
  expect(await anchorAudit.execute()).toBeNull();
  expect(readdirSync(place).sort()).toEqual([anchorKey('2'), anchorKey('1')]);
  expect(await faults()).toBe(0);
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('2 anchors beside the database') });
});

it('names a log that was made anew as a whole, with its first entry, and keeps nothing of it', async () => {
  await act('deposit.view');
  await anchorAudit.execute();
  await act('deposit.approve');
  await anchorAudit.execute();
  await act('deposit.reject');
  await anchorAudit.execute();
  await rewrite();
  // The chain by itself has no fault.
  expect(await breaks()).toEqual([]);
  expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2', lastEntry: '2' }, firstEntry: '2' });
  expect(await faults()).toBe(2);
  await act('deposit.view');
  expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2' } });
  expect(readdirSync(place)).toHaveLength(3);
  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output).toMatch(/BROKEN seal 2, entries 2 to 2, anchored at .*, is another one; so are 1 after it/);
});

it("names users' events that were made anew as a whole with every seal, by their numbers", async () => {
  await happen('registered', 'login');
  await anchorAudit.execute();
  await happen('login', 'address-added', 'session-ended');
  await anchorAudit.execute();
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringContaining('up to entry 0 and event 5 of users, 0 entries and 0 events not sealed yet'),
  });
  await rewrite(`delete from account_security_event where kind = 'address-added'`);
  // The chain by itself has no fault.
  expect(await breaks()).toEqual([]);
  expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2', lastEvent: '5' }, firstEvent: '3' });
  expect(await faults()).toBe(1);
  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output).toMatch(/BROKEN seal 2, events of users 3 to 5, anchored at .*, is another one; so are 0 after it/);
});

it('names an event that was changed and a guard that is off, when it is asked', async () => {
  await happen('login');
  await withoutGuards(() => source.query(`update account_security_event set ip = '192.0.2.9'`));
  await source.query('alter table account_security_event disable trigger account_security_event_append_only');
  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output).toMatch(/BROKEN seal 1.*: its events 1 to 1 are not what was sealed/);
  expect(output).toContain('BROKEN the guard of account_security_event against a rewrite is missing or off');
});

it('keeps nothing of a person beside the database, only digests and numbers', async () => {
  await happen('login');
  await anchorAudit.execute();
  const storedAnchor = JSON.parse(readFileSync(join(place, anchorKey('1')), 'utf8'));
  expect(Object.keys(storedAnchor).sort()).toEqual(['at', 'hash', 'lastEntry', 'lastEvent', 'seal']);
});

it('reads an anchor from before events were sealed', () => {
  const old = { seal: '7', lastEntry: '40', hash: 'a'.repeat(64), at: 1 };
  expect(readAnchor(JSON.stringify(old))).toEqual({ ...old, lastEvent: '0' });
});

it('names a log whose end was cut off', async () => {
  await act('deposit.view');
  await act('deposit.approve');
  await anchorAudit.execute();
  await withoutGuards(async () => {
    await source.query('delete from audit_seal where id = 2');
    await source.query('delete from audit_entry where id = 2');
  });
  expect(await breaks()).toEqual([]);
  expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2' }, found: null });
  expect((await verify()).output).toMatch(/BROKEN seal 2, entries 1 to 2, anchored at .*, is not there/);
});

it('names a log that differs from what the published roots of the tape say', async () => {
  await act('deposit.view', 'deposit.approve');
  const head = await new AuditHead(new AuditStore(serving)).read();
  const [market]: { id: number }[] = await source.query('select id from market limit 1');
  await source.query(
    `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at,
       audit_seal, audit_hash)
     values ($1, '2026-01-01T00:00Z', sha256('a'), 1, 1, 1, sha256('b'), now(), $2, decode($3, 'hex'))`,
    [market?.id, head?.seal, head?.hash],
  );
  expect((await verify()).code).toBe(0);
  await rewrite();
  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output).toMatch(/BROKEN seal 1, published with the tape at .*, is another one/);
});

it('names an anchor that is none any more', async () => {
  await act('deposit.view');
  await anchorAudit.execute();
  const file = join(place, anchorKey('1'));
  chmodSync(file, 0o600);
  writeFileSync(file, 'nothing');
  expect(await verify()).toMatchObject({
    code: 1,
    output: expect.stringContaining(`the anchor ${anchorKey('1')} is none`),
  });
});

describe('what lies among the anchors and is none', () => {
  /** More of it than is compared, under keys that sort before those of anchors, after them, and that no anchor has. */
  const litter = (text: string, count = 45): void => {
    for (let one = 0; one < count; one += 1) writeFileSync(join(place, `0-${one}`), text);
    for (const key of ['Z', '.hidden', 'zzz']) writeFileSync(join(place, key), text);
  };

  it('is an alarm, and the head is kept on', async () => {
    await anchorThree();
    litter('{}');
    await act('deposit.view');
    expect(await anchorAudit.execute()).toBeNull();
    expect(await faults()).toBe(48);
    expect(readdirSync(place)).toContain(anchorKey('4'));
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('the anchor Z is none') });
  });

  it('hides no log that was rewritten', async () => {
    await anchorThree();
    await rewrite();
    litter('nothing');
    expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2' } });
    expect(await faults()).toBe(48 + 2);
  });

  it('is also an anchor under a key that is not its own', async () => {
    await anchorThree();
    await rewrite();
    // The first seal is as it was: a copy of its anchor is true of every log.
    const first = readFileSync(join(place, anchorKey('1')), 'utf8');
    litter(first);
    expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2' } });
    expect(await faults()).toBe(48 + 2);
  });

  it('is in the place of the next anchor', async () => {
    await anchorThree();
    writeFileSync(join(place, anchorKey('4')), 'nothing');
    await act('deposit.view');
    await anchorAudit.execute();
    expect(await faults()).toBe(1);
    // The place is taken for good; the next head has one of its own.
    await act('deposit.view');
    await anchorAudit.execute();
    expect(await faults()).toBe(1);
    expect(readdirSync(place)).toContain(anchorKey('5'));
  });
});

it('finds the oldest difference, whatever the order', () => {
  const anchor = (seal: string, hash: string) => ({
    seal,
    hash: hash.repeat(64),
    lastEntry: `${seal}0`,
    lastEvent: `${seal}1`,
    at: 0,
  });
  const hashes = new Map([
    ['9', 'a'.repeat(64)],
    ['10', 'b'.repeat(64)],
  ]);
  expect(firstDifference([anchor('10', 'b'), anchor('9', 'a')], hashes)).toBeNull();
  expect(firstDifference([anchor('11', 'c'), anchor('10', 'c'), anchor('9', 'a')], hashes)).toEqual({
    first: { anchor: anchor('10', 'c'), found: 'b'.repeat(64), firstEntry: '91', firstEvent: '92' },
    count: 2,
  });
  expect(anchorKey('10') < anchorKey('9')).toBe(true);
});

describe('a log that was restored', () => {
  it('is anchored again in a line of its own, which says who began it and why, and hides nothing of the line before', async () => {
    await anchorThree();
    await restoreTo(1);
    await act('deposit.view');
    expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2' } });
    expect(await verify()).toMatchObject({ code: 1 });
    expect(await begin()).toMatchObject({ line: 2, agreed: '1', lost: 2, first: { seal: '2' }, last: { seal: '3' } });
    await act('deposit.view');
    expect(await anchorAudit.execute()).toBeNull();
    expect(await faults()).toBe(0);
    expect((await metrics.auditAnchorLine.get()).values[0]?.value).toBe(2);
    expect(readdirSync(place).sort()).toEqual([
      anchorKey('3', 2),
      startKey(2),
      ...['3', '2', '1'].map((seal) => anchorKey(seal)),
    ]);
    const { code, output } = await verify();
    expect(code).toBe(0);
    expect(output).toMatch(
      /NOTE line 2 of the anchors was begun at .* by Ada: restored to 09:00 after the disk was lost. It agrees up to seal 1; 2 anchors from seal 2 of .* to seal 3 of .* are of the log before it/,
    );
    expect(
      await source.query(`select operator, subject_id from audit_entry where action = 'audit.begin-anchors'`),
    ).toEqual([{ operator: 'Ada', subject_id: '2' }]);
  });

  it('must still bear out what it bore out when the line was begun, and what was kept in it', async () => {
    await anchorThree();
    await restoreTo(2);
    await begin();
    await act('deposit.view');
    await anchorAudit.execute();
    await rewrite();
    expect(await anchorAudit.execute()).toMatchObject({ anchor: { seal: '2' } });
    expect((await verify()).output).toMatch(/BROKEN seal 2, .* is another one; so are 1 after it/);
  });

  it('is restored again, to before the line that was begun', async () => {
    await anchorThree();
    await restoreTo(2);
    await begin();
    await act('deposit.view');
    await anchorAudit.execute();
    await restoreTo(1);
    await act('deposit.view');
    expect(await begin()).toMatchObject({ line: 3, agreed: '1', lost: 2 });
    await act('deposit.view');
    expect(await anchorAudit.execute()).toBeNull();
    const { code, output } = await verify();
    expect([code, output.match(/^NOTE line/gm)]).toEqual([0, ['NOTE line', 'NOTE line']]);
  });

  it('begins no line where nothing differs, and none over a log that no restore leaves', async () => {
    await expect(begin()).rejects.toThrow('bears out every anchor');
    await anchorThree();
    await expect(begin()).rejects.toThrow('bears out every anchor');
    await rewrite();
    await expect(begin()).rejects.toThrow(/No restore leaves this: seal 2/);
    expect(readdirSync(place)).toHaveLength(3);
  });

  it('is begun anew after years of anchors, which are read several at a time', async () => {
    await act('deposit.view');
    const many = new ManyAnchors(150_000);
    expect(await begin(many)).toMatchObject({ line: 2, agreed: '0', lost: 150_000, first: { seal: '1' } });
    expect(JSON.parse(many.begun ?? '')).toMatchObject({ last: { seal: '150000' } });
    expect(many.reading).toBeGreaterThan(1);
  });

  it('names a line that was begun beside the log', async () => {
    await anchorThree();
    await restoreTo(1);
    const start = await begin();
    await withoutGuards(async () => {
      await source.query(`delete from audit_entry where action = 'audit.begin-anchors'`);
    });
    expect(await verify()).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `BROKEN line 2 of the anchors was begun, and no entry ${start.entry} of the log says so`,
      ),
    });
  });

  it('excuses nothing by a beginning that cannot be read', () => {
    const anchor = JSON.stringify({ seal: '7', lastEntry: '40', hash: 'a'.repeat(64), at: 1 });
    const stored = [
      { key: startKey(2), text: '{"line":2,"agreed":"1"}' },
      { key: anchorKey('7'), text: anchor },
    ];
    expect(sortLines(stored)).toMatchObject({
      line: 2,
      held: [{ seal: '7' }],
      before: [],
      starts: [],
      unreadable: [startKey(2)],
    });
  });

  it('begins no line after which there could be none', () => {
    const stored = [{ key: 'line-0000-start', text: '{}' }];
    expect(sortLines(stored)).toMatchObject({ line: 1, unreadable: ['line-0000-start'] });
  });
});
