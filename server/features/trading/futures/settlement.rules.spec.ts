import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { type LotsToClose, settle } from './settlement.rules.js';

/** Ten lots of 0.1 from 60000 with 10 times leverage: 600 of margin a lot of ten. */
const POSITION = {
  side: 'long',
  marginMode: 'isolated',
  lots: 10,
  lotSize: '0.1',
  entryPrice: '60000',
  margin: '6000',
  closeFeeRatio: '0.0005',
} as FuturesPositionView;

function settled(
  position: Partial<FuturesPositionView>,
  close: Partial<Omit<LotsToClose, 'price'>> & { price: string },
) {
  const price = new Decimal(close.price);
  const result = settle({ ...POSITION, ...position }, { lots: null, decimals: 8, available: '0', ...close, price });
  const { lots, released, profit, fee, shortfall } = result;
  return [lots, released.toFixed(), profit.toFixed(), fee.toFixed(), shortfall.toFixed()];
}

describe('the settlement of closed lots', () => {
  it.each<[string, Partial<FuturesPositionView>, Partial<Omit<LotsToClose, 'price'>> & { price: string }, unknown[]]>([
    ['gives the margin, the gain, and takes the fee', {}, { price: '61000' }, [10, '6000', '1000', '30.5', '0']],
    ['gives a part its part', {}, { price: '61000', lots: 3 }, [3, '1800', '300', '9.15', '0']],
    ['of more lots than there are is of all', {}, { price: '61000', lots: 99 }, [10, '6000', '1000', '30.5', '0']],
    ['takes a loss from the margin', {}, { price: '55000' }, [10, '6000', '-5000', '27.5', '0']],
    ['takes no fee that is not there', {}, { price: '54020' }, [10, '6000', '-5980', '20', '0']],
    ['of an isolated loss stops at the margin, C02', {}, { price: '53000' }, [10, '6000', '-6000', '0', '1000']],
    ['of a short is the mirror image', { side: 'short' }, { price: '67000' }, [10, '6000', '-6000', '0', '1000']],
    [
      'of a cross loss goes on in the account',
      { marginMode: 'cross' },
      { price: '53000', available: '500' },
      [10, '6000', '-6500', '0', '500'],
    ],
    [
      'of a cross loss that the account bears takes the fee there',
      { marginMode: 'cross' },
      { price: '53000', available: '5000' },
      [10, '6000', '-7000', '26.5', '0'],
    ],
    // Half of the lots lose 2750, their margin is 3000 less a fee of 13.625: the rest is not touched.
    ['of a part takes its own margin first', {}, { price: '54500', lots: 5 }, [5, '3000', '-2750', '13.625', '0']],
    // Nine lots lose 5310 of 5400; with the fee of 24.435 they need nothing of the tenth lot's 600.
    ['of most lots leaves the rest its margin', {}, { price: '54100', lots: 9 }, [9, '5400', '-5310', '24.345', '0']],
    [
      'of a part closes everything when it would leave nothing to stand on',
      { margin: '600' },
      { price: '59400', lots: 9 },
      [9, '540', '-540', '26.73', '0'],
    ],
    [
      'of a part that would use up the whole margin closes everything',
      { margin: '600' },
      { price: '59300', lots: 9 },
      [10, '600', '-600', '0', '100'],
    ],
    [
      'rounds against the user',
      { entryPrice: '60000.3333333' },
      { price: '61000', lots: 1, decimals: 2 },
      [1, '600', '99.96', '3.05', '0'],
    ],
  ])('%s', (_name, position, close, expected) => {
    expect(settled(position, close)).toEqual(expected);
  });

  it('never takes more than there is, never makes money, and splits to nobody’s advantage', () => {
    const cents = (max: number) =>
      fc.integer({ min: 1, max }).map((value) => new Decimal(value).dividedBy(100).toFixed());
    fc.assert(
      fc.property(
        fc.record({
          side: fc.constantFrom('long' as const, 'short' as const),
          marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
          lots: fc.integer({ min: 1, max: 50 }),
          part: fc.integer({ min: 1, max: 50 }),
          entryPrice: cents(10_000_000),
          price: cents(10_000_000),
          margin: cents(1_000_000),
          available: cents(1_000_000),
        }),
        ({ side, marginMode, lots, part, entryPrice, price, margin, available }) => {
          const position = { ...POSITION, side, marginMode, lots, entryPrice, margin };
          const close = { lots: part, price: new Decimal(price), decimals: 8, available };
          const { released, profit, fee, shortfall, lots: closed } = settle(position, close);
          const backing = marginMode === 'cross' ? new Decimal(available) : new Decimal(margin).minus(released);
          const left = released.plus(profit).minus(fee);
          expect(fee.gte(0) && shortfall.gte(0) && released.gt(0)).toBe(true);
          expect(left.gte(backing.negated())).toBe(true);
          // The user never bears less than the exact loss, nor gets more than the exact gain.
          const exact = new Decimal(price)
            .minus(entryPrice)
            .times(side === 'long' ? 1 : -1)
            .times(closed)
            .times(position.lotSize);
          expect(profit.minus(shortfall).lte(exact)).toBe(true);
          expect(exact.minus(profit.minus(shortfall)).lt('0.00000001')).toBe(true);
          if (closed < lots) expect(left.plus(backing).gt(0)).toBe(true);
        },
      ),
      { numRuns: 4096 },
    );
  });
});
