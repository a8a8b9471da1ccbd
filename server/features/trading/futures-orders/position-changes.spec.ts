import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { TransferMoney } from '../../wallet/balances/transfer-money.js';
import { ListFutures } from '../futures/index.js';
import { PreferMarginMode } from '../futures/prefer-margin-mode.js';
import { PreviewFutures } from './preview-futures.js';
import type { StopsWish } from './draft-stops.js';

let world: FuturesWorld;
let key = 0;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.price('60000'));

const setStops = (userId: string, positionId: string, values: Partial<StopsWish> = {}) =>
  world.commands.stops.execute({
    userId,
    positionId,
    takeProfit: undefined,
    takeProfitSource: undefined,
    stopLoss: undefined,
    stopLossSource: undefined,
    key: `stops-${(key += 1)}-key`,
    ...values,
  });
const addMargin = (userId: string, positionId: string, amount: string, own: string | null = null) =>
  world.commands.margin.execute({ userId, positionId, amount, key: own ?? `margin-${(key += 1)}-key` });

describe('stops', () => {
  it('are set, changed and taken away one without the other, with the price that triggers them', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    await setStops(user, positionId, { takeProfit: '66000' });
    await setStops(user, positionId, { stopLoss: '55000', stopLossSource: 'index' });
    expect(await world.row(user, positionId)).toMatchObject({
      takeProfit: '66000',
      takeProfitSource: 'last',
      stopLoss: '55000',
      stopLossSource: 'index',
      version: 3,
    });
    world.price('63000');
    // In profit now: allowed, B.6.
    await setStops(user, positionId, { stopLoss: '62000', takeProfitSource: 'mark' });
    await setStops(user, positionId, { takeProfit: '0' });
    expect(await world.row(user, positionId)).toMatchObject({
      takeProfit: null,
      takeProfitSource: 'mark',
      stopLoss: '62000',
    });
    const events = (await world.events(user)).slice(3);
    expect(events.map(({ kind }) => kind)).toEqual(['position', 'position', 'position', 'position']);
  });

  it('are compared with the price that would trigger them', async () => {
    world.price('60000', { mark: '59000' });
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    await expect(setStops(user, positionId, { stopLoss: '59500' })).rejects.toMatchObject({
      code: 'futures.stop-loss-below',
      parameters: { price: '59000' },
    });
    await setStops(user, positionId, { stopLoss: '59500', stopLossSource: 'last' });
  });

  describe.each(['mark', 'index'] as const)('by the %s, while there is none', (source) => {
    /** The venues do not agree: the venue that futures are traded by goes on with a last price of its own. */
    const ALONE = { index: null };
    const bySource = { takeProfitSource: source, stopLossSource: source };

    it('are not set by what one venue alone says, as no order is placed', async () => {
      const user = await world.user('5000');
      const { positionId } = await world.open(user);
      world.price('63000', ALONE);
      for (const stops of [{ stopLoss: '58000' }, { stopLoss: '62000' }, { takeProfit: '66000' }]) {
        await expect(setStops(user, positionId, { ...bySource, ...stops })).rejects.toMatchObject({
          code: 'market.stale',
        });
      }
      await expect(world.submit(user)).rejects.toMatchObject({ code: 'market.stale' });
      expect(await world.row(user, positionId)).toMatchObject({ stopLoss: null, takeProfit: null, version: 1 });
      // The last price is there, and is what a stop of it goes by.
      await setStops(user, positionId, { stopLoss: '62000', stopLossSource: 'last' });
      await expect(setStops(user, positionId, { stopLossSource: source })).rejects.toMatchObject({
        code: 'market.stale',
      });
      world.price('63000');
      await setStops(user, positionId, bySource);
      expect(await world.row(user, positionId)).toMatchObject({ stopLoss: '62000', stopLossSource: source });
    });

    it('are taken away, and one that stays as it is holds up no other', async () => {
      const user = await world.user('5000');
      const { positionId } = await world.open(user);
      world.price('63000');
      await setStops(user, positionId, { ...bySource, stopLoss: '62000', takeProfit: '66000' });
      world.price('50000', ALONE);
      await setStops(user, positionId, { takeProfit: '67000', takeProfitSource: 'last' });
      await setStops(user, positionId, { takeProfit: '0' });
      expect(await world.row(user, positionId)).toMatchObject({ takeProfit: null, stopLoss: '62000' });
      await setStops(user, positionId, { stopLoss: '0' });
      expect(await world.row(user, positionId)).toMatchObject({ takeProfit: null, stopLoss: null });
    });

    it('of an order that waits are compared with its limit, as ever', async () => {
      const user = await world.user('5000');
      const { positionId } = await world.open(user, { isLimit: true, limitPrice: '50000' });
      world.price('40000', ALONE);
      await setStops(user, positionId, { ...bySource, takeProfit: '50001', stopLoss: '49999' });
      expect(await world.row(user, positionId)).toMatchObject({ takeProfit: '50001', stopLoss: '49999' });
    });
  });

  it('that stay as they are hold up no other while the market has no price at all', async () => {
    const user = await world.user('5000');
    const { positionId } = await world.open(user);
    world.price('63000');
    await setStops(user, positionId, { stopLoss: '62000' });
    await world.halt('maintenance');
    await setStops(user, positionId, { takeProfit: '66000' }).finally(() => world.halt(null));
    expect(await world.row(user, positionId)).toMatchObject({ takeProfit: '66000', stopLoss: '62000' });
  });

  it('beyond liquidation are refused with the numbers, of a cross position within its account', async () => {
    const user = await world.user('1000');
    const isolated = await world.open(user, { lots: 5 });
    await expect(setStops(user, isolated.positionId, { stopLoss: '54248' })).rejects.toMatchObject({
      code: 'futures.stop-beyond-liquidation',
      parameters: { stop: '54248', liquidation: '54248.62' },
    });
    const cross = await world.open(user, { lots: 5, marginMode: 'cross' });
    // 396.94975 free and 300.025 of margin: (696.97475 − 3000.25) / (0.05 × (0.0045 − 1)) = 46273.74…
    await setStops(user, cross.positionId, { stopLoss: '46274' });
    await expect(setStops(user, cross.positionId, { stopLoss: '46273' })).rejects.toMatchObject({
      code: 'futures.stop-beyond-liquidation',
    });
  });

  it('are refused for what is closed or not the caller’s, and leave nothing when they fail half-way', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    const stranger = await world.user('0');
    await expect(setStops(stranger, positionId, { takeProfit: '66000' })).rejects.toMatchObject({
      code: 'futures.not-found',
    });
    await world.source.query(
      `alter table outbox add constraint test_stop check (payload->>'takeProfit' is null) not valid`,
    );
    await expect(setStops(user, positionId, { takeProfit: '66000' })).rejects.toThrow('test_stop');
    await world.source.query('alter table outbox drop constraint test_stop');
    expect(await world.row(user, positionId)).toMatchObject({ takeProfit: null, version: 1 });
    await world.close1(user, positionId);
    await expect(setStops(user, positionId, { takeProfit: '66000' })).rejects.toMatchObject({
      code: 'futures.not-open',
    });
  });

  it('of an order that waits are compared with its limit', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { isLimit: true, limitPrice: '50000' });
    await setStops(user, positionId, { takeProfit: '50001', stopLoss: '49999' });
    expect(await world.row(user, positionId)).toMatchObject({ status: 0, takeProfit: '50001', stopLoss: '49999' });
    await expect(setStops(user, positionId, { takeProfit: '50000' })).rejects.toMatchObject({
      code: 'futures.take-profit-above',
    });
  });

  it('are set once for a key, and tried again when the position changes meanwhile', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    const results = await Promise.allSettled([
      setStops(user, positionId, { takeProfit: '66000', key: 'stops-once' }),
      setStops(user, positionId, { takeProfit: '66000', key: 'stops-once' }),
      setStops(user, positionId, { stopLoss: '55000' }),
      addMargin(user, positionId, '10'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(await world.row(user, positionId)).toMatchObject({ takeProfit: '66000', stopLoss: '55000', version: 4 });
  });
});

