import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { fund } from '../../../test/factories/ledger.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { RetryStops } from '../futures-triggers/retry-stops.js';
import { ReservedMoney } from '../../wallet/balances/index.js';
import { TransferMoney } from '../../wallet/balances/transfer-money.js';
import { FuturesStore } from './futures.store.js';

const ETH_MARKET = 2;

let world: FuturesWorld;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());

/** A cross account with a gain of 500 and a loss of 500, and what is free in it. */
async function hedged(): Promise<{ user: string; gaining: string; free: number }> {
  world.price('60000');
  const user = await world.user('2000');
  const { positionId } = await world.open(user, { marginMode: 'cross', lots: 5 });
  await world.submit(user, { marginMode: 'cross', lots: 5, side: 'short' });
  world.price('70000');
  return { user, gaining: positionId, free: Number((await world.balances(user)).contract) };
}

function transfer(userId: string, amount: number): Promise<void> {
  keys += 1;
  const wish = {
    userId,
    from: 'contract',
    to: 'spot',
    currencyId: 3,
    amount: amount.toFixed(8),
    key: `out-${keys}-key`,
  };
  return world.get(TransferMoney).execute(wish as Parameters<TransferMoney['execute']>[0]);
}

it('what a cross account of demo money has lost asks nothing of the same user’s real money', async () => {
  world.price('60000');
  const user = await world.user('700');
  await fund(world.source, user, '1000', { kind: 'contract', demo: true });
  await world.open(user, { marginMode: 'cross', lots: 1 });
  await world.open(user, { marginMode: 'cross', lots: 10, demo: true });
  world.price('57000');
  // Real: 700 - 60.005 - 0.300025 - 570.05 - 2.85025; what its cross position has lost is 30.05, the other one 300.5.
  await world.open(user, { marginMode: 'isolated', lots: 10 });
  expect((await world.balances(user)).contract).toBe('66.794725');
});

describe('money from under cross positions', () => {
  it('does not leave with a gain that is taken while the transfer is under way', async () => {
    const { user, gaining, free } = await hedged();
    const reserved = world.get(ReservedMoney);
    const read = reserved.of.bind(reserved);
    let closing: Promise<unknown> = Promise.resolve();
    reserved.of = async (...asked) => {
      const answer = await read(...asked);
      closing = world.close1(user, gaining);
      await new Promise((done) => setTimeout(done, 500));
      return answer;
    };
    const sent = transfer(user, free + 300);
    await expect(sent).rejects.toMatchObject({ code: 'wallet.transfer-insufficient' });
    reserved.of = read;
    await closing;
    // The margin of the loss stays locked before and after the gain is realised.
    if ((await world.row(user, gaining)).status !== 3) await world.close1(user, gaining);
    await expect(transfer(user, free + 300)).rejects.toMatchObject({ code: 'wallet.transfer-insufficient' });
    expect(Number((await world.balances(user)).contract)).toBeGreaterThan(free + 300);
  });

  it('stays, whoever of a transfer and a close comes first', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { user, gaining, free } = await hedged();
      const [sent] = await Promise.allSettled([transfer(user, free + 300), world.close1(user, gaining)]);
      expect(sent.status).toBe('rejected');
    }
  });

  it('leaves as far as nothing is lost', async () => {
    const { user, free } = await hedged();
    await expect(transfer(user, free - 1)).resolves.toBeUndefined();
  });

  it('does not leave into the margin of another position with a gain that is taken meanwhile', async () => {
    const { user, gaining } = await hedged();
    const { positionId } = await world.open(user, { marginMode: 'isolated', lots: 1 });
    const free = Number((await world.balances(user)).contract);
    const store = world.get(FuturesStore);
    const add = store.addMargin.bind(store);
    // The gain is realised between the reads and the writes of the other command.
    store.addMargin = async (...asked) => {
      await world.close1(user, gaining);
      return add(...asked);
    };
    const wish = { userId: user, positionId, amount: (free + 400).toFixed(8), key: null };
    await expect(world.commands.margin.execute(wish)).rejects.toMatchObject({
      code: 'ledger.insufficient-balance',
    });
    store.addMargin = add;
    expect(Number((await world.balances(user)).contract)).toBeGreaterThan(free + 400);
    await expect(
      world.commands.margin.execute({ ...wish, amount: (free + 200).toFixed(8), key: null }),
    ).resolves.toBeUndefined();
  });

  it('stays, whoever of an order, of added margin and of a close comes first', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { user, gaining } = await hedged();
      const { positionId } = await world.open(user, { marginMode: 'isolated', lots: 1 });
      const free = Number((await world.balances(user)).contract);
      const amount = (free + 400).toFixed(8);
      await Promise.allSettled([
        world.commands.margin.execute({ userId: user, positionId, amount, key: null }),
        world.submit(user, { marginMode: 'isolated', lots: 20 }),
        world.close1(user, gaining),
      ]);
      await Promise.allSettled([world.submit(user, { marginMode: 'isolated', lots: 5 })]);
      // Lost by the short that is held still: 5 lots of 0.01 from 59995 to 70000.
      expect(Number((await world.balances(user)).contract)).toBeGreaterThanOrEqual(500.25);
    }
  });

  it('no order is taken while a cross position has no mark', async () => {
    const { user } = await hedged();
    world.price('2000', {}, ETH_MARKET);
    world.price('70000', { mark: null });
    const wish = { marketId: ETH_MARKET, marginMode: 'isolated', lots: 1 } as const;
    await expect(world.submit(user, wish)).rejects.toMatchObject({ code: 'market.stale' });
    world.price('70000');
    await world.submit(user, wish);
  });
});

