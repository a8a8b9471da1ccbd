import * as fc from 'fast-check';
import type { DepthLevel } from '../../../../server/contract/markets/markets.dto';
import { Decimal } from '../../../../server/contract/decimal';
import { COARSER, groupLevels, groupStep } from './book-groups';

const ASKS: DepthLevel[] = [
  ['100.01', '1'],
  ['100.09', '2'],
  ['100.1', '0.5'],
  ['100.11', '4'],
];
const BIDS: DepthLevel[] = [
  ['99.99', '1'],
  ['99.9', '2'],
  ['99.89', '0.5'],
];

describe('the levels of a book in steps', () => {
  it('are as they came in the market’s own steps', () => {
    expect(groupLevels(ASKS, { side: 'asks', priceDecimals: 2, coarser: 0 })).toEqual(ASKS);
  });

  it('of asks are raised to the step', () => {
    expect(groupLevels(ASKS, { side: 'asks', priceDecimals: 2, coarser: 1 })).toEqual([
      ['100.1', '3.5'],
      ['100.2', '4'],
    ]);
    expect(groupLevels(ASKS, { side: 'asks', priceDecimals: 2, coarser: 3 })).toEqual([['110', '7.5']]);
  });

  it('of bids are cut to the step', () => {
    expect(groupLevels(BIDS, { side: 'bids', priceDecimals: 2, coarser: 1 })).toEqual([
      ['99.9', '3'],
      ['99.8', '0.5'],
    ]);
  });

  it.each([
    [2, 0, '0.01'],
    [2, 3, '10'],
    [8, 1, '0.0000001'],
    [0, 1, '10'],
  ] as const)('with %s decimals and %s left out are %s apart', (decimals, coarser, step) => {
    expect(groupStep(decimals, coarser)).toBe(step);
  });

  it('lose nothing, and promise no better price', () => {
    const level = fc
      .tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 10_000_000 }))
      .map(
        ([price, size]): DepthLevel => [new Decimal(price).div(100).toFixed(), new Decimal(size).div(1000).toFixed()],
      );
    const sum = (levels: readonly DepthLevel[]) => levels.reduce((so, [, size]) => so.plus(size), new Decimal(0));
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 20 }),
        fc.constantFrom(...COARSER),
        fc.constantFrom('asks' as const, 'bids' as const),
        (levels, coarser, side) => {
          const grouped = groupLevels(levels, { side, priceDecimals: 2, coarser });
          const worth = (of: readonly DepthLevel[]) =>
            of.reduce((so, [price, size]) => so.plus(new Decimal(price).times(size)), new Decimal(0));
          const isNoBetter = side === 'asks' ? worth(grouped).gte(worth(levels)) : worth(grouped).lte(worth(levels));
          return sum(grouped).eq(sum(levels)) && isNoBetter;
        },
      ),
    );
  });
});
