import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';

const PAIRS = 50;
const AT_ONCE = 10;

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());

/** So many pairs, ten at a time, each of a user of its own. */
async function pairs(race: (user: string) => Promise<void>): Promise<void> {
  for (let done = 0; done < PAIRS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => race(await world.user('1000'))));
    world.refresh();
  }
}

async function outcomes(...tries: Promise<unknown>[]): Promise<{ won: number; codes: string[] }> {
  const results = await Promise.allSettled(tries);
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.code)] : []));
  return {
    won: results.filter(({ status, ...rest }) => status === 'fulfilled' && !('value' in rest && rest.value === null))
      .length,
    codes,
  };
}

/** Closes a position by stop or liquidation. */
const forceClosed = (position: FuturesPositionView) =>
  world.move(
    (moves) => (tx, at) =>
      moves.close(tx, { positionId: position.positionId, lots: null, price: '55000', as: 'stop-loss' }, at),
  );

describe('of two who are at it at the same time one wins', () => {
  it('close and close', async () => {
    await pairs(async (user) => {
      const { positionId } = await world.open(user);
      const { won, codes } = await outcomes(world.close1(user, positionId), world.close1(user, positionId));
      expect({ won, codes }).toEqual({ won: 1, codes: ['futures.not-open'] });
      expect(await world.balances(user)).toEqual({ contract: '993', frozen: '0' });
    });
  });

  it('close and a close by the product, as of a stop or a liquidation', async () => {
    await pairs(async (user) => {
      const position = await world.open(user);
      const { won, codes } = await outcomes(world.close1(user, position.positionId), forceClosed(position));
      expect(won).toBe(1);
      const { closedAs } = await world.row(user, position.positionId);
      expect(codes).toEqual(closedAs === 'stop-loss' ? ['futures.not-open'] : []);
      const { contract, frozen } = await world.balances(user);
      expect([contract, frozen]).toEqual([closedAs === 'stop-loss' ? '493.74975' : '993', '0']);
    });
  });

  it('cancel and fill', async () => {
    await pairs(async (user) => {
      const { positionId } = await world.open(user, { isLimit: true, limitPrice: '50000' });
      const fill = world.move(
        (moves) => (tx, at) => moves.fill(tx, { positionId, price: '50000', margin: '500', fee: '2.5' }, at),
      );
      const { won, codes } = await outcomes(world.cancel(user, positionId), fill);
      expect(won).toBe(1);
      const { status } = await world.row(user, positionId);
      expect(codes).toEqual(status === 1 ? ['futures.not-pending'] : []);
      const expected = status === 1 ? { contract: '497.5', frozen: '500' } : { contract: '1000', frozen: '0' };
      expect(await world.balances(user)).toEqual(expected);
    });
  });

  it('two orders for the money of one', async () => {
    await pairs(async (user) => {
      const { won, codes } = await outcomes(world.submit(user), world.submit(user));
      expect({ won, codes }).toEqual({ won: 1, codes: ['ledger.insufficient-balance'] });
    });
  });

  it('two first orders, which open the account of frozen money, are both taken', async () => {
    await pairs(async (user) => {
      const { won, codes } = await outcomes(world.submit(user, { lots: 1 }), world.submit(user, { lots: 2 }));
      expect({ won, codes }).toEqual({ won: 2, codes: [] });
    });
  });

  it('parts of a position and added margin, until nothing is left', async () => {
    await pairs(async (user) => {
      const { positionId } = await world.open(user, { lots: 4 });
      await Promise.allSettled([
        world.close1(user, positionId, { lots: 1 }),
        world.commands.margin.execute({ userId: user, positionId, amount: '7', key: null }),
        world.close1(user, positionId, { lots: 2 }),
        world.close1(user, positionId, { lots: 3 }),
      ]);
      await world.close1(user, positionId).catch(() => undefined);
      const { contract, frozen } = await world.balances(user);
      // Four lots of 0.01 bought at 60005 and sold at 59995, and the fees of both.
      const expected = new Decimal('1000').minus('0.4').minus('1.2001').minus('1.1999');
      expect([contract, frozen]).toEqual([expected.toFixed(), '0']);
    });
  });
});
