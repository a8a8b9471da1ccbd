import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { Config, readConfiguration } from '../../../platform/config/config.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aFitness } from '../../../test/factories/fitness.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { sleep } from '../../../test/faults/calls.js';
import { FeedLease, LEASE_BEAT_MS, LOCK_MS, SILENT_LOOKS, SILENT_MS } from './feed-lease.js';
import { FeedLeaseStore } from './feed-lease.store.js';

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let prefix: string;
let opened: RedisConnections[];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
});
afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});
beforeEach(async () => {
  prefix = `test-${randomBytes(6).toString('hex')}:`;
  opened = [];
  await source.query('delete from feed_lease');
});
afterEach(() => {
  for (const redis of opened) redis.onApplicationShutdown();
});

/** A process that wants to feed. */
async function contender(clock = new FakeClock()): Promise<{ lease: FeedLease; redis: RedisConnections }> {
  const values = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    REDIS_URL: process.env.TEST_REDIS_URL ?? process.env.REDIS_URL,
    REDIS_PREFIX: prefix,
  });
  class Given extends Config {
    readonly values = values;
  }
  const redis = new RedisConnections(new Given());
  opened.push(redis);
  await new Promise((done) => redis.commands.once('ready', done));
  return { redis, lease: new FeedLease(redis, new FeedLeaseStore(serving), clock, aFitness(clock)) };
}

/** Tries as the life of a process does, twice. */
async function take(lease: FeedLease): Promise<string | null> {
  return (await lease.tryTake()) ?? (await lease.tryTake());
}