describe('adding margin', () => {
  it('moves money into the position and its liquidation away', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    const figures = async () => (await world.get(ListFutures).open({ userId: user, demo: false })).figures[0];
    expect((await figures())?.liquidationPrice).toBe('54248.62');
    await addMargin(user, positionId, '100');
    expect(await world.row(user, positionId)).toMatchObject({
      margin: '700.05',
      addedMargin: '100',
      initialMargin: '600.05',
    });
    expect(await world.balances(user)).toEqual({ contract: '296.94975', frozen: '700.05' });
    // (700.05 − 6000.5) / (0.1 × (0.0045 − 1)) = 53244.098…
    expect((await figures())?.liquidationPrice).toBe('53244.1');
  });

  it.each([
    ['more than there is', '397', 'ledger.insufficient-balance'],
    ['too many decimals', '1.000000001', 'ledger.too-many-decimals'],
    ['nothing', '0', 'request.invalid'],
    ['less than nothing', '-1', 'request.invalid'],
  ])('is refused for %s', async (_name, amount, code) => {
    const user = await world.user('1000');
    const position = await world.open(user);
    await expect(addMargin(user, position.positionId, amount)).rejects.toMatchObject({ code });
    expect(await world.row(user, position.positionId)).toEqual(position);
  });

  it('is refused for cross and pending and other people’s positions; happens once; leaves nothing half done', async () => {
    const user = await world.user('2000');
    const cross = await world.open(user, { marginMode: 'cross', lots: 1 });
    await expect(addMargin(user, cross.positionId, '1')).rejects.toMatchObject({ code: 'futures.cross-margin' });
    const order = await world.open(user, { isLimit: true, limitPrice: '50000', lots: 1 });
    await expect(addMargin(user, order.positionId, '1')).rejects.toMatchObject({ code: 'futures.not-open' });
    const { positionId } = await world.open(user, { lots: 1 });
    await expect(addMargin(await world.user('10'), positionId, '1')).rejects.toMatchObject({
      code: 'futures.not-found',
    });
    await Promise.all([1, 2, 3].map(() => addMargin(user, positionId, '5', 'margin-once')));
    expect((await world.row(user, positionId)).addedMargin).toBe('5');
    await world.source.query(
      `alter table outbox add constraint test_stop check (payload->>'addedMargin' <> '6') not valid`,
    );
    await expect(addMargin(user, positionId, '1')).rejects.toThrow('test_stop');
    await world.source.query('alter table outbox drop constraint test_stop');
    expect((await world.row(user, positionId)).addedMargin).toBe('5');
  });
});

