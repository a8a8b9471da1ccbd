import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amounts, amountsAboveZero, scales, StoredRules } from '../../test/stored-rules.js';
import { Decimal } from '../decimal.js';
import {
  evenBandOf,
  feeOf,
  OPTION_DIRECTIONS,
  payoutOf,
  resultAt,
  roundedPrice,
  settlementPrice,
  windowSeconds,
  winningsOf,
} from './option-settlement.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

describe('in the database', () => {
  it('a fee is raised and winnings are cut as the rules say', async () => {
    const cases = fc.record({ stake: amountsAboveZero(12, 18), ratio: amounts(3, 18), scale: scales });
    await stored.expectParity(cases, {
      columns: { stake: 'numeric', ratio: 'numeric', scale: 'smallint' },
      stored: `array[trim_scale(option_fee(stake, ratio, scale)), trim_scale(option_winnings(stake, ratio, scale))]::text[]`,
      rule: ({ stake, ratio, scale }) => [feeOf(stake, ratio, scale), winningsOf(stake, ratio, scale)],
    });
  });

  it('a price is rounded half to even as the rules say', async () => {
    const cases = fc
      .record({ value: amounts(12, 12), half: fc.boolean(), decimals: fc.integer({ min: 0, max: 12 }) })
      .map(({ value, half, decimals }) => {
        const cut = new Decimal(value).toDecimalPlaces(decimals);
        return { value: half ? cut.plus(`0.${'0'.repeat(decimals)}5`).toFixed() : value, decimals };
      });
    await stored.expectParity(cases, {
      columns: { value: 'numeric', decimals: 'integer' },
      stored: 'trim_scale(option_rounded(value, decimals))::text',
      rule: ({ value, decimals }) => roundedPrice(value, decimals),
    });
  });

  it('the band of an order on even is what the rule says', async () => {
    const cases = fc.record({
      entry: amountsAboveZero(12, 8),
      bandRatio: amounts(0, 18),
      decimals: fc.integer({ min: 0, max: 9 }),
    });
    await stored.expectParity(cases, {
      columns: { entry: 'numeric', bandRatio: 'numeric', decimals: 'smallint' },
      stored: 'trim_scale(option_rounded(entry * "bandRatio", decimals))::text',
      rule: ({ entry, bandRatio, decimals }) => evenBandOf(entry, bandRatio, decimals),
    });
  });

  it('the window of a term has as many seconds as the rule says', async () => {
    await stored.expectParity(fc.record({ seconds: fc.integer({ min: 1, max: 86_400 }) }), {
      columns: { seconds: 'integer' },
      stored: 'option_window_seconds(seconds)',
      rule: ({ seconds }) => windowSeconds(seconds),
    });
  });

  it('a window has the price that the rules give its samples, or the reason why it has none', async () => {
    const constituent = fc.tuple(
      fc.constant('a-venue'),
      fc.constant('1'),
      fc.constantFrom(0, 2999, 3000, 3000, 3001, null),
      fc.boolean(),
    );
    /** Nearly every sample counts; whatever keeps one from it, or makes it stale, is among them. */
    const sample = fc.record({
      // Milliseconds before the close.
      before: fc.oneof(
        { weight: 20, arbitrary: fc.integer({ min: -1, max: 10 }).map((at) => at * 1000) },
        fc.constant(1500),
      ),
      index: fc.oneof({ weight: 20, arbitrary: amountsAboveZero(9, 18) }, fc.constant(null)),
      indexState: fc.oneof({ weight: 40, arbitrary: fc.constant('ok' as const) }, fc.constant('stale' as const)),
      live: fc.oneof({ weight: 40, arbitrary: fc.integer({ min: 2, max: 4 }) }, fc.constant(1)),
      constituents: fc.oneof({ weight: 30, arbitrary: fc.constant([]) }, fc.array(constituent, { maxLength: 2 })),
      origin: fc.oneof({ weight: 20, arbitrary: fc.constant('live' as const) }, fc.constant('simulated' as const)),
    });
    const last = 1_700_000_000_000;
    const cases = fc
      .record({
        taken: fc.array(sample, { maxLength: 24 }),
        windowSeconds: fc.integer({ min: 5, max: 10 }),
        decimals: fc.integer({ min: 0, max: 9 }),
        // Prices that lie close together make ties of their mean.
        isNear: fc.boolean(),
      })
      .map(({ taken, windowSeconds: seconds, decimals, isNear }) => ({
        seconds,
        decimals,
        closes: new Date(last).toISOString(),
        samples: taken.map(({ before, index, ...rest }, place) => ({
          ...rest,
          index:
            isNear && index !== null ? new Decimal(place % 5).div(2).plus(7).times(`1e-${decimals}`).toFixed() : index,
          s: last - before,
        })),
      }));
    await stored.expectParity(cases, {
      columns: { samples: 'jsonb', closes: 'timestamptz', seconds: 'smallint', decimals: 'smallint' },
      stored: `(select array[trim_scale(due.price)::text, due.reason] from option_window_price(
        jsonb_populate_record(null::option_settlement, jsonb_build_object(
          'samples', samples, 'closes_at', closes, 'window_seconds', seconds, 'price_decimals', decimals,
          'constituents_min', 2, 'origin', 'live'))) due)`,
      rule: ({ samples, seconds, decimals }) => {
        const rule = { version: 1, windowSeconds: seconds, decimals, constituentsMin: 2, origin: 'live' } as const;
        const { price, reason } = settlementPrice(samples as never, { closesAt: last, rule });
        return [price === null ? null : new Decimal(price).toFixed(), reason];
      },
    });
  });

  it('an order gets at a price what the rules say', async () => {
    const cases = fc
      .record({
        direction: fc.constantFrom(...OPTION_DIRECTIONS),
        entry: amountsAboveZero(12, 8),
        evenBand: amounts(4, 8),
        price: fc.option(amountsAboveZero(12, 8)),
        // At the entry, at the edge of the band and one unit beyond it.
        near: fc.constantFrom(null, '0', '-1', '1', 'band', 'beyond'),
        stake: amountsAboveZero(12, 18),
        fee: amounts(12, 18),
        winnings: amounts(12, 18),
      })
      .map(({ near, ...given }) => {
        if (near === null) return given;
        const move = near === 'band' || near === 'beyond' ? given.evenBand : near;
        const price = new Decimal(given.entry).plus(move).plus(near === 'beyond' ? '0.00000001' : 0);
        return price.gt(0) ? { ...given, price: price.toFixed() } : given;
      });
    await stored.expectParity(cases, {
      columns: {
        direction: 'text',
        entry: 'numeric',
        evenBand: 'numeric',
        price: 'numeric',
        stake: 'numeric',
        fee: 'numeric',
        winnings: 'numeric',
      },
      stored: `(select array[result, trim_scale(option_paid(result, stake, fee, winnings))::text,
          trim_scale(option_profit(result, stake, winnings))::text]
        from (select option_result(direction, price, entry, "evenBand") as result) decided)`,
      rule: ({ price, ...order }) => {
        const result = price === null ? 'void' : resultAt(price, order);
        const { paid, profit } = payoutOf(result, order);
        return [result, new Decimal(paid).toFixed(), new Decimal(profit).toFixed()];
      },
    });
  });
});
