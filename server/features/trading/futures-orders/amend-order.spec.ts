import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { FuturesWorld, type Prices } from '../../../test/factories/futures-world.js';
import { heldBack, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { FollowOpenPositions } from '../futures-index/index.js';
import { FillOrders } from '../futures-triggers/fill-orders.js';
import type { OrderWish } from './quote-order.js';
import { PreviewOrderAmendment } from './preview-order-amendment.js';

const BOOK = { marketId: 1, demo: false };

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
  await new Worker(world).price('60000', {}, 1);
}, 180_000);
afterAll(() => world?.close());
// A leftover order of one test would be filled in another.
afterEach(async () => {
  const left: { id: string; user: string }[] = await world.source.query(
    'select id::text as id, user_id::text as user from futures_position where status = 0',
  );
  for (const { id, user } of left) await world.cancel(user, id);
});
beforeEach(async () => {
  await world.source.query('delete from taken_depth');
  world.price('60000');
});

interface Change {
  limitPrice?: string;
  lots?: number;
}

const wishOf = (userId: string, positionId: string, { limitPrice, lots }: Change) => ({
  userId,
  positionId,
  limitPrice: limitPrice ?? null,
  lots: lots ?? null,
});

let keys = 0;

async function amend(
  userId: string,
  positionId: string,
  change: Change,
  key: string | null = `amend-${(keys += 1)}`,
): Promise<FuturesPositionView> {
  await world.amend(userId, positionId, change, key);
  return world.row(userId, positionId);
}

const preview = (userId: string, positionId: string, change: Change) =>
  world.get(PreviewOrderAmendment).execute(wishOf(userId, positionId, change));

const code = (wanted: string) => expect.objectContaining({ code: wanted });

/** Ten lots of 0.01 at 50,000 and ten times: 500 of margin and 2.5 of fee. */
async function waiting(values: Partial<OrderWish> = {}, money = '1000') {
  const user = await world.user(money, values.demo ? { demo: true } : {});
  const order = await world.open(user, { isLimit: true, limitPrice: '50000', ...values });
  return { user, order, id: order.positionId };
}

/** Runs the worker's round at these prices. */
async function look(prices: string, values: Prices = {}): Promise<number> {
  await world.get(FollowOpenPositions).follow();
  world.price(prices, values);
  return world.get(FillOrders).execute(BOOK);
}

