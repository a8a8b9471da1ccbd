import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import { liquidationPrice } from '../../../contract/rules/liquidation-price.rules.js';
import {
  initialMargin,
  type PositionSide,
  profit,
  requirement,
  withDeductions,
} from '../../../contract/rules/margin.rules.js';
import { crossThresholds, roughThreshold } from './threshold.rules.js';

const tier = (floor: string, rate: string, maxLeverage: number) => ({ floor, rate, maxLeverage });
const TIERS = withDeductions([
  tier('0', '0.004', 125),
  tier('50000', '0.005', 100),
  tier('250000', '0.01', 50),
  tier('1000000', '0.025', 20),
  tier('10000000', '0.05', 10),
  tier('20000000', '0.1', 5),
]);
const ROUGH = TIERS.map(({ floor, rate, deduction }) => ({
  floor: Number(floor),
  rate: Number(rate),
  deduction: Number(deduction),
}));
const sides = constantFrom<PositionSide>('long', 'short');
const cents = (min: number, max: number) => integer({ min, max }).map((value) => (value / 100).toFixed(2));
const FEE = '0.0006';

describe('rough prices of the index', () => {
  it('are never later than the exact ones, and hardly earlier', () => {
    const position = record({
      side: sides,
      quantity: cents(1, 1_000_000),
      entryPrice: cents(1, 9_000_000),
      leverage: integer({ min: 1, max: 125 }),
      ratio: constantFrom('0.7', '0.9', '1'),
      beside: cents(0, 10_000_000),
    });
    assert(
      property(position, ({ leverage, ratio, beside, ...rest }) => {
        const exposure = new Decimal(rest.quantity).plus(beside);
        const margin = initialMargin(rest.quantity, rest.entryPrice, leverage, 6);
        const exact = liquidationPrice({ ...rest, margin }, { tiers: TIERS, closeFeeRate: FEE, ratio, exposure });
        const numbers = {
          quantity: Number(rest.quantity),
          exposure: exposure.toNumber(),
          entryPrice: Number(rest.entryPrice),
          margin: margin.toNumber(),
        };
        const rough = roughThreshold({ side: rest.side, ...numbers, closeFeeRate: Number(FEE) }, ROUGH, Number(ratio));
        if (exact === null) return;
        expect(rough).not.toBeNull();
        const early = new Decimal(rough as number).minus(exact).times(rest.side === 'long' ? 1 : -1);
        expect(early.gte(0)).toBe(true);
        expect(early.lt(exact.plus(rest.entryPrice).times('0.00000001'))).toBe(true);
      }),
      { numRuns: 8192 },
    );
  });

  it('no cross account comes to its ratio while every mark is inside its price', () => {
    const part = record({
      side: sides,
      quantity: cents(1, 10_000),
      entryPrice: cents(100, 100_000),
      mark: cents(100, 100_000),
    });
    assert(
      property(
        array(part, { minLength: 1, maxLength: 6 }),
        cents(0, 50_000_000),
        array(integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 6 }),
        constantFrom('0.7', '0.9', '1'),
        (parts, wallet, moves, ratio) => {
          const surplusAt = (marks: readonly (string | number)[]): Decimal =>
            parts.reduce((sum, { side, quantity, entryPrice }, index) => {
              const mark = new Decimal(marks[index] as string | number);
              const required = requirement(TIERS, quantity, mark, FEE).dividedBy(ratio);
              return sum.plus(profit(side, quantity, entryPrice, mark)).minus(required);
            }, new Decimal(wallet));
          const surplus = surplusAt(parts.map(({ mark }) => mark));
          const bounds = crossThresholds(
            parts.map(({ side, quantity, mark }, id) => ({
              id,
              side,
              quantity: Number(quantity),
              mark: Number(mark),
              worstRate: 0.1 + Number(FEE),
            })),
            surplus.toNumber(),
            Number(ratio),
          );
          if (surplus.lte(0)) return;
          // Every mark somewhere between where it is and its bound, or at the bound itself.
          const moved = parts.map(({ mark }, index) => {
            const way = Math.min(1, (moves[index] as number) / 900);
            const bound = Math.max(0.000001, bounds.get(index) as number);
            return Number(mark) + (bound - Number(mark)) * way * (1 - 1e-12);
          });
          expect(surplusAt(moved).gte(-1e-6)).toBe(true);
        },
      ),
      { numRuns: 4096 },
    );
  });
});