describe('a cross loss', () => {
  /** A hedge whose free balance was withdrawn to the maximum, and a price that moved against one leg. */
  async function bareHedge(price: '70000' | '50000' = '70000') {
    world.price('60000');
    const user = await world.user('2000');
    const { positionId: long } = await world.open(user, { marginMode: 'cross', lots: 5 });
    const { positionId: short } = await world.open(user, { marginMode: 'cross', lots: 5, side: 'short' });
    await transfer(user, Number((await world.balances(user)).contract) - 1);
    world.price(price);
    return { user, long, short };
  }

  const worthOf = async (user: string) => {
    const { contract, frozen } = await world.balances(user);
    return Number(contract) + Number(frozen);
  };

  it('is not paid by the house while another position of the account gains as much', async () => {
    const { user, long, short } = await bareHedge();
    await expect(world.close1(user, short)).rejects.toMatchObject({ code: 'futures.backed-by-others' });
    expect(await world.row(user, short)).toMatchObject({ status: 1 });
    await world.close1(user, long);
    await world.close1(user, short);
    expect((await world.rows(user)).map(({ shortfall }) => Number(shortfall))).toEqual([0, 0]);
    // Of 601 that were left in it both spreads and four fees are gone, and nothing has come.
    expect(await worthOf(user)).toBeLessThan(601);
  });

  it.each(['70000', '50000'] as const)('is paid by gains first when all is closed at once (%s)', async (price) => {
    const { user } = await bareHedge(price);
    await world.commands.close.batch({ userId: user, demo: false, side: null, marketId: null, key: null });
    expect((await world.rows(user)).map(({ status, shortfall }) => [status, Number(shortfall)])).toEqual([
      [3, 0],
      [3, 0],
    ]);
  });

  it('waits, when its stop fires, until what backs it is closed', async () => {
    world.price('60000');
    const user = await world.user('2000');
    const { positionId: long } = await world.open(user, { marginMode: 'cross', lots: 5 });
    const stop = { stopLoss: '65000', stopLossSource: 'last' } as const;
    const { positionId: short } = await world.open(user, { marginMode: 'cross', lots: 5, side: 'short', ...stop });
    await transfer(user, Number((await world.balances(user)).contract) - 1);
    world.price('70000');
    const worker = new Worker(world);
    await worker.look();
    expect(await worker.stops()).toBe(1);
    await world.get(RetryStops).execute();
    expect(await world.row(user, short)).toMatchObject({ status: 1 });
    await world.close1(user, long);
    await world.get(RetryStops).execute();
    expect(await world.row(user, short)).toMatchObject({ status: 3, closedAs: 'stop-loss', shortfall: '0' });
  });

  it('is not paid by the house while orders hold what would pay it', async () => {
    world.price('60000');
    const user = await world.user('2000');
    const { positionId } = await world.open(user, { marginMode: 'cross', lots: 5 });
    const free = Number((await world.balances(user)).contract);
    const lots = Math.floor((free - 1) / (0.01 * 50_000 * 0.1006));
    const order = { marginMode: 'cross', isLimit: true, limitPrice: '50000', lots } as const;
    const { positionId: waiting } = await world.open(user, order);
    world.price('52000');
    await expect(world.close1(user, positionId)).rejects.toMatchObject({ code: 'futures.backed-by-others' });
    await world.cancel(user, waiting);
    await world.close1(user, positionId);
    expect((await world.rows(user)).map(({ shortfall }) => Number(shortfall))).toEqual([0, 0]);
  });
});

