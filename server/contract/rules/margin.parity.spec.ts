import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../test/stored-rules.js';
import { averagePrice } from '../../test/reference-forms.js';
import { Decimal } from '../decimal.js';
import { charged, gained, type MaintenanceTier, maxLeverage, realisedProfit, tradingFee } from './margin.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

const signed = fc
  .tuple(amounts(18, 18), fc.boolean())
  .map(([value, isNegative]) => (isNegative && /[1-9]/.test(value) ? `-${value}` : value));

/** Zero has no sign in the database. */
const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

describe('in the database', () => {
  it('what is paid is raised, and what is gained is lowered', async () => {
    await stored.expectParity(fc.record({ value: signed, scale: scales }), {
      columns: { value: 'numeric', scale: 'smallint' },
      stored: `array[trim_scale(amount_charged(value, scale)), trim_scale(amount_gained(value, scale))]::text[]`,
      rule: ({ value, scale }) => [plain(charged(new Decimal(value), scale)), plain(gained(new Decimal(value), scale))],
    });
  });

  it('closing a quantity gains and costs what the rules say', async () => {
    const cases = fc.record({
      side: fc.constantFrom(1, -1),
      entryPrice: amountsAboveZero(12, 18),
      quantity: amountsAboveZero(12, 18),
      price: amountsAboveZero(12, 18),
      feeRatio: amounts(0, 18),
      scale: scales,
    });
    await stored.expectParity(cases, {
      columns: {
        side: 'smallint',
        entryPrice: 'numeric',
        quantity: 'numeric',
        price: 'numeric',
        feeRatio: 'numeric',
        scale: 'smallint',
      },
      stored: `array[trim_scale(futures_profit(side, "entryPrice", quantity, price, scale)),
        trim_scale(futures_fee(quantity, price, "feeRatio", scale))]::text[]`,
      rule: ({ side, entryPrice, quantity, price, feeRatio, scale }) => [
        plain(realisedProfit({ side: side === 1 ? 'long' : 'short', entryPrice }, quantity, price, scale)),
        plain(tradingFee(quantity, price, feeRatio, scale)),
      ],
    });
  });

  it('the highest leverage of a size is the one that the table of the market says', async () => {
    const table = `(select jsonb_agg(jsonb_build_object('floor', trim_scale(t.floor)::text, 'maxLeverage', t.max_leverage)
      order by t.floor) from maintenance_tier t where t.market_id = market)`;
    const [tiers] = (await stored.answers(table, { market: 'integer' }, [{ market: 1 }])) as [MaintenanceTier[]];
    const edges = fc.constantFrom(...tiers.flatMap(({ floor }) => [floor, new Decimal(floor).plus('1e-18').toFixed()]));
    await stored.expectParity(fc.record({ value: fc.oneof(amounts(10, 18), edges) }), {
      columns: { value: 'numeric' },
      stored: 'futures_leverage_bound(1, value)',
      rule: ({ value }) => maxLeverage(tiers, value),
    });
  });

  it('lots that close in parts have the average price of the rule', async () => {
    const lots = fc.oneof(fc.constantFrom(1, 3, 7), fc.integer({ min: 1, max: 1_000_000_000 }));
    const cases = fc.record({
      before: fc.option(fc.record({ price: amountsAboveZero(12, 18), lots })),
      price: amountsAboveZero(12, 18),
      lots,
    });
    const asked = cases.map(({ before, ...now }) => ({
      priceBefore: before?.price ?? null,
      lotsBefore: before?.lots ?? 0,
      ...now,
    }));
    await stored.expectParity(asked, {
      columns: { priceBefore: 'numeric', lotsBefore: 'integer', price: 'numeric', lots: 'integer' },
      stored: `trim_scale(futures_average_price("priceBefore", "lotsBefore", price, lots))::text`,
      rule: ({ priceBefore, lotsBefore, price, lots: now }) =>
        averagePrice([
          { quantity: String(lotsBefore), price: priceBefore ?? '0' },
          { quantity: String(now), price },
        ]).toFixed(),
    });
  });
});
