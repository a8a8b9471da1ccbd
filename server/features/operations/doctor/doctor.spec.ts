import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import '../../../app.module.js';
import { createDataSource } from '../../../database/data-source.js';
import { readConfiguration } from '../../../platform/config/config.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { openRedis } from '../../../platform/redis/redis.js';
import { LocalFolderStorage } from '../../../platform/storage/local-folder-storage.js';
import { ArchivedBooksStore, seeArchive } from '../../wallet/books-archive/index.js';
import { LocalAnchors } from '../../../platform/storage/local-anchors.js';
import { BooksStore } from '../../wallet/ledger/books.store.js';
import { findOverdue } from '../../wallet/ledger/index.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { selfSigned } from '../../../test/factories/certificates.js';
import { anchorKey } from '../audit/audit-anchor.rules.js';
import { AuditStore } from '../audit/audit.store.js';
import { compareAnchors } from '../audit/compare-anchors.js';
import { certificateFinding, ExamineCertificates } from './examine-certificates.js';
import { ExamineClocks } from './examine-clocks.js';
import { databaseFindings } from './examine-database.js';
import { ExamineDisk } from './examine-disk.js';
import { ExamineInstallation } from './examine-installation.js';
import { clusterFindings, redisFindings } from './examine-redis.js';
import { unsafeInProduction } from './examine-settings.js';
import { logArchiveFinding } from './examine-log-archive.js';
import { standbyFindings } from './examine-standbys.js';
import { lagFindings, modeFindings, overdueFindings, sealFindings } from './examine-work.js';
import type { Finding } from './finding.js';
import { fileFinding, lateFinding } from './examine-archive.js';
import { InstallationStore } from './installation.store.js';
import { versionFinding } from './supported-versions.js';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const REDIS_URL = process.env.TEST_REDIS_URL ?? '';
const states = (found: readonly Finding[]) => found.map(({ state }) => state);
const about = (found: readonly Finding[], words: RegExp) => found.filter(({ says }) => words.test(says));