describe('the lease of the feed', () => {
  it('goes to one of two, with a number', async () => {
    const [one, other] = [await contender(), await contender()];
    expect(await take(one.lease)).toBe('1');
    expect(await take(other.lease)).toBeNull();
    expect(await one.lease.renew('1')).toBe(true);
  });

  it('goes to one only, however many try at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => contender()));
    const tokens = await Promise.all(all.map(({ lease }) => take(lease)));
    expect(tokens.filter((token) => token !== null)).toEqual(['1']);
  });

  it('goes to the next one with a higher number when the lock has run out, and the former holder learns it', async () => {
    const [one, other] = [await contender(), await contender()];
    await take(one.lease);
    await one.redis.commands.del(one.redis.key('feed:lock'));
    expect(await take(other.lease)).toBe('2');
    expect(await one.lease.renew('1')).toBe(false);
    expect(await one.lease.isCurrent('1')).toBe(false);
    expect(await other.lease.renew('2')).toBe(true);
  });

  it('passes on at once when it is released, and never by somebody who does not hold it', async () => {
    const [one, other] = [await contender(), await contender()];
    await take(one.lease);
    await other.lease.release();
    expect(await take(other.lease)).toBeNull();
    await one.lease.release();
    expect(await take(other.lease)).toBe('2');
  });

  it('is filled into a wiped Redis again by its holder, before a standby may take it', async () => {
    const [one, other] = [await contender(), await contender()];
    await take(one.lease);
    await one.redis.commands.del(one.redis.key('feed:lock'));
    expect(await other.lease.tryTake()).toBeNull();
    expect(await one.lease.renew('1')).toBe(true);
    expect(await take(other.lease)).toBeNull();
    expect(await one.lease.isCurrent('1')).toBe(true);
  });

  it('stays with its holder while Redis is away, because the number in Postgres is current', async () => {
    const one = await contender();
    await take(one.lease);
    one.redis.commands.disconnect();
    expect(await one.lease.renew('1')).toBe(true);
    await new FeedLeaseStore(serving).next('another', 0);
    expect(await one.lease.renew('1')).toBe(false);
  });

  it('is given up by a process whose clock is wrong, and not taken by one', async () => {
    const clock = new FakeClock();
    const [one, other] = [await contender(clock), await contender()];
    await take(one.lease);
    clock.agrees = false;
    expect(await one.lease.renew('1')).toBe(false);
    expect(await take(one.lease)).toBeNull();
    expect(await take(other.lease)).toBe('2');
    await other.lease.release();
    clock.agrees = true;
    expect(await take(one.lease)).toBe('3');
  });

  describe('while Redis is away', () => {
    /** As often as it takes to be sure of a dead holder, and once more. */
    async function takeAway({ lease, redis }: Awaited<ReturnType<typeof contender>>): Promise<(string | null)[]> {
      redis.commands.disconnect();
      const answers = [];
      for (let look = 0; look <= SILENT_LOOKS; look += 1) answers.push(await lease.tryTake());
      return answers;
    }
    const silentFor = (milliseconds: number) =>
      source.query(`update feed_lease set alive_at = clock_timestamp() - $1 * interval '1 millisecond'`, [
        milliseconds,
      ]);
    const nobody = Array.from({ length: SILENT_LOOKS + 1 }, () => null);
    const after = [...nobody.slice(2), expect.any(String), null];

    it('stays with a holder that gives signs of life', async () => {
      const [one, other] = [await contender(), await contender()];
      await take(one.lease);
      await silentFor(SILENT_MS - 2000);
      expect(await takeAway(other)).toEqual(nobody);
      expect(other.lease.isUnled).toBe(false);
    });

    it('goes to the next one when its holder gave none for long, at several looks, and to one only', async () => {
      const [one, ...others] = [await contender(), await contender(), await contender(), await contender()];
      await take(one.lease);
      await silentFor(SILENT_MS + 1000);
      const taken = (await Promise.all(others.map(takeAway))).flat().filter((token) => token !== null);
      expect(taken).toEqual(['2']);
      expect(await one.lease.isCurrent('1')).toBe(false);
    });

    it('is not taken when the holder comes back to life between two looks', async () => {
      const [one, other] = [await contender(), await contender()];
      await take(one.lease);
      await silentFor(SILENT_MS + 1000);
      other.redis.commands.disconnect();
      for (let look = 1; look < SILENT_LOOKS; look += 1) expect(await other.lease.tryTake()).toBeNull();
      await new FeedLeaseStore(serving).sayAlive('1');
      expect(await takeAway(other)).toEqual(nobody);
    });

    it('goes to the next one soon when its holder left in good order, and to the first there ever was', async () => {
      const [first, next] = [await contender(), await contender()];
      expect(await takeAway(first)).toEqual(after);
      await first.lease.release('1');
      expect(await takeAway(next)).toEqual(after);
    });

    it('is shown to live each second by its holder, under its own number only', async () => {
      const one = await contender();
      const token = (await take(one.lease)) ?? '';
      await silentFor(60_000);
      const store = new FeedLeaseStore(serving);
      await one.lease.renew(token);
      for (let look = 0; look < 200 && (await store.look(SILENT_MS))?.isSilent; look += 1) await sleep(20);
      expect(await store.look(SILENT_MS)).toEqual({ token, isSilent: false });
      await silentFor(60_000);
      expect(await store.sayAlive('7')).toBe(false);
      expect(await store.look(SILENT_MS)).toEqual({ token, isSilent: true });
    });
  });

  it('keeps under its number alone where each market is fed from, and whether that may move real money', async () => {
    const one = await contender();
    const token = (await take(one.lease)) ?? '';
    const markets = [
      { id: 1, origin: 'live' as const, movesRealMoney: true },
      { id: 2, origin: 'simulated' as const, movesRealMoney: false },
    ];
    const storedOrigins = () =>
      source.query(
        'select market_id as id, origin, moves_real_money as "movesRealMoney" from market_feed order by market_id',
      );
    await one.lease.recordOrigins(token, markets);
    expect(await storedOrigins()).toEqual(markets);
    await one.lease.recordOrigins('7', [{ id: 2, origin: 'simulated', movesRealMoney: true }]);
    expect(await storedOrigins()).toEqual(markets);
    const later = [markets[0], { id: 2, origin: 'recorded' as const, movesRealMoney: true }] as typeof markets;
    await one.lease.recordOrigins(token, later);
    expect(await storedOrigins()).toEqual(later);
    // What may move real money is said under the same number as the origin.
    const apart = await source.query('select from market_feed where moves_token is distinct from token');
    expect(apart).toEqual([]);
  });

  it('is given up at once when Postgres gives no number', async () => {
    const [one, other] = [await contender(), await contender()];
    await source.query('alter table feed_lease rename to away');
    try {
      expect(await take(one.lease)).toBeNull();
    } finally {
      await source.query('alter table away rename to feed_lease');
    }
    expect(await take(other.lease)).toBe('1');
  });

  it('leaves two seconds of the five for the successor to begin', () => {
    expect(LOCK_MS + 2 * LEASE_BEAT_MS).toBeLessThanOrEqual(3000);
  });
});
