import { array, assert, constantFrom, double, integer, oneof, property, record, tuple } from 'fast-check';
import type { PositionSide } from '../../../contract/rules/margin.rules.js';
import { PriceThresholds, type Threshold } from './price-thresholds.js';

/** What the index stands for: everything looked at, one by one. */
function scan(model: Map<number, Threshold>, market: number, longMark: number, shortMark = longMark): number[] {
  return [...model.values()]
    .filter((each) => each.market === market)
    .filter(({ side, price }) => (side === 'long' ? price >= longMark : price <= shortMark))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

const sides = constantFrom<PositionSide>('long', 'short');
const ids = integer({ min: 1, max: 400 });
const markets = integer({ min: 1, max: 3 });
// Few distinct prices, so that many positions share one.
const prices = oneof(integer({ min: 1, max: 60 }), double({ min: 0.001, max: 1e9, noNaN: true }));
const threshold = record({ id: ids, market: markets, side: sides, price: prices });
const action = oneof(
  { weight: 6, arbitrary: threshold.map((each) => ({ kind: 'put' as const, each })) },
  { weight: 3, arbitrary: ids.map((id) => ({ kind: 'remove' as const, id })) },
  {
    weight: 2,
    arbitrary: tuple(markets, prices).map(([market, mark]) => ({ kind: 'tick' as const, market, mark })),
  },
);

const sorted = (found: number[]): number[] => [...found].sort((a, b) => a - b);

describe('PriceThresholds', () => {
  it('finds whom a scan finds, whatever was put, moved and removed', () => {
    assert(
      property(array(action, { maxLength: 120 }), (actions) => {
        const index = new PriceThresholds();
        const model = new Map<number, Threshold>();
        for (const each of actions) {
          if (each.kind === 'put') {
            index.put(each.each);
            model.set(each.each.id, each.each);
          } else if (each.kind === 'remove') {
            index.remove(each.id);
            model.delete(each.id);
          } else {
            expect(sorted(index.reached(each.market, each.mark))).toEqual(scan(model, each.market, each.mark));
          }
        }
        expect(index.size).toBe(model.size);
        expect(sorted([...index.ids()])).toEqual(sorted([...model.keys()]));
      }),
      { numRuns: 4096 },
    );
  });

  it('holds 20,000 positions through splits and emptied chunks', () => {
    const index = new PriceThresholds();
    const model = new Map<number, Threshold>();
    let seed = 7;
    const next = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (let i = 1; i <= 60_000; i++) {
      const each: Threshold = {
        id: 1 + next(20_000),
        market: 1,
        side: next(2) === 0 ? 'long' : 'short',
        price: next(5000) / 8,
      };
      if (i > 40_000 || next(4) === 0) {
        index.remove(each.id);
        model.delete(each.id);
      } else {
        index.put(each);
        model.set(each.id, each);
      }
    }
    for (let mark = 0; mark < 640; mark += 37) {
      expect(sorted(index.reached(1, mark, mark + 3))).toEqual(scan(model, 1, mark, mark + 3));
    }
    for (const id of model.keys()) index.remove(id);
    expect(index.size).toBe(0);
    expect(index.reached(1, 0, Number.MAX_VALUE)).toEqual([]);
  });

  it('gives those first that were reached first, and no more than asked for', () => {
    const index = new PriceThresholds();
    for (let id = 1; id <= 1000; id++) index.put({ id, market: 5, side: 'long', price: id });
    expect(index.reached(5, 990)).toEqual([1000, 999, 998, 997, 996, 995, 994, 993, 992, 991, 990]);
    expect(index.reached(5, 1, 1, 3)).toEqual([1000, 999, 998]);
    expect(index.reached(6, 1)).toEqual([]);
  });
});
