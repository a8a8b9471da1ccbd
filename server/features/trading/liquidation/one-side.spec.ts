import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { fund } from '../../../test/factories/ledger.js';
import { heldBack, inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { FollowOpenPositions, FuturesIndexStore } from '../futures-index/index.js';
import { ListFutures } from '../futures/list-futures.js';
import { PreviewFutures } from '../futures-orders/preview-futures.js';
import type { OrderWish } from '../futures-orders/quote-order.js';
import { CheckMargins } from './check-margins.js';
import { LiquidationStore } from './liquidation.store.js';
import { ReachedMargins } from './reached-margins.js';

// BTC: up to 10 million at 2.5 % and 20 times, up to 20 million at 5 % and 10 times; a lot is 600.
let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
  await world.source.query('update futures_product set open_lots_max = 100000000');
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});

const isolated = { marginMode: 'isolated', leverage: 20 } as const;
const rich = () => world.user('10000000');
const liquidationOf = async (userId: string, positionId: string): Promise<string | null | undefined> => {
  const { figures } = await world.get(ListFutures).open({ userId, demo: false });
  return figures.find((each) => each.positionId === positionId)?.liquidationPrice;
};

describe('the highest leverage', () => {
  const tooLarge = { code: 'futures.size-for-leverage', parameters: { maximum: 10 } };

  it('goes by all that is open and ordered in the market and side', async () => {
    const user = await rich();
    await world.submit(user, { ...isolated, lots: 9000 });
    await world.submit(user, { ...isolated, lots: 7000, isLimit: true, limitPrice: '59000' });
    const more = { ...isolated, lots: 1500 };
    await expect(world.submit(user, more)).rejects.toMatchObject(tooLarge);
    await expect(world.get(PreviewFutures).order(world.wish(user, more))).rejects.toMatchObject(tooLarge);
    await world.submit(user, { ...more, side: 'short' });
    await world.submit(await rich(), more);
    await world.submit(user, { ...isolated, lots: 300 });
  });

  it('is not exceeded by what was there before, whatever the order says', async () => {
    const user = await rich();
    const first = await world.open(user, { ...isolated, lots: 100 });
    const large = { ...isolated, leverage: 5, lots: 17_000 };
    await expect(world.submit(user, large)).rejects.toMatchObject(tooLarge);
    await world.close1(user, first.positionId);
    await world.submit(user, large);
  });

  it.each([
    ['49999.99', 'done'],
    ['50000', 'done'],
    ['50000.01', 'futures.size-for-leverage'],
  ])('is that of a step up to its cap, with what is held: an order at %s is %s', async (limitPrice, outcome) => {
    const user = await rich();
    // 3,000 at the last price, and 199.94 BTC: at 50,000 they are the 10 million of the step together.
    await world.submit(user, { ...isolated, lots: 5 });
    const order = { ...isolated, lots: 19_994, isLimit: true, limitPrice };
    expect(await inTurn([() => world.submit(user, order)])).toEqual([outcome]);
  });

  it('holds for two orders at once: one is refused', async () => {
    const user = await rich();
    const order = { ...isolated, lots: 9000 };
    const results = await heldBack(
      world.source,
      [user],
      [() => world.submit(user, order), () => world.submit(user, order)],
    );
    expect(outcomesOf(results)).toEqual(['done', 'futures.size-for-leverage']);
  });

  it('is asked again when an order fills: one that is too large by then is revoked', async () => {
    const user = await rich();
    await world.submit(user, { ...isolated, lots: 9000 });
    const order = await world.open(user, { ...isolated, lots: 7400, side: 'long', isLimit: true, limitPrice: '59900' });
    await world.source.query(`update maintenance_tier set max_leverage = 19 where market_id = 1 and floor = 1000000`);
    await worker.price('59800', {}, 1);
    await worker.fill();
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 4, closedAs: 'revoked' });
    await world.source.query(`update maintenance_tier set max_leverage = 20 where market_id = 1 and floor = 1000000`);
  });
});

