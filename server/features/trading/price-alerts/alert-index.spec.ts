import * as fc from 'fast-check';
import { directionOf } from '../../../contract/rules/price-alert.rules.js';
import { AlertIndex } from './alert-index.js';
import { type Phase, step } from './alert.rules.js';
import { priceSeries, type ShownReading, type WatchedAlert } from './watched-alert.js';

const KINDS = ['rise', 'fall', 'cross'] as const;
const PHASES: Record<(typeof KINDS)[number], Phase[]> = {
  rise: ['up', 'above', 'asleep'],
  fall: ['down', 'below', 'asleep'],
  cross: ['up', 'down', 'asleep'],
};

/** Levels that floating point cannot tell apart from each other are among them. */
const LEVELS = [9_007_199_254_740_992n, 9_007_199_254_740_993n, 9_007_199_254_740_994n, 1n, 2n, 70_000n * 10n ** 18n];
const level = fc.constantFrom(...LEVELS);

const anAlert = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    place: fc.integer({ min: 0, max: 2 }),
    level,
    pauseMs: fc.constantFrom(null, 3),
    wakes: fc.integer({ min: 0, max: 10 }),
    since: fc.integer({ min: 0, max: 5 }),
    marketId: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ kind, place, wakes, ...rest }) => {
    const phase = PHASES[kind][place] as Phase;
    const wakesAt = phase === 'asleep' ? wakes : null;
    return { kind, direction: directionOf(kind), phase, wakesAt, ...rest };
  });

const watched = (parts: object, id: number): WatchedAlert =>
  ({
    id,
    userId: '1',
    version: 1,
    note: '',
    value: '1',
    windowSeconds: null,
    source: 'index',
    ...parts,
  }) as WatchedAlert;

const reading = (at: number, value: bigint): ShownReading => ({ at, value, figure: String(value), price: null });

describe('the index of alerts', () => {
  it('moves whom the rule moves, and nobody else', () => {
    fc.assert(
      fc.property(
        fc.array(anAlert, { maxLength: 40 }),
        fc.array(fc.record({ marketId: fc.integer({ min: 1, max: 2 }), value: level }), { maxLength: 20 }),
        (parts, moves) => {
          const index = new AlertIndex();
          const plain = new Map<number, WatchedAlert>();
          for (const [place, each] of parts.entries()) {
            const alert = watched(each, place + 1);
            index.put(alert);
            plain.set(alert.id, alert);
          }
          for (const [second, { marketId, value }] of moves.entries()) {
            const now = reading(second + 1, value);
            const found = index.judge(priceSeries(marketId, 'index'), now);
            const expected = [...plain.values()].flatMap((alert) => {
              const next = alert.marketId === marketId ? step(alert, now) : null;
              if (!next) return [];
              if (next.standing) plain.set(alert.id, { ...alert, ...next.standing });
              else plain.delete(alert.id);
              return [[alert.id, next.wentOff, next.standing === null]];
            });
            const byId = ([one]: unknown[], [other]: unknown[]) => (one as number) - (other as number);
            expect(
              found.map(({ alert, wentOffAt, isOver }) => [alert.id, wentOffAt !== null, isOver]).sort(byId),
            ).toEqual(expected.sort(byId));
            expect(index.size).toBe(plain.size);
          }
        },
      ),
    );
  });

  it('knows what somebody waits for, until the last has gone', () => {
    const index = new AlertIndex();
    const series = priceSeries(3, 'index');
    const parts = { kind: 'rise', direction: 'rise', level: 5n, phase: 'up', since: 0, wakesAt: null, pauseMs: null };
    for (const id of [1, 2]) index.put(watched({ ...parts, marketId: 3 }, id));
    index.remove(1);
    expect([...index.series()]).toEqual([series]);
    expect(index.judge(series, reading(1, 5n)).map(({ alert }) => alert.id)).toEqual([2]);
    expect(index.waitsFor(series)).toBe(false);
  });
});
