import { someLoops } from '../../../test/factories/loops.js';
import { SweepTriggers } from './sweep-triggers.js';

/** The sweep of a worker whose checks go on until `end` is called. */
function aSweep(roles = ['worker']) {
  let ends = (): void => undefined;
  const watch = { check: jest.fn((_ids: number[]) => new Promise<void>((done) => (ends = () => done()))) };
  const retry = { execute: jest.fn(async () => 0) };
  const catalog = { all: () => [{ id: 1, perpetual: true }, { id: 2 }, { id: 3, perpetual: true }] };
  const [loops, follow] = [someLoops({ roles }), { loaded: true }];
  const closings = { wake: jest.fn() };
  const parts = [catalog, follow, retry, watch, closings] as never[];
  const sweep = new SweepTriggers(loops, ...(parts as [never, never, never, never, never]));
  return { sweep, closings, loops, watch, retry, follow, end: () => ends() };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a worker that sweeps triggers', () => {
  it('checks every futures market each second, one sweep at a time', async () => {
    const { loops, watch, closings, retry, end } = aSweep();
    loops.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(3000);
    expect(watch.check.mock.calls).toEqual([[[1, 3]]]);
    expect(closings.wake.mock.calls).toEqual([[[1, 3]]]);
    end();
    await jest.advanceTimersByTimeAsync(1000);
    expect(watch.check).toHaveBeenCalledTimes(2);
    expect(retry.execute).toHaveBeenCalledTimes(2);
    end();
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
