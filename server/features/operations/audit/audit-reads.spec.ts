import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import type { ReadSource } from '../../../platform/database/read-source.store.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { COMMAND_LINE } from './actor.js';
import { AuditHistoryStore } from './audit-history.store.js';
import { type AuditFilter, AuditStore } from './audit.store.js';

const LINES = 30_000;
/** An entry a minute. */
const BEGAN = Date.UTC(2026, 0, 1);
const minute = (place: number) => new Date(BEGAN + place * 60_000);
const ALL: AuditFilter = {
  operatorId: null,
  action: null,
  subject: null,
  subjectId: null,
  userId: null,
  from: null,
  to: null,
};

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let operatorId: string;
let audit: AuditStore;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  audit = new AuditStore(serving);
  const [operator]: { id: string }[] = await source.query(
    `insert into operator (login, password_hash, totp_secret, roles, created_at)
     values ('reads-much', 'none', 'none', '{auditor}', now()) returning id::text`,
  );
  operatorId = operator?.id as string;
  // One operator who looks at lists all day, and refused logins whose lines name nothing.
  await source.query(
    `insert into audit_entry (at, operator_id, operator, session_id, action, subject, subject_id, user_id, detail, address, request)
     select $1::timestamptz + n * interval '1 minute', case when n % 2 = 0 then $2::bigint end, 'reads-much', null,
            case when n % 1000 = 0 then 'user.disable' when n % 2 = 0 then 'user.list' else 'desk.lock' end,
            case when n % 2 = 0 then 'user' else 'operator' end, case when n % 7 > 0 then n::text end, null,
            '{"rows": 1}', '203.0.113.7', ''
       from generate_series(1, ${LINES}) n`,
    [new Date(BEGAN), operatorId],
  );
  await source.query('analyze audit_entry');
}, 120_000);

afterAll(async () => {
  await serving.destroy();
  await source?.destroy();
  await database?.drop();
});

async function planOf(asked: [statement: string, values: unknown[]] | undefined): Promise<string> {
  const [statement, values] = asked ?? ['', []];
  const lines: { 'QUERY PLAN': string }[] = await source.query(`explain ${statement}`, values);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

/** What was asked of the database, and not answered. */
function listener() {
  const asked: [statement: string, values: unknown[]][] = [];
  const query = (statement: string, values: unknown[]) => (asked.push([statement, values]), []);
  return { asked, query };
}

describe('a line that may be there already', () => {
  const actor = () => ({ ...COMMAND_LINE, operatorId, address: '203.0.113.7' });
  const detail = { rows: 1 };
  const list = { action: 'user.list', subject: 'user', detail };
  const lock = { action: 'desk.lock', subject: 'operator', detail };

  it('is found since an instant, with its subject or without one', async () => {
    await serving.transaction(async (tx) => {
      const disable = { ...list, action: 'user.disable' };
      expect(await audit.isRecorded(tx, actor(), { ...disable, subjectId: '30000' }, minute(29_999))).toBe(true);
      expect(await audit.isRecorded(tx, actor(), { ...disable, subjectId: '30000' }, minute(30_000))).toBe(false);
      expect(await audit.isRecorded(tx, actor(), disable, minute(29_999))).toBe(false);
      // The last one without a subject: 29,988 is fourteen times 2,142.
      expect(await audit.isRecorded(tx, actor(), list, minute(29_987))).toBe(true);
      expect(await audit.isRecorded(tx, actor(), list, minute(29_988))).toBe(false);
      const lockOf = (subjectId: string) => ({ ...lock, subjectId });
      expect(await audit.isRecordedFrom(tx, actor(), lockOf('29999'), minute(29_998))).toBe(true);
      expect(await audit.isRecordedFrom(tx, actor(), lockOf('29999'), minute(29_999))).toBe(false);
      expect(await audit.isRecordedFrom(tx, actor(), lockOf('29998'), minute(0))).toBe(false);
      // The last one without a subject: 29,995 is seven times 4,285.
      expect(await audit.isRecordedFrom(tx, actor(), lock, minute(29_994))).toBe(true);
      expect(await audit.isRecordedFrom(tx, actor(), lock, minute(29_995))).toBe(false);
    });
  });

  it('is looked for by an index alone, whatever else its operator or its address did', async () => {
    const { asked, query } = listener();
    const tx = { query } as unknown as Transaction;
    await audit.isRecorded(tx, actor(), list, minute(LINES - 10));
    await audit.isRecordedFrom(tx, actor(), lock, minute(LINES - 10));
    await audit.isRecordedFrom(tx, actor(), { ...lock, subjectId: '7777' }, minute(LINES - 10));
    const [listed, unnamed, named] = await Promise.all(asked.map(planOf));
    expect(listed).toMatch(/audit_entry_done|audit_entry_at/);
    for (const plan of [unnamed, named]) expect(plan).toMatch(/audit_entry_about|audit_entry_at/);
    for (const plan of [listed, unnamed, named]) expect(plan).not.toContain('Seq Scan');
  });
});

describe('the log', () => {
  it('is read by action, and by time, through indexes', async () => {
    const { asked, query } = listener();
    const store = new AuditHistoryStore({ query } as unknown as ReadSource);
    await store.list({ ...ALL, action: 'user.disable' }, 50, 0);
    await store.count({ ...ALL, action: 'nothing' });
    await store.ids({ ...ALL, action: 'nothing' }, 1000);
    await store.list({ ...ALL, from: minute(100), to: minute(130) }, 50, 0);
    await store.count({ ...ALL, from: minute(100), to: minute(130) });
    const plans = await Promise.all(asked.map(planOf));
    for (const plan of plans.slice(0, 3)) expect(plan).toContain('audit_entry_action');
    for (const plan of plans.slice(3)) expect(plan).toContain('audit_entry_at');
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on audit_entry');
  });

  it('answers an action with those below it', async () => {
    const store = new AuditHistoryStore({
      query: (...given: [string, unknown[]]) => serving.query(...given),
    } as unknown as ReadSource);
    expect(await store.count({ ...ALL, action: 'user.disable' })).toBe(30);
    expect(await store.count({ ...ALL, action: 'user' })).toBe(10_000);
    expect(await store.count({ ...ALL, action: 'use' })).toBe(0);
    expect(await store.count({ ...ALL, from: minute(100), to: minute(130) })).toBe(30);
  });
});
