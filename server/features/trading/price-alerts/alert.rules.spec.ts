import * as fc from 'fast-check';
import { type Phase, type Standing, step, type Step, type Watch } from './alert.rules.js';

const watch = (changes: Partial<Watch>): Watch => ({
  direction: 'rise',
  level: 100n,
  phase: 'up',
  since: 0,
  wakesAt: null,
  pauseMs: null,
  ...changes,
});

const standing = (phase: Phase, since: number, wakesAt: number | null = null): Standing => ({ phase, since, wakesAt });

describe('an alert at a figure', () => {
  it.each<[string, Partial<Watch>, number, bigint, ReturnType<typeof step>]>([
    ['rises to its level and is over', {}, 1, 100n, { standing: null, wentOff: true }],
    ['rises beyond its level', {}, 1, 101n, { standing: null, wentOff: true }],
    ['is not there yet', {}, 1, 99n, null],
    ['has judged that instant', { since: 5 }, 5, 100n, null],
    ['falls to its level', { direction: 'fall', phase: 'down' }, 1, 100n, { standing: null, wentOff: true }],
    ['has not fallen to its level', { direction: 'fall', phase: 'down' }, 1, 101n, null],
    ['that is there already waits', { phase: 'above' }, 1, 150n, null],
    ['that is on its level is there still', { phase: 'above' }, 1, 100n, null],
    ['comes back', { phase: 'above' }, 7, 99n, { standing: standing('up', 7), wentOff: false }],
    [
      'comes back upwards',
      { direction: 'fall', phase: 'below' },
      7,
      101n,
      { standing: standing('down', 7), wentOff: false },
    ],
    ['sleeps', { phase: 'asleep', wakesAt: 10 }, 9, 100n, null],
    [
      'wakes where it is there',
      { phase: 'asleep', wakesAt: 10 },
      10,
      100n,
      { standing: standing('above', 10), wentOff: false },
    ],
    [
      'wakes where it is not',
      { phase: 'asleep', wakesAt: 10 },
      12,
      99n,
      { standing: standing('up', 12), wentOff: false },
    ],
    [
      'a crossing wakes above its level and waits for the way down',
      { direction: 'cross', phase: 'asleep', wakesAt: 10 },
      12,
      101n,
      { standing: standing('down', 12), wentOff: false },
    ],
    [
      'a crossing that wakes on its level sleeps on',
      { direction: 'cross', phase: 'asleep', wakesAt: 10 },
      12,
      100n,
      null,
    ],
    [
      'goes off and is quiet for its pause',
      { pauseMs: 300 },
      7,
      100n,
      { standing: standing('asleep', 7, 307), wentOff: true },
    ],
  ])('%s', (_what, changes, at, value, then) => {
    expect(step(watch(changes), { at, value })).toEqual(then);
  });
});

/** How often an alert goes off at these values, a second apart. */
function firings(start: Watch, values: readonly bigint[]): number[] {
  const fired: number[] = [];
  let now: Watch | null = start;
  for (const [second, value] of values.entries()) {
    const next: Step | null = now && step(now, { at: second + 1, value });
    if (!next || !now) continue;
    if (next.wentOff) fired.push(second + 1);
    now = next.standing && { ...now, ...next.standing };
  }
  return fired;
}

const values = fc.array(fc.bigInt(95n, 105n), { maxLength: 60 });
const starts = fc.constantFrom<Partial<Watch>>(
  { direction: 'rise', phase: 'up' },
  { direction: 'rise', phase: 'above' },
  { direction: 'fall', phase: 'down' },
  { direction: 'fall', phase: 'below' },
  { direction: 'cross', phase: 'up' },
  { direction: 'cross', phase: 'down' },
);

describe('an alert over a time', () => {
  it('goes off once at most, however the figure moves', () => {
    fc.assert(fc.property(starts, values, (start, moves) => firings(watch(start), moves).length <= 1));
  });

  it('goes off at the first figure that is there, if it was not there before', () => {
    fc.assert(
      fc.property(values, (moves) => {
        const first = moves.findIndex((value) => value >= 100n);
        expect(firings(watch({}), moves)).toEqual(first < 0 ? [] : [first + 1]);
      }),
    );
  });

  it('that was there goes off only after it has come back', () => {
    fc.assert(
      fc.property(values, (moves) => {
        const back = moves.findIndex((value) => value < 100n);
        const again = back < 0 ? -1 : moves.findIndex((value, place) => place > back && value >= 100n);
        expect(firings(watch({ phase: 'above' }), moves)).toEqual(again < 0 ? [] : [again + 1]);
      }),
    );
  });

  it('that goes off every time is quiet for its pause', () => {
    fc.assert(
      fc.property(starts, values, (start, moves) => {
        const fired = firings(watch({ ...start, pauseMs: 10 }), moves);
        expect(fired.every((at, place) => place === 0 || at - (fired[place - 1] ?? 0) > 10)).toBe(true);
      }),
    );
  });

  it('comes to the same whether or not it hears of figures twice', () => {
    fc.assert(
      fc.property(starts, values, (start, moves) => {
        const given = watch({ ...start, pauseMs: 5 });
        let [once, twice]: [Watch, Watch] = [given, given];
        for (const [second, value] of moves.entries()) {
          const reading = { at: second + 1, value };
          once = { ...once, ...step(once, reading)?.standing };
          for (let count = 0; count < 2; count += 1) twice = { ...twice, ...step(twice, reading)?.standing };
        }
        expect(twice).toEqual(once);
      }),
    );
  });
});