describe('maintenance', () => {
  it('of 200 positions is that of one: they are liquidated at its price, in the same part', async () => {
    const [single, many] = await Promise.all([rich(), rich()]);
    const one = await world.open(single, { ...isolated, lots: 16_000 });
    await world.submit(many, { ...isolated, lots: 80 });
    await worker.look();
    for (let n = 1; n < 200; n++) await world.submit(many, { ...isolated, lots: 80 });
    const price = await liquidationOf(single, one.positionId);
    const { figures, positions } = await world.get(ListFutures).open({ userId: many, demo: false });
    expect(new Set(figures.map(({ liquidationPrice }) => liquidationPrice))).toEqual(new Set([price]));
    const total = figures.reduce((sum, { requirement }) => sum + Number(requirement), 0);
    expect(total).toBeCloseTo(16_000 * 600 * 0.0255 - 16_300, 4);
    await worker.price(price as string);
    expect((await world.row(single, one.positionId)).lots).toBe(16_000);
    await worker.price(String(Number(price) - 0.01));
    const left = await world.row(single, one.positionId);
    expect(left.status).toBe(1);
    expect(left.lots).toBeLessThan(1800);
    const rows = await world.source.query(
      'select distinct lots, status from futures_position where user_id = $1 and id = any ($2)',
      [many, positions.map(({ positionId }) => positionId)],
    );
    expect(rows).toEqual([{ lots: Math.floor(left.lots / 200), status: 1 }]);
  });

  it('says in previews what it does: the step and the price of liquidation go by all of the side', async () => {
    const user = await rich();
    await world.open(user, { ...isolated, leverage: 10, lots: 17_000 });
    const order = { ...isolated, leverage: 10, lots: 100 };
    const seen = await world.get(PreviewFutures).order(world.wish(user, order));
    expect(seen).toMatchObject({ maintenanceRatio: '0.05', leverages: [1, 2, 3, 5, 10] });
    const { positionId } = await world.open(user, order);
    expect(await liquidationOf(user, positionId)).toBe(seen.liquidationPriceAfter);
    const stop = { stopLoss: seen.liquidationPriceAfter };
    await expect(world.submit(user, { ...order, ...stop })).rejects.toMatchObject({
      code: 'futures.stop-beyond-liquidation',
    });
  });

  it('takes back the orders that raise the step before it closes anything', async () => {
    const user = await rich();
    const position = await world.open(user, { ...isolated, leverage: 10, lots: 1600 });
    const waiting: Partial<OrderWish> = { ...isolated, leverage: 10, lots: 16_000, isLimit: true, limitPrice: '50000' };
    const order = await world.open(user, waiting);
    const short = await world.open(user, { ...waiting, side: 'short', limitPrice: '70000', lots: 10 });
    // Alone it needs 1 %, with the order 2.5 % on nearly all of it.
    await worker.price('54900');
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 4, closedAs: 'revoked' });
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 1, lots: 1600 });
    expect(await world.row(user, short.positionId)).toMatchObject({ status: 0 });
    const { positionId } = position;
    expect(Number(await liquidationOf(user, positionId))).toBeLessThan(54_900);
    await worker.price('53000');
    expect(await worker.reports(positionId)).toHaveLength(1);
  });

  it('of a cross account is that of its whole side, isolated positions included', async () => {
    const [plain, beside] = await Promise.all([world.user('60000'), world.user('900000')]);
    const cross = { marginMode: 'cross', leverage: 20, lots: 1600 } as const;
    const [one, other] = [await world.open(plain, cross), await world.open(beside, cross)];
    const large = await world.open(beside, { ...isolated, leverage: 10, lots: 14_000 });
    // Both have as much free.
    const { contract } = await world.balances(beside);
    const lacking = (Number((await world.balances(plain)).contract) - Number(contract)).toFixed(6);
    await fund(world.source, beside, lacking, { kind: 'contract' });
    await world.get(FollowOpenPositions).followMoney();
    await worker.price('57500', {}, 3);
    expect(await world.row(plain, one.positionId)).toMatchObject({ lots: 1600 });
    expect((await world.row(beside, other.positionId)).lots).toBeLessThan(1600);
    expect(await world.row(beside, large.positionId)).toMatchObject({ lots: 14_000 });
  });
});

it('a change is read together with the open rows beside it, whose thresholds have moved too', async () => {
  const user = await rich();
  const first = await world.open(user, { ...isolated, lots: 100 });
  const order = await world.open(user, { ...isolated, lots: 300, isLimit: true, limitPrice: '50000' });
  const others: Partial<OrderWish>[] = [{ side: 'short' }, { lots: 1 }];
  for (const each of others) await world.submit(user, { ...isolated, ...each });
  const [gone] = await world.rows(user);
  await world.close1(user, gone?.positionId as string);
  const last = await world.open(user, { ...isolated, lots: 200 });
  const store = world.get(FuturesIndexStore);
  const read = await store.positions([Number(last.positionId)]);
  const seen = read.map(({ id, quantity, exposure }) => [String(id), quantity, exposure]);
  const beside = [first, order, last].map(({ positionId, lots }) => [positionId, lots / 100, 6]);
  expect(seen).toHaveLength(beside.length);
  expect(seen).toEqual(expect.arrayContaining(beside));
});

describe('a decision that depends on what stands beside the position', () => {
  /** A position that only the step of the large one beside it liquidates, and the decision. */
  async function decided() {
    const user = await rich();
    const position = await world.open(user, { ...isolated, lots: 800 });
    const large = await world.open(user, { ...isolated, leverage: 10, lots: 15_000 });
    await world.get(FollowOpenPositions).follow();
    for (let sample = 0; sample < 2; sample++) {
      world.clock.advance(1000);
      world.price('58000');
      world.get(ReachedMargins).by([1]);
    }
    const { groups, marks } = await world.get(CheckMargins).decide([Number(position.positionId)]);
    expect(groups).toMatchObject([{ items: [{ id: position.positionId }] }]);
    const at = new Date(world.clock.now());
    const execute = (deleverage: boolean) =>
      world.get(Transactions).run((tx) => world.get(LiquidationStore).execute(tx, { groups, marks, at, deleverage }));
    return { user, position, large, execute };
  }

  const nothing = (changed: string) => ({ acted: [], apart: [], overtaken: [], behind: [], changed: [changed] });

  it('is not carried out when there is less by now', async () => {
    const { user, position, large, execute } = await decided();
    await world.close1(user, large.positionId, { lots: 14_000 });
    // What waits instead counts as well, but it would be taken back before anything is closed.
    await world.submit(user, { ...isolated, leverage: 10, lots: 14_100, isLimit: true, limitPrice: '50000' });
    for (const deleverage of [false, true]) expect(await execute(deleverage)).toEqual(nothing(position.positionId));
    await worker.price('58000');
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 1, lots: 800 });
  });

  it('is not carried out when that closes at the same time', async () => {
    const { user, position, large, execute } = await decided();
    const results = await heldBack(
      world.source,
      [user],
      [() => world.close1(user, large.positionId), () => execute(false)],
    );
    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled', value: nothing(position.positionId) },
    ]);
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 1, lots: 800 });
  });

  it('is carried out when there is more', async () => {
    const { user, position, execute } = await decided();
    await world.submit(user, { ...isolated, leverage: 10, lots: 10 });
    const acted = [position.positionId];
    expect(await execute(false)).toEqual({ acted, apart: [], overtaken: [], behind: [], changed: [] });
  });
});
