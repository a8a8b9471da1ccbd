import { FakeClock } from '../../test/fakes/fake-clock.js';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aUser, appendNotices } from '../../test/factories/outbox.js';
import { until } from '../../test/gateway.js';
import {
  EventRegistry,
  type EventSource,
  type StreamEvent,
  type StreamListener,
} from '../realtime/events/event-source.js';
import { Metrics } from '../metrics/metrics.js';
import type { OutboxHints } from './outbox-hints.js';
import { OutboxReader } from './outbox-reader.js';
import { OutboxStore } from './outbox.store.js';

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
const readers: OutboxReader[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
});

afterEach(() => {
  for (const reader of readers.splice(0)) reader.onApplicationShutdown();
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** Reads that a test can hold up or fail, once they have been done. */
class HeldStore extends OutboxStore {
  afterReading: () => Promise<void> = () => Promise.resolve();
  reads = 0;
  /** Events that came with the streams' openings. */
  eventsOfOpenings = 0;

  override async streams(...given: Parameters<OutboxStore['streams']>) {
    const streams = await super.streams(...given);
    for (const { rows } of streams) this.eventsOfOpenings += rows.length;
    await this.afterReading();
    return streams;
  }

  override async after(...given: Parameters<OutboxStore['after']>) {
    this.reads += 1;
    const read = await super.after(...given);
    await this.afterReading();
    return read;
  }
}

class FakeHints {
  readonly followed = new Set<string>();
  private listeners: ((userIds: string[]) => void)[] = [];

  onFollowedHint(listener: (userIds: string[]) => void): void {
    this.listeners.push(listener);
  }

  follow(userId: string): void {
    this.followed.add(userId);
  }

  unfollow(userId: string): void {
    this.followed.delete(userId);
  }

  hint(...userIds: string[]): void {
    for (const listener of this.listeners) listener(userIds);
  }
}

class NoRegistry extends EventRegistry {
  readonly served: EventSource[] = [];

  serveEvents(_name: string, served: EventSource): void {
    this.served.push(served);
  }
}

class Heard implements StreamListener {
  readonly numbers: number[] = [];
  readonly events: StreamEvent[] = [];
  newEpochs = 0;

  onEvents(events: StreamEvent[]): void {
    this.events.push(...events);
    this.numbers.push(...events.map(({ s }) => s));
  }

  onNewEpoch(): void {
    this.newEpochs += 1;
  }
}

/** @param looks whether the regular look is on; off, only hints bring anything. */
function aReader(looks = false) {
  const store = new HeldStore(serving);
  const hints = new FakeHints();
  const reader = new OutboxReader(
    store,
    hints as unknown as OutboxHints,
    new NoRegistry(),
    new Metrics(),
    new FakeClock(),
  );
  const lookAtAll = reader.lookAtAll.bind(reader);
  if (!looks) reader.lookAtAll = () => undefined;
  readers.push(reader);
  return { store, hints, reader, lookAtAll };
}

const upTo = (count: number, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => index + from);

test('an event that is committed while the stream is being opened is told', async () => {
  const { store, hints, reader } = aReader();
  const user = await aUser(source);
  await appendNotices(source, user, 3, new Date());
  store.afterReading = async () => {
    store.afterReading = () => Promise.resolve();
    await appendNotices(source, user, 2, new Date());
    hints.hint(user);
    await new Promise((done) => setTimeout(done, 20));
  };
  const heard = new Heard();
  const opened = await reader.open(user, heard, 0);
  expect(opened).toMatchObject({ s: 3, since: 1 });
  expect(opened.recent.map(({ s }) => s)).toEqual([1, 2, 3]);
  await until('the events since', () => heard.numbers.length === 2);
  expect(heard.numbers).toEqual([4, 5]);
  expect(JSON.parse(heard.events[0]?.json ?? '')).toMatchObject({
    sequence: 4,
    kind: 'notice',
    payload: { entity: 'notice:1', noticeId: '1' },
  });
});

test('who comes back is told what was missed and nothing else, however much there is, and a newcomer nothing', async () => {
  const { store, reader } = aReader();
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser(source)));
  for (const user of users) await appendNotices(source, user, 300, new Date());
  const opened = await Promise.all(users.map((user, at) => reader.open(user, new Heard(), at % 2 === 0 ? 297 : null)));
  expect(opened.map(({ s, since, recent }) => [s, since, recent.map((event) => event.s)])).toEqual(
    users.map((_, at) => [300, 1, at % 2 === 0 ? [298, 299, 300] : []]),
  );
  expect(store.eventsOfOpenings).toBe(30);
});

test('of very much that was missed the newest is read at once, the less the more come back', async () => {
  const { store, reader } = aReader();
  const [user = '', ...others] = await Promise.all(Array.from({ length: 65 }, () => aUser(source)));
  await appendNotices(source, user, 600, new Date());
  const alone = await reader.open(user, new Heard(), 0);
  expect(alone.recent.map(({ s }) => s)).toEqual(upTo(600, 89));
  store.eventsOfOpenings = 0;
  // The first is read by itself; those that come meanwhile together.
  void reader.open(await aUser(source), new Heard(), 0);
  const many = await Promise.all([user, ...others].map((each) => reader.open(each, new Heard(), 0)));
  expect(many[0]?.recent.map(({ s }) => s)).toEqual(upTo(600, 349));
});

