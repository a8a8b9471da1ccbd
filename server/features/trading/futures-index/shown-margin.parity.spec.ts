import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import type { PositionSide } from '../../../contract/rules/margin.rules.js';
import { positionFigures } from '../../../contract/rules/position-figures.rules.js';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import { marginRatio } from '../../../contract/rules/margin.rules.js';
import { PARITY_CASES } from '../../../test/stored-rules.js';
import { crossStanding, type DecisionMarket, type HeldPosition } from './margin-decision.rules.js';

/** What an account is shown of its margin, and what is decided by it, are one: with orders that wait, too. */
const USDT = 3;
const MARKS: Record<number, string> = { 1: '60000.5', 2: '301.25' };
const TIERS = [
  { floor: '0', rate: '0.004', deduction: '0', maxLeverage: 100 },
  { floor: '50000', rate: '0.01', deduction: '300', maxLeverage: 50 },
  { floor: '250000', rate: '0.05', deduction: '10300', maxLeverage: 10 },
];
const LOT = '0.01';
const FEE = '0.0005';

const aRow = fc.record({
  marketId: fc.constantFrom(1, 2),
  side: fc.constantFrom<PositionSide>('long', 'short'),
  status: fc.constantFrom(0, 0, 1, 1, 1),
  marginMode: fc.constantFrom('cross', 'cross', 'isolated'),
  lots: fc.integer({ min: 1, max: 2000 }),
  /** Of its mark, in thousandths. */
  entry: fc.integer({ min: 900, max: 1100 }),
  money: fc.integer({ min: 0, max: 5000 }),
});
type Row = typeof aRow extends fc.Arbitrary<infer One> ? One : never;

const entryOf = ({ marketId, entry }: Row) =>
  new Decimal(MARKS[marketId] as string).times(entry).dividedBy(1000).toFixed();

function viewOf(each: Row, place: number): FuturesPositionView {
  const { money, entry: _entry, ...row } = each;
  const waits = each.status === 0;
  return {
    ...row,
    positionId: String(place),
    currencyId: USDT,
    lotSize: LOT,
    entryPrice: waits ? null : entryOf(each),
    margin: waits ? '0' : String(money),
    reserved: waits ? String(money) : '0',
    closeFeeRatio: FEE,
  } as unknown as FuturesPositionView;
}

const sizeOf = (rows: readonly Row[]) => rows.reduce((sum, { lots }) => sum + lots, 0);

function heldOf(each: Row, place: number, rows: readonly Row[]): HeldPosition {
  const { marketId, side, lots, money } = each;
  const beside = rows.filter((other) => other.marketId === marketId && other.side === side);
  const quantity = (some: readonly Row[]) => new Decimal(sizeOf(some)).times(LOT).toFixed();
  return {
    id: String(place),
    version: '1',
    userId: '1',
    marketId,
    currencyId: USDT,
    demo: false,
    side,
    marginMode: 'cross',
    lots,
    lotSize: LOT,
    entryPrice: entryOf(each),
    margin: String(money),
    closeFeeRatio: FEE,
    warnedLevel: 'safe',
    exposure: quantity(beside),
    ordered: quantity(beside.filter(({ status }) => status === 0)),
  };
}

const markets = new Map(
  Object.entries(MARKS).map(([id, mark]): [number, DecisionMarket] => [
    Number(id),
    { tiers: TIERS, scale: 8, marks: { long: mark, short: mark }, closing: null },
  ]),
);

it('the ratio of a cross account that is shown is the one that is decided by', () => {
  const now = {
    mark: (marketId: number) => ({ mark: MARKS[marketId] as string, at: 0 }),
    product: () => ({ tiers: TIERS, priceDecimals: 2 }) as unknown as FuturesProductView,
  };
  let compared = 0;
  fc.assert(
    fc.property(fc.array(aRow, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 50_000 }), (rows, free) => {
      const available = () => String(free);
      const shown = positionFigures(rows.map(viewOf), { ...now, available });
      const isCross = ({ marginMode }: Row) => marginMode === 'cross';
      const positions = rows.flatMap((each, place) =>
        each.status === 1 && isCross(each) ? [heldOf(each, place, rows)] : [],
      );
      const waiting = rows.filter((each) => each.status === 0 && isCross(each));
      const reserved = String(waiting.reduce((sum, { money }) => sum + money, 0));
      const { equity, required } = crossStanding(
        positions,
        { available: String(free), sequence: '1', reserved },
        markets,
      );
      const decided = marginRatio(equity, required)?.toDecimalPlaces(6).toFixed() ?? null;
      for (const { id } of positions) {
        compared += 1;
        expect(shown.find(({ positionId }) => positionId === id)?.marginRatio).toBe(decided);
      }
    }),
    { numRuns: PARITY_CASES },
  );
  expect(compared).toBeGreaterThan(PARITY_CASES / 2);
});
