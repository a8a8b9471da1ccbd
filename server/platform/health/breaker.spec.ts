import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { Metrics } from '../metrics/metrics.js';
import { Breaker, Breakers, DependencyAway, PutOffByDependency, RefusedByDependency } from './breaker.js';
import { HealthRegistry } from './health.registry.js';

const LIMITS = { failures: 3, putOffs: 3, restMs: 30_000 };
const works = () => Promise.resolve('done');
const fails = () => Promise.reject(new Error('no answer'));
const putsOff = (whose: string) => () => Promise.reject(new PutOffByDependency('not now', whose));
const refuses = () => Promise.reject(new RefusedByDependency('no such number'));

/** What is asked of it, in order: how each ended, and whether the thing itself was asked. */
async function ask(breaker: Breaker, work: () => Promise<string>): Promise<string> {
  let asked = false;
  const counted = () => {
    asked = true;
    return work();
  };
  const outcome = await breaker.call(counted).catch((error: unknown) => (error as Error).constructor.name);
  return `${outcome}${asked ? '' : ', nobody asked'}`;
}

describe('a breaker', () => {
  const start = () => {
    const clock = new FakeClock();
    return { clock, breaker: new Breaker('mail', clock, LIMITS) };
  };

  it('lets calls through until so many failed in a row, and then none for a while', async () => {
    const { breaker, clock } = start();
    for (const work of [fails, fails, works, fails, fails]) await ask(breaker, work);
    expect(breaker.isOpen).toBe(false);
    expect(await ask(breaker, fails)).toBe('Error');
    expect([breaker.isOpen, breaker.failuresInARow]).toEqual([true, 3]);
    clock.advance(LIMITS.restMs - 1);
    expect(await ask(breaker, works)).toBe('DependencyAway, nobody asked');
  });

  it('tries it with one call when the rest is over: everything goes on, or the rest begins anew', async () => {
    const { breaker, clock } = start();
    for (const work of [fails, fails, fails]) await ask(breaker, work);
    clock.advance(LIMITS.restMs);
    expect(await ask(breaker, fails)).toBe('Error');
    expect(await ask(breaker, works)).toBe('DependencyAway, nobody asked');
    clock.advance(LIMITS.restMs);
    let answer: (text: string) => void = () => undefined;
    const trial = breaker.call(() => new Promise<string>((done) => (answer = done)));
    // While it is tried nobody else is let through.
    expect(await ask(breaker, works)).toBe('DependencyAway, nobody asked');
    answer('done');
    expect(await trial).toBe('done');
    expect([breaker.isOpen, breaker.failuresInARow]).toEqual([false, 0]);
    expect(await ask(breaker, works)).toBe('done');
  });

  it('is not opened by a not now to what is of one recipient, either, however often; what failed before stays', async () => {
    const { breaker } = start();
    for (const work of [fails, fails]) await ask(breaker, work);
    for (let count = 0; count < 20; count += 1) expect(await ask(breaker, putsOff('full'))).toBe('PutOffByDependency');
    expect([breaker.isOpen, breaker.failuresInARow]).toEqual([false, 2]);
    await ask(breaker, fails);
    expect(breaker.isOpen).toBe(true);
  });

  it('is opened by a not now to everybody: each few recipients in a row, without a success, are a failure', async () => {
    const { breaker } = start();
    for (const whose of ['a', 'b']) await ask(breaker, putsOff(whose));
    await ask(breaker, works);
    const failures: number[] = [];
    for (let person = 1; person <= 9; person += 1) {
      expect(breaker.isOpen).toBe(false);
      await ask(breaker, putsOff(`person ${person}`));
      failures.push(breaker.failuresInARow);
    }
    expect(failures).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3]);
    expect(await ask(breaker, works)).toBe('DependencyAway, nobody asked');
  });

  it('that is tried and says not now may be tried by the next one, and is open until one goes well', async () => {
    const { breaker, clock } = start();
    for (const work of [fails, fails, fails]) await ask(breaker, work);
    clock.advance(LIMITS.restMs);
    for (const whose of ['a', 'b']) expect(await ask(breaker, putsOff(whose))).toBe('PutOffByDependency');
    expect(breaker.isOpen).toBe(true);
    expect(await ask(breaker, works)).toBe('done');
    expect([breaker.isOpen, breaker.failuresInARow]).toEqual([false, 0]);
  });

  it('is not opened by a no to what was asked: nobody shuts the door for all with wrong numbers', async () => {
    const { breaker } = start();
    for (let count = 0; count < 20; count += 1) expect(await ask(breaker, refuses)).toBe('RefusedByDependency');
    expect([breaker.isOpen, breaker.failuresInARow]).toEqual([false, 0]);
  });
});

it('is a part of the readiness that only degrades it, and a figure', async () => {
  const [clock, health, metrics] = [new FakeClock(), new HealthRegistry(), new Metrics()];
  const breaker = new Breakers(clock, health, metrics).of('sms');
  const figure = async () => /^gateway_dependency_away\{dependency="sms"\} (\d)$/m.exec(await metrics.text())?.[1];
  expect(await health.ask()).toEqual({ sms: { state: 'ok', detail: { leftAlone: false, failuresInARow: 0 } } });
  expect(await figure()).toBe('0');
  for (let count = 0; count < 5; count += 1) await ask(breaker, fails);
  expect(await health.ask()).toEqual({ sms: { state: 'degraded', detail: { leftAlone: true, failuresInARow: 5 } } });
  expect(await figure()).toBe('1');
  await expect(breaker.call(works)).rejects.toThrow(DependencyAway);
});
