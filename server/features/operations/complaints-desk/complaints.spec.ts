import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { type ComplaintState, COMPLAINTS_A_DAY } from '../../../contract/rules/complaints.rules.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { IdempotencyStore } from '../../../platform/idempotency/idempotency.store.js';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Loops } from '../../../platform/loop/loops.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { decideBy } from '../../../test/database.js';
import { heldBack, inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { anOperator, type TestOperator } from '../../../test/factories/operators.js';
import { aUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { ComplaintsStore } from '../../account/complaints/index.js';
import { ReadComplaints } from '../../account/complaints/read-complaints.js';
import { WriteComplaint } from '../../account/complaints/write-complaint.js';
import { WriteNotices } from '../../account/notices/index.js';
import { FindUser } from '../../account/users/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { AnswerComplaint } from './answer-complaint.js';
import { ComplaintFigures } from './complaint-figures.js';
import { GetComplaints } from './get-complaints.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-06-01T12:00:00Z');
const TEXT = 'My order was filled at another price.\nPlease look again.';

let app: TestApp;
let source: DataSource;
let user: string;
let agent: TestOperator;
let clock: FakeClock;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '20' });
  source = app.owner;
  agent = await anOperator(source, 'support');
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  clock = new FakeClock(START);
  user = (await aUser(source)).userId;
});

const get = <Thing>(thing: abstract new (...given: never[]) => Thing): Thing => app.application.get(thing);
const store = () => get(ComplaintsStore);
const commands = () => new IdempotentCommands(get(Transactions), get(IdempotencyStore), clock, get(Config));
const acting = (by = agent): ActingOperator => ({
  operatorId: by.operatorId,
  sessionId: null,
  roles: ['support'],
  address: '127.0.0.1',
  request: 'test',
});
const writing = () => new WriteComplaint(store(), commands(), clock);
const write = (wish: { text?: string; who?: string; key?: string; order?: string } = {}) =>
  writing().execute(
    wish.who ?? user,
    { subject: 'spot', text: wish.text ?? TEXT, ...(wish.order === undefined ? {} : { order_number: wish.order }) },
    wish.key ?? randomUUID(),
  );
const reopen = (id: string, who = user, key: string = randomUUID()) =>
  writing().reopen(who, { id, text: 'The answer is about another order' }, key);
const answer = async (id: string, text = 'We looked again.', key: string = randomUUID(), seen?: number) =>
  new AnswerComplaint(store(), get(WriteNotices), get(AuditLog), commands(), clock).execute(
    acting(),
    id,
    seen === undefined ? { text } : { text, seen },
    key,
  );
const reading = () => new ReadComplaints(store(), clock);
const desk = () => new GetComplaints(store(), get(FindUser), get(AuditLog), clock);

