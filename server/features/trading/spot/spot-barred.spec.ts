import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { brokenInvariants } from '../../../test/faults/broken-invariants.js';
import { Clock } from '../../../platform/clock/clock.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import { ExpireSpotStops } from './expire-spot-stops.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { ReachSpotStops } from './reach-spot-stops.js';
import { SpotMatchingStore } from './spot-matching.store.js';
import { TriggerSpotStops } from './trigger-spot-stops.js';

/** More than a look reads at a time. */
const CROWD = 250;

let world: SpotWorld;
let barred: string;

beforeAll(async () => {
  world = await SpotWorld.open();
  // Which of the users are not let is told here, and how often each of them was asked of.
  await world.source.query(`
    create table barred_user (id bigint primary key);
    grant all on barred_user to public;
    create table judged_user (id bigint);
    grant all on judged_user to public;
    create or replace function country_rule_allows(p_user bigint, p_product text, p_leverage integer) returns boolean
    language plpgsql volatile security definer set search_path = public, pg_temp as $$
    begin
      insert into judged_user values (p_user);
      return not exists (select from barred_user b where b.id = p_user);
    end $$`);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  await world.begin();
  barred = await world.aTrader();
  await world.source.query('delete from judged_user; delete from barred_user');
  await world.source.query('insert into barred_user values ($1)', [barred]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await world.source.query(`set session_replication_role = replica; delete from spot_order where user_id = ${barred};
    delete from spot_stop where user_id = ${barred}; set session_replication_role = origin`);
});

/** How often was asked whether somebody may buy. */
async function judged(userId: string): Promise<number> {
  const [row] = await world.source.query('select count(*)::integer as times from judged_user where id = $1', [userId]);
  return (row as { times: number }).times;
}

/** Waits with all the others of whoever is not let, in front of everybody else, with nothing frozen. */
const crowd = (table: 'spot_order' | 'spot_stop') =>
  world.source.query(
    `insert into ${table} (user_id, market_id, base_currency_id, quote_currency_id, demo, side,
       ${table === 'spot_order' ? '' : 'direction, trigger_price,'} limit_price, quantity, fee_ratio, created_at, updated_at, reserved)
     select $1, $2, $3, $4, false, 'buy', ${table === 'spot_order' ? '' : `'rise', 105,`} 115, 7, 0, now(), now(), 0
       from generate_series(1, ${CROWD})`,
    [barred, world.marketId, BTC, USDT],
  );

async function failing(pass: Promise<unknown>): Promise<unknown> {
  try {
    await pass;
    return null;
  } catch (error) {
    return error;
  }
}

describe('purchases that may not be filled', () => {
  it('hold up nobody behind them, and their owner is asked of once in half a minute', async () => {
    const user = await world.aTrader();
    const { id } = await world.place(user, { quantity: '1', limitPrice: '95' });
    await crowd('spot_order');
    await world.source.query('delete from judged_user');
    world.quote([['80', '1']], [['94', '5']]);
    expect(await world.match()).toBe(1);
    expect(await world.order(user, id)).toMatchObject({ status: 'filled' });
    expect([await judged(barred), await judged(user)]).toEqual([1, 1]);
    const again = await world.place(user, { quantity: '1', limitPrice: '93' });
    world.quote([['80', '1']], [['92', '5']]);
    expect(await world.match()).toBe(1);
    expect(await world.order(user, again.id)).toMatchObject({ status: 'filled' });
    expect(await judged(barred)).toBe(1);
  });

  it('leave none of the other side where looking for them fails', async () => {
    const [buyer, seller] = [await world.aTrader(), await world.aTrader()];
    const bought = await world.place(buyer, { quantity: '1', limitPrice: '95' });
    const sold = await world.place(seller, { side: 'sell', quantity: '1', limitPrice: '105' });
    const late = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    jest.spyOn(world.of(SpotMatchingStore), 'reachedBuys').mockRejectedValue(late);
    world.quote([['106', '5']], [['94', '5']]);
    expect(await failing(world.match())).toBe(late);
    expect(await world.order(seller, sold.id)).toMatchObject({ status: 'filled' });
    expect(await world.order(buyer, bought.id)).toMatchObject({ status: 'open' });
    jest.restoreAllMocks();
    world.quote([['80', '5']], [['94', '5']]);
    expect(await world.match()).toBe(1);
  });

  it('of stops with a date end by it, though a price had reached them; those of whom it lets wait on', async () => {
    const wish = { baseCurrencyId: BTC, quoteCurrencyId: USDT, demo: false, side: 'buy' as const, limitPrice: null };
    const terms = { ...wish, quantity: '500', triggerPrice: '110', expiresAt: world.of(Clock).now() + 300_000 };
    const [forbidden, others] = [await world.aTrader(), await world.aTrader()];
    for (const user of [forbidden, others]) await world.of(PlaceSpotStop).execute(user, terms, null);
    await world.tape('111');
    expect(await world.of(ReachSpotStops).execute()).toBe(2);
    await world.source.query('insert into barred_user values ($1)', [forbidden]);
    const stops = world.of(ExpireSpotStops);
    expect(await stops.execute()).toBe(0);
    await world.source.query(`set session_replication_role = replica;
      update spot_stop set expires_at = now() - interval '10 minutes' where user_id in (${forbidden}, ${others});
      set session_replication_role = origin`);
    expect(await stops.execute()).toBe(1);
    const rows = await world.source.query(
      'select id::text, user_id::text as "userId", status, reason from spot_stop where user_id in ($1, $2) order by user_id',
      [forbidden, others],
    );
    expect(rows).toMatchObject([
      { userId: forbidden, status: 'cancelled', reason: 'expired' },
      { userId: others, status: 'waiting', reason: null },
    ]);
    expect(await world.source.transaction((tx) => brokenInvariants(tx, ['S06', 'S13']))).toEqual([]);
    const waiting = (rows as { id: string }[])[1]?.id ?? '';
    await world.of(CancelSpotStop).execute({ userId: others, stopId: waiting, key: null });
  });

  it('hold up no stop behind them', async () => {
    const user = await world.aTrader();
    await crowd('spot_stop');
    const wish = { baseCurrencyId: BTC, quoteCurrencyId: USDT, demo: false, side: 'buy' as const, limitPrice: null };
    await world.of(PlaceSpotStop).execute(user, { ...wish, quantity: '500', triggerPrice: '110' }, null);
    await world.source.query('delete from judged_user');
    world.quote([['80', '1']], [['111', '9']]);
    const stops = world.of(TriggerSpotStops);
    const place = { marketId: world.marketId, demo: false };
    expect(await stops.execute(world.marketId, false)).toBe(1);
    expect([stops.isUnfinished(place), await judged(barred)]).toEqual([false, 1]);
  });
});
