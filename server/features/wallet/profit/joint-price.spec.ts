import * as fc from 'fast-check';
import { fromUnits, toUnits, UNIT } from '../../../contract/money.js';
import { StoredRules } from '../../../test/stored-rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

/** Whole units of what an amount is worth, cut to eight decimals. */
function worth(amount: string, price: string): bigint {
  return toUnits(fromUnits((toUnits(amount) * toUnits(price)) / UNIT, 8));
}

describe('one price of several payments', () => {
  it('makes them worth together what each was worth, to the last digit', async () => {
    const units = (most: bigint) => fc.bigInt({ min: 1n, max: most }).map((one) => fromUnits(one));
    const payment = fc.record({ amount: units(10n ** 26n), price: units(10n ** 24n) });
    const cases = fc.array(payment, { minLength: 1, maxLength: 3 }).map((payments) => ({
      amounts: payments.map(({ amount }) => amount),
      prices: payments.map(({ price }) => price),
    }));
    await stored.expectParity(cases, {
      columns: { amounts: 'numeric[]', prices: 'numeric[]' },
      stored: 'trim_scale(trunc((select sum(a) from unnest(amounts) a) * joint_price(amounts, prices), 8))::text',
      rule: ({ amounts, prices }) =>
        fromUnits(amounts.reduce((sum, amount, place) => sum + worth(amount, prices[place] ?? '0'), 0n)),
    });
  });

  it('is none where one of them has none', async () => {
    await stored.expectParity(fc.constant({ amounts: ['1', '2'], prices: ['3', null] }), {
      columns: { amounts: 'numeric[]', prices: 'numeric[]' },
      stored: 'joint_price(amounts, prices)::text',
      rule: () => null,
    });
  });
});
