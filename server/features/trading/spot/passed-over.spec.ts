import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { PassedOver } from './passed-over.js';

describe('stops that looks pass over', () => {
  it('are passed over since the first of the looks that go on', () => {
    const clock = new FakeClock();
    const passedOver = new PassedOver(clock);
    const first = clock.now();
    expect(passedOver.since('7')).toBe(first);
    clock.advance(10_000);
    expect(passedOver.since('8')).toBe(clock.now());
    expect(passedOver.since('7')).toBe(first);
    clock.advance(10_000);
    expect(passedOver.since('7')).toBe(first);
  });

  it('begin anew after a break', () => {
    const clock = new FakeClock();
    const passedOver = new PassedOver(clock);
    passedOver.since('7');
    clock.advance(10_001);
    expect(passedOver.since('7')).toBe(clock.now());
  });

  it('are forgotten beyond ten thousand, those first that were asked of longest ago', () => {
    const clock = new FakeClock();
    const passedOver = new PassedOver(clock);
    const first = clock.now();
    passedOver.since('a');
    passedOver.since('b');
    passedOver.since('a');
    clock.advance(1);
    for (let stop = 0; stop < 9999; stop += 1) passedOver.since(`${stop}`);
    expect([passedOver.since('a'), passedOver.since('b')]).toEqual([first, clock.now()]);
  });
});
