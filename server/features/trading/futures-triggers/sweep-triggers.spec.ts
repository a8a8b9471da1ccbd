import { someLoops } from '../../../test/factories/loops.js';
import { SweepTriggers } from './sweep-triggers.js';

/** The sweep of a worker whose checks go on until `end` is called of their book. */
function aSweep(roles = ['worker']) {
  const ends = new Map<boolean, () => void>();
  const watch = {
    check: jest.fn((_ids: number[], demo: boolean) => new Promise<void>((done) => ends.set(demo, () => done()))),
  };
  const retry = { execute: jest.fn(async (_books: boolean[]) => 0) };
  const catalog = { all: () => [{ id: 1, perpetual: true }, { id: 2 }, { id: 3, perpetual: true }] };
  const [loops, follow] = [someLoops({ roles }), { loaded: true }];
  const closings = { wake: jest.fn() };
  const parts = [catalog, follow, retry, watch, closings] as never[];
  const sweep = new SweepTriggers(loops, ...(parts as [never, never, never, never, never]));
  return { sweep, closings, loops, watch, retry, follow, end: (demo: boolean) => ends.get(demo)?.() };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a worker that sweeps triggers', () => {
  it('checks every futures market each second, one sweep of a book at a time, and none waits for the other', async () => {
    const { loops, watch, closings, retry, end } = aSweep();
    loops.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(3000);
    const both = [
      [[1, 3], false],
      [[1, 3], true],
    ];
    expect(watch.check.mock.calls).toEqual(both);
    expect(closings.wake.mock.calls).toEqual(both);
    expect(retry.execute.mock.calls).toEqual([[[false]], [[true]]]);
    // Demo money is still being looked at.
    for (let second = 0; second < 2; second += 1) {
      end(false);
      await jest.advanceTimersByTimeAsync(1000);
    }
    expect(watch.check.mock.calls.map(([, demo]) => demo)).toEqual([false, true, false, false]);
    expect(retry.execute.mock.calls.map(([[demo]]) => demo)).toEqual([false, true, false, false]);
    for (const demo of [false, true]) end(demo);
    await jest.advanceTimersByTimeAsync(0);
    for (const demo of [false, true]) end(demo);
    await loops.beforeApplicationShutdown();
  });

  it('waits until open positions are loaded, and does nothing in other roles', async () => {
    const worker = aSweep();
    worker.follow.loaded = false;
    const gateway = aSweep(['gateway']);
    for (const { loops } of [worker, gateway]) loops.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(2000);
    for (const { watch, retry } of [worker, gateway]) {
      expect(watch.check).not.toHaveBeenCalled();
      expect(retry.execute).not.toHaveBeenCalled();
    }
    for (const { loops } of [worker, gateway]) await loops.beforeApplicationShutdown();
  });
});
