import { someLoops } from '../../../test/factories/loops.js';
import { FundingClock } from './funding-clock.js';

/** The clock of a worker whose charging goes on until `end` is called. */
function aClock() {
  let ends = (): void => undefined;
  const funding = { execute: jest.fn(() => new Promise<number>((done) => (ends = () => done(1)))) };
  const premiums = { execute: jest.fn(async () => 0) };
  const loops = someLoops();
  const clock = new FundingClock(loops, premiums as never, funding as never);
  return { clock, loops, funding, premiums, end: () => ends() };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a worker that looks after funding', () => {
  it('samples premiums while a stamp is being charged, and charges once at a time', async () => {
    const { loops, funding, premiums, end } = aClock();
    loops.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(5000);
    expect(premiums.execute).toHaveBeenCalledTimes(5);
    expect(funding.execute).toHaveBeenCalledTimes(1);
    end();
    await jest.advanceTimersByTimeAsync(1000);
    expect(funding.execute).toHaveBeenCalledTimes(2);
    end();
    await loops.beforeApplicationShutdown();
  });

  it('ends after the charging that runs', async () => {
    const { loops, end } = aClock();
    loops.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(1000);
    let isEnded = false;
    const ending = loops.beforeApplicationShutdown().then(() => {
      isEnded = true;
    });
    await jest.advanceTimersByTimeAsync(3000);
    expect(isEnded).toBe(false);
    end();
    await ending;
    expect(isEnded).toBe(true);
  });
});
