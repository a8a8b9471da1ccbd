import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, decideBy, type TestDatabase } from '../../test/database.js';
import { aUser, appendNotices } from '../../test/factories/outbox.js';
import { inLanes } from '../jobs/in-lanes.js';
import { OutboxStore } from './outbox.store.js';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: OutboxStore;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 24).initialize();
  serving = await createDataSource(database.servingUrl, 24).initialize();
  store = new OutboxStore(serving);
});

afterAll(async () => {
  await serving.destroy();
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
      const work = serving.transaction(async (tx) => {
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
        serving.transaction((tx) =>
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
      store.append(serving.manager, { userId, kind: 'notice', payload }, new Date(0));
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
    expect(await store.place(serving.manager, user)).toEqual({ epoch: `${streams[0]?.epoch}.${user}`, sequence: 10 });
    expect(await store.place(serving.manager, quiet)).toEqual({ epoch: `${streams[0]?.epoch}.${quiet}`, sequence: 0 });
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
    const { epoch } = await store.place(serving.manager, '1');
    expect(`${(await store.after([], 1)).epoch}.1`).toBe(epoch);
    // A copy of the database, as a dump that is loaded again: the same rows, another history from here on.
    const other = await createTestDatabase();
    const copy = await createDataSource(other.servingUrl).initialize();
    expect((await new OutboxStore(copy).place(copy.manager, '1')).epoch).not.toBe(epoch);
    await copy.destroy();
    await other.drop();
    await source.query('update outbox_history set id = gen_random_uuid()');
    expect((await store.place(serving.manager, '1')).epoch).not.toBe(epoch);
  });
});

describe('days', () => {
  const DAY_MS = 24 * HOUR_MS;
  const NOON = Date.UTC(2030, 0, 10, 12);
  const at = (day: number, ms = 0) => new Date(NOON + day * DAY_MS + ms);
  const name = (day: number) => at(day).toISOString().slice(0, 10);
  const make = (days: number[]) => inLanes(days, 1, (day) => store.makeDay(name(day)));
  const parts = async (): Promise<string[]> =>
    (
      await source.query(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'outbox'::regclass order by 1`,
      )
    ).map(({ name: part }: { name: string }) => part);
  const other = async (): Promise<number> =>
    Number((await source.query('select count(*) as rows from outbox_other where day >= $1', [name(-20)]))[0].rows);

  beforeEach(async () => {
    await source.query('truncate outbox, outbox_stream');
    for (const part of await parts()) if (/\d$/.test(part)) await source.query(`drop table ${part}`);
    await source.query(`update outbox_history set retained_from = '-infinity'`);
  });

  test('go from before there were days with the first day that goes', async () => {
    expect(await parts()).toContain('outbox_before');
    const user = await aUser(source);
    await source.query(
      `insert into outbox (user_id, sequence, kind, payload, at, day) values ($1, 1, 'notice', '{}', $2, '-infinity')`,
      [user, at(0)],
    );
    await source.query(`insert into outbox_stream (user_id, sequence) values ($1, 1)`, [user]);
    await appendNotices(source, user, 1, at(1));
    await store.dropDays(at(4), 100);
    expect(await numbers(user)).toEqual([1, 2]);
    await make([1]);
    await store.dropDays(at(5), 100);
    expect(await parts()).not.toContain('outbox_before');
    expect(await numbers(user)).toEqual([]);
  });

  test('are parts of the table, and whole ones go when they are over for as long as the rule says', async () => {
    await make([0, 1, 2, 3, 4, 5]);
    expect(await store.makeDay(name(3))).toBe(false);
    const [daily, early] = [await aUser(source), await aUser(source)];
    for (const day of [0, 1, 2, 3, 4, 5]) await appendNotices(source, daily, 4, at(day));
    await appendNotices(source, early, 4, at(0));
    expect(await other()).toBe(0);
    // Three days are kept: that of the 10th is over for so long with the end of the 13th.
    const lastMoment = new Date(Date.UTC(2030, 0, 13, 23, 59, 59, 999));
    expect(await store.dropDays(lastMoment, 100)).toEqual({ days: [], rows: 0 });
    expect(await store.dropDays(at(4, -12 * HOUR_MS), 100)).toEqual({ days: ['2030_01_10'], rows: 0 });
    expect(await numbers(daily)).toEqual(upTo(24, 5));
    expect(await numbers(early)).toEqual([]);
    const [one, two] = await store.streams(
      [daily, early].map((userId) => ({ userId, has: null })),
      100,
    );
    expect([one, two]).toMatchObject([
      { sequence: 24, since: 5 },
      { sequence: 4, since: 5 },
    ]);
    // Numbers go on as if nothing had gone.
    await appendNotices(source, early, 1, at(5));
    expect(await numbers(early)).toEqual([5]);
    await source.query(`update retention_rule set days = 1 where name = 'outbox'`);
    expect((await store.dropDays(at(5), 100)).days).toEqual(['2030_01_11', '2030_01_12', '2030_01_13']);
    await source.query(`update retention_rule set days = 3 where name = 'outbox'`);
    expect(await numbers(daily)).toEqual(upTo(24, 17));
  });

  test('of many users with many events go without a look at any of them, and nothing of the others', async () => {
    await make([0, 1, 2, 3, 4, 5]);
    const users: string[] = (
      await source.query(
        `insert into account_user (extension_code, created_at)
         select upper(substr(md5(concat(random(), n)), 1, 12)), now() from generate_series(1, 300) n returning id`,
      )
    ).map(({ id }: { id: string }) => id);
    const events = async (day: number, each: number) =>
      source.query(
        `select outbox_append_many(array_agg(u), array_agg('notice'::text), array_agg('{}'::jsonb), $2)
           from unnest($1::bigint[]) u cross join generate_series(1, $3::integer)`,
        [users, at(day), each],
      );
    for (const day of [0, 1, 2, 3, 4, 5]) await events(day, 40);
    const touched = await source.transaction(async (tx) => {
      const days: { part: number }[] = await tx.query(
        `select inhrelid::integer as part from pg_inherits where inhparent = 'outbox'::regclass`,
      );
      await tx.query('select * from outbox_days_drop($1, 100)', [at(5)]);
      const rows: { rows: number }[] = await tx.query(
        `select sum(pg_stat_get_xact_tuples_returned(part) + pg_stat_get_xact_tuples_deleted(part))::integer as rows
           from unnest($1::oid[]) part`,
        [days.map(({ part }) => part)],
      );
      return rows[0]?.rows;
    });
    // Of what other tests left beside the days some may be read.
    expect(touched).toBeLessThan(users.length / 10);
    const retained = await source.query(
      `select count(*)::integer as users, min(least)::integer as least, max(most)::integer as most, sum(rows)::integer as rows
         from (select user_id, min(sequence) as least, max(sequence) as most, count(*) as rows from outbox group by 1) each`,
    );
    expect(retained).toEqual([{ users: 300, least: 81, most: 240, rows: 300 * 160 }]);
  });

  test('never part what follows on one another, whatever clock an event is told by', async () => {
    await make([0, 1]);
    const user = await aUser(source);
    await appendNotices(source, user, 2, at(0));
    await appendNotices(source, user, 2, at(1));
    // The clock of another process is behind.
    await appendNotices(source, user, 2, at(0));
    await source.query(`select outbox_append_batch($1, '{notice,notice}', '{"{}","{}"}'::jsonb[], $2)`, [user, at(0)]);
    await source.query(
      `select outbox_append_many(array[$1, $1]::bigint[], '{notice,notice}', '{"{}","{}"}'::jsonb[], $2)`,
      [user, at(0)],
    );
    await store.dropDays(at(4), 100);
    expect(await numbers(user)).toEqual(upTo(10, 3));
  });

  test('are not those of a clock that is far ahead: it would hold up all that follows', async () => {
    const user = await aUser(source);
    await decideBy('own', (text) => source.query(text));
    try {
      const now = Date.now();
      const wrong = new Date(now + 16 * 86_400_000);
      await appendNotices(source, user, 1, wrong);
      await source.query(`select outbox_append_batch($1, '{notice}', '{"{}"}'::jsonb[], $2)`, [user, wrong]);
      await source.query(`select outbox_append_many(array[$1]::bigint[], '{notice}', '{"{}"}'::jsonb[], $2)`, [
        user,
        wrong,
      ]);
      await appendNotices(source, user, 1, new Date(now));
      const rows: { ahead: number }[] = await source.query(
        `select day - ($2::timestamptz at time zone 'UTC')::date as ahead from outbox where user_id = $1 order by sequence`,
        [user, new Date(now)],
      );
      // A day may end meanwhile.
      expect(rows.map(({ ahead }) => ahead > 1)).toEqual([false, false, false, false]);
    } finally {
      await decideBy('callers', (text) => source.query(text));
    }
  });

  test('say of each event which day the one before it is kept by', async () => {
    await make([0, 1]);
    const user = await aUser(source);
    await appendNotices(source, user, 2, at(0));
    await source.query(`select outbox_append_batch($1, '{notice,notice}', '{"{}","{}"}'::jsonb[], $2)`, [user, at(1)]);
    await source.query(
      `select outbox_append_many(array[$1, $1]::bigint[], '{notice,notice}', '{"{}","{}"}'::jsonb[], $2)`,
      [user, at(2)],
    );
    const rows: { day: string; follows: string }[] = await source.query(
      'select day::text, follows_day::text as follows from outbox where user_id = $1 order by sequence',
      [user],
    );
    expect(rows.map(({ day, follows }) => `${follows} ${day}`)).toEqual(
      ['-infinity', name(0), name(0), name(1), name(1), name(2)].map(
        (follows, place) => `${follows} ${name(Math.floor(place / 2))}`,
      ),
    );
  });

  test('that nobody has made are kept beside the others, moved when they are made, and go in slices', async () => {
    const user = await aUser(source);
    await appendNotices(source, user, 30, at(0));
    await appendNotices(source, user, 10, at(1));
    expect(await other()).toBe(40);
    await make([1]);
    expect(await other()).toBe(30);
    expect(await numbers(user)).toEqual(upTo(40));
    expect(await store.dropDays(at(4), 20)).toEqual({ days: [], rows: 20 });
    expect(await store.dropDays(at(4), 20)).toEqual({ days: [], rows: 10 });
    expect(await numbers(user)).toEqual(upTo(40, 31));
  });

  test('that are too full to be moved stay where they are, and no writer waits for that', async () => {
    const user = await aUser(source);
    const fill = (from: number, to: number) =>
      source.query(
        `insert into outbox (user_id, sequence, kind, payload, at, day)
         select $1, n, 'notice', '{}', $2, $3 from generate_series($4::integer, $5::integer) n`,
        [user, at(0), name(0), from, to],
      );
    await fill(1, 20_001);
    const writing = source.createQueryRunner();
    await writing.startTransaction();
    try {
      await writing.query(
        `insert into outbox (user_id, sequence, kind, payload, at, day) values ($1, 30000, 'notice', '{}', $2, $3)`,
        [user, at(1), name(1)],
      );
      // The table cannot be locked now: nobody tries it.
      expect(await store.makeDay(name(0))).toBeNull();
    } finally {
      await writing.rollbackTransaction();
      await writing.release();
    }
    expect(await other()).toBe(20_001);
    expect(await parts()).not.toContain('outbox_2030_01_10');
    // Those of another day are no hindrance to a day, and one event less is none either.
    expect(await store.makeDay(name(1))).toBe(true);
    await source.query('delete from outbox where user_id = $1 and sequence = 1', [user]);
    expect(await store.makeDay(name(0))).toBe(true);
    expect([await other(), (await numbers(user)).length]).toEqual([0, 20_000]);
  });

  test('are made while others append, who lose nothing', async () => {
    const user = await aUser(source);
    const watch = { ends: false, appended: 0 };
    const appending = (async () => {
      while (!watch.ends) {
        await appendNotices(source, user, 1, at(watch.appended % 4));
        watch.appended += 1;
      }
    })();
    while (watch.appended < 8) await new Promise((done) => setTimeout(done, 1));
    await make([0, 1, 2, 3]);
    watch.ends = true;
    await appending;
    expect(await numbers(user)).toEqual(upTo(watch.appended));
    expect(await other()).toBe(0);
  });

  test('say how many they are together, about, and what they take on disk', async () => {
    await make([0, 1]);
    const user = await aUser(source);
    const before = await store.size();
    for (const day of [0, 1, 2]) await appendNotices(source, user, 100, at(day));
    await source.query('analyze outbox');
    const { rows, bytes } = await store.size();
    expect([before.rows, rows]).toEqual([0, 300]);
    expect(bytes).toBeGreaterThan(before.bytes);
  });
});