describe('an installation that is looked at', () => {
  let database: TestDatabase;
  let folder: string;
  let source: DataSource;
  let owner: DataSource;
  /** Where the anchors of its log lie. */
  let place: LocalAnchors;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    place = new LocalAnchors(join(folder, 'anchors'));
    source = createDataSource(database.gatewayUrl, 1, true);
    owner = await createDataSource(database.url, 1, false).initialize();
  }, 60_000);
  afterAll(async () => {
    if (source.isInitialized) await source.destroy();
    await owner.destroy();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const look = async (with_: { source?: DataSource; redisUrl?: string } = {}) => {
    const environment = { DATABASE_URL: database.gatewayUrl, REDIS_URL, NODE_ENV: 'test', DATA_FOLDER: folder };
    const configuration = readConfiguration(environment);
    const redis = openRedis({ ...configuration, REDIS_URL: with_.redisUrl ?? REDIS_URL });
    if (with_.redisUrl === undefined) await new Promise((resolve) => redis.once('ready', resolve));
    try {
      const asked = with_.source ?? source;
      const store = new InstallationStore(asked);
      const overdue = () => findOverdue(new BooksStore(new ReadSource(asked)));
      const anchors = () => compareAnchors(place, new AuditStore(asked));
      const archive = () =>
        seeArchive(new LocalFolderStorage(join(folder, 'files')), new ArchivedBooksStore(asked), new Date());
      const looks = { overdue, anchors, archive, now: Date.now };
      const installation = { configuration, environment, store, standby: null, redis, ...looks };
      return await new ExamineInstallation(installation).execute();
    } finally {
      redis.disconnect();
    }
  };

  it('is looked at as the product comes to it, who may see all that is asked for', async () => {
    const found = await look();
    expect(about(found, /could not be looked at/)).toEqual([]);
    expect(states(about(found, /^the product comes as gateway_test_app$/))).toEqual(['ok']);
    expect(states(about(found, /^nothing of the product belongs to a superuser$/))).toEqual(['ok']);
    expect(states(about(found, /^the schema is that of this version/))).toEqual(['ok']);
    expect(states(about(found, /^the stored functions are those of this version/))).toEqual(['ok']);
    expect(states(about(found, /clock is \d+ ms (ahead of|behind) that of (Postgres|Redis)/))).toEqual(['ok', 'ok']);
    expect(states(about(found, /^both books take orders$/))).toEqual(['ok']);
    expect(states(about(found, /^nothing is overdue$/))).toEqual(['ok']);
    // Nobody has checked the books of a database that was just made, and no feed has run.
    expect(states(about(found, /^nothing is on the tape$/))).toEqual(['watch']);
  });

  it('says that an owner, or one that may do everything, must not serve', async () => {
    const found = await look({ source: owner });
    expect(about(found, /^the product comes as/)).toEqual([expect.objectContaining({ state: 'wrong' })]);
  });

  it('warns where what the product has belongs to a superuser, or some of it does', async () => {
    const [{ current: name }] = await owner.query<[{ current: string }]>('select current_user::text as current');
    const [{ former }] = await owner.query<[{ former: string }]>(
      `select relowner::regrole::text as former from pg_class where oid = 'market'::regclass`,
    );
    await owner.query('alter table market owner to current_user');
    try {
      const found = about(await look(), /^what the product has belongs to /);
      expect(found).toEqual([expect.objectContaining({ state: 'watch', says: expect.stringContaining(name) })]);
      expect(found[0]?.todo).toContain('server/deploy/postgres/owner.sql');
    } finally {
      await owner.query(`alter table market owner to ${former}`);
    }
  });

  it('names what a hand has done: a migration that is missing, a guard that is off, an index that was not built to its end', async () => {
    const [{ name }] = await owner.query<[{ name: string }]>('select name from migrations order by id desc limit 1');
    await owner.query('update migrations set name = $1 where name = $2', ['Other1', name]);
    await owner.query('alter table audit_entry disable trigger audit_entry_append_only');
    await owner.query(`update pg_index set indisvalid = false where indexrelid = 'account_notice_user'::regclass`);
    try {
      const found = await look();
      expect(states(about(found, /^1 migrations are missing$/))).toEqual(['wrong']);
      expect(states(about(found, /^the trigger audit_entry_append_only of audit_entry is switched off$/))).toEqual([
        'wrong',
      ]);
      expect(states(about(found, /^the index account_notice_user is not valid$/))).toEqual(['wrong']);
    } finally {
      await owner.query('update migrations set name = $2 where name = $1', ['Other1', name]);
      await owner.query('alter table audit_entry enable always trigger audit_entry_append_only');
      await owner.query(`update pg_index set indisvalid = true where indexrelid = 'account_notice_user'::regclass`);
    }
  });

  it('says that the anchors which it would go on with are those of another log', async () => {
    expect(states(about(await look(), /^nothing of the audit log is anchored yet$/))).toEqual(['ok']);
    const anchor = { seal: '999', lastEntry: '5', lastEvent: '0', hash: 'a'.repeat(64), at: Date.UTC(2026, 0, 5) };
    await place.putOnce(anchorKey('999'), JSON.stringify(anchor));
    await place.putOnce('0-junk', 'nothing');
    const found = about(await look(), /anchors/);
    expect(found.map(({ state, says }) => [state, says])).toEqual([
      [
        'wrong',
        'the audit log does not bear out 1 of its newest anchors, the first that of seal 999, 2026-01-05T00:00:00.000Z',
      ],
      ['wrong', '1 objects among the anchors of the audit log are none, as 0-junk'],
    ]);
    expect(found[0]?.todo).toContain('start no worker of it with these settings');
    rmSync(join(folder, 'anchors'), { recursive: true });
  });

  it('says that the log of Postgres is not archived', async () => {
    // The server of the tests archives none, which is said and not guessed.
    const [{ mode }] = await owner.query<[{ mode: string }]>(`select current_setting('archive_mode') as mode`);
    const found = about(await look(), /^the log of Postgres is not archived/);
    expect([mode, states(found)]).toEqual(['off', ['watch']]);
  });

  it('names what nobody has done, also where no worker has looked for hours', async () => {
    await owner.query(
      `set session_replication_role = replica;
       insert into otc_order (advert_id, buyer_id, seller_id, merchant_id, taker_id, currency_id, fiat, price, quantity, amount,
         way, payment, buyer_name, seller_name, terms, window_minutes, status, created_at, updated_at, pay_until)
       values (1, 1, 2, 2, 1, 3, 'CNY', 7, 1, 7, 'bank', '{}', '-', '-', '', 30, 1, now() - interval '3 hours', now(), now() - interval '2 hours');
       set session_replication_role = origin;
       update trading_mode set checked_at = now() - interval '5 hours'`,
    );
    const found = about(await look(), /^P04: 1 overdue\. /);
    expect(found).toEqual([expect.objectContaining({ topic: 'lag', state: 'wrong' })]);
    await owner.query('update trading_mode set checked_at = null');
  });

  it('says what is not sealed, what waits and what is stopped', async () => {
    const store = new InstallationStore(source);
    expect(await store.unsealed()).toEqual({ journals: null, audit: null, tapeHours: null });
    await owner.query(
      `insert into audit_entry (at, operator, action, subject, address, request)
       values (now() - interval '20 minutes', 'test', 'test.act', 'test', '127.0.0.1', 'r')`,
    );
    await owner.query(
      `insert into outgoing_message (lane, kind, sealed, expires_at, created_at)
       values ('mail', 'code', 'x'::bytea, now() + interval '1 hour', now() - interval '10 minutes')`,
    );
    await owner.query(`update trading_mode set mode = 'cancel-only', cause = 'L01' where not demo`);
    const { audit } = await store.unsealed();
    expect(audit).toBeGreaterThanOrEqual(1200);
    const { messages } = await store.lag();
    expect(messages).toBeGreaterThanOrEqual(600);
    const found = await look();
    expect(states(about(found, /^real money is in cancel-only: L01$/))).toEqual(['wrong']);
    expect(states(about(found, /users' security events are not sealed for \d+ s$/))).toEqual(['wrong']);
    expect(states(about(found, /^the oldest mail or text message waits for \d+ s$/))).toEqual(['wrong']);
  });

  it('says what is away, and looks at the rest', async () => {
    const away = createDataSource('postgres://gateway_app@127.0.0.1:1/none', 1, true);
    const found = await look({ source: away, redisUrl: 'redis://127.0.0.1:1' });
    const unseen = found.filter(({ state }) => state === 'unknown');
    expect(unseen.map(({ says }) => says.replace(/ could not.*/s, ''))).toEqual([
      "Postgres' clock",
      "Redis' clock",
      'Postgres',
      'standbys',
      'the archive of the log',
      'Redis',
      'what is sealed and what waits',
      'the archive of the books',
      'the anchors of the audit log',
    ]);
    expect(states(found.filter(({ topic }) => topic === 'disk'))).not.toContain('unknown');
  });
});

it.each([
  ['Node', '20.20.2', '2026-04-30T23:00:00Z', 'ok'],
  ['Node', '20.20.2', '2026-05-01T00:00:00Z', 'watch'],
  ['Node', '24.11.0', '2026-11-26T00:00:00Z', 'ok'],
  ['Node', '18.20.0', '2026-11-26T00:00:00Z', 'wrong'],
  // Nobody knows yet for how long.
  ['Node', '99.0.0', '2026-11-26T00:00:00Z', 'ok'],
  ['Postgres', '14.20', '2026-11-26T00:00:00Z', 'wrong'],
  // Still mended, and unable to read the stored functions.
  ['Postgres', '15.18', '2026-11-26T00:00:00Z', 'wrong'],
  ['Postgres', '17.4', '2026-11-26T00:00:00Z', 'wrong'],
  ['Postgres', '18.0', '2026-11-26T00:00:00Z', 'ok'],
  ['Postgres', '18.0', '2030-11-15T00:00:00Z', 'watch'],
  ['Postgres', 'devel', '2026-11-26T00:00:00Z', 'unknown'],
] as const)('%s %s on %s is %s', (of, version, at, state) => {
  expect(versionFinding(of, version, Date.parse(at))).toMatchObject({ topic: 'versions', state });
});

describe("this machine's clock", () => {
  /** A clock that is off by so much, asked over a way that takes so long. */
  const compared = async (aheadMs: number, takesMs: number) => {
    let now = NOW;
    const other = {
      name: 'Postgres',
      read: () => {
        now += takesMs;
        return Promise.resolve(now - takesMs / 2 - aheadMs);
      },
    };
    const [found] = await new ExamineClocks(() => now, [other]).execute();
    return found;
  };

  it.each([
    [0, 10, 'ok'],
    [900, 20, 'ok'],
    [-900, 20, 'ok'],
    [1100, 20, 'wrong'],
    [-3_600_000, 20, 'wrong'],
    // The way takes too long to say more.
    [900, 400, 'watch'],
  ])('%d ms ahead, asked within %d ms, is %s', async (aheadMs, takesMs, state) => {
    expect(await compared(aheadMs, takesMs)).toMatchObject({ topic: 'clocks', state });
  });
});

describe('Postgres', () => {
  const good = {
    version: '17.4',
    user: 'gateway_app',
    isSuperuser: false,
    isOwner: false,
    superuserOwners: [],
    isStandby: false,
    connections: 10,
    connectionsMax: 100,
    unsafe: [],
    oldestTransactionAge: 1000,
    bytes: 1024 ** 3,
    longestTransaction: 1,
    invalidIndexes: [],
    triggersOff: [],
  };

  it('is in order', () => {
    expect(new Set(states(databaseFindings(good)))).toEqual(new Set(['ok']));
  });

  it.each([
    [{ connections: 69 }, undefined],
    [{ connections: 70 }, 'watch'],
    [{ connections: 90 }, 'wrong'],
    [{ unsafe: ['fsync'] }, 'wrong'],
    [{ oldestTransactionAge: 500_000_000 }, 'watch'],
    [{ oldestTransactionAge: 1_600_000_000 }, 'wrong'],
    [{ longestTransaction: 60 }, 'watch'],
    [{ longestTransaction: 900 }, 'wrong'],
    [{ isSuperuser: true }, 'wrong'],
    [{ isOwner: true }, 'wrong'],
    [{ superuserOwners: ['postgres'] }, 'watch'],
  ])('%j is %s', (facts, state) => {
    const bad = databaseFindings({ ...good, ...facts }).filter((one) => one.state !== 'ok');
    expect(states(bad)).toEqual(state === undefined ? [] : [state]);
    for (const { todo } of bad) expect(todo).toMatch(/\w/);
  });
});

describe('standbys', () => {
  const MIB = 1024 ** 2;
  const primary = {
    isStandby: false,
    maySee: true,
    standbys: [],
    idleSlots: [],
    isReceiving: false,
    replayedAgo: null,
  };
  const follower = { name: 'b', state: 'streaming', isSynchronous: true, behindSeconds: 0, behindBytes: 0 };
  const standby = { ...primary, isStandby: true, isReceiving: true, replayedAgo: 0 };

  it.each([
    [primary, ['watch']],
    [{ ...primary, maySee: false }, ['watch']],
    [{ ...primary, standbys: [follower] }, ['ok']],
    [{ ...primary, maySee: false, standbys: [follower] }, ['unknown']],
    [{ ...primary, standbys: [{ ...follower, behindSeconds: 9.9, behindBytes: 63 * MIB }] }, ['ok']],
    [{ ...primary, standbys: [{ ...follower, behindSeconds: 10 }] }, ['watch']],
    [{ ...primary, standbys: [follower, { ...follower, behindSeconds: 60 }] }, ['ok', 'wrong']],
    [{ ...primary, standbys: [{ ...follower, behindBytes: 64 * MIB }] }, ['watch']],
    [{ ...primary, standbys: [{ ...follower, behindBytes: 1024 * MIB }] }, ['wrong']],
    [{ ...primary, standbys: [{ ...follower, state: 'catchup' }] }, ['wrong']],
    [{ ...primary, standbys: [follower], idleSlots: [{ name: 'old', bytes: MIB }] }, ['ok', 'watch']],
    [{ ...primary, standbys: [follower], idleSlots: [{ name: 'old', bytes: 2048 * MIB }] }, ['ok', 'wrong']],
    [standby, ['ok']],
    [{ ...standby, replayedAgo: 10 }, ['watch']],
    [{ ...standby, replayedAgo: 61 }, ['wrong']],
    [{ ...standby, replayedAgo: null }, ['watch']],
    [{ ...standby, isReceiving: false }, ['wrong']],
  ])('%j are %j', (facts, wanted) => {
    const found = standbyFindings(facts);
    expect(states(found)).toEqual(wanted);
    for (const { state, todo } of found) expect(todo === undefined).toBe(state === 'ok');
  });
});

describe('the archive of the log', () => {
  const archived = { isOn: true, ageSeconds: 20, failing: null };
  it.each([
    [archived, 'ok'],
    [{ ...archived, ageSeconds: 89 }, 'ok'],
    [{ ...archived, ageSeconds: 90 }, 'watch'],
    [{ ...archived, ageSeconds: 300 }, 'wrong'],
    [{ ...archived, failing: '000000010000000000000007' }, 'wrong'],
    [{ isOn: false, ageSeconds: 9000, failing: null }, 'watch'],
  ] as const)('%j is %s', (facts, wanted) => {
    const { state, todo } = logArchiveFinding(facts);
    expect([state, todo === undefined]).toEqual([wanted, wanted === 'ok']);
  });

  it('is said to fail with the piece that it did not take', () => {
    const { says } = logArchiveFinding({ isOn: true, ageSeconds: 412.4, failing: '000000010000000000000007' });
    expect(says).toBe('the archive did not take 000000010000000000000007 of the log; it last took a piece 412 s ago');
  });
});

it.each([
  ['noeviction', '7.0.15', 10, 100, []],
  ['noeviction', '7.0.15', 70, 100, ['watch']],
  ['noeviction', '7.0.15', 90, 100, ['wrong']],
  ['noeviction', '7.0.15', 90, 0, []],
  ['allkeys-lru', '7.0.15', 10, 100, ['wrong']],
  ['noeviction', '6.0.16', 10, 100, ['wrong']],
] as const)('Redis that %s, of version %s, with %d of %d MiB: %j', (policy, version, used, most, bad) => {
  const mib = 1024 ** 2;
  const info = [
    '# Server',
    `redis_version:${version}`,
    '# Memory',
    `used_memory:${used * mib}`,
    `maxmemory:${most * mib}`,
    `maxmemory_policy:${policy}`,
  ].join('\r\n');
  expect(states(redisFindings(info).filter(({ state }) => state !== 'ok'))).toEqual(bad);
});

it.each([
  ['6.2.14', 'wrong', 'Redis 6.2.14: older than 7.0'],
  ['7.0.15', 'ok', 'Redis 7.0.15'],
])('a server %s of a cluster is %s', (version, state, says) => {
  const [found] = redisFindings(`redis_version:${version}\r\nmaxmemory_policy:noeviction`, 'cluster');
  expect(found).toMatchObject({ state, says });
});

it.each([
  [{ isWhole: true, alone: [] }, ['ok', 'ok']],
  [{ isWhole: false, alone: [] }, ['wrong', 'ok']],
  [{ isWhole: true, alone: ['b:6379', 'a:6379'] }, ['ok', 'watch']],
])('a cluster, %j, is %j', (state, wanted) => {
  const found = clusterFindings(state);
  expect(states(found)).toEqual(wanted);
  if (state.alone.length > 0) expect(found[1]?.says).toBe('no replica would replace a:6379, b:6379');
});

it.each([
  [{ journals: null, audit: null, tapeHours: null }, ['ok', 'ok', 'ok']],
  [{ journals: 10, audit: 10, tapeHours: -1800 }, ['ok', 'ok', 'ok']],
  [{ journals: 120, audit: 119, tapeHours: 600 }, ['watch', 'ok', 'watch']],
  [{ journals: 600, audit: 601, tapeHours: 3600 }, ['wrong', 'wrong', 'wrong']],
])('what is not sealed for so long, %j, is %j', (unsealed, wanted) => {
  expect(states(sealFindings(unsealed))).toEqual(wanted);
});

it.each([
  [0, 'ok'],
  [7199, 'ok'],
  [7200, 'watch'],
  [21_600, 'wrong'],
])('a day that ended %i s ago and is not archived is %s', (seconds, wanted) => {
  expect(lateFinding(seconds).state).toBe(wanted);
});

it.each([
  ['as noted', 'ok', 'in the store as it is noted'],
  ['missing', 'wrong', 'missing'],
  ['different', 'wrong', 'different'],
] as const)('a newest file of the archive that is %s is %s', (state, wanted, says) => {
  expect(fileFinding({ file: '7', state })).toMatchObject({
    state: wanted,
    says: `the newest file of the archive of the books, 7, is ${says}`,
  });
});

it.each([
  [{ booksUnchecked: 60, tape: 1, messages: null }, ['ok', 'ok', 'ok']],
  [{ booksUnchecked: 120, tape: 5, messages: 60 }, ['watch', 'watch', 'watch']],
  [{ booksUnchecked: 180, tape: 15, messages: 300 }, ['wrong', 'wrong', 'wrong']],
  [{ booksUnchecked: 60, tape: null, messages: 1 }, ['ok', 'watch', 'ok']],
])('what is late, %j, is %j', (lag, wanted) => {
  expect(states(lagFindings(lag))).toEqual(wanted);
});

it('names what is overdue by the invariant that is about it', () => {
  expect(overdueFindings([])).toEqual([{ topic: 'lag', state: 'ok', says: 'nothing is overdue' }]);
  expect(overdueFindings([{ name: 'O05', says: 'No option is open.', rows: 3 }])).toEqual([
    expect.objectContaining({ topic: 'lag', state: 'wrong', says: 'O05: 3 overdue. No option is open.' }),
  ]);
});

it('names each book that is stopped, with its cause', () => {
  expect(modeFindings([{ book: 'demo', cause: 'O05' }])).toEqual([
    expect.objectContaining({ state: 'wrong', says: 'demo money is in cancel-only: O05' }),
  ]);
});

it('says who else may enter the folder of secrets', async () => {
  const secrets = mkdtempSync(join(tmpdir(), 'doctor-'));
  const { chmod } = await import('node:fs/promises');
  try {
    const look = async () => states((await new ExamineDisk({ data: tmpdir(), secrets }).execute()).slice(1));
    expect(await look()).toEqual(['ok']);
    await chmod(secrets, 0o750);
    expect(await look()).toEqual(['wrong']);
    // A data folder that is not there, as where files lie in a store, hides nothing of it; and given secrets lie nowhere.
    const elsewhere = await new ExamineDisk({ data: join(secrets, 'none'), secrets }).execute();
    expect(states(elsewhere)).toEqual(['unknown', 'wrong']);
    expect(await new ExamineDisk({ data: tmpdir(), secrets: null }).execute()).toHaveLength(1);
  } finally {
    rmSync(secrets, { recursive: true });
  }
});

describe('certificates', () => {
  const DAY_MS = 86_400_000;

  it('of other names say for whom they are', () => {
    const shown = { validUntil: NOW + 5 * DAY_MS, fault: 'ERR_TLS_CERT_ALTNAME_INVALID', names: 'DNS:old.example' };
    expect(certificateFinding('trade.example:443', shown, NOW)).toMatchObject({
      state: 'wrong',
      says: 'that of trade.example:443 is for other names: DNS:old.example (good for 5 days)',
    });
  });

  it.each([
    [22, null, 'ok'],
    [20, null, 'watch'],
    [6, null, 'wrong'],
    [-1, null, 'wrong'],
    [300, 'SELF_SIGNED', 'wrong'],
  ])('with %d days left and the fault %s: %s', (days, fault, state) => {
    const shown = { validUntil: NOW + days * DAY_MS + 1000, fault, names: 'DNS:trade.example' };
    expect(certificateFinding('trade.example:443', shown, NOW)).toMatchObject({ state });
  });

  it('are asked for at an address of IPv6, too', async () => {
    const [found] = await new ExamineCertificates(['https://[::1]:1']).execute(NOW);
    expect(found).toMatchObject({ state: 'unknown', says: expect.not.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
  });

  it('are seen as a server shows them, and where none answers that is said', async () => {
    const server: Server = createServer(selfSigned('localhost'), (socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as { port: number };
    try {
      const addresses = [`https://localhost:${port}`, 'http://localhost:1', 'https://127.0.0.1:1'];
      const found = await new ExamineCertificates(addresses).execute(Date.now());
      expect(found).toEqual([
        expect.objectContaining({ state: 'wrong', says: expect.stringMatching(/^nobody believes localhost:\d+: \w/) }),
        expect.objectContaining({ state: 'unknown' }),
      ]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

const withPassword = (protocol: string, password: string) => `${protocol}//gateway_app:${password}@127.0.0.1/d`;

it('says what starts in production and is for trying things out', () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: withPassword('postgres:', 'drawn-by-lot-7'),
    REDIS_URL: withPassword('redis:', 'drawn-by-lot-8'),
    PASSWORD_PEPPER: 'p'.repeat(40),
    SECRET_KEY: 's'.repeat(40),
    PUBLIC_URL: 'https://trade.example',
    WEB_PUSH_PRIVATE_KEY: '',
  };
  const lines = (more: Record<string, string>) => unsafeInProduction(readConfiguration({ ...production, ...more }));
  const anchors = {
    AUDIT_ANCHORS: 's3',
    AUDIT_ANCHORS_BUCKET: 'b',
    S3_ENDPOINT: 'https://s3.example',
    METRICS_PORT: '9464',
  };
  expect(lines(anchors)).toEqual([]);
  expect(lines({ ...anchors, FEED: 'simulated', RATE_FACTOR: '100' })).toEqual([
    expect.stringContaining('RATE_FACTOR'),
    expect.stringContaining('FEED'),
  ]);
  // Without a venue `auto` waits for one: whoever wants a simulated installation is told how to say so.
  const simulated = { ...anchors, REAL_MONEY_ON_SIMULATED: 'true' };
  expect(lines(simulated)).toEqual([
    expect.stringContaining('REAL_MONEY_ON_SIMULATED: real money trades on invented prices'),
    expect.stringContaining('FEED=simulated'),
  ]);
  expect(lines({ ...simulated, FEED: 'live' })).toHaveLength(1);
  expect(lines({})).toEqual([expect.stringContaining('AUDIT_ANCHORS'), expect.stringContaining('METRICS_PORT')]);
});