describe('margin that is added while a market of the cross account has no price', () => {
  const DAY_MS = 86_400_000;
  const addMargin = (userId: string, positionId: string, amount: number) =>
    world.commands.margin.execute({ userId, positionId, amount: amount.toFixed(8), key: null });
  const taped = (marketId: number, mark: string, ago = 0) =>
    tapeSeconds(world.source, [{ marketId, at: world.clock.now() - ago, index: mark, mark, origin: 'live' }]);
  const ethCloses = () => world.price('300', { mark: null }, ETH_MARKET);

  /** Cross in ETH, which has closed, and isolated in BTC. */
  async function holding(side: 'long' | 'short' = 'long') {
    world.price('60000');
    world.price('300', {}, ETH_MARKET);
    const user = await world.user('2000');
    const { positionId: held } = await world.open(user, { marginMode: 'cross', marketId: ETH_MARKET, lots: 10, side });
    const { positionId } = await world.open(user, { marginMode: 'isolated', lots: 1 });
    const { entryPrice, lots, lotSize } = await world.row(user, held);
    ethCloses();
    const lossAt = (mark: number) => (side === 'long' ? 1 : -1) * (Number(entryPrice) - mark) * lots * Number(lotSize);
    return { user, positionId, lossAt, free: Number((await world.balances(user)).contract) };
  }

  beforeEach(() => {
    world.clock.advance(10 * DAY_MS);
    world.refresh();
  });

  it('is refused where nothing is known of the market', async () => {
    const { user, positionId } = await holding();
    await expect(addMargin(user, positionId, 1)).rejects.toMatchObject({ code: 'market.stale' });
  });

  it.each<['long' | 'short', string, number]>([
    ['long', '290', 290],
    ['short', '310', 312],
  ])('comes from what is left beside the loss at its last mark: %s', async (side, last, worst) => {
    const { user, positionId, lossAt, free } = await holding(side);
    if (side === 'short') await taped(ETH_MARKET, '312', 2000);
    else await taped(ETH_MARKET, '291', 2000);
    await taped(ETH_MARKET, last, 1000);
    expect(lossAt(worst)).toBeGreaterThan(1);
    await expect(addMargin(user, positionId, free - lossAt(worst) + 0.001)).rejects.toMatchObject({
      code: 'ledger.insufficient-balance',
    });
    // New risk still waits for a price.
    const wish = { marginMode: 'isolated', lots: 1 } as const;
    await expect(world.submit(user, wish)).rejects.toMatchObject({ code: 'market.stale' });
    await addMargin(user, positionId, free - lossAt(worst));
  });

  it('goes by the mark of now as soon as there is one', async () => {
    const { user, positionId, lossAt, free } = await holding();
    await taped(ETH_MARKET, '300', 1000);
    world.price('280', {}, ETH_MARKET);
    await expect(addMargin(user, positionId, free - lossAt(280) + 0.001)).rejects.toMatchObject({
      code: 'ledger.insufficient-balance',
    });
    await addMargin(user, positionId, free - lossAt(280));
  });

  it('asks nothing for what is held in a market that is gone', async () => {
    const { user, positionId, free } = await holding();
    for (let half = 0; half < 18; half += 1) {
      await taped(4, '150');
      world.clock.advance(DAY_MS / 2);
    }
    world.refresh();
    await addMargin(user, positionId, free);
    expect((await world.balances(user)).contract).toBe('0');
  });
});