test('an event that is committed while others are being read is told', async () => {
  const { store, hints, reader } = aReader();
  const user = await aUser(source);
  const heard = new Heard();
  await reader.open(user, heard, null);
  store.afterReading = async () => {
    store.afterReading = () => Promise.resolve();
    await appendNotices(source, user, 1);
    hints.hint(user);
  };
  await appendNotices(source, user, 1);
  hints.hint(user);
  await until('both', () => heard.numbers.length === 2);
  expect(heard.numbers).toEqual([1, 2]);
});

test('a hint that is lost is made up for by the next look', async () => {
  const { reader, lookAtAll } = aReader();
  const user = await aUser(source);
  const heard = new Heard();
  await reader.open(user, heard, null);
  await appendNotices(source, user, 1);
  lookAtAll();
  await until('the event', () => heard.numbers.length === 1);
});

test('looks by itself', async () => {
  const { reader } = aReader(true);
  const user = await aUser(source);
  const heard = new Heard();
  await reader.open(user, heard, null);
  await appendNotices(source, user, 1);
  await until('the event', () => heard.numbers.length === 1);
});

test('hints for many users are answered by one read, those for strangers by none', async () => {
  const { store, hints, reader } = aReader();
  const users = await Promise.all(Array.from({ length: 20 }, () => aUser(source)));
  const heard = new Map(users.map((user) => [user, new Heard()]));
  await Promise.all(users.map((user) => reader.open(user, heard.get(user) as Heard, null)));
  for (const user of users) await appendNotices(source, user, 40);
  hints.hint(await aUser(source));
  expect(store.reads).toBe(0);
  hints.hint(...users);
  await until('everything', () => users.every((user) => heard.get(user)?.numbers.length === 40));
  expect(store.reads).toBe(1);
  for (const user of users) expect(heard.get(user)?.numbers).toEqual(upTo(40));
});

test('a long stream is read part by part', async () => {
  const { hints, reader } = aReader();
  const user = await aUser(source);
  const heard = new Heard();
  await reader.open(user, heard, null);
  await appendNotices(source, user, 2000);
  hints.hint(user);
  await until('everything', () => heard.numbers.length === 2000);
  expect(heard.numbers).toEqual(upTo(2000));
});

test('a failed read is tried again, a failed opening is told', async () => {
  const { store, hints, reader } = aReader();
  const user = await aUser(source);
  const fail = () => {
    store.afterReading = () => Promise.resolve();
    return Promise.reject(new Error('the line is cut'));
  };
  store.afterReading = fail;
  await expect(reader.open(user, new Heard(), null)).rejects.toThrow('the line is cut');
  const heard = new Heard();
  await reader.open(user, heard, null);
  store.afterReading = fail;
  await appendNotices(source, user, 1);
  hints.hint(user);
  await until('the event', () => heard.numbers.length === 1);
});

test('a stream that was closed is told nothing more', async () => {
  const { hints, reader } = aReader();
  const user = await aUser(source);
  const [left, stays] = [new Heard(), new Heard()];
  await reader.open(user, left, null);
  reader.close(user, left);
  await reader.open(user, stays, null);
  reader.close(user, left);
  await appendNotices(source, user, 1);
  hints.hint(user);
  await until('the event', () => stays.numbers.length === 1);
  expect(left.numbers).toEqual([]);
});

describe('two listeners of a user', () => {
  test('have each what comes after their own place, by one read, and the hints until the last of them leaves', async () => {
    const { store, hints, reader } = aReader();
    const user = await aUser(source);
    const [first, second] = [new Heard(), new Heard()];
    await appendNotices(source, user, 2);
    await reader.open(user, first, null);
    await appendNotices(source, user, 1);
    expect(await reader.open(user, second, null)).toMatchObject({ s: 3 });
    await appendNotices(source, user, 2);
    store.reads = 0;
    hints.hint(user);
    await until('both have theirs', () => first.numbers.length === 3 && second.numbers.length === 2);
    expect([first.numbers, second.numbers, store.reads]).toEqual([[3, 4, 5], [4, 5], 1]);
    expect([...hints.followed]).toEqual([user]);
    reader.close(user, first);
    await appendNotices(source, user, 1);
    hints.hint(user);
    await until('who stayed has it', () => second.numbers.length === 3);
    expect(first.numbers).toEqual([3, 4, 5]);
    expect([...hints.followed]).toEqual([user]);
    reader.close(user, second);
    expect([...hints.followed]).toEqual([]);
  });

  test('that come at once are opened each with what it lacks', async () => {
    const { reader } = aReader();
    const user = await aUser(source);
    await appendNotices(source, user, 5, new Date());
    // While the first is read by itself.
    void reader.open(await aUser(source), new Heard(), null);
    const [back, anew] = await Promise.all([reader.open(user, new Heard(), 2), reader.open(user, new Heard(), null)]);
    expect([back, anew].map(({ s, recent }) => [s, recent.map((event) => event.s)])).toEqual([
      [5, [3, 4, 5]],
      [5, []],
    ]);
  });
});

test('a database that was put back begins every stream anew', async () => {
  const { hints, reader } = aReader();
  const [user, other] = [await aUser(source), await aUser(source)];
  const heard = [new Heard(), new Heard()];
  const first = await reader.open(user, heard[0] as Heard, null);
  await reader.open(other, heard[1] as Heard, null);
  await source.query('update outbox_history set id = gen_random_uuid()');
  await appendNotices(source, user, 1);
  hints.hint(user);
  await until('both know', () => heard.every(({ newEpochs }) => newEpochs === 1));
  expect(heard.map(({ numbers }) => numbers)).toEqual([[], []]);
  const again = await reader.open(user, heard[0] as Heard, null);
  expect(again.s).toBe(1);
  expect(again.ep).not.toBe(first.ep);
});
