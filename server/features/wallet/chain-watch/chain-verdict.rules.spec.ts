import * as fc from 'fast-check';
import { fromUnits, toUnits, UNIT } from '../../../contract/money.js';
import { judge } from './chain-verdict.rules.js';

const OURS = 'ours';

/** What the chain says of a claim of so much where so much came, both as whole numbers of their smallest parts. */
function verdictOf(claim: bigint, came: bigint, { scale, chainDecimals }: { scale: number; chainDecimals: number }) {
  const amount = fromUnits(claim * 10n ** BigInt(18 - scale));
  return judge(
    { amount, scale, recipient: OURS, chainDecimals, confirmations: 1 },
    { succeeded: true, confirmations: 1, transfers: [{ recipient: OURS, amount: came }] },
  );
}

describe('an amount that came', () => {
  const ether = { scale: 8, chainDecimals: 18 };

  it.each([
    // [what came in wei, what is claimed in hundred-millionths]
    [1_234_567_890_123_456_789n, 123_456_789n, 'confirmed'],
    [1_234_567_890_000_000_000n, 123_456_789n, 'confirmed'],
    [1_234_567_899_999_999_999n, 123_456_789n, 'confirmed'],
    [1_234_567_900_000_000_000n, 123_456_789n, 'wrong-amount'],
    [1_234_567_889_999_999_999n, 123_456_789n, 'wrong-amount'],
    [9_999_999_999n, 1n, 'wrong-amount'],
    [10_000_000_000n, 1n, 'confirmed'],
  ] as const)('of %d wei is %d hundred-millionths of ether: %s', (came, claim, verdict) => {
    expect(verdictOf(claim, came, ether)).toBe(verdict);
  });

  it('in several transfers counts as one: their fine parts together may make one of the books', () => {
    const transfers = [5_000_000_000n, 5_000_000_000n].map((amount) => ({ recipient: OURS, amount }));
    const expected = { ...ether, amount: '0.00000001', recipient: OURS, confirmations: 1 };
    expect(judge(expected, { succeeded: true, confirmations: 1, transfers })).toBe('confirmed');
  });

  it('is never credited with more than came, and is all of it that the books keep', () => {
    const coins = fc.record({ scale: fc.integer({ min: 0, max: 18 }), chainDecimals: fc.integer({ min: 0, max: 36 }) });
    const came = fc.bigInt({ min: 1n, max: 10n ** 40n });
    const off = fc.constantFrom(-1n, 0n, 1n);
    fc.assert(
      fc.property(coins, came, off, (coin, chainAmount, by) => {
        // The whole number of the books' units in it, by the definition of a quotient cut off.
        const claimable = (chainAmount * 10n ** BigInt(coin.scale)) / 10n ** BigInt(coin.chainDecimals);
        const claim = claimable + by;
        fc.pre(claim > 0n);
        expect(verdictOf(claim, chainAmount, coin)).toBe(by === 0n ? 'confirmed' : 'wrong-amount');
        const claimed = toUnits(fromUnits(claim * 10n ** BigInt(18 - coin.scale))) * 10n ** BigInt(coin.chainDecimals);
        if (by === 0n) expect(claimed <= chainAmount * UNIT).toBe(true);
      }),
    );
  });
});