describe('the margin mode', () => {
  it('is isolated, what the user prefers, or what the order says; in each book by itself', async () => {
    const user = await world.user('5000');
    expect((await world.open(user, { lots: 1 })).marginMode).toBe('isolated');
    await world.get(PreferMarginMode).execute({ userId: user, demo: false }, 'cross');
    expect((await world.open(user, { lots: 1 })).marginMode).toBe('cross');
    expect((await world.open(user, { lots: 1, marginMode: 'isolated' })).marginMode).toBe('isolated');
    expect((await world.get(ListFutures).open({ userId: user, demo: true })).marginMode).toBe('isolated');
  });
});

describe('what cross positions have lost', () => {
  it('backs them, and leaves the account neither by orders, nor as margin, nor by a transfer', async () => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'cross', lots: 5 });
    const isolated = await world.open(user, { lots: 1 });
    // 639.09... are free; the cross position of 0.05 has lost 200.25 at 56000.
    world.price('56000');
    const free = Number((await world.balances(user)).contract);
    const transfer = (amount: string, key: string) =>
      world.get(TransferMoney).execute({ userId: user, from: 'contract', to: 'spot', currencyId: 3, amount, key });
    const most = (free - 200.25).toFixed(8);
    await expect(transfer((Number(most) + 0.01).toFixed(8), 'too-much-1')).rejects.toMatchObject({
      code: 'wallet.transfer-insufficient',
    });
    await expect(addMargin(user, isolated.positionId, (Number(most) + 0.01).toFixed(8))).rejects.toMatchObject({
      code: 'ledger.insufficient-balance',
    });
    // An order for 560 of margin would fit into what is free, not into what is left of it.
    await expect(world.submit(user, { lots: 10 })).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    await world.submit(user, { lots: 1 });
    const both = await Promise.allSettled([transfer('300', 'at-once-1'), transfer('300', 'at-once-2')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    world.price('60000');
    await expect(transfer('1', 'profit-again')).resolves.toBeUndefined();
  });
});

