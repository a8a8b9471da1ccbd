import { KeepFunding } from './keep-funding.js';

/** The keeper of a worker whose funding is never through; `ends` ends it. */
function aKeeper() {
  let ends = (): void => undefined;
  const funding = { execute: jest.fn(() => new Promise<number>((done) => (ends = () => done(1)))) };
  const [premiums, orders] = [{ execute: jest.fn(async () => 0) }, { sweep: jest.fn(async () => undefined) }];
  const config = { values: { ROLES: ['worker'] } };
  const keep = new KeepFunding(config as never, premiums as never, funding as never, orders as never);
  return { keep, funding, premiums, orders, end: () => ends() };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a worker that looks after funding', () => {
  it('samples premiums and sweeps orders while a stamp is being charged, and charges once at a time', async () => {
    const { keep, funding, premiums, orders, end } = aKeeper();
    keep.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(5000);
    expect(premiums.execute).toHaveBeenCalledTimes(5);
    expect(orders.sweep).toHaveBeenCalledTimes(5);
    expect(funding.execute).toHaveBeenCalledTimes(1);
    end();
    await jest.advanceTimersByTimeAsync(1000);
    expect(funding.execute).toHaveBeenCalledTimes(2);
    end();
    await keep.beforeApplicationShutdown();
  });

  it('ends after the charging that runs', async () => {
    const { keep, end } = aKeeper();
    keep.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1000);
    let isEnded = false;
    const ending = keep.beforeApplicationShutdown().then(() => {
      isEnded = true;
    });
    await jest.advanceTimersByTimeAsync(3000);
    expect(isEnded).toBe(false);
    end();
    await ending;
    expect(isEnded).toBe(true);
  });
});
