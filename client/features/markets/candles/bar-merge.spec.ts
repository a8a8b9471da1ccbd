import * as fc from 'fast-check';
import type { Bar } from '../../../ui/bar';
import { mergeLive, prepend, replaceTail } from './bar-merge';
import { nextOpenAt } from './periods';

const MINUTE = 60_000;
const bar = (minute: number, close = '1', revision = 0): Bar => ({
  openAt: minute * MINUTE,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '0',
  revision,
});
const minutes = (bars: readonly Bar[]) => bars.map(({ openAt }) => openAt / MINUTE);

describe('nextOpenAt', () => {
  it.each([
    ['1min', '2026-02-28T23:59:00Z', '2026-03-01T00:00:00Z'],
    ['60min', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'],
    ['1week', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z'],
    ['1mon', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['1mon', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ] as const)('%s after %s is %s', (period, openAt, next) => {
    expect(new Date(nextOpenAt(Date.parse(openAt), period)).toISOString()).toBe(next.replace('Z', '.000Z'));
  });
});

describe('mergeLive', () => {
  const held = [bar(1), bar(2), bar(3)];

  it.each([
    ['the running bar moved', [bar(2), bar(3, '2')], [1, 2, 3]],
    ['the running bar closed and another opened', [bar(3, '2'), bar(4)], [1, 2, 3, 4]],
    ['only the next bar is known', [bar(4)], [1, 2, 3, 4]],
    ['given in the wrong order', [bar(4), bar(3, '2')], [1, 2, 3, 4]],
  ])('%s', (_name, live, expected) => {
    const merge = mergeLive(held, live, '1min');
    expect(merge.kind === 'bars' && minutes(merge.bars)).toEqual(expected);
  });

  it('finds a gap', () => {
    expect(mergeLive(held, [bar(5), bar(6)], '1min')).toEqual({ kind: 'gap' });
  });

  it('finds a gap where the last bar was still running and its end is not told', () => {
    const running = [bar(1), { ...bar(2), closed: false }];
    expect(mergeLive(running, [bar(3), bar(4)], '1min')).toEqual({ kind: 'gap' });
    expect(mergeLive(running, [{ ...bar(3), closed: false }], '1min')).toEqual({ kind: 'gap' });
    const finished = [bar(1), { ...bar(2), closed: true }];
    const merge = mergeLive(finished, [bar(3), bar(4)], '1min');
    expect(merge.kind === 'bars' && minutes(merge.bars)).toEqual([1, 2, 3, 4]);
    const ended = mergeLive(running, [{ ...bar(2, '9'), closed: true }, bar(3)], '1min');
    expect(ended.kind === 'bars' && ended.bars.map(({ close }) => close)).toEqual(['1', '9', '1']);
  });

  it('goes on with the running bar, and says so, where the bar before it will never be finished', () => {
    const running = { ...bar(3), closed: false };
    const late = [bar(1), { ...bar(2), closed: false }, running];
    const next = { ...bar(4, '5'), closed: false };
    const merge = mergeLive(late, [{ ...bar(3, '4'), closed: true }, next], '1min');
    expect(merge.kind === 'unfinished' && merge.bars.map(({ close }) => close)).toEqual(['1', '1', '4', '5']);
    // As long as its end may still be told, nothing is missing.
    expect(
      mergeLive(
        late,
        [
          { ...bar(2), closed: false },
          { ...bar(3, '4'), closed: false },
        ],
        '1min',
      ).kind,
    ).toBe('bars');
  });

  it('leaves the same bars alone, as the same list', () => {
    expect(mergeLive(held, [bar(2), bar(3)], '1min')).toEqual({ kind: 'same' });
  });

  it('never goes back to a lower revision', () => {
    const corrected = [bar(1), bar(2, '7', 5), bar(3)];
    expect(mergeLive(corrected, [bar(2, '1', 4), bar(3)], '1min')).toEqual({ kind: 'same' });
  });

  it('takes a correction of a closed bar', () => {
    const merge = mergeLive(held, [bar(2, '7', 9), bar(3)], '1min');
    expect(merge.kind === 'bars' && merge.bars[1]?.close).toBe('7');
  });

  it('keeps the bars strictly ascending whatever comes', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 })), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 20 }), (steps) => {
        let bars: readonly Bar[] = held;
        for (const step of steps) {
          const live = step.map(([minute, revision]) => bar(minute, String(revision), revision));
          const merge = mergeLive(bars, live, '1min');
          if (merge.kind === 'bars') bars = merge.bars;
          const times = minutes(bars);
          expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        }
      }),
    );
  });
});

describe('pages of history', () => {
  it('come in front without doubles', () => {
    expect(minutes(prepend([bar(1), bar(2), bar(3)], [bar(3), bar(4)]))).toEqual([1, 2, 3, 4]);
  });

  it('change nothing when they bring nothing', () => {
    const bars = [bar(3)];
    expect(prepend([bar(3)], bars)).toBe(bars);
  });

  it('replace the tail where they connect', () => {
    const bars = replaceTail([bar(1), bar(2), bar(3, 'old')], [bar(2), bar(3, 'new'), bar(4)]);
    expect(minutes(bars)).toEqual([1, 2, 3, 4]);
    expect(bars[2]?.close).toBe('new');
  });

  it('let go of what they do not connect with', () => {
    expect(minutes(replaceTail([bar(1), bar(2)], [bar(9), bar(10)]))).toEqual([9, 10]);
  });
});