describe('a change of a pending order', () => {
  it.each<[Change, string]>([
    [{ limitPrice: '52000' }, '522.6'],
    [{ limitPrice: '40000' }, '402'],
    [{ lots: 15 }, '753.75'],
    [{ lots: 4 }, '201'],
    [{ limitPrice: '55000', lots: 2 }, '110.55'],
  ])('%j reserves %s under the same number, and shows the same beforehand', async (change, reserved) => {
    const { user, order, id } = await waiting();
    const shown = await preview(user, id, change);
    const amended = await amend(user, id, change);
    expect(amended).toEqual({
      ...order,
      ...change,
      lotsOrdered: change.lots ?? order.lots,
      reserved,
      version: order.version + 1,
      updatedAt: expect.anything(),
    });
    const balances = await world.balances(user);
    expect(balances.frozen).toBe(reserved);
    expect(shown).toMatchObject({
      waits: true,
      reservedBefore: '502.5',
      reservedAfter: reserved,
      balanceBefore: '497.5',
      balanceAfter: balances.contract,
    });
    const events = (await world.events(user)).slice(-3);
    expect(events.map(({ kind }) => kind)).toEqual(['order', 'balance', 'balance']);
    expect(events[0]?.payload).toMatchObject({ state: 'open', orderId: id, position: amended });
    await world.cancel(user, id);
    expect(await world.balances(user)).toEqual({ contract: '1000', frozen: '0' });
  });

  it('keeps its stops, its leverage and its fee, whatever the product has become', async () => {
    const stops = { takeProfit: '70000', stopLoss: '47000' } as const;
    const { user, id } = await waiting(stops);
    await world.source.query('update market set perpetual_fee_percent = 0.1 where id = 1');
    await world.get(MarketCatalog).reload();
    try {
      expect(await amend(user, id, { limitPrice: '51000' })).toMatchObject({
        ...stops,
        leverage: 10,
        openFeeRatio: '0.0005',
        reserved: '512.55',
      });
    } finally {
      await world.source.query('update market set perpetual_fee_percent = 0.05 where id = 1');
      await world.get(MarketCatalog).reload();
      await world.cancel(user, id);
    }
  });

  it.each([
    ['dearer', '0.1'],
    ['cheaper', '0.01'],
  ])('is charged what its preview shows where a new order has become %s', async (_what, percent) => {
    const { user, id } = await waiting({ lots: 2 });
    await world.source.query('update market set perpetual_fee_percent = $1 where id = 1', [percent]);
    await world.get(MarketCatalog).reload();
    try {
      const waits = await preview(user, id, { limitPrice: '51000' });
      // 102 of margin, and 0.05 % of 1,020.
      expect(waits).toMatchObject({ fee: '0.51', reservedAfter: '102.51' });
      expect(await amend(user, id, { limitPrice: '51000' })).toMatchObject({ reserved: waits.reservedAfter });
      const filled = await preview(user, id, { limitPrice: '61000' });
      // Bought at 60,005: 0.05 % of 1,200.1.
      expect(filled).toMatchObject({ waits: false, fee: '0.60005' });
      expect(await amend(user, id, { limitPrice: '61000' })).toMatchObject({ status: 1, fee: filled.fee });
    } finally {
      await world.source.query('update market set perpetual_fee_percent = 0.05 where id = 1');
      await world.get(MarketCatalog).reload();
    }
    await world.close1(user, id);
  });

  it('is what it is filled by afterwards, once', async () => {
    const { user, id } = await waiting();
    await world.get(FollowOpenPositions).follow();
    await amend(user, id, { limitPrice: '55000', lots: 4 });
    expect(await look('54000')).toBe(1);
    expect(await world.row(user, id)).toMatchObject({ status: 1, lots: 4, lotsOrdered: 4, entryPrice: '54005' });
    // 216.02 of margin and 1.0801 of fee.
    expect(await world.balances(user)).toEqual({ contract: '782.8999', frozen: '216.02' });
    expect(await look('54000')).toBe(0);
  });

  it('no longer waits where it waited', async () => {
    const { user, id } = await waiting();
    await world.get(FollowOpenPositions).follow();
    await amend(user, id, { limitPrice: '45000' });
    expect(await look('49000')).toBe(0);
    expect(await world.row(user, id)).toMatchObject({ status: 0, limitPrice: '45000' });
    await world.cancel(user, id);
  });

  it('that the book fills is filled at once, at the better price, as a new order would be', async () => {
    const { user, id } = await waiting();
    const shown = await preview(user, id, { limitPrice: '61000', lots: 5 });
    const filled = await amend(user, id, { limitPrice: '61000', lots: 5 });
    expect(filled).toMatchObject({ status: 1, lots: 5, lotsOrdered: 5, limitPrice: '61000', entryPrice: '60005' });
    // 300.025 of margin and 1.500125 of fee.
    expect(await world.balances(user)).toEqual({ contract: '698.474875', frozen: '300.025' });
    expect(shown).toMatchObject({ waits: false, price: '60005', reservedAfter: '0', balanceAfter: '698.474875' });
    expect((await world.events(user)).slice(3).map(({ kind }) => kind)).toEqual([
      'order',
      'position',
      'balance',
      'balance',
    ]);
    const taken = await world.source.query(
      `select trim_scale(sum(taken))::text as taken from taken_depth where side = 'buy'`,
    );
    expect(taken).toEqual([{ taken: '0.05' }]);
    await world.close1(user, id);
  });

  it('of a short that is filled above its limit takes what is missing from what is free', async () => {
    const { user, id } = await waiting({ side: 'short', limitPrice: '65000', lots: 2 });
    // 130.65 are reserved; at 59,995 three lots cost 179.985 and 0.899925.
    await amend(user, id, { limitPrice: '59000', lots: 3 });
    expect(await world.row(user, id)).toMatchObject({ status: 1, entryPrice: '59995' });
    expect(await world.balances(user)).toEqual({ contract: '819.115075', frozen: '179.985' });
    await world.close1(user, id);
  });

  it('happens once for one key, and of demo money is apart', async () => {
    const { user, id, order } = await waiting({ demo: true, lots: 1 });
    await Promise.all([1, 2, 3].map(() => amend(user, id, { lots: 2 }, 'amend-once')));
    expect(await amend(user, id, { lots: 2 }, 'amend-once')).toMatchObject({ version: order.version + 1 });
    expect(await world.balances(user, true)).toEqual({ contract: '899.5', frozen: '100.5' });
    expect(await world.balances(user)).toEqual({ contract: '0', frozen: '0' });
    await expect(amend(user, id, { lots: 3 }, 'amend-once')).rejects.toEqual(code('request.key-reused'));
    await world.cancel(user, id);
  });
});

