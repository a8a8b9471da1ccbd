import { Logger } from '@nestjs/common';
import { someLoops } from '../../test/factories/loops.js';
import { aFitness } from '../../test/factories/fitness.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { FakeSchema } from '../../test/fakes/fake-schema.js';
import { Metrics } from '../metrics/metrics.js';
import type { RoleTerms } from './loops.js';

/** Work whose rounds go on until `end` or `fail` is called. */
function someWork() {
  const ends: ((error?: Error) => void)[] = [];
  const work = {
    begun: 0,
    atOnce: 0,
    most: 0,
    round: () => {
      work.begun += 1;
      work.atOnce += 1;
      work.most = Math.max(work.most, work.atOnce);
      return new Promise<void>((resolve, reject) => {
        ends.push((error) => {
          work.atOnce -= 1;
          if (error) reject(error);
          else resolve();
        });
      });
    },
    end: (error?: Error) => {
      ends.shift()?.(error);
      return settled();
    },
  };
  return work;
}

function aLoop(terms: Partial<RoleTerms> = {}, roles = ['worker']) {
  const [work, clock, metrics] = [someWork(), new FakeClock(), new Metrics()];
  const loops = someLoops({ roles, clock, metrics });
  const loop = loops.add({ name: 'test.work', round: work.round, role: 'worker', ...terms });
  const pass = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    await jest.advanceTimersByTimeAsync(milliseconds);
  };
  return { work, clock, metrics, loops, loop, pass };
}

/** Everything that can happen without time going by has happened. */
const settled = () => jest.advanceTimersByTimeAsync(0);

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('rounds', () => {
  it('never overlap, whatever asks for them', async () => {
    const { work, loops, loop, pass } = aLoop({ everyMs: 100, onEachSecond: true });
    loops.onApplicationBootstrap();
    for (let step = 0; step < 50; step += 1) {
      loop.wake();
      loop.wakeIn(1);
      await pass(100);
      if (step % 3 === 0) await work.end();
    }
    expect(work.begun).toBeGreaterThan(10);
    expect(work.most).toBe(1);
  });

  it('that fail at once and ask for another one let everything else have its turn', async () => {
    jest.useRealTimers();
    let begun = 0;
    const { loop, loops } = aLoop({
      round: () => {
        begun += 1;
        if (begun < 10_000) loop.wake();
        return Promise.reject(new Error('Postgres does not answer'));
      },
    });
    loop.wake();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(10_000);
    await loops.beforeApplicationShutdown();
  });

  it('do not overlap where a new call falls between the end of one and the start of the next', async () => {
    const { work, loop } = aLoop();
    loop.wake();
    await settled();
    loop.wake();
    const end = work.end();
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
      loop.wake();
    }
    await end;
    expect(work.most).toBe(1);
  });

  it('are followed by one more for all calls that came meanwhile', async () => {
    const { work, loop } = aLoop();
    loop.wake();
    await settled();
    for (let call = 0; call < 3; call += 1) loop.wake();
    await settled();
    expect(work.begun).toBe(1);
    await work.end();
    expect(work.begun).toBe(2);
    await work.end();
    expect(work.begun).toBe(2);
  });

  it('begin after the call that waits for them', async () => {
    const { work, loop } = aLoop();
    loop.wake();
    await settled();
    let isDone = false;
    const waiting = loop.run().then(() => {
      isDone = true;
    });
    await work.end();
    expect([work.begun, isDone]).toEqual([2, false]);
    await work.end();
    await waiting;
    expect(isDone).toBe(true);
  });
});

describe('a round that fails', () => {
  it('is counted, and does not end the loop', async () => {
    const { work, metrics, loops, pass } = aLoop({ everyMs: 1000 });
    loops.onApplicationBootstrap();
    for (let round = 1; round <= 3; round += 1) {
      await pass(1000);
      expect(work.begun).toBe(round);
      await work.end(new Error('no database'));
      expect(await metrics.text()).toContain(`gateway_loop_failures_total{loop="test.work"} ${round}`);
    }
  });

  it('is followed by the round that was asked for meanwhile', async () => {
    const { work, loop } = aLoop();
    loop.wake();
    await settled();
    loop.wake();
    await work.end(new Error('no database'));
    expect(work.begun).toBe(2);
  });

  it('fails for the caller who waits for it', async () => {
    const { work, loop } = aLoop();
    const waiting = expect(loop.run()).rejects.toThrow('no database');
    await settled();
    await work.end(new Error('no database'));
    await waiting;
  });

  it('may throw at once', async () => {
    let calls = 0;
    const round = () => {
      calls += 1;
      throw new Error('no catalog');
    };
    const { loops, pass } = aLoop({ everyMs: 1000, round });
    loops.onApplicationBootstrap();
    await pass(2000);
    expect(calls).toBe(2);
  });
});

