import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aUser, appendNotices } from '../../test/factories/outbox.js';
import { inLanes } from '../jobs/in-lanes.js';
import { OutboxStore } from './outbox.store.js';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let source: DataSource;
let store: OutboxStore;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 24).initialize();
  store = new OutboxStore(source);
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const numbers = async (userId: string): Promise<number[]> => {
  const rows: { sequence: string }[] = await source.query(
    'select sequence from outbox where user_id = $1 order by sequence',
    [userId],
  );
  return rows.map(({ sequence }) => Number(sequence));
};

const upTo = (count: number, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => index + from);

describe('numbers', () => {
  test('have no gap, whatever fails, and are seen in their order', async () => {
    const user = await aUser(source);
    const seen: number[] = [];
    const watch = { ends: false };
    const watching = (async () => {
      while (!watch.ends) {
        const { rows } = await store.after([{ userId: user, sequence: seen.at(-1) ?? 0 }], 50);
        seen.push(...rows.map(({ sequence }) => sequence));
      }
    })();
    const write = async (index: number) => {
      const isTakenBack = index % 3 === 0;
      const work = source.transaction(async (tx) => {
        await store.append(tx, { userId: user, kind: 'notice', payload: '{}' }, new Date(0));
        if (isTakenBack) throw new Error('taken back');
      });
      if (isTakenBack) await expect(work).rejects.toThrow('taken back');
      else await work;
    };
    // No more at once than there are connections: whoever waits for one too long is refused.
    const turns = Array.from({ length: 120 }, (_, index) => index);
    await inLanes(turns, 20, write);
    watch.ends = true;
    await watching;
    const { rows } = await store.after([{ userId: user, sequence: seen.at(-1) ?? 0 }], 200);
    seen.push(...rows.map(({ sequence }) => sequence));
    expect(seen).toEqual(upTo(80));
    expect(await numbers(user)).toEqual(upTo(80));
  });

  test('of several users are taken in one order, so that nobody blocks another', async () => {
    const users = [await aUser(source), await aUser(source), await aUser(source)];
    const both = [users, users.toReversed(), [users[1], users[0], users[2]] as string[]];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        source.transaction((tx) =>
          store.appendAll(
            tx,
            (both[index % 3] as string[]).map((userId) => ({ userId, kind: 'notice', payload: '{"a":1}' })),
            new Date(0),
          ),
        ),
      ),
    );
    for (const user of users) expect(await numbers(user)).toEqual(upTo(60));
  });

  test('belong to users that exist, and to objects', async () => {
    const user = await aUser(source);
    const append = (userId: string, payload: string) =>
      store.append(source.manager, { userId, kind: 'notice', payload }, new Date(0));
    await expect(append('999999999', '{}')).rejects.toThrow('foreign key');
    await expect(append(user, '[]')).rejects.toThrow('check constraint');
    expect(await append(user, '{}')).toBe(1);
  });

  test('and what they say are written once', async () => {
    const user = await aUser(source);
    await appendNotices(source, user, 1);
    await expect(source.query(`update outbox set kind = 'x' where user_id = $1`, [user])).rejects.toThrow('once');
  });
});

describe('a stream', () => {
  test('is read with what followed on an event, the newest of it; one that never had any is empty', async () => {
    const [user, quiet, other] = [await aUser(source), await aUser(source), await aUser(source)];
    await appendNotices(source, other, 2, new Date(1000));
    await appendNotices(source, user, 5, new Date(1000));
    await appendNotices(source, user, 5, new Date(9000));
    const asked = [
      { userId: user, has: 4 },
      { userId: quiet, has: 0 },
      { userId: other, has: null },
    ];
    const streams = await store.streams(asked, 3);
    expect(streams).toEqual([
      {
        userId: user,
        epoch: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        sequence: 10,
        since: 1,
        rows: [8, 9, 10].map((sequence) => expect.objectContaining({ sequence, kind: 'notice', at: 9000 }) as object),
      },
      { userId: quiet, epoch: streams[0]?.epoch, sequence: 0, since: 1, rows: [] },
      { userId: other, epoch: streams[0]?.epoch, sequence: 2, since: 1, rows: [] },
    ]);
    const [nearer] = await store.streams([{ userId: user, has: 8 }], 3);
    expect(nearer?.rows.map(({ sequence }) => sequence)).toEqual([9, 10]);
    expect(await store.place(source.manager, user)).toEqual({ epoch: `${streams[0]?.epoch}.${user}`, sequence: 10 });
    expect(await store.place(source.manager, quiet)).toEqual({ epoch: `${streams[0]?.epoch}.${quiet}`, sequence: 0 });
  });

  test('is read on from a place, a limited part at a time', async () => {
    const [user, other] = [await aUser(source), await aUser(source)];
    await appendNotices(source, user, 5);
    await appendNotices(source, other, 2);
    const { rows } = await store.after(
      [
        { userId: user, sequence: 1 },
        { userId: other, sequence: 2 },
      ],
      3,
    );
    expect(rows.map(({ userId, sequence }) => [userId, sequence])).toEqual([2, 3, 4].map((s) => [user, s]));
  });

  test('has an epoch of its database, and another one after it was put back', async () => {
    const { epoch } = await store.place(source.manager, '1');
    expect(`${(await store.after([], 1)).epoch}.1`).toBe(epoch);
    // A copy of the database, as a dump that is loaded again: the same rows, another history from here on.
    const other = await createTestDatabase();
    const copy = await createDataSource(other.url).initialize();
    expect((await new OutboxStore(copy).place(copy.manager, '1')).epoch).not.toBe(epoch);
    await copy.destroy();
    await other.drop();
    await source.query('update outbox_history set id = gen_random_uuid()');
    expect((await store.place(source.manager, '1')).epoch).not.toBe(epoch);
  });
});

describe('pruning', () => {
  test('forgets only what is both old and not among the newest, from the beginning', async () => {
    await source.query('truncate outbox, outbox_stream');
    const [long, short, young] = [await aUser(source), await aUser(source), await aUser(source)];
    const [old, now] = [new Date(0), new Date(48 * HOUR_MS)];
    await appendNotices(source, long, 30, old);
    await appendNotices(source, long, 3, now);
    // Out of order: the clock of another process was behind.
    await appendNotices(source, long, 10, old);
    await appendNotices(source, short, 20, old);
    await appendNotices(source, young, 40, now);
    const before = new Date(24 * HOUR_MS);
    expect(await store.prune(before, 20, 5)).toBe(5);
    expect(await store.prune(before, 20, 100)).toBe(18);
    expect(await store.prune(before, 20, 100)).toBe(0);
    expect(await numbers(long)).toEqual(upTo(43, 24));
    expect(await numbers(short)).toEqual(upTo(20));
    expect(await numbers(young)).toEqual(upTo(40));
    await appendNotices(source, long, 10, now);
    expect(await store.prune(before, 5, 100)).toBe(7 + 15);
    expect(await numbers(long)).toEqual(upTo(53, 31));
    const [stream] = await store.streams([{ userId: long, has: null }], 100);
    expect(stream).toMatchObject({ sequence: 53, since: 31 });
  });
});