describe('a change that is refused moves nothing', () => {
  it.each<[Change, string]>([
    [{}, 'futures.unchanged'],
    [{ limitPrice: '50000.00', lots: 10 }, 'futures.unchanged'],
    [{ lots: 200 }, 'ledger.insufficient-balance'],
    [{ lots: 2_000_000 }, 'futures.lots'],
    [{ limitPrice: '600000' }, 'futures.limit-price'],
    [{ limitPrice: '0.01' }, 'futures.limit-price'],
    [{ limitPrice: '50000.123' }, 'ledger.too-many-decimals'],
    // The new limit would be beyond the order's own take-profit and stop-loss.
    [{ limitPrice: '55000' }, 'futures.take-profit-above'],
    [{ limitPrice: '47000' }, 'futures.stop-loss-below'],
  ])('%j: %s', async (change, refusal) => {
    const { user, id, order } = await waiting({ takeProfit: '54000', stopLoss: '48000' });
    await expect(amend(user, id, change)).rejects.toEqual(code(refusal));
    if (refusal !== 'ledger.insufficient-balance')
      await expect(preview(user, id, change)).rejects.toEqual(code(refusal));
    expect(await world.row(user, id)).toEqual(order);
    expect(await world.balances(user)).toEqual({ contract: '497.5', frozen: '502.5' });
  });

  it('shows what is missing below zero', async () => {
    const { user, id } = await waiting();
    expect(await preview(user, id, { lots: 20 })).toMatchObject({ reservedAfter: '1005', balanceAfter: '-5' });
  });

  it('of somebody else’s, of one that is cancelled, and of one that is filled', async () => {
    const { user, id } = await waiting();
    const stranger = await world.user('1000');
    for (const attempt of [amend, preview])
      await expect(attempt(stranger, id, { lots: 3 })).rejects.toEqual(code('futures.not-found'));
    await world.cancel(user, id);
    await expect(amend(user, id, { lots: 3 })).rejects.toEqual(code('futures.not-pending'));
    const held = await world.open(user, { lots: 1 });
    await expect(amend(user, held.positionId, { lots: 2 })).rejects.toEqual(code('futures.not-pending'));
  });

  it('to more than its leverage is allowed for, with what is open beside it', async () => {
    const { user, id } = await waiting({ leverage: 20 }, '1000000');
    await expect(amend(user, id, { lots: 20_001 })).rejects.toEqual(code('futures.leverage'));
    await world.open(user, { leverage: 20, lots: 10_000 });
    for (const attempt of [amend, preview])
      await expect(attempt(user, id, { lots: 9000 })).rejects.toEqual(code('futures.size-for-leverage'));
  });

  it('is judged at the price of its fill where the book fills it at once', async () => {
    const { user, id } = await waiting({ side: 'short', limitPrice: '65000', leverage: 20, lots: 6000 }, '1000000');
    await world.open(user, { side: 'short', leverage: 20, lots: 10_000 });
    // 6,000,000 are open. Nine thousand lots are 3,600,000 at the limit and 5,399,550 at the best bid; 10,000,000 are allowed.
    for (const attempt of [amend, preview])
      await expect(attempt(user, id, { limitPrice: '40000', lots: 9000 })).rejects.toEqual(
        code('futures.size-for-leverage'),
      );
    // And 6,600 lots of a long are 4,356,000 at the limit, but 3,960,330 where they are filled.
    const other = await waiting({ leverage: 20 }, '1000000');
    await world.open(other.user, { leverage: 20, lots: 10_000 });
    expect(await preview(other.user, other.id, { limitPrice: '66000', lots: 6600 })).toMatchObject({ waits: false });
    const filled = await amend(other.user, other.id, { limitPrice: '66000', lots: 6600 });
    expect(filled).toMatchObject({ status: 1, entryPrice: '60005' });
  });

  it('that would leave less than what cross positions have lost', async () => {
    const { user, id } = await waiting({ marginMode: 'isolated' }, '2000');
    await world.open(user, { marginMode: 'cross', lots: 10, leverage: 10 });
    // 894.44975 are free, 278 of them lost at this mark, and each lot more reserves 50.25.
    world.price('59500', { mark: '57225', index: '58500' });
    await expect(amend(user, id, { lots: 23 })).rejects.toEqual(code('ledger.insufficient-balance'));
    expect(await amend(user, id, { lots: 22 })).toMatchObject({ lots: 22 });
  });

  it('half-way leaves nothing, not even its key', async () => {
    const { user, id, order } = await waiting();
    await world.source.query(`alter table outbox add constraint test_stop check (kind <> 'order') not valid`);
    await expect(amend(user, id, { lots: 5 }, 'amend-half-way')).rejects.toThrow('test_stop');
    await world.source.query('alter table outbox drop constraint test_stop');
    expect(await world.row(user, id)).toEqual(order);
    expect(await amend(user, id, { lots: 5 }, 'amend-half-way')).toMatchObject({ lots: 5 });
  });
});

