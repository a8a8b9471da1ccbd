import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { amountsAboveZero, StoredRules } from '../../test/stored-rules.js';
import { Decimal } from '../decimal.js';
import { trailPrice } from './spot-trail.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

describe('in the database', () => {
  it('a stop that follows stands where the rule says', async () => {
    const cases = fc.record({
      direction: fc.constantFrom('fall' as const, 'rise' as const),
      watermark: amountsAboveZero(12, 8),
      part: fc.integer({ min: 1, max: 999_999 }),
      distance: fc.option(amountsAboveZero(6, 8), { nil: null }),
      scale: fc.integer({ min: 0, max: 8 }),
    });
    await stored.expectParity(cases, {
      columns: { direction: 'text', watermark: 'numeric', part: 'integer', distance: 'numeric', scale: 'integer' },
      stored: `trim_scale(spot_trail_price(direction, watermark, case when distance is null then part / 1000000.0 end, distance,
        scale))::text`,
      rule: ({ direction, watermark, part, distance, scale }) => {
        const ratio = new Decimal(part).dividedBy(1_000_000).toFixed();
        const trail = distance === null ? { ratio, distance: null } : { ratio: null, distance };
        return new Decimal(trailPrice(direction, watermark, trail, scale)).toFixed();
      },
    });
  });
});
