import type { RedisConnections } from '../../../platform/redis/redis.module.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { UsedSignatures } from './used-signatures.js';

const WINDOW_MS = 5000;
/** The caller's clock may be a second ahead of ours, and one process's a little of another's. */
const LIFE_MS = WINDOW_MS + 2000;

type Asked = (name: string, ...more: unknown[]) => Promise<'OK' | null>;

let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});

/** A process with a Redis that answers by the function. */
function aProcess(set: Asked, status = 'ready'): UsedSignatures {
  const redis = { commands: { status, set }, key: (name: string) => name } as unknown as RedisConnections;
  return new UsedSignatures(redis, clock);
}

/** Answers as Redis does to `SET … NX`. */
function aRedis(): Asked {
  const names = new Set<string>();
  return (name) => {
    const answer = names.has(name) ? null : 'OK';
    names.add(name);
    return Promise.resolve(answer);
  };
}

const fails: Asked = () => Promise.reject(new Error('Command timed out'));
const isSilent: Asked = () => new Promise(() => undefined);

describe('a signed text', () => {
  it.each<[string, Asked, string]>([
    ['answers', aRedis(), 'ready'],
    ['is silent', isSilent, 'ready'],
    ['fails', fails, 'ready'],
    ['says that it is new to it each time', () => Promise.resolve('OK'), 'ready'],
    ['is away', fails, 'reconnecting'],
  ])(
    'is let in once by one process, of a hundred at once and afterwards, while Redis %s',
    async (_how, set, status) => {
      const used = aProcess(set, status);
      const answers = await Promise.all(Array.from({ length: 100 }, () => used.use('text', WINDOW_MS)));
      expect(answers.filter((isFirst) => isFirst)).toHaveLength(1);
      expect(await used.use('text', WINDOW_MS)).toBe(false);
      expect(await used.use('another', WINDOW_MS)).toBe(true);
    },
  );

  it('is let in once by all processes while Redis answers, and by each of them while it is away', async () => {
    const redis = aRedis();
    const [first, second] = [aProcess(redis), aProcess(redis)];
    expect([await first.use('text', WINDOW_MS), await second.use('text', WINDOW_MS)]).toEqual([true, false]);
    const apart = [aProcess(fails), aProcess(fails)];
    expect(await Promise.all(apart.map((one) => one.use('text', WINDOW_MS)))).toEqual([true, true]);
  });

  it('is known for as long as it could come again, whatever else is forgotten, and no longer', async () => {
    const used = aProcess(fails, 'reconnecting');
    await used.use('text', WINDOW_MS);
    clock.advance(LIFE_MS - 1);
    expect([await used.use('text', WINDOW_MS), await used.use('another', WINDOW_MS)]).toEqual([false, true]);
    clock.advance(1);
    expect([await used.use('text', WINDOW_MS), await used.use('another', WINDOW_MS)]).toEqual([true, false]);
  });
});
