import * as fc from 'fast-check';
import { Decimal } from '../../../../server/contract/decimal';
import { type OptionDirection, resultAt, trimmedMean } from '../../../../server/contract/rules/option-settlement.rules';
import { neededToWin } from './needed-to-win';

const order = (direction: OptionDirection, entry = '100', evenBand = '0') => ({
  direction,
  entry,
  evenBand,
  rule: { decimals: 2 },
});

describe('what the rest of a window must be', () => {
  it('is the other side of the entry while nothing is known', () => {
    expect(neededToWin([], 5, order('rise'))).toEqual({ kind: 'range', from: '100.01', to: null });
    expect(neededToWin([], 5, order('fall'))).toEqual({ kind: 'range', from: null, to: '99.99' });
    expect(neededToWin([], 5, order('even', '100', '0.1'))).toEqual({ kind: 'range', from: '99.9', to: '100.1' });
  });

  it('makes up for what came before', () => {
    // Of five one is cut at each end: with 99.9 twice and 99.8, the cut takes 99.8 and one of the rest.
    // (99.9 + 99.9 + x) / 3 > 100 rounds to 100.01 from 100.005 on: x from 300.015 - 199.8 = 100.215, on the grid 100.22;
    // half to even makes 100.005 into 100.00, so 100.22 it is.
    expect(neededToWin(['99.9', '99.9', '99.8'], 2, order('rise'))).toEqual({
      kind: 'range',
      from: '100.22',
      to: null,
    });
  });

  it('says when the rest cannot change anything', () => {
    // One sample of five is still to come, and one at each end is cut.
    expect(neededToWin(['101', '101', '101', '101'], 1, order('rise'))).toEqual({ kind: 'any' });
    expect(neededToWin(['101', '101', '101', '101'], 1, order('fall'))).toEqual({ kind: 'none' });
    expect(neededToWin(['101', '101', '101', '101'], 1, order('even'))).toEqual({ kind: 'none' });
  });

  const price = fc.integer({ min: 9900, max: 10100 }).map((cents) => new Decimal(cents).dividedBy(100).toFixed());

  it('is exactly what wins, with the settlement’s own arithmetic', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<OptionDirection>('rise', 'fall', 'even'),
        fc.array(price, { maxLength: 14 }),
        fc.integer({ min: 1, max: 10 }),
        price,
        (direction, known, rest, probe) => {
          const contract = order(direction, '100', direction === 'even' ? '0.05' : '0');
          const needed = neededToWin(known, rest, contract);
          const mean = trimmedMean([...known, ...Array.from({ length: rest }, () => probe)], 2) ?? '0';
          const wins = resultAt(mean, contract) === 'win';
          const isInside =
            needed.kind === 'any' ||
            (needed.kind === 'range' &&
              (needed.from === null || new Decimal(probe).gte(needed.from)) &&
              (needed.to === null || new Decimal(probe).lte(needed.to)));
          expect(isInside).toBe(wins);
        },
      ),
      { numRuns: 300 },
    );
  });
});
