import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { OpenIncidentRequest } from '../../../contract/operations/incidents.dto.js';
import { type PartState, SERVICE_PARTS, type ServicePart } from '../../../contract/rules/service-status.rules.js';
import { isClockAhead, NoConnection } from '../../../platform/database/transaction.js';
import { Loops } from '../../../platform/loop/loops.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { createTestDatabase, decideBy, type TestDatabase } from '../../../test/database.js';
import { inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { anOperator, type TestOperator } from '../../../test/factories/operators.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import type { ActingOperator } from '../review/index.js';
import { IncidentsStore } from './incidents.store.js';
import { ReadServiceStatus } from './read-service-status.js';
import { ServiceStatusStore } from './service-status.store.js';
import { WatchService } from './watch-service.js';
import { WriteIncidents } from './write-incidents.js';

const SECOND = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.parse('2026-06-01T12:00:00Z');
const EVERY = 10;

let database: TestDatabase;
let app: TestApp;
let source: DataSource;
let agent: TestOperator;
let clock: FakeClock;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await bootApp({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '10' }, database);
  // Nobody but the test looks and gives signs.
  await app.application.get(Loops).beforeApplicationShutdown();
  source = app.owner;
  agent = await anOperator(source, 'support');
}, 60_000);
afterAll(async () => {
  await app?.close();
  await database.drop();
});
beforeEach(async () => {
  clock = new FakeClock(START);
  await source.query('delete from service_span');
  await source.query(
    `update service_pulse set seen_at = case role when 'worker' then 'epoch' else $1::timestamptz end`,
    [new Date(START)],
  );
});

const get = <Thing>(thing: abstract new (...given: never[]) => Thing, of = app): Thing => of.application.get(thing);
const store = () => get(ServiceStatusStore);
const all = (state: PartState, other: Partial<Record<ServicePart, PartState>> = {}) =>
  ({ ...Object.fromEntries(SERVICE_PARTS.map((part) => [part, state])), ...other }) as Record<ServicePart, PartState>;
const now = () => new Date(clock.now());
const note = (states = all('up')) => store().note(states, EVERY, now());
const gatewayIsThere = () => store().pulse(now());
/** A look every 15 s for so long, with a sign of a gateway before each. */
async function look(forMs: number, states = all('up')): Promise<void> {
  for (let passed = 0; passed <= forMs; passed += 15 * SECOND) {
    if (passed > 0) clock.advance(15 * SECOND);
    await gatewayIsThere();
    expect(await note(states)).toBe(true);
  }
}
const spans = (part: ServicePart): Promise<{ state: string; began: number; seen: number }[]> =>
  source.query(
    `select state, (extract(epoch from began_at - $2::timestamptz))::float8 as began,
            (extract(epoch from seen_at - $2::timestamptz))::float8 as seen
       from service_span where part = $1 order by began_at`,
    [part, new Date(START)],
  );
const reading = () => new ReadServiceStatus(store(), get(IncidentsStore), clock);
const today = async (part: ServicePart) => {
  const { parts } = await reading().execute('en');
  const found = parts.find((one) => one.part === part);
  return { now: found?.state, ...found?.days.at(-1) };
};

