import { afterAll, beforeAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { StoredRules } from '../../../test/stored-rules.js';
import { type Portion, portionsOf, waitingPortionsOf } from './reduce.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

const few = fc.integer({ min: 1, max: 20 });
const lots = fc.oneof(few, few, fc.integer({ min: 1, max: 2_000_000_000 }));
const closings = fc.array(few, { maxLength: 4 });
const held = fc.record({ lots, closings }).map((one) => ({
  lots: one.lots,
  // All closing orders together fit into the position.
  closings: one.closings.reduce<number[]>(
    (some, more) => (sum([...some, more]) > one.lots ? some : [...some, more]),
    [],
  ),
}));
const rows = fc.array(held, { minLength: 1, maxLength: 6 });
const wanted = fc.oneof(fc.integer({ min: 1, max: 60 }), lots);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The oldest first, with ids beyond the safe integers. */
function positionsOf(own: readonly { lots: number; closings: number[] }[]) {
  return own.map((each, place) => ({
    positionId: String(9_007_199_254_740_993n + BigInt(place)),
    lots: each.lots,
    closings: each.closings.map((waiting) => ({ lots: waiting }) as never),
  }));
}

/** The portion of every position, nothing where it has none. */
function asList<Row extends { positionId: string }>(positions: readonly Row[], portions: readonly Portion<Row>[]) {
  return positions.map(
    ({ positionId }) => portions.find(({ position }) => position.positionId === positionId)?.lots ?? 0,
  );
}

describe('what a reduce-only order closes', () => {
  it('at once is in the database what the rule says', async () => {
    const cases = fc.record({ rows, wanted }).map((given) => ({ ...given, open: given.rows.map((each) => each.lots) }));
    await stored.expectParity(cases, {
      columns: { open: 'integer[]', wanted: 'integer' },
      stored: 'futures_portions(open, wanted)',
      rule: (given) => {
        const positions = positionsOf(given.rows);
        return asList(positions, portionsOf([...positions].reverse(), given.wanted));
      },
    });
  });

  it('at a limit is in the database what the rule says', async () => {
    const cases = fc.record({ rows, wanted, most: fc.integer({ min: 1, max: 4 }) }).map((given) => ({
      ...given,
      lots: given.rows.map((each) => each.lots),
      reserved: given.rows.map((each) => sum(each.closings)),
      orders: given.rows.map((each) => each.closings.length),
    }));
    await stored.expectParity(cases, {
      columns: { lots: 'integer[]', reserved: 'integer[]', orders: 'integer[]', most: 'integer', wanted: 'integer' },
      stored: 'futures_waiting_portions(lots, reserved, orders, most, wanted)',
      rule: (given) => {
        const positions = positionsOf(given.rows);
        return asList(positions, waitingPortionsOf([...positions].reverse(), given.wanted, given.most));
      },
    });
  });
});
