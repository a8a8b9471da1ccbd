import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../../../contract/decimal.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Refusal } from '../../../platform/http/refusal.js';

const STEPS = 60;
const RUNS = 6;
const GRANT = 2000;

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
  await world.insure('300');
});
// The books are checked at the end: every journal, hold, status, count and the insurance fund.
afterAll(() => world.close());

type Act =
  | { do: 'price'; price: number }
  | { do: 'submit'; long: boolean; lots: number; leverage: number; cross: boolean; limit: number | null }
  | { do: 'close'; which: number; lots: number | null }
  | { do: 'cancel'; which: number }
  | { do: 'amend'; which: number; lots: number | null; limit: number | null }
  | { do: 'fill'; which: number }
  | { do: 'margin'; which: number; amount: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('price' as const), price: fc.integer({ min: 40_000, max: 80_000 }) }),
  fc.record({
    do: fc.constant('submit' as const),
    long: fc.boolean(),
    lots: fc.integer({ min: 1, max: 8 }),
    leverage: fc.constantFrom(1, 5, 10, 20),
    cross: fc.boolean(),
    limit: fc.option(fc.integer({ min: 40_000, max: 80_000 })),
  }),
  fc.record({
    do: fc.constant('close' as const),
    which: fc.nat(50),
    lots: fc.option(fc.integer({ min: 1, max: 8 })),
  }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(50) }),
  fc.record({
    do: fc.constant('amend' as const),
    which: fc.nat(50),
    lots: fc.option(fc.integer({ min: 1, max: 8 })),
    limit: fc.option(fc.integer({ min: 40_000, max: 80_000 })),
  }),
  fc.record({ do: fc.constant('fill' as const), which: fc.nat(50) }),
  fc.record({ do: fc.constant('margin' as const), which: fc.nat(50), amount: fc.integer({ min: 1, max: 100 }) }),
);

async function perform(user: string, step: Act): Promise<unknown> {
  if (step.do === 'price') return world.price(String(step.price));
  if (step.do === 'submit') {
    const { long, lots, leverage, cross, limit } = step;
    const side = long ? 'long' : 'short';
    const order = { side, lots, leverage, marginMode: cross ? 'cross' : 'isolated' } as const;
    return world.submit(user, { ...order, isLimit: limit !== null, limitPrice: limit === null ? null : String(limit) });
  }
  const rows = await world.rows(user);
  const row = rows[step.which % Math.max(1, rows.length)];
  if (!row) return null;
  const { positionId } = row;
  if (step.do === 'close') return world.close1(user, positionId, step.lots === null ? {} : { lots: step.lots });
  if (step.do === 'cancel') return world.cancel(user, positionId);
  if (step.do === 'amend') {
    const { lots, limit } = step;
    return world.amend(user, positionId, { lots, limitPrice: limit === null ? null : String(limit) });
  }
  if (step.do === 'margin') {
    const wish = { userId: user, positionId, amount: String(step.amount), key: null };
    return world.commands.margin.execute(wish);
  }
  if (row.limitPrice === null) return null;
  const value = new Decimal(row.limitPrice).times(row.lotSize).times(row.lotsOrdered);
  const margin = value.dividedBy(row.leverage).toDecimalPlaces(8, Decimal.ROUND_UP).toFixed();
  const fee = value.times('0.0005').toDecimalPlaces(8, Decimal.ROUND_UP).toFixed();
  return world.move(
    (moves) => (tx, at) => moves.fill(tx, { positionId, price: row.limitPrice ?? '', margin, fee }, at),
  );
}

/** Balances must equal the funding plus the realised results and fees of the rows. */
async function expectConservation(user: string): Promise<void> {
  const { contract, frozen } = await world.balances(user);
  const rows = await world.rows(user);
  const sum = (of: (row: (typeof rows)[number]) => string) =>
    rows.reduce((so, row) => so.plus(of(row)), new Decimal(0));
  expect(new Decimal(frozen).eq(sum((row) => row.margin).plus(sum((row) => row.reserved)))).toBe(true);
  const brought = sum((row) => row.realisedProfit).minus(sum((row) => row.fee));
  expect(new Decimal(contract).plus(frozen).toFixed()).toBe(brought.plus(GRANT).toFixed());
  expect(new Decimal(contract).gte(0) && new Decimal(frozen).gte(0)).toBe(true);
}

describe('whatever is ordered, filled, closed and cancelled at whatever prices', () => {
  it('money is conserved to the last digit, and nobody is below zero', async () => {
    for (const steps of fc.sample(fc.array(act, { minLength: STEPS, maxLength: STEPS }), RUNS)) {
      const user = await world.user(String(GRANT));
      world.price('60000');
      for (const step of steps) {
        await perform(user, step).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
      }
      await expectConservation(user);
    }
  });
});