describe('where no new risk is taken', () => {
  /** Reduces the lots only. */
  async function fewerAlone(user: string, id: string, refusal: string): Promise<void> {
    const { lots } = await world.row(user, id);
    for (const change of [{ lots: lots + 1 }, { limitPrice: '51000' }, { limitPrice: '49000', lots: lots - 1 }])
      await expect(amend(user, id, change)).rejects.toEqual(code(refusal));
    expect(await preview(user, id, { lots: lots - 1 })).toMatchObject({ waits: true });
    expect(await amend(user, id, { lots: lots - 1 })).toMatchObject({ lots: lots - 1 });
  }

  it.each([
    [
      'in cancel-only',
      `update trading_mode set mode = 'cancel-only' where not demo`,
      `update trading_mode set mode = 'open'`,
      'ledger.cancel-only',
    ],
    [
      'of a product that is not offered any more',
      'update futures_product set enabled = false where market_id = 1',
      'update futures_product set enabled = true where market_id = 1',
      'market.not-offered',
    ],
    [
      'where contracts are closed only',
      `select country_rule_set('*', 'contracts', 'closing-only', null, now())`,
      `select country_rule_set('*', 'contracts', 'allowed', null, now())`,
      'country.closing-only',
    ],
  ])('%s lots are taken away alone', async (_name, stop, go, refusal) => {
    const { user, id } = await waiting();
    await world.source.query(stop);
    try {
      await fewerAlone(user, id, refusal);
    } finally {
      await world.source.query(go);
    }
  });

  it('in a market that is stale or halted', async () => {
    const { user, id } = await waiting();
    world.clock.advance(60_000);
    await fewerAlone(user, id, 'market.stale');
    world.refresh();
    await world.halt('test');
    await fewerAlone(user, id, 'market.halted');
    await world.halt(null);
  });

  it('while its user takes a break', async () => {
    const { user, id } = await waiting();
    await world.get(TakeBreak).execute(user, { span: '1-day', fundPassword: '' }, { ip: '192.0.2.1', userAgent: '' });
    await fewerAlone(user, id, 'limits.break');
  });

  it('what it reserves more counts against a limit on stakes, and less counts nothing', async () => {
    const { user, id } = await waiting();
    await world.source.query('insert into own_limit_account (user_id, created_at) values ($1, now())', [user]);
    await amend(user, id, { lots: 12 });
    await amend(user, id, { limitPrice: '40000' });
    const used = await world.source.query(
      `select trim_scale(sum(amount))::text as amount from own_limit_use where user_id = $1 and kind = 'stake'`,
      [user],
    );
    expect(used).toEqual([{ amount: '100.5' }]);
  });
});

