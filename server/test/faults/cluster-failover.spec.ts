import { expect, it } from '@jest/globals';
import { aRecoveryCode } from '../factories/recovery-codes.js';
import { ExamineRedis } from '../../features/operations/doctor/examine-redis.js';
import type { Finding } from '../../features/operations/doctor/finding.js';
import { readConfiguration } from '../../platform/config/config.js';
import { openRedis } from '../../platform/redis/redis.js';
import { send, sleep } from './calls.js';
import { ClusterWorld } from './cluster-world.js';
import { PASSWORD } from './people.js';
import { failovers, type Payments, until, untilTrue } from './redis-failovers.js';

/**
 * A Redis Cluster puts a replica in the place of the primary that has the prices. The product's processes come as the users of an
 * installation. `npm run cluster-failover -- --failovers=10` makes it long.
 */
failovers('Redis Cluster', (prefix) => ClusterWorld.start(prefix), product);

function product(payments: () => Payments<ClusterWorld>): void {
  it('serves on a cluster: it is ready, logs in, counts calls and does jobs, and nothing is refused to its users', async () => {
    const { url, world, person, product: running } = payments();
    const ready = async () => ((await (await fetch(`${url}/readyz`)).json()) as { parts: object }).parts;
    await untilTrue('every connection answers', async () => {
      expect(await ready()).toMatchObject({ redis: { state: 'ok' } });
      return true;
    });
    const { rows } = await running.sql.query<{ username: string }>('select username from account_user where id = $1', [
      person.userId,
    ]);
    const fields = { user_string: rows[0]?.username ?? '', password: PASSWORD, totp_code: aRecoveryCode() };
    const wrong = { ...fields, password: 'Other-Horse-7' };
    expect(await send(url, 'api/user/login', { token: '', fields: wrong })).toMatchObject({
      code: 'account.login-wrong',
    });
    expect(await send(url, 'api/user/login', { token: '', fields })).toMatchObject({ status: 200, type: 'ok' });
    await untilTrue('calls are counted', async () => (await world.keys(payments().name('rate:*'))).length > 0);
    await untilTrue('jobs are done', async () => (await payments().lastJobs()).length > 0);
    const [futures, options] = ['futures', 'options'].map((queue) => world.jobsKey(running.prefix, queue));
    expect(futures).not.toBe(options);
    expect(await lookedAt(world)).toEqual([]);
    expect(await world.refusals()).toEqual([]);
  });

  it('goes on when the slot of the prices is given to another primary', async () => {
    const { world } = payments();
    const prices = payments().name('market:update');
    const before = await world.carrierOf(prices);
    const heard = payments().events.at(-1) ?? 0;
    const moved = performance.now();
    await world.moveSlotOf(prices);
    const given = performance.now();
    // What was on its way has arrived.
    await sleep(50);
    await until('there are prices again', () => payments().lastPriceAt > given + 50);
    process.stdout.write(
      `Redis Cluster: a slot moved, the next price ${Math.round(payments().lastPriceAt - moved)} ms after\n`,
    );
    expect(await world.carrierOf(prices)).not.toBe(before);
    await untilTrue('the other primary is listened to', async () => (await world.listeners(prices)) > 0);
    await until('events are heard', () => (payments().events.at(-1) ?? 0) > heard);
  });
}

/** What `npm run doctor` finds in the cluster that is not as it should be. */
async function lookedAt(world: ClusterWorld): Promise<Finding[]> {
  const settings = { NODE_ENV: 'test', DATABASE_URL: 'postgres://u@127.0.0.1/d', ...world.settingsOf('gateway') };
  const redis = openRedis(readConfiguration(settings));
  try {
    await untilTrue('it is connected', async () => redis.status === 'ready');
    const found = await new ExamineRedis(redis).execute();
    expect(found.filter(({ topic }) => topic === 'versions')).toHaveLength(3);
    return found.filter(({ state }) => state !== 'ok');
  } finally {
    redis.disconnect();
  }
}