describe('a preview', () => {
  const preview = () => world.get(PreviewFutures);

  it('of an order is what the order does', async () => {
    const user = await world.user('1000');
    const seen = await preview().order(world.wish(user));
    expect(seen).toMatchObject({
      price: '60005',
      worstPrice: '60005',
      waits: false,
      notional: '6000.5',
      fee: '3.00025',
      margin: '600.05',
      liquidationPriceAfter: '54248.62',
      balanceBefore: '1000',
      balanceAfter: '396.94975',
      maintenanceRatio: '0.004',
      leverages: [1, 2, 3, 5, 10, 20],
      priceAgeMs: 0,
    });
    const position = await world.open(user);
    expect(position).toMatchObject({ entryPrice: seen.price, margin: seen.margin, fee: seen.fee });
    expect((await world.balances(user)).contract).toBe(seen.balanceAfter);
    const [figures] = (await world.get(ListFutures).open({ userId: user, demo: false })).figures;
    expect(figures?.liquidationPrice).toBe(seen.liquidationPriceAfter);
  });

  it('of an order that nobody can pay shows what is missing, and changes nothing', async () => {
    const user = await world.user('100');
    expect((await preview().order(world.wish(user))).balanceAfter).toBe('-503.05025');
    expect(await world.events(user)).toEqual([]);
    await expect(preview().order(world.wish(user, { leverage: 7 }))).rejects.toMatchObject({
      code: 'futures.leverage',
    });
  });

  it('of a cross order within its account is where it is liquidated then', async () => {
    const user = await world.user('2000');
    await world.open(user, { marginMode: 'cross', side: 'short', lots: 3 });
    const seen = await preview().order(world.wish(user, { marginMode: 'cross' }));
    const { positionId } = await world.open(user, { marginMode: 'cross' });
    const { figures } = await world.get(ListFutures).open({ userId: user, demo: false });
    const after = figures.find((one) => one.positionId === positionId);
    expect(after).toMatchObject({ liquidationPrice: seen.liquidationPriceAfter, liquidationIsEstimate: true });
  });

  it.each([
    ['everything', null, '61000'],
    ['a part', 4, '61000'],
    ['a part at a loss beyond its margin', 9, '54300'],
    ['everything at a loss beyond its margin', null, '50000'],
  ])('of closing %s is what closing does', async (_name, lots, price) => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    world.price(price);
    const seen = await preview().close(user, positionId, lots);
    await world.close1(user, positionId, lots === null ? {} : { lots });
    const { contract, frozen } = await world.balances(user);
    const closed = await world.row(user, positionId);
    expect({ contract, frozen, profit: closed.realisedProfit }).toEqual({
      contract: seen.balanceAfter,
      frozen: seen.margin,
      profit: seen.realisedProfit,
    });
  });

  it('of added margin shows liquidation before and after', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user);
    expect(await preview().addMargin(user, positionId, '100')).toMatchObject({
      margin: '700.05',
      liquidationPriceBefore: '54248.62',
      liquidationPriceAfter: '53244.1',
      balanceAfter: '296.94975',
    });
  });
});
