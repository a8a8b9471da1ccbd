import { array, assert, boolean, integer, property, record } from 'fast-check';
import { SortedThresholds } from './sorted-thresholds.js';

const sorted = (ids: number[]): number[] => [...ids].sort((one, other) => one - other);

describe('entries that are taken out', () => {
  it('are those at or below a price, or at or above it, all of them and no others, over many chunks', () => {
    assert(
      property(
        integer({ min: 0, max: 3000 }),
        array(
          record({ price: integer({ min: -10, max: 260 }), isBelow: boolean(), more: integer({ min: 0, max: 40 }) }),
          {
            maxLength: 6,
          },
        ),
        (count, takes) => {
          const list = new SortedThresholds();
          const model = new Map<number, number>();
          const put = (id: number) => {
            // Few distinct prices, so that many share one, and none in order.
            const price = (id * 7919) % 251;
            list.add(price, id);
            model.set(id, price);
          };
          for (let id = 1; id <= count; id += 1) put(id);
          let next = count + 1;
          for (const { price, isBelow, more } of takes) {
            const found: number[] = [];
            if (isBelow) list.takeAtOrBelow(price, found);
            else list.takeAtOrAbove(price, found);
            const due = [...model].filter(([, at]) => (isBelow ? at <= price : at >= price)).map(([id]) => id);
            for (const id of due) model.delete(id);
            expect(sorted(found)).toEqual(sorted(due));
            for (const last = next + more; next < last; next += 1) put(next);
            expect(list.size).toBe(model.size);
          }
          const left: number[] = [];
          list.atOrAbove(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, left);
          expect(sorted(left)).toEqual(sorted([...model.keys()]));
          for (const [id, price] of model) expect(list.remove(price, id)).toBe(true);
          expect(list.size).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
