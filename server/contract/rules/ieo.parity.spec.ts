import { afterAll, beforeAll, it } from '@jest/globals';
import * as fc from 'fast-check';
import { StoredRules } from '../../test/stored-rules.js';
import { releasedUnits } from './ieo.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

it('releases in the database as many units as the rule says', async () => {
  // The most that a sale may offer, and its most parts: `ieo_project`.
  const units = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1_000_000_000_000 }));
  const cases = fc
    .record({ units, parts: fc.integer({ min: 1, max: 60 }), share: fc.nat({ max: 60 }) })
    .map(({ units: all, parts, share }) => ({ units: all, parts, done: Math.min(parts, share) }));
  await stored.expectParity(cases, {
    columns: { units: 'bigint', parts: 'integer', done: 'integer' },
    stored: 'ieo_released(units, parts, done)::text',
    rule: (given) => releasedUnits(BigInt(given.units), given.parts, given.done).toString(),
  });
});