describe('what workers see', () => {
  it('is a span as long as nothing changes, and another one from the look on that finds a change', async () => {
    await look(5 * MINUTE);
    expect(await spans('login')).toEqual([{ state: 'up', began: 0, seen: 300 }]);
    clock.advance(15 * SECOND);
    await look(MINUTE, all('up', { login: 'degraded' }));
    expect(await spans('login')).toEqual([
      { state: 'up', began: 0, seen: 315 },
      { state: 'degraded', began: 315, seen: 375 },
    ]);
    expect(await spans('prices')).toEqual([{ state: 'up', began: 0, seen: 375 }]);
    expect(await today('login')).toMatchObject({ now: 'degraded', state: 'degraded', available: 10_000 });
  });

  it('has a gap where nobody looked, which is not up', async () => {
    await look(5 * MINUTE);
    clock.advance(5 * MINUTE);
    expect(await today('prices')).toMatchObject({ now: 'unknown', state: 'unknown', available: 5000 });
    await look(5 * MINUTE);
    expect(await spans('prices')).toEqual([
      { state: 'up', began: 0, seen: 300 },
      { state: 'up', began: 600, seen: 900 },
    ]);
    expect(await today('prices')).toMatchObject({ now: 'up', state: 'unknown', available: 6666 });
  });

  it('is down in every part where no gateway gave a sign, however well the worker is', async () => {
    await look(MINUTE);
    for (let round = 0; round < 10; round += 1) {
      clock.advance(15 * SECOND);
      await note();
    }
    expect(await spans('deposits')).toEqual([
      { state: 'up', began: 0, seen: 150 },
      { state: 'down', began: 150, seen: 210 },
    ]);
    await gatewayIsThere();
    clock.advance(15 * SECOND);
    await note();
    expect((await spans('deposits')).at(-1)).toEqual({ state: 'up', began: 225, seen: 225 });
  });

  it('is written by one of two workers that look at once, and by none that comes just after', async () => {
    const wrote = await Promise.all([note(), note(all('down'))]);
    expect(wrote.filter(Boolean)).toHaveLength(1);
    clock.advance(9 * SECOND);
    expect(await note(all('down'))).toBe(false);
    expect(await spans('spot')).toHaveLength(1);
  });

  it('waits for no other worker that is at it', async () => {
    const other = source.createQueryRunner();
    await other.startTransaction();
    await other.query(`select from service_pulse where role = 'worker' for update`);
    try {
      expect(await note()).toBe(false);
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
    expect(await note()).toBe(true);
  });

  it('goes by the clock of the database, whatever that of the process says', async () => {
    await decideBy('own', (text) => source.query(text));
    try {
      await source.query(`update service_pulse set seen_at = clock_timestamp() where role = 'gateway'`);
      const ahead = store().note(all('up'), EVERY, new Date(Date.now() + 3_600_000));
      expect(isClockAhead(await ahead.catch((error: unknown) => error))).toBe(true);
      expect(await spans('prices')).toEqual([]);
      // Months behind.
      expect(await note()).toBe(true);
      const [row] = await source.query<[{ late: number }]>(
        `select abs(extract(epoch from clock_timestamp() - began_at))::float8 as late from service_span where part = 'prices'`,
      );
      expect(row.late).toBeLessThan(3600);
      expect(await today('prices')).toMatchObject({ now: 'up' });
    } finally {
      await decideBy('callers', (text) => source.query(text));
    }
  });

  it('is kept for 400 days', async () => {
    await note();
    clock.advance(399 * DAY - (START + 399 * DAY > Date.now() ? START + 399 * DAY - Date.now() : 0));
    await source.query(
      `insert into service_span (part, state, began_at, seen_at) values
      ('spot', 'up', $1::timestamptz - interval '402 days', $1::timestamptz - interval '400 days 1 second'),
      ('spot', 'down', $1::timestamptz - interval '400 days 1 second', $1::timestamptz - interval '399 days')`,
      [now()],
    );
    await note();
    const states = (await spans('spot')).map(({ state }) => state);
    expect(states[0]).toBe('down');
  });

  it('has a gap over a restart of the only worker, and goes on as another process', async () => {
    await decideBy('own', (text) => source.query(text));
    const first = await bootApp({ ROLES: 'worker', LOG_LEVEL: 'silent' }, database);
    try {
      await source.query(`update service_pulse set seen_at = clock_timestamp() where role = 'gateway'`);
      await get(WatchService, first).look();
    } finally {
      await first.close();
    }
    expect(await spans('login')).toHaveLength(1);
    // Ten minutes pass.
    await source.query(
      `update service_span set began_at = began_at - interval '10 minutes', seen_at = seen_at - interval '10 minutes'`,
    );
    await source.query(`update service_pulse set seen_at = seen_at - interval '10 minutes' where role = 'worker'`);
    const second = await bootApp({ ROLES: 'worker', LOG_LEVEL: 'silent' }, database);
    try {
      await source.query(`update service_pulse set seen_at = clock_timestamp() where role = 'gateway'`);
      await get(WatchService, second).look();
      const [before, after] = await spans('login');
      expect([before?.state, after?.state]).toEqual(['up', 'up']);
      expect((after?.began ?? 0) - (before?.seen ?? 0)).toBeGreaterThanOrEqual(600);
      expect(await today('login')).toMatchObject({ now: 'up', state: 'unknown' });
    } finally {
      await second.close();
      await decideBy('callers', (text) => source.query(text));
    }
  }, 120_000);
});

const acting = (): ActingOperator => ({
  operatorId: agent.operatorId,
  sessionId: null,
  roles: ['support'],
  address: '127.0.0.1',
  request: 'test',
});
const writing = () => get(WriteIncidents);
const INCIDENT: OpenIncidentRequest = {
  kind: 'incident',
  parts: ['deposits'],
  state: 'investigating',
  texts: [
    { language: 'zh', title: '充值延迟', text: '我们正在调查。' },
    { language: 'en', title: 'Deposits are late', text: 'We look into it.' },
  ],
};
const open = (request: Partial<OpenIncidentRequest> = {}, key: string = randomUUID()) =>
  writing().open(acting(), { ...INCIDENT, ...request }, key);
const update = (id: string, state: 'monitoring' | 'resolved' | 'planned', text = 'It is over.') =>
  writing().update(acting(), id, { state, texts: [{ language: 'en', text }] }, randomUUID());
const shown = async (id: string, language: 'en' | 'zh' | 'ja' = 'en') =>
  (await get(ReadServiceStatus).execute(language)).incidents.find((one) => one.id === id);

describe('an incident', () => {
  it('is read in the language that it was written in, in English by others, and never by whom', async () => {
    const id = await open();
    await update(id, 'monitoring', 'It is mended; we watch.');
    expect(await shown(id, 'ja')).toMatchObject({
      title: 'Deposits are late',
      state: 'monitoring',
      closedAt: null,
      updates: [
        { state: 'monitoring', text: 'It is mended; we watch.' },
        { state: 'investigating', text: 'We look into it.' },
      ],
    });
    expect(await shown(id, 'zh')).toMatchObject({ title: '充值延迟', updates: [{}, { text: '我们正在调查。' }] });
    expect(JSON.stringify(await shown(id))).not.toContain(agent.login);
    const only = await open({ texts: [{ language: 'zh', title: '只有中文', text: '稍候' }] });
    expect(await shown(only)).toMatchObject({ title: '只有中文' });
    const { notes } = await get(ReadServiceStatus).notes('zh');
    expect(notes.map(({ title }) => title)).toContain('充值延迟');
  });

  it('is on the record, once however often it is sent', async () => {
    const key = randomUUID();
    const [id, again] = [await open({}, key), await open({}, key)];
    expect(again).toBe(id);
    await update(id, 'resolved');
    expect(
      await source.query(
        `select action, operator_id::text as by, detail -> 'state' as state from audit_entry
          where subject = 'incident' and subject_id = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { action: 'incident.open', by: agent.operatorId, state: 'investigating' },
      { action: 'incident.update', by: agent.operatorId, state: 'resolved' },
    ]);
  });

  it('is closed once of two at the same time, and stands on top no more', async () => {
    const id = await open();
    const outcomes = outcomesOf(
      await Promise.allSettled([update(id, 'resolved', 'One'), update(id, 'resolved', 'Two')]),
    );
    expect(outcomes.toSorted()).toEqual(['done', 'incidents.closed']);
    expect((await shown(id))?.updates).toHaveLength(2);
    expect(await shown(id)).toMatchObject({ state: 'resolved', closedAt: expect.any(Number) });
    expect((await get(ReadServiceStatus).notes('en')).notes.map((one) => one.id)).not.toContain(id);
    expect(await inTurn([() => update(id, 'monitoring')])).toEqual(['incidents.closed']);
  });

  it('that makes no sense is refused, and nothing of it stands', async () => {
    const [at, later] = [Date.now() + DAY, Date.now() + 2 * DAY];
    const id = await open();
    const [zh] = INCIDENT.texts;
    const tries = [
      () => open({ state: 'resolved' }),
      () => open({ state: 'planned' }),
      () => open({ beginsAt: at }),
      () => open({ endsAt: at }),
      () => open({ kind: 'maintenance', state: 'planned' }),
      () => open({ kind: 'maintenance', state: 'planned', beginsAt: later, endsAt: at }),
      () => open({ kind: 'maintenance', state: 'investigating', beginsAt: at, endsAt: later }),
      () => open({ texts: zh ? [zh, zh] : [] }),
      () => update(id, 'planned'),
    ];
    expect(await inTurn(tries)).toEqual(tries.map(() => 'request.invalid'));
    expect(await inTurn([() => update('999999', 'resolved')])).toEqual(['operations.not-found']);
    const asks = 'Please send us your password';
    expect(await inTurn([() => update(id, 'monitoring', asks)])).toEqual(['help.asks-for-secret']);
    expect((await shown(id))?.updates).toHaveLength(1);
  });
});

it('planned work stands on top from a day before it begins', async () => {
  const [soon, later] = [Date.now() + DAY - MINUTE, Date.now() + 3 * DAY];
  const plan = (beginsAt: number) =>
    open({ kind: 'maintenance', state: 'planned', beginsAt, endsAt: beginsAt + DAY, parts: ['spot', 'options'] });
  const [first, second] = [await plan(soon), await plan(later)];
  const notes = (await get(ReadServiceStatus).notes('en')).notes.map(({ id }) => id);
  expect([notes.includes(first), notes.includes(second)]).toEqual([true, false]);
  expect(await shown(second)).toMatchObject({ kind: 'maintenance', state: 'planned', beginsAt: later });
});

it('while Postgres is away, says what it knew last, and of when that is', async () => {
  await look(MINUTE);
  const known = reading();
  const before = await known.execute('en');
  const away = () => Promise.reject(new NoConnection('away'));
  const broken = jest.spyOn(ServiceStatusStore.prototype, 'history').mockImplementation(away);
  try {
    clock.advance(10 * MINUTE);
    expect(await known.execute('en')).toEqual(before);
    await expect(reading().execute('en')).rejects.toThrow('away');
  } finally {
    broken.mockRestore();
  }
  expect((await known.execute('en')).at).toBe(START + 11 * MINUTE);
});

it('is there for everybody, and may be kept for some seconds', async () => {
  const reply = await fetch(`${app.url}/api/status`, { headers: { lang: 'en' } });
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=5']);
  expect(await reply.json()).toMatchObject({ type: 'ok', message: { parts: SERVICE_PARTS.map((part) => ({ part })) } });
});