async function figures(): Promise<{ open: number; overdue: number }> {
  await new ComplaintFigures(get(Loops), store(), get(Metrics), clock).execute();
  const text = await get(Metrics).text();
  const of = (name: string) => Number(new RegExp(`^gateway_complaints_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { open: of('open'), overdue: of('overdue') };
}

describe('a complaint', () => {
  it('has a number and the day by which a final answer is due, and stays as it was written', async () => {
    const text = `  ${'x'.repeat(3990)}\nend  `;
    const made = await write({ text, order: ' A-17 ' });
    expect(made).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/),
      subject: 'spot',
      orderNumber: 'A-17',
      state: 'received',
      receivedAt: START,
      dueAt: START + 15 * DAY,
      answeredAt: null,
      reopenUntil: null,
    });
    expect(await reading().find(user, made.id)).toEqual({
      ...made,
      entries: [{ author: 'user', text: text.trim(), at: START }],
    });
  });

  it('is answered, and its user is told and reads it, but not by whom', async () => {
    const { id } = await write();
    clock.advance(2 * DAY);
    await answer(id);
    expect(await reading().find(user, id)).toMatchObject({
      state: 'answered',
      dueAt: null,
      answeredAt: START + 2 * DAY,
      reopenUntil: START + 32 * DAY,
      entries: [
        { author: 'user', text: TEXT },
        { author: 'desk', text: 'We looked again.', at: START + 2 * DAY },
      ],
    });
    expect(JSON.stringify(await reading().find(user, id))).not.toContain(agent.login);
    expect(
      await source.query('select kind, parameters from account_notice where user_id = $1 order by id desc limit 1', [
        user,
      ]),
    ).toEqual([{ kind: 'complaint-answered', parameters: { number: id } }]);
    expect(
      await source.query(
        `select operator_id::text as by, user_id::text as about, detail from audit_entry
          where action = 'complaint.answer' and subject_id = $1`,
        [id],
      ),
    ).toEqual([{ by: agent.operatorId, about: user, detail: { isFinal: false, isLate: false } }]);
  });

  it.each<[after: number, state: ComplaintState, outcome: string]>([
    [0, 'answered', 'done'],
    [30 * DAY - 1, 'answered', 'done'],
    [30 * DAY, 'closed', 'complaints.not-reopened'],
    [31 * DAY, 'closed', 'complaints.not-reopened'],
  ])('%i ms after its answer is %s, and to reopen it is: %s', async (after, state, outcome) => {
    const { id } = await write();
    await answer(id);
    clock.advance(after);
    expect((await reading().find(user, id)).state).toBe(state);
    expect(await inTurn([() => reopen(id)])).toEqual([outcome]);
  });

  it('is reopened once, has fifteen days again, and is closed by the second answer', async () => {
    const { id } = await write();
    expect(await inTurn([() => reopen(id)])).toEqual(['complaints.not-reopened']);
    await answer(id);
    clock.advance(3 * DAY);
    const again = await reopen(id);
    expect(again).toMatchObject({ state: 'reopened', dueAt: START + 18 * DAY, reopenUntil: null });
    expect(await inTurn([() => reopen(id)])).toEqual(['complaints.not-reopened']);
    clock.advance(16 * DAY);
    await answer(id, 'You were right, and were paid.', randomUUID(), 3);
    expect(await reading().find(user, id)).toMatchObject({ state: 'closed', dueAt: null, reopenUntil: null });
    expect((await reading().find(user, id)).entries.map(({ author }) => author)).toEqual([
      'user',
      'desk',
      'user',
      'desk',
    ]);
    expect(await inTurn([() => reopen(id), () => answer(id)])).toEqual([
      'complaints.not-reopened',
      'complaints.answered',
    ]);
    const [line]: { detail: unknown }[] = await source.query(
      `select detail from audit_entry where action = 'complaint.answer' and subject_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(line?.detail).toEqual({ isFinal: true, isLate: true });
  });

  it('is not reopened after its time by a process whose clock is late: the database has another one', async () => {
    const { id } = await write();
    await answer(id);
    await decideBy('own', (text) => source.query(text));
    try {
      expect(await inTurn([() => reopen(id)])).toEqual(['complaints.not-reopened']);
    } finally {
      await decideBy('callers', (text) => source.query(text));
    }
    expect(await reopen(id)).toMatchObject({ state: 'reopened' });
  });

  it('is reopened once of two at the same time', async () => {
    const { id } = await write();
    await answer(id);
    const outcomes = outcomesOf(await Promise.allSettled([reopen(id), reopen(id)]));
    expect(outcomes.toSorted()).toEqual(['complaints.not-reopened', 'done']);
  });

  it('has one answer where two come at the same time, in whichever order', async () => {
    const { id } = await write();
    const results = await heldBack(source, [user], [() => answer(id, 'One'), () => answer(id, 'Another')]);
    expect(outcomesOf(results)).toEqual(['done', 'complaints.answered']);
    expect((await reading().find(user, id)).entries.map(({ text }) => text)).toEqual([TEXT, 'One']);
  });

  it('has no final answer by who wrote it before the complaint was reopened', async () => {
    const { id } = await write();
    await answer(id, 'One', randomUUID(), 1);
    await reopen(id);
    const stale = [undefined, 1, 2].map((seen) => () => answer(id, 'Another', randomUUID(), seen));
    expect(await inTurn(stale)).toEqual(Array.from(stale, () => 'complaints.answered'));
    expect(await reading().find(user, id)).toMatchObject({ state: 'reopened' });
    const key = randomUUID();
    // The same command again, from a page that has read it anew meanwhile.
    expect(await inTurn([() => answer(id, 'Final', key, 3), () => answer(id, 'Final', key, 2)])).toEqual([
      'done',
      'done',
    ]);
    expect((await reading().find(user, id)).entries.map(({ text }) => text).at(-1)).toBe('Final');
  });

  it('is reopened by who waited for its answer at an instant after it', async () => {
    const { id } = await write();
    const results = await heldBack(
      source,
      [user],
      [() => answer(id), () => reopen(id), () => Promise.resolve(clock.advance(1000))],
    );
    expect(results[1]).toMatchObject({ status: 'fulfilled', value: { dueAt: START + 1000 + 15 * DAY } });
  });

  it('of another user is as one that there is not', async () => {
    const { id } = await write();
    await answer(id);
    const other = (await aUser(source)).userId;
    const none = '999999999';
    expect(
      await inTurn([
        () => reading().find(other, id),
        () => reading().find(other, none),
        () => reopen(id, other),
        () => reopen(none, other),
      ]),
    ).toEqual(Array.from({ length: 4 }, () => 'complaints.unknown'));
    expect(await reading().list(other, {})).toMatchObject({ list: [], total: 0 });
    expect(await inTurn([() => desk().open(acting(), none), () => answer(none)])).toEqual([
      'operations.not-found',
      'operations.not-found',
    ]);
  });

  it('is one for one key, however often it comes, and so are its reopening and its answer', async () => {
    const [first, again] = await Promise.all([write({ key: 'the-same-key' }), write({ key: 'the-same-key' })]);
    expect(again).toEqual(first);
    expect(await inTurn([() => write({ key: 'the-same-key', text: 'Other words' })])).toEqual(['request.key-reused']);
    expect((await reading().list(user, {})).total).toBe(1);
    const key = `answer-${first.id}`;
    expect(await inTurn([() => answer(first.id, 'Yes', key), () => answer(first.id, 'Yes', key)])).toEqual([
      'done',
      'done',
    ]);
    expect(await reopen(first.id, user, 'reopened-by-key')).toEqual(await reopen(first.id, user, 'reopened-by-key'));
    expect((await reading().find(user, first.id)).entries).toHaveLength(3);
  });

  it('is not answered by what asks for a password', async () => {
    const { id } = await write();
    expect(await inTurn([() => answer(id, 'Please send us your password')])).toEqual(['help.asks-for-secret']);
    expect((await reading().find(user, id)).state).toBe('received');
  });
});

