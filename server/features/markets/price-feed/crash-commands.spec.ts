import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { SimulatedFeed } from '../../../platform/feeds/simulated/simulated.feed.js';
import type { RedisConnections } from '../../../platform/redis/redis.module.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { CrashCommands } from './crash-commands.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const BTC = { symbol: 'BTCUSDT', category: 'spot', startPrice: '65000', priceScale: 2, quantityScale: 5 };
const INSTRUMENT = { venue: 'simulated-a', category: 'spot', symbol: 'BTCUSDT' };

const url = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';
const prefix = `test-${randomBytes(6).toString('hex')}:`;
const clock = new FakeClock(NOON);
let closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing) close();
  closing = [];
});

/** A process that feeds, with Redis connections of its own. */
function aProcess() {
  const [commands, subscriber] = [new Redis(url), new Redis(url)];
  const redis = { commands, subscriber, key: (name: string) => `${prefix}${name}` } as unknown as RedisConnections;
  const crashes = new CrashCommands(redis, clock);
  closing.push(() => {
    crashes.onApplicationShutdown();
    commands.disconnect();
    subscriber.disconnect();
  });
  return { commands, crashes, feed: new SimulatedFeed([BTC], 'seed', clock) };
}

const minutes = async (feed: SimulatedFeed) =>
  (await feed.history(INSTRUMENT, '1min', NOON - MINUTE, NOON + 4 * MINUTE)).map(({ close }) => Number(close));

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await holds()) return;
    await setTimeout(10);
  }
  throw new Error('waited in vain');
}

describe('a commanded crash', () => {
  it('goes on in the process that takes over, from its own beginning, and is told only once', async () => {
    const first = aProcess();
    await first.crashes.aim(first.feed);
    clock.set(NOON + 10_000);
    const command = JSON.stringify({ kind: 'crash', symbol: 'BTC/USDT', ratio: 0.3, overMs: 60_000 });
    const storedCommands = () => first.commands.lrange(`${prefix}feed:crashes`, 0, -1);
    await until(async () => (await first.commands.publish(`${prefix}feed:command`, command)) > 0);
    await until(async () => (await storedCommands()).length > 0);
    expect((await storedCommands()).map((text) => JSON.parse(text) as object)).toEqual([
      { kind: 'crash', symbol: 'BTC/USDT', ratio: 0.3, overMs: 60_000, at: NOON + 10_000 },
    ]);
    clock.set(NOON + 4 * MINUTE);
    const fallen = await minutes(first.feed);
    const calm = await minutes(aProcess().feed);
    expect(fallen[0]).toBe(calm[0]);
    expect((fallen[2] ?? 0) / (calm[2] ?? 1)).toBeCloseTo(0.7, 1);

    const second = aProcess();
    await second.crashes.aim(second.feed);
    expect(await minutes(second.feed)).toEqual(fallen);
    // The first one steps down and later takes over in its turn, with the simulation that it has.
    await first.crashes.aim(null);
    await first.crashes.aim(first.feed);
    expect(await minutes(first.feed)).toEqual(fallen);
  });

  it('is not obeyed where it makes no sense, and what cannot be read harms nobody', async () => {
    const { crashes, feed, commands } = aProcess();
    await commands.del(`${prefix}feed:crashes`);
    await commands.rpush(`${prefix}feed:crashes`, 'nonsense', '{"kind":"crash","symbol":"BTC/USDT","ratio":7}');
    const calm = await minutes(aProcess().feed);
    await crashes.aim(feed);
    const command = (fields: object) => JSON.stringify({ kind: 'crash', symbol: 'BTC/USDT', ratio: 0.3, ...fields });
    await until(async () => (await commands.publish(`${prefix}feed:command`, command({ overMs: 1 }))) > 0);
    for (const text of ['{', command({ symbol: 'NO/BODY', overMs: 60_000 })]) {
      await commands.publish(`${prefix}feed:command`, text);
    }
    await setTimeout(100);
    expect(await minutes(feed)).toEqual(calm);
    expect(await commands.llen(`${prefix}feed:crashes`)).toBe(2);
  });
});