describe('a change that is filled at once', () => {
  it('counts what the fill takes more against a limit on stakes', async () => {
    const { user, id } = await waiting({ side: 'short', limitPrice: '65000', lots: 2 });
    await world.source.query('insert into own_limit_account (user_id, created_at) values ($1, now())', [user]);
    // 130.65 were reserved; 179.985 and 0.899925 are taken at 59,995.
    await amend(user, id, { limitPrice: '59000', lots: 3 });
    const used = await world.source.query(
      `select trim_scale(sum(amount))::text as amount from own_limit_use where user_id = $1 and kind = 'stake'`,
      [user],
    );
    expect(used).toEqual([{ amount: '50.234925' }]);
    await world.close1(user, id);
  });
});

describe('at the same time', () => {
  it('two changes: one after the other', async () => {
    const { user, id } = await waiting();
    const change = (lots: number) => () => amend(user, id, { lots });
    expect(outcomesOf(await heldBack(world.source, [user], [change(12), change(13)]))).toEqual(['done', 'done']);
    expect(await world.row(user, id)).toMatchObject({ lots: 13, reserved: '653.25' });
    // Both concurrent amendments, of price and of lots, are applied.
    const both = [() => amend(user, id, { limitPrice: '52000' }), () => amend(user, id, { lots: 12 })];
    expect(outcomesOf(await heldBack(world.source, [user], both))).toEqual(['done', 'done']);
    expect(await world.row(user, id)).toMatchObject({ limitPrice: '52000', lots: 12, reserved: '627.12' });
  });

  it('a change and its end: the end of all of it, or the end alone', async () => {
    const one = await waiting();
    const first = [() => amend(one.user, one.id, { lots: 12 }), () => world.cancel(one.user, one.id)];
    expect(outcomesOf(await heldBack(world.source, [one.user], first))).toEqual(['done', 'done']);
    const other = await waiting();
    const second = [() => world.cancel(other.user, other.id), () => amend(other.user, other.id, { lots: 12 })];
    expect(outcomesOf(await heldBack(world.source, [other.user], second))).toEqual(['done', 'futures.not-pending']);
    for (const { user } of [one, other]) expect(await world.balances(user)).toEqual({ contract: '1000', frozen: '0' });
  });

  it('two orders with the money of one: one is changed', async () => {
    const user = await world.user('1000');
    const first = await world.open(user, { isLimit: true, limitPrice: '40000' });
    const second = await world.open(user, { isLimit: true, limitPrice: '30000' });
    // 703.5 are reserved and 296.5 free: one change needs 201 more, the other 180.9.
    const results = await Promise.allSettled([
      amend(user, first.positionId, { lots: 15 }),
      amend(user, second.positionId, { lots: 16 }),
    ]);
    expect(outcomesOf(results).sort()).toEqual(['done', 'ledger.insufficient-balance']);
  });

  it('a change and a fill: one outcome, forty times', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      world.price('60000');
      const { user, id } = await waiting();
      await world.get(FollowOpenPositions).follow();
      // The market crosses the limit while the user reduces or moves the order.
      world.price('49000');
      const change = round % 2 === 0 ? { lots: 4 } : { limitPrice: '45000' };
      const [changed] = await Promise.allSettled([amend(user, id, change), world.get(FillOrders).execute(BOOK)]);
      const after = await world.row(user, id);
      const outcome = `${outcomesOf([changed as PromiseSettledResult<unknown>])[0]} ${after.status} ${after.lots} ${after.limitPrice}`;
      seen.add(outcome);
      expect(['futures.not-pending 1 10 50000', 'done 0 4 50000', 'done 1 4 50000', 'done 0 10 45000']).toContain(
        outcome,
      );
      const { contract, frozen } = await world.balances(user);
      expect(frozen).toBe(after.status === 1 ? after.margin : after.reserved);
      expect(Number(contract) + Number(frozen) + (after.status === 1 ? Number(after.fee) : 0)).toBeCloseTo(1000, 8);
      if (after.status === 0) await world.cancel(user, id);
      else await world.close1(user, id);
    }
    expect(seen.size).toBeGreaterThan(0);
  }, 120_000);
});
