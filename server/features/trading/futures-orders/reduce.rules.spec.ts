import * as fc from 'fast-check';
import { portionsOf, waitingPortionsOf } from './reduce.rules.js';

const closing = (lots: number) => ({ closingId: '1', lots, limitPrice: '61000', createdAt: 0 });
const row = (positionId: string, lots: number, waiting: number[] = []) => ({
  positionId,
  lots,
  closings: waiting.map(closing),
});
const taken = (portions: ReturnType<typeof portionsOf>) =>
  portions.map(({ position, lots }) => [position.positionId, lots]);

// Newest first, as an account is read.
const OPEN = [row('10', 5, [5]), row('9', 4, [1]), row('8', 3)];

it.each<[number, [string, number][], [string, number][]]>([
  [1, [['8', 1]], [['8', 1]]],
  [3, [['8', 3]], [['8', 3]]],
  [
    4,
    [
      ['8', 3],
      ['9', 1],
    ],
    [
      ['8', 3],
      ['9', 1],
    ],
  ],
  [
    999_999_999,
    [
      ['8', 3],
      ['9', 4],
      ['10', 5],
    ],
    [
      ['8', 3],
      ['9', 3],
    ],
  ],
])('an order of %s lots takes those ordered first first, and never more than are there', (lots, market, limit) => {
  expect(taken(portionsOf(OPEN, lots))).toEqual(market);
  expect(taken(waitingPortionsOf(OPEN, lots, 10))).toEqual(limit);
});

it('a position for which as many orders wait as may is passed over at a limit', () => {
  expect(taken(waitingPortionsOf([row('9', 4, [1, 1]), row('10', 5, [1])], 6, 2))).toEqual([['10', 4]]);
});

it('numbers of rows are compared as numbers, however long they are', () => {
  const rows = [row('9007199254740993', 1), row('9007199254740992', 1), row('99', 1)];
  expect(taken(portionsOf(rows, 3)).map(([id]) => id)).toEqual(['99', '9007199254740992', '9007199254740993']);
});

it('whatever is open: no position gives more than it has, all together give what is wanted or everything', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 })), { maxLength: 8 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 300 }), (given, lots) => {
      const open = given.map(([held, waits], place) =>
        row(String(place + 1), held, waits > 0 ? [Math.min(held, waits)] : []),
      );
      const free = (positions: typeof open) =>
        positions.reduce((sum, one) => sum + one.lots - one.closings.reduce((so, each) => so + each.lots, 0), 0);
      const held = open.reduce((sum, one) => sum + one.lots, 0);
      const market = portionsOf(open, lots);
      const limit = waitingPortionsOf(open, lots, 10);
      const sum = (portions: typeof market) => portions.reduce((so, portion) => so + portion.lots, 0);
      expect(sum(market)).toBe(Math.min(lots, held));
      expect(sum(limit)).toBe(Math.min(lots, free(open)));
      for (const portion of market) expect(portion.lots).toBeLessThanOrEqual(portion.position.lots);
      // All before the last that is touched are taken whole.
      for (const portion of market.slice(0, -1)) expect(portion.lots).toBe(portion.position.lots);
    }),
  );
});
