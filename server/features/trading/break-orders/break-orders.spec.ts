import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BTC_MARKET } from '../../../test/factories/futures-world.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { LimitedPeople } from '../../../test/factories/own-limits.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { ManageSubAccounts } from '../../account/sub-accounts/manage-sub-accounts.js';
import { MoveSubMoney } from '../../wallet/sub-transfers/move-sub-money.js';
import { ClosingOrders } from '../futures-orders/index.js';
import { CancelSpotOrder } from '../spot/index.js';
import { CancelOrdersOfBreaks } from './cancel-orders-of-breaks.js';

let world: TradingWorld;
let people: LimitedPeople;
let user: string;

beforeAll(async () => {
  world = await TradingWorld.open();
  people = new LimitedPeople(world);
}, 180_000);
beforeEach(async () => {
  await people.fresh();
  user = await people.person();
});
/** It fails where the books are not in order. */
afterAll(() => world?.close());

const sweep = () => world.futures.get(CancelOrdersOfBreaks).execute();
const WAITING = ['contract that waits', 'purchase that waits', 'stop'] as const;

/** How many orders of the user wait, real and demo. */
async function waiting(of = user): Promise<{ real: number; demo: number }> {
  const [row] = await world.source.query(
    `select count(*) filter (where not demo)::integer as real, count(*) filter (where demo)::integer as demo
       from (select demo from spot_order where user_id = $1 and status = 'open'
             union all select demo from spot_stop where user_id = $1 and status = 'waiting'
             union all select demo from futures_position where user_id = $1 and status = 0) all_of_them`,
    [of],
  );
  return row;
}

/** A sub-account of the user, with money for spot and futures. */
async function aSub(): Promise<string> {
  const id = await world.futures.get(ManageSubAccounts).open(user, 'One', { ip: '192.0.2.1', userAgent: '' });
  for (const account of ['spot', 'contract'] as const) {
    const [from, to] = [
      { subId: null, account },
      { subId: id, account },
    ];
    await world.futures
      .get(MoveSubMoney)
      .execute({ userId: user, from, to, currencyId: USDT, amount: '30000', key: null });
  }
  return id;
}

async function placed(): Promise<void> {
  for (const opening of WAITING) {
    expect(await people.open(user, opening)).toBe('done');
    expect(await people.open(user, opening, true)).toBe('done');
  }
  expect(await waiting()).toEqual({ real: 3, demo: 3 });
}

/** Purchases that wait, far from the price, with nothing frozen for them; to be forgotten before the books are checked. */
async function crowded(count: number): Promise<{ forget: () => Promise<unknown> }> {
  await world.source.query(
    `insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
       fee_ratio, created_at, updated_at, reserved)
     select $1, $2, $3, $4, false, 'buy', 900, 7, 0, now(), now(), 0 from generate_series(1, $5::integer)`,
    [user, BTC_MARKET, BTC, USDT, count],
  );
  const forget = () =>
    world.source.query(`set session_replication_role = replica;
      delete from spot_order where user_id = ${user} and quantity = 7; set session_replication_role = origin`);
  return { forget };
}

describe('what waits when a break begins', () => {
  it('is not held up by what cannot be taken back, however much that is', async () => {
    // As many as one look takes.
    const crowd = await crowded(100);
    const cancelling = jest.spyOn(world.futures.get(CancelSpotOrder), 'execute');
    cancelling.mockRejectedValue(new Error('The row is held.'));
    try {
      for (const opening of ['stop', 'contract that waits'] as const)
        expect(await people.open(user, opening)).toBe('done');
      await people.takeBreak(user, '1-day');
      for (let look = 0; look < 2; look += 1) await expect(sweep()).rejects.toThrow('held');
      expect(await waiting()).toEqual({ real: 100, demo: 0 });
      expect(cancelling).toHaveBeenCalledTimes(100);
      // After the last the first have their turn again.
      cancelling.mockClear();
      for (let look = 0; look < 2; look += 1) await sweep().catch(() => undefined);
      expect(new Set(cancelling.mock.calls.map(([{ orderId }]) => orderId)).size).toBe(100);
    } finally {
      cancelling.mockRestore();
      await crowd.forget();
    }
  });

  it('is left alone while there is none', async () => {
    await placed();
    expect(await sweep()).toBe(0);
    expect(await waiting()).toEqual({ real: 3, demo: 3 });
  });

  it('is taken back where it would open something with real money', async () => {
    await placed();
    await people.takeBreak(user, '1-day');
    expect(await sweep()).toBe(3);
    expect(await waiting()).toEqual({ real: 0, demo: 3 });
    expect(await sweep()).toBe(0);
  });

  it('is taken back with demo money, too, by who excludes itself', async () => {
    await placed();
    await people.takeBreak(user, '6-months');
    expect(await sweep()).toBe(6);
    expect(await waiting()).toEqual({ real: 0, demo: 0 });
  });

  it('is taken back from sub-accounts, too: a break is the person’s', async () => {
    const sub = await aSub();
    for (const opening of WAITING) expect(await people.open(sub, opening)).toBe('done');
    expect(await people.open(user, 'purchase that waits')).toBe('done');
    expect(await sweep()).toBe(0);
    await people.takeBreak(user, '1-day');
    expect(await sweep()).toBe(4);
    expect(await waiting(sub)).toEqual({ real: 0, demo: 0 });
    expect(await waiting()).toEqual({ real: 0, demo: 0 });
    expect(await sweep()).toBe(0);
  });

  it('fills and triggers nothing before it is taken back', async () => {
    await placed();
    await people.takeBreak(user, '1-day');
    for (const price of ['48900', '51050']) {
      world.sample(new Map([[BTC_MARKET, price]]));
      await world.write();
      await world.work([BTC_MARKET]);
    }
    // The price has reached them all: those of demo money are filled.
    expect(await waiting()).toEqual({ real: 3, demo: 0 });
    const stops = await world.source.query('select status from spot_stop where user_id = $1 and not demo', [user]);
    expect(stops).toEqual([{ status: 'waiting' }]);
    expect(await sweep()).toBe(3);
  });

  it('goes on waiting where it sells, and a position keeps its stops', async () => {
    expect(await people.open(user, 'purchase')).toBe('done');
    const sale = { marketId: BTC_MARKET, side: 'sell' as const, quantity: '0.001' };
    expect(await world.spot(user, { ...sale, limitPrice: '60000' })).toBe(true);
    expect(
      await world.stopSpot(user, { side: 'sell', quantity: '0.0005', triggerPrice: '40000', limitPrice: null }),
    ).toBe(true);
    const { positionId } = await world.futures.open(user, { lots: 2, stopLoss: '49000' });
    await people.takeBreak(user, '7-days');
    // What only closes may be put in during a break, too, and waits on.
    await world.futures
      .get(ClosingOrders)
      .place({ userId: user, positionId, lots: 1, price: '60000', key: 'closing-in-a-break' });
    expect(await sweep()).toBe(0);
    expect(await waiting()).toEqual({ real: 2, demo: 0 });
    expect((await world.futures.row(user, positionId)).closings).toMatchObject([{ lots: 1, limitPrice: '60000' }]);
  });
});
