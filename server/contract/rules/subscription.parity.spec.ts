import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../test/stored-rules.js';
import { Decimal } from '../decimal.js';
import { costOf, expectedReturn, purchase } from './subscription.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

const plain = (value: string): string => new Decimal(value).toFixed();

describe('in the database', () => {
  it('an amount buys what the rule says', async () => {
    const given = { amount: amountsAboveZero(12, 8), price: amountsAboveZero(6, 8), coinScale: scales };
    await stored.expectParity(fc.record(given), {
      columns: { amount: 'numeric', price: 'numeric', coinScale: 'smallint' },
      stored: 'trim_scale(subscription_coins(amount, price, "coinScale"))::text',
      rule: (terms) => plain(purchase({ ...terms, paymentScale: 18 }).coins),
    });
  });

  it('coins cost what the rule says', async () => {
    const given = { coins: amountsAboveZero(12, 18), price: amountsAboveZero(6, 8), paymentScale: scales };
    await stored.expectParity(fc.record(given), {
      columns: { coins: 'numeric', price: 'numeric', paymentScale: 'smallint' },
      stored: 'trim_scale(subscription_cost(coins, price, "paymentScale"))::text',
      rule: ({ coins, ...terms }) => plain(costOf(coins, terms)),
    });
  });

  it('the return is what the rule says', async () => {
    const given = { coins: amountsAboveZero(12, 18), yieldRatio: amounts(0, 8), coinScale: scales };
    await stored.expectParity(fc.record(given), {
      columns: { coins: 'numeric', yieldRatio: 'numeric', coinScale: 'smallint' },
      stored: 'trim_scale(subscription_return_of(coins, "yieldRatio", "coinScale"))::text',
      rule: (terms) => plain(expectedReturn(terms)),
    });
  });
});
