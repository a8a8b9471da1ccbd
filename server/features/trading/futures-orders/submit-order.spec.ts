import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { inTurn } from '../../../test/factories/held-back.js';
import { fund } from '../../../test/factories/ledger.js';
import type { OrderWish } from './quote-order.js';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.price('60000'));

const waiting = { demo: true, isLimit: true, limitPrice: '50000', lots: 1 } as const;

/** With so many pending orders in the demo book beforehand, and money for more. */
async function withRows(user: string, count: number, work: () => Promise<void>): Promise<void> {
  await world.source.query(
    `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
       lot_size, lots, lots_ordered, limit_price, market_price, reserved, open_fee_ratio, close_fee_ratio, created_at, updated_at)
     select $1, 1, 3, true, 1, 'limit', 'isolated', 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, now(), now() from generate_series(1, $2)`,
    [user, count],
  );
  await fund(world.source, user, '1000', { kind: 'contract', demo: true });
  try {
    await work();
  } finally {
    await world.source.query(`set session_replication_role = replica;
      delete from futures_position where user_id = ${user} and limit_price = 1;
      delete from futures_position_step s where not exists (select from futures_position p where p.id = s.position_id);
      set session_replication_role = origin`);
  }
}

describe('an order at the market', () => {
  it('opens at the book with the spread, holds the margin, takes the fee, and tells the user', async () => {
    const user = await world.user('1000');
    const fees = Number(await world.house('fee'));
    await expect(world.submit(user, { lots: 10, leverage: 10 })).resolves.toBeUndefined();
    const [position] = await world.rows(user);
    // 0.1 BTC at 60005: margin 600.05, fee 0.05 % of 6000.5.
    expect(position).toMatchObject({
      status: 1,
      state: 'holding',
      side: 'long',
      marginMode: 'isolated',
      lots: 10,
      entryPrice: '60005',
      marketPrice: '60000',
      initialMargin: '600.05',
      margin: '600.05',
      fee: '3.00025',
      openFeeRatio: '0.0005',
      takeProfit: null,
      takeProfitSource: 'last',
      stopLossSource: 'mark',
      version: 1,
    });
    expect(await world.balances(user)).toEqual({ contract: '396.94975', frozen: '600.05' });
    expect(Number(await world.house('fee')) - fees).toBeCloseTo(3.00025, 8);
    const events = await world.events(user);
    expect(events.map(({ kind }) => kind)).toEqual(['position', 'balance', 'balance']);
    expect(events[0]?.payload).toEqual({
      entity: `position:${position?.positionId}`,
      entityVersion: 1,
      fill: null,
      quantity: '0.1',
      ...position,
    });
    expect(events[1]?.payload).toMatchObject({ entity: 'balance:contract:3', after: '396.94975', delta: '-603.05025' });
    expect(events[2]?.payload).toMatchObject({ entity: 'balance:contract_frozen:3', after: '600.05', demo: false });
  });

  it('walks the book, and rounds against whoever buys or sells', async () => {
    world.price('60000', {
      asks: [
        ['60000', '0.05'],
        ['60010', '0.025'],
        ['60021', '1'],
      ],
      bids: [
        ['59990', '0.03'],
        ['59980.01', '1'],
      ],
    });
    const user = await world.user('5000');
    // (0.05 × 60000 + 0.025 × 60010 + 0.025 × 60021) / 0.1 = 60007.75, and the spread of 5.
    expect(await world.open(user, { lots: 10 })).toMatchObject({ entryPrice: '60012.75' });
    // (0.03 × 59990 + 0.07 × 59980.01) / 0.1 = 59983.007, less 5, rounded down.
    expect(await world.open(user, { side: 'short', lots: 10 })).toMatchObject({ entryPrice: '59978' });
  });

  it('is demo money when it is asked for, in books of its own', async () => {
    const user = await world.user('1000', { demo: true });
    const position = await world.open(user, { demo: true });
    expect(position.demo).toBe(true);
    expect(await world.balances(user, true)).toEqual({ contract: '396.94975', frozen: '600.05' });
    expect(await world.balances(user, false)).toEqual({ contract: '0', frozen: '0' });
    await expect(world.submit(user)).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    const events = await world.events(user);
    expect(events[1]?.payload).toMatchObject({ entity: 'demo-balance:contract:3', demo: true });
  });

  it.each<[string, Partial<OrderWish>, string]>([
    ['no lots', { lots: 0 }, 'futures.lots'],
    ['more lots than allowed', { lots: 100_001 }, 'futures.lots'],
    ['a leverage that is not offered', { leverage: 7 }, 'futures.leverage'],
    ['a leverage beyond the cap', { leverage: 50 }, 'futures.leverage'],
    ['more than there is', { lots: 20 }, 'ledger.insufficient-balance'],
    ['a market without futures', { marketId: 3 }, 'market.not-offered'],
    ['a market that is unknown', { marketId: 999_999 }, 'market.not-offered'],
    ['a market without a price', { marketId: 2 }, 'market.stale'],
    ['a worse price than it may have', { worstPrice: '60004.99' }, 'futures.price-moved'],
    ['a limit order without a limit', { isLimit: true }, 'futures.limit-price'],
    ['a limit far away', { isLimit: true, limitPrice: '300001' }, 'futures.limit-price'],
    ['a limit far below', { isLimit: true, limitPrice: '11999' }, 'futures.limit-price'],
    ['a limit with too many decimals', { isLimit: true, limitPrice: '60000.001' }, 'ledger.too-many-decimals'],
    ['a take-profit below the price of a long', { takeProfit: '60000' }, 'futures.take-profit-above'],
    ['a take-profit above the price of a short', { side: 'short', takeProfit: '60000' }, 'futures.take-profit-below'],
    ['a stop-loss above the price of a long', { stopLoss: '60000' }, 'futures.stop-loss-below'],
    ['a stop-loss below the price of a short', { side: 'short', stopLoss: '60000' }, 'futures.stop-loss-above'],
    ['a stop beyond liquidation', { stopLoss: '54000' }, 'futures.stop-beyond-liquidation'],
  ])('is refused for %s, and nothing is left of it', async (_name, values, code) => {
    const user = await world.user('1000');
    await expect(world.submit(user, values)).rejects.toMatchObject({ code });
    expect(await world.rows(user)).toEqual([]);
    expect(await world.events(user)).toEqual([]);
    expect(await world.balances(user)).toEqual({ contract: '1000', frozen: '0' });
  });

  it('says the numbers of a stop beyond liquidation', async () => {
    const user = await world.user('1000');
    const refused = await world.submit(user, { stopLoss: '54000' }).catch((error: unknown) => error);
    // (600.05 − 6000.5 + 0) / (0.1 × (0.004 + 0.0005) − 0.1) = 54248.6188…, raised for a long.
    expect(refused).toMatchObject({ parameters: { stop: '54000', liquidation: '54248.62' } });
    await expect(world.submit(user, { stopLoss: '54248.62' })).rejects.toMatchObject({
      code: 'futures.stop-beyond-liquidation',
    });
    await expect(world.submit(user, { stopLoss: '54248.63' })).resolves.toBeUndefined();
  });

  it('is refused when the book does not hold it, or the price is old, or risk may only go down', async () => {
    const user = await world.user('1000');
    world.price('60000', { asks: [['60000', '0.099']] });
    await expect(world.submit(user)).rejects.toMatchObject({ code: 'futures.too-large' });
    world.price('60000');
    world.clock.advance(6000);
    await expect(world.submit(user)).rejects.toMatchObject({ code: 'market.stale' });
    world.refresh();
    await expect(world.submit(user)).resolves.toBeUndefined();
  });

  it('has less leverage for accounts that are new, and for sizes of a higher tier', async () => {
    const beginner = await world.user('2000', { isNew: true });
    await expect(world.submit(beginner, { leverage: 20 })).rejects.toMatchObject({
      code: 'futures.leverage',
      parameters: { maximum: 10 },
    });
    await expect(world.submit(beginner, { leverage: 10 })).resolves.toBeUndefined();
    const rich = await world.user('10000000');
    // 170 BTC are 10.2 million: the tier of at most 10 times.
    await expect(world.submit(rich, { lots: 17_000, leverage: 20 })).rejects.toMatchObject({
      parameters: { maximum: 10 },
    });
  });

  it('is refused in cancel-only, beyond the open rows, and beyond the room of the market', async () => {
    const user = await world.user('1000');
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    await expect(world.submit(user)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    await world.source.query(`update trading_mode set mode = 'open'`);
    await world.source.query('update futures_product set open_lots_max = 1 where market_id = 1');
    await expect(world.submit(user)).rejects.toMatchObject({ code: 'futures.no-room' });
    await world.source.query('update futures_product set open_lots_max = 1000000, enabled = false where market_id = 1');
    await expect(world.submit(user)).rejects.toMatchObject({ code: 'market.not-offered' });
    await world.source.query('update futures_product set enabled = true where market_id = 1');
    await withRows(user, 199, async () => {
      const last = await Promise.allSettled([world.submit(user, waiting), world.submit(user, waiting)]);
      expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(world.submit(user, waiting)).rejects.toMatchObject({ code: 'futures.too-many' });
    });
  });

  it('may be the 199th and the 200th open row of a user and book, not the 201st', async () => {
    const user = await world.user('1000');
    await withRows(user, 198, async () => {
      const tries = Array.from({ length: 3 }, () => () => world.submit(user, waiting));
      expect(await inTurn(tries)).toEqual(['done', 'done', 'futures.too-many']);
      // The other book has places of its own.
      await expect(world.submit(user, { ...waiting, demo: false })).resolves.toBeUndefined();
    });
  });

  it('happens once for a key and once for a body that comes twice at once', async () => {
    const user = await world.user('10000');
    await Promise.all([world.submit(user, {}, 'submit-one'), world.submit(user, {}, 'submit-one')]);
    await world.submit(user, {}, 'submit-one');
    expect(await world.rows(user)).toHaveLength(1);
    await Promise.all(Array.from({ length: 4 }, () => world.submit(user, { lots: 2 }, null)));
    expect(await world.rows(user)).toHaveLength(2);
    await expect(world.submit(user, { lots: 3 }, 'submit-one')).rejects.toMatchObject({ code: 'request.key-reused' });
    // The market has no price any more: the repetition is answered all the same.
    world.clock.advance(60_000);
    await expect(world.submit(user, {}, 'submit-one')).resolves.toBeUndefined();
    world.refresh();
  });

  it('leaves nothing, not even its key, when it fails half-way', async () => {
    const user = await world.user('1000');
    await world.source.query(`alter table outbox add constraint test_stop check (kind <> 'position') not valid`);
    await expect(world.submit(user, {}, 'fails-half-way')).rejects.toThrow('test_stop');
    await world.source.query('alter table outbox drop constraint test_stop');
    expect(await world.rows(user)).toEqual([]);
    expect(await world.balances(user)).toEqual({ contract: '1000', frozen: '0' });
    await expect(world.submit(user, {}, 'fails-half-way')).resolves.toBeUndefined();
  });
});

describe('a limit order', () => {
  it('waits with margin and fee at its limit reserved', async () => {
    const user = await world.user('1000');
    const order = await world.open(user, {
      isLimit: true,
      limitPrice: '50000',
      takeProfit: '50001',
      stopLoss: '49000',
    });
    expect(order).toMatchObject({
      status: 0,
      state: 'pending',
      limitPrice: '50000',
      entryPrice: null,
      reserved: '502.5',
      margin: '0',
      fee: '0',
    });
    expect(await world.balances(user)).toEqual({ contract: '497.5', frozen: '502.5' });
    const events = await world.events(user);
    expect(events.map(({ kind }) => kind)).toEqual(['order', 'balance', 'balance']);
    expect(events[0]?.payload).toMatchObject({ state: 'open', orderId: order.positionId, position: order });
  });

  it('is filled at once, at the better price of the book, when the book is within its limit', async () => {
    const user = await world.user('1000');
    expect(await world.open(user, { isLimit: true, limitPrice: '61000' })).toMatchObject({
      status: 1,
      priceType: 'limit',
      limitPrice: '61000',
      entryPrice: '60005',
    });
  });

  it('waits when the book holds only a part of it within the limit', async () => {
    world.price('60000', {
      asks: [
        ['60000', '0.05'],
        ['60100', '1'],
      ],
    });
    const user = await world.user('1000');
    expect(await world.open(user, { isLimit: true, limitPrice: '60050' })).toMatchObject({ status: 0 });
  });

  it('is filled by the product at its limit or better; what was too much reserved is free again', async () => {
    const user = await world.user('1000');
    const order = await world.open(user, { isLimit: true, limitPrice: '50000' });
    const filled = await world.move(
      (moves) => (tx, at) =>
        moves.fill(tx, { positionId: order.positionId, price: '49000', margin: '490', fee: '2.45' }, at),
    );
    expect(filled?.position).toMatchObject({
      status: 1,
      entryPrice: '49000',
      margin: '490',
      reserved: '0',
      fee: '2.45',
    });
    expect(await world.balances(user)).toEqual({ contract: '507.55', frozen: '490' });
    const kinds = (await world.events(user)).map(({ kind }) => kind);
    expect(kinds.slice(3)).toEqual(['order', 'position', 'balance', 'balance']);
    const again = await world.move(
      (moves) => (tx, at) =>
        moves.fill(tx, { positionId: order.positionId, price: '49000', margin: '490', fee: '2.45' }, at),
    );
    expect(again).toBeNull();
    const worse = await world.open(user, { isLimit: true, limitPrice: '40000', lots: 1 });
    await expect(
      world.move(
        (moves) => (tx, at) =>
          moves.fill(tx, { positionId: worse.positionId, price: '40000.01', margin: '40', fee: '1' }, at),
      ),
    ).rejects.toThrow('worse than the limit');
  });

  it('is cancelled by its user alone, once, and its money is free again', async () => {
    const user = await world.user('1000');
    const order = await world.open(user, { isLimit: true, limitPrice: '50000' });
    const stranger = await world.user('0');
    await expect(world.cancel(stranger, order.positionId)).rejects.toMatchObject({ code: 'futures.not-found' });
    await expect(world.cancel(user, '999999999')).rejects.toMatchObject({ code: 'futures.not-found' });
    await Promise.all([
      world.cancel(user, order.positionId, 'cancel-1'),
      world.cancel(user, order.positionId, 'cancel-1'),
    ]);
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 4, closedAs: 'cancelled', reserved: '0' });
    expect(await world.balances(user)).toEqual({ contract: '1000', frozen: '0' });
    await expect(world.cancel(user, order.positionId)).rejects.toMatchObject({ code: 'futures.not-pending' });
    const position = await world.open(user, {});
    await expect(world.cancel(user, position.positionId)).rejects.toMatchObject({ code: 'futures.not-pending' });
  });
});