describe('complaints of a user', () => {
  it('may be a second and a third within 24 hours, not a fourth, and one more once the first is a day old', async () => {
    await write();
    clock.advance(HOUR);
    expect(await inTurn([write, write, write])).toEqual(['done', 'done', 'complaints.too-many']);
    clock.set(START + DAY - 1);
    expect(await inTurn([write])).toEqual(['complaints.too-many']);
    clock.set(START + DAY);
    expect(await inTurn([write, write])).toEqual(['done', 'complaints.too-many']);
  });

  it('are three within 24 hours, however many come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => write()));
    expect(outcomesOf(results).filter((outcome) => outcome === 'done')).toHaveLength(COMPLAINTS_A_DAY);
  });

  it('are a hundred on their pages, the newest first', async () => {
    for (let count = 0; count < 100; count += 1) {
      clock.advance(DAY);
      await write({ text: `Complaint ${count}` });
    }
    const pages = await Promise.all(['1', '2', '3'].map((page) => reading().list(user, { page, limit: '40' })));
    expect(pages.map(({ list, total }) => [list.length, total])).toEqual([
      [40, 100],
      [40, 100],
      [20, 100],
    ]);
    const received = pages.flatMap(({ list }) => list.map(({ receivedAt }) => receivedAt));
    expect(received).toEqual(Array.from({ length: 100 }, (_, place) => START + (100 - place) * DAY));
  });
});

describe('the queue of the desk', () => {
  const waiting = async () => (await desk().list({ limit: '100' })).list.filter(({ userId }) => userId === user);

  it('has the soonest due first, marks those overdue, and leaves out what is answered', async () => {
    const first = await write();
    clock.advance(DAY);
    const second = await write();
    clock.advance(DAY);
    const third = await write();
    await answer(first.id);
    clock.advance(1);
    await reopen(first.id);
    expect((await waiting()).map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
    clock.set(second.dueAt ?? 0);
    expect((await waiting()).map(({ isOverdue }) => isOverdue)).toEqual([false, false, false]);
    clock.advance(1);
    expect((await waiting()).map(({ isOverdue }) => isOverdue)).toEqual([true, false, false]);
    const before = await figures();
    expect(before.overdue).toBeGreaterThan(0);
    await answer(second.id);
    expect(await figures()).toEqual({ open: before.open - 1, overdue: before.overdue - 1 });
    expect((await waiting()).map(({ id }) => id)).toEqual([third.id, first.id]);
    // Others were answered on later days of their own.
    const answered = (await desk().list({ folder: 'answered' })).list.map(({ id }) => id);
    expect([first, second, third].map(({ id }) => answered.includes(id))).toEqual([false, true, false]);
  });

  it('opens one with who answered, and writes the look down', async () => {
    const { id } = await write();
    await answer(id);
    expect(await desk().open(acting(), id)).toMatchObject({
      id,
      userId: user,
      language: 'en',
      isOverdue: false,
      entries: [
        { author: 'user', operator: null },
        { author: 'desk', operator: agent.login },
      ],
    });
    expect(
      await source.query(
        `select count(*)::integer as looks from audit_entry where action = 'complaint.view' and subject_id = $1`,
        [id],
      ),
    ).toEqual([{ looks: 1 }]);
  });
});
