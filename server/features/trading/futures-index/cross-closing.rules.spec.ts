import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import {
  isLiquidated,
  type PositionSide,
  quantityOf,
  requirement,
  sideKey,
  withDeductions,
} from '../../../contract/rules/margin.rules.js';
import { closeCross } from './cross-closing.rules.js';
import type { HeldPosition, PricedMarket } from './margin-decision.rules.js';

const step = (floor: string, rate: string) => ({ floor, rate, maxLeverage: 20 });
const TIERS = withDeductions([
  step('0', '0.004'),
  step('50000', '0.005'),
  step('250000', '0.025'),
  step('1000000', '0.1'),
]);
const FEE = '0.0005';
const MARK = '100';
/** Everything closes at the mark. */
const market: PricedMarket = {
  tiers: TIERS,
  scale: 6,
  marks: { long: MARK, short: MARK },
  closing: () => ({ price: new Decimal(MARK), from: 'mark', fills: [], takes: null }),
  after: () => market,
};
const markets = new Map([1, 2].map((id) => [id, market]));

const row = record({
  marketId: constantFrom(1, 2),
  side: constantFrom<PositionSide>('long', 'short'),
  lots: integer({ min: 1, max: 8000 }),
});

function heldFrom(rows: readonly { marketId: number; side: PositionSide; lots: number }[], beside: number) {
  const wholes = new Map<string, number>();
  for (const { marketId, side, lots } of rows) {
    const key = sideKey(marketId, side);
    wholes.set(key, (wholes.get(key) ?? beside) + lots);
  }
  return rows.map((each, index): HeldPosition => {
    const exposure = String(wholes.get(sideKey(each.marketId, each.side)));
    const own = {
      id: String(index),
      version: '1',
      userId: '7',
      currencyId: 3,
      demo: false,
      marginMode: 'cross' as const,
    };
    const figures = { lotSize: '1', entryPrice: MARK, margin: '1', closeFeeRatio: FEE, warnedLevel: 'safe' as const };
    return { ...each, ...own, ...figures, exposure, ordered: '0' };
  });
}

/** What the rows require once so many lots of each are closed, row by row. */
function requiredAfter(positions: readonly HeldPosition[], closed: ReadonlyMap<string, number>): Decimal {
  const gone = new Map<string, number>();
  for (const { id, marketId, side } of positions) {
    gone.set(sideKey(marketId, side), (gone.get(sideKey(marketId, side)) ?? 0) + (closed.get(id) ?? 0));
  }
  return positions.reduce((sum, { id, marketId, side, lots, lotSize, exposure }) => {
    const left = lots - (closed.get(id) ?? 0);
    if (left === 0) return sum;
    const whole = new Decimal(exposure).minus(gone.get(sideKey(marketId, side)) ?? 0);
    return sum.plus(requirement(TIERS, quantityOf(left, lotSize), MARK, FEE, whole));
  }, new Decimal(0));
}

it('of a cross account nothing is closed that need not be, and what is left stands in its lower step', () => {
  let some = 0;
  assert(
    property(
      array(row, { minLength: 1, maxLength: 8 }),
      constantFrom(0, 3000),
      integer({ min: 1, max: 99 }),
      (rows, beside, percent) => {
        const positions = heldFrom(rows, beside);
        const equity = requiredAfter(positions, new Map()).times(percent).dividedBy(100);
        const available = equity.minus(positions.length).toFixed();
        const group = closeCross(positions, { available, sequence: '1', reserved: '0' }, markets);
        const stands = (closed: ReadonlyMap<string, number>): boolean => {
          const fees = positions.reduce(
            (sum, { id, lotSize }) =>
              sum.plus(
                quantityOf(closed.get(id) ?? 0, lotSize)
                  .times(MARK)
                  .times(FEE),
              ),
            new Decimal(0),
          );
          return !isLiquidated(equity.minus(fees), requiredAfter(positions, closed));
        };
        if (!group) throw new Error('Where all have prices, something can be closed.');
        if (group.everything) return;
        some += 1;
        const closed = new Map(group.items.map(({ id, lots }) => [id, lots]));
        const needs = (id: string) => requiredAfter([positions[Number(id)] as HeldPosition], new Map()).toNumber();
        const last = [...group.items]
          .sort((a, b) => Number(a.kind === 'partial') - Number(b.kind === 'partial') || needs(b.id) - needs(a.id))
          .at(-1);
        const without = new Map([...closed].filter(([id]) => id !== last?.id));
        expect([stands(closed), stands(without)]).toEqual([true, false]);
      },
    ),
    { numRuns: 2048 },
  );
  expect(some).toBeGreaterThan(500);
});

it('what sets most money free is closed first: a loss within its margin pays for one beyond it', () => {
  const lost = (id: string, margin: string, entryPrice: string): HeldPosition => {
    const [held] = heldFrom([{ marketId: 1, side: 'long', lots: 1 }], 1);
    return { ...(held as HeldPosition), id, margin, entryPrice };
  };
  // At a mark of 100: 100 lost with a margin of 10, and 410 lost with a margin of 500.
  const positions = [lost('beyond', '10', '200'), lost('within', '500', '510')];
  const group = closeCross(positions, { available: '0', sequence: '1', reserved: '0' }, markets);
  expect(group?.items.map(({ id, lots }) => [id, lots])).toEqual([
    ['within', 1],
    ['beyond', 1],
  ]);
});
