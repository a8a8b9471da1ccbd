import { Logger } from '@nestjs/common';
import { someLoops } from '../../../test/factories/loops.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { SweepOptions } from './sweep-options.js';

const NOON = Date.UTC(2026, 0, 5, 12);

/** The sweep of a process with these roles that starts between two seconds; what it settles is only noted. */
function aSweep(roles = ['worker']) {
  const clock = new FakeClock(NOON + 400);
  const loops = someLoops({ roles, clock });
  const swept: number[] = [];
  const windows = { waiting: 0 };
  const tape: ((second: number) => void)[] = [];
  const settle = {
    execute: () => {
      swept.push(clock.now() - NOON);
      return Promise.resolve({ settled: 0, waiting: windows.waiting });
    },
  };
  const sweep = new SweepOptions(
    loops,
    settle as never,
    { on: (heard: never) => tape.push(heard) && (() => {}) } as never,
  );
  loops.onApplicationBootstrap();
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 50) {
      clock.advance(Math.min(50, left));
      await jest.advanceTimersByTimeAsync(Math.min(50, left));
    }
  };
  return { sweep, loops, swept, windows, tape, pass };
}

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the sweep of options', () => {
  it('looks when each second begins, which is when options close, without a job and without the tape', async () => {
    const { loops, swept, pass } = aSweep();
    await pass(3000);
    expect(swept).toEqual([1000, 2000, 3000]);
    await loops.beforeApplicationShutdown();
    await pass(2000);
    expect(swept).toEqual([1000, 2000, 3000]);
  });

  it('looks again soon, and at each second that is written, while samples of a window are awaited', async () => {
    const { swept, windows, tape, pass } = aSweep();
    windows.waiting = 1;
    await pass(850);
    expect(swept).toEqual([1000, 1200]);
    windows.waiting = 0;
    for (const heard of tape) heard(NOON + 1000);
    await jest.advanceTimersByTimeAsync(0);
    expect(swept).toEqual([1000, 1200, 1250]);
    for (const heard of tape) heard(NOON + 1250);
    await pass(650);
    // The look that was asked for at 1200 is still taken.
    expect(swept).toEqual([1000, 1200, 1250, 1400]);
  });

  it('looks at no second that is written while no window waits for it', async () => {
    const { swept, tape } = aSweep();
    for (const heard of tape) heard(NOON);
    await jest.advanceTimersByTimeAsync(0);
    expect([swept, tape.length]).toEqual([[], 1]);
  });

  it('does nothing by itself in a process that is no worker', async () => {
    const { swept, sweep, tape, pass } = aSweep(['gateway']);
    await pass(3000);
    expect([swept, tape]).toEqual([[], []]);
    await sweep.run();
    expect(swept).toEqual([3400]);
  });
});