describe('time', () => {
  it('leaves out a tick that falls into a round', async () => {
    const { work, loops, pass } = aLoop({ everyMs: 1000 });
    loops.onApplicationBootstrap();
    await pass(3500);
    await work.end();
    expect(work.begun).toBe(1);
    await pass(500);
    expect(work.begun).toBe(2);
  });

  it('starts a round when a second of the clock begins, and makes up for one that was missed', async () => {
    const { work, clock, loops, pass } = aLoop({ onEachSecond: true });
    clock.advance(300);
    loops.onApplicationBootstrap();
    await pass(699);
    expect(work.begun).toBe(0);
    await pass(1);
    expect(work.begun).toBe(1);
    await pass(1000);
    await work.end();
    expect(work.begun).toBe(2);
  });

  it('begins with a round at the start where the loop says so', async () => {
    const [eager, patient] = [aLoop({ everyMs: 1000, atStart: true }), aLoop({ everyMs: 1000 })];
    for (const { loops } of [eager, patient]) loops.onApplicationBootstrap();
    await settled();
    expect([eager.work.begun, patient.work.begun]).toEqual([1, 0]);
  });

  it('runs the latest round that was asked for later', async () => {
    const { work, loops, loop, pass } = aLoop();
    loops.onApplicationBootstrap();
    loop.wakeIn(200);
    await pass(100);
    loop.wakeIn(200);
    await pass(100);
    expect(work.begun).toBe(0);
    await pass(100);
    expect(work.begun).toBe(1);
  });
});

describe('a clock that is wrong', () => {
  it('leaves the work of a role undone until it is right again, and no other', async () => {
    const [ours, everybodys] = [aLoop({ everyMs: 1000 }), aLoop({ everyMs: 1000, role: undefined })];
    for (const { clock, loops } of [ours, everybodys]) {
      clock.agrees = false;
      loops.onApplicationBootstrap();
    }
    await Promise.all([ours.pass(1000), everybodys.pass(0)]);
    ours.loop.wake();
    await ours.loop.run();
    expect([ours.work.begun, everybodys.work.begun]).toEqual([0, 1]);
    ours.clock.agrees = true;
    await ours.pass(1000);
    expect(ours.work.begun).toBe(1);
  });
});

describe('shutdown', () => {
  it('waits for the round that runs, and begins none after it', async () => {
    const { work, loops, loop, pass } = aLoop({ everyMs: 100, onEachSecond: true });
    loops.onApplicationBootstrap();
    await pass(100);
    loop.wake();
    loop.wakeIn(100);
    let isEnded = false;
    const ending = loops.beforeApplicationShutdown().then(() => {
      isEnded = true;
    });
    await pass(2000);
    expect(isEnded).toBe(false);
    await work.end();
    await ending;
    loop.wake();
    await loop.run();
    await pass(2000);
    expect(work.begun).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not fail by a round that does', async () => {
    const { work, loops, loop } = aLoop();
    loop.wake();
    await settled();
    const ending = loops.beforeApplicationShutdown();
    await work.end(new Error('no database'));
    await ending;
  });

  it('ends what the loop listened to', async () => {
    const listeners = new Set<() => void>();
    const { work, loops, loop } = aLoop({
      listen: () => {
        const listener = (): void => loop.wake();
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    });
    expect(listeners.size).toBe(0);
    loops.onApplicationBootstrap();
    for (const listener of listeners) listener();
    await settled();
    expect(work.begun).toBe(1);
    await work.end();
    await loops.beforeApplicationShutdown();
    expect(listeners.size).toBe(0);
  });
});

describe('a process without the role', () => {
  it('neither ticks nor listens, and runs a round that it is asked for', async () => {
    const listen = jest.fn(() => () => undefined);
    const { work, loops, loop, pass } = aLoop({ everyMs: 100, onEachSecond: true, atStart: true, listen }, ['gateway']);
    loops.onApplicationBootstrap();
    loop.wakeIn(100);
    await pass(2000);
    expect([work.begun, listen.mock.calls.length]).toEqual([0, 0]);
    loop.wake();
    await settled();
    expect(work.begun).toBe(1);
  });

  it('runs a loop that has none', async () => {
    const work = someWork();
    const loops = someLoops({ roles: ['gateway'] });
    loops.add({ name: 'test.everywhere', round: work.round, atStart: true });
    loops.onApplicationBootstrap();
    await settled();
    expect(work.begun).toBe(1);
  });
});

describe('before the database is of this version', () => {
  it('a loop with a role neither starts nor has a round, and does both from then on, whatever comes later', async () => {
    const schema = new FakeSchema(false);
    const [work, clock] = [someWork(), new FakeClock()];
    const loops = someLoops({ clock, fitness: aFitness(clock, schema) });
    const listen = jest.fn(() => () => undefined);
    const loop = loops.add({ name: 'test.work', role: 'worker', round: work.round, atStart: true, listen });
    loops.onApplicationBootstrap();
    loop.wake();
    await settled();
    expect([work.begun, listen.mock.calls.length]).toEqual([0, 0]);
    schema.meet();
    await settled();
    expect([work.begun, listen.mock.calls.length]).toEqual([1, 1]);
  });

  it('a loop that was stopped meanwhile never starts', async () => {
    const schema = new FakeSchema(false);
    const [work, clock] = [someWork(), new FakeClock()];
    const loops = someLoops({ clock, fitness: aFitness(clock, schema) });
    loops.add({ name: 'test.work', role: 'worker', round: work.round, atStart: true });
    loops.onApplicationBootstrap();
    await loops.beforeApplicationShutdown();
    schema.meet();
    await settled();
    expect(work.begun).toBe(0);
  });

  it('a loop that has none starts: it says how the process is', async () => {
    const [work, clock] = [someWork(), new FakeClock()];
    const loops = someLoops({ clock, fitness: aFitness(clock, new FakeSchema(false)) });
    loops.add({ name: 'test.everywhere', round: work.round, atStart: true });
    loops.onApplicationBootstrap();
    await settled();
    expect(work.begun).toBe(1);
  });
});
