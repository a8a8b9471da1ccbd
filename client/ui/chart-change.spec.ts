import * as fc from 'fast-check';
import type { Bar } from './bar';
import { chartChange, isDrawnAnew } from './chart-change';

const bar = (openAt: number, close = '1'): Bar => ({ openAt, open: '1', high: '1', low: '1', close, volume: '0' });

describe('chartChange', () => {
  const [a, b, c] = [bar(0), bar(60), bar(120)];

  it.each([
    ['nothing new', [a, b], [a, b], { kind: 'none' }],
    ['the first bars', [], [a, b], { kind: 'reset' }],
    ['the last bar moved', [a, b], [a, bar(60, '2')], { kind: 'update', from: 1 }],
    ['a bar was added', [a, b], [a, b, c], { kind: 'update', from: 2 }],
    ['the last bar closed and another opened', [a, b], [a, bar(60, '2'), c], { kind: 'update', from: 1 }],
    ['history came in front', [b, c], [a, b, c], { kind: 'reset' }],
    ['an older bar was corrected', [a, b, c], [bar(0, '9'), b, c], { kind: 'reset' }],
    ['bars went away', [a, b, c], [a, b], { kind: 'reset' }],
    ['another period', [a, b], [bar(0), bar(3600)], { kind: 'reset' }],
    ['a bar out of order', [a, c], [a, c, b], { kind: 'reset' }],
  ])('%s', (_name, shown, next, change) => {
    expect(chartChange(shown, next)).toEqual(change);
  });

  it('never updates with a bar that is older than the last one shown', () => {
    const pool = Array.from({ length: 12 }, (_, at) => [bar(at * 60, '1'), bar(at * 60, '2')] as const);
    const bars = fc
      .array(fc.tuple(fc.nat(11), fc.nat(1)), { maxLength: 12 })
      .map((picks) => picks.map(([at, version]) => pool[at]?.[version] ?? a));
    fc.assert(
      fc.property(bars, bars, (shown, next) => {
        const change = chartChange(shown, next);
        if (change.kind !== 'update') return;
        let newest = shown.at(-1)?.openAt ?? Number.NEGATIVE_INFINITY;
        for (const updated of next.slice(change.from)) {
          expect(updated.openAt).toBeGreaterThanOrEqual(newest);
          newest = updated.openAt;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isDrawnAnew', () => {
  const view = { name: 'BTC/USDT 1min', kind: 'candles', zoneSeconds: 7200, bars: [] };
  it.each([
    ['nothing', {}, false],
    ['more bars', { bars: [1] }, false],
    // The last bar would be put an hour before itself, which the library throws at.
    ['the clocks, set back', { zoneSeconds: 3600 }, true],
    ['the zone, eastwards', { zoneSeconds: 10_800 }, true],
    ['the kind', { kind: 'area' }, true],
    ['the market', { name: 'ETH/USDT 1min' }, true],
    ['the making of candles', { candlesOf: () => [] }, true],
  ])('after a change of %s: %j is %s', (_what, change, isAnew) => {
    expect(isDrawnAnew(view, { ...view, ...change })).toBe(isAnew);
  });
});
