import * as fc from 'fast-check';
import { rangesOf } from './settlement-batches.rules.js';

const NOON = Date.UTC(2026, 0, 5, 12);
const at = (...seconds: number[]) => seconds.map((second) => NOON + second * 1000);

describe('the spans in which seconds are read', () => {
  it.each<[string, number[], [number, number][]]>([
    ['none', [], []],
    ['one second', [5], [[5, 5]]],
    ['seconds beside each other, in any order', [7, 5, 6], [[5, 7]]],
    ['thirty seconds apart are read in one piece', [0, 30, 60], [[0, 60]]],
    [
      'what is further apart is not',
      [0, 31, 40],
      [
        [0, 0],
        [31, 40],
      ],
    ],
  ])('%s', (_what, seconds, spans) => {
    expect(rangesOf(at(...seconds))).toEqual(
      spans.map(([from, to]) => ({ from: NOON + from * 1000, to: NOON + to * 1000 })),
    );
  });

  it('cover every second, once, in order, and begin and end with one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 30 }), (seconds) => {
        const instants = at(...seconds);
        const spans = rangesOf(instants);
        for (const instant of instants)
          expect(spans.filter(({ from, to }) => from <= instant && instant <= to)).toHaveLength(1);
        for (const { from, to } of spans)
          expect([instants.includes(from), instants.includes(to)]).toEqual([true, true]);
        for (const [place, { from }] of spans.entries())
          if (place > 0) expect(from - (spans[place - 1]?.to ?? 0)).toBeGreaterThan(30_000);
      }),
    );
  });
});
