import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { ListFutures } from '../futures/index.js';
import { PreviewFutures } from './preview-futures.js';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => {
  world.clock.advance(60_000);
  world.price('60000');
});

// 0.1 BTC at 60,005; a lot's margin is 12.001, and it is gone where the price is about 1,200 lower.
describe('the preview of closing a part at a loss', () => {
  it.each<[string, 'isolated' | 'cross', `${number}`]>([
    ['less than the part’s own margin', 'isolated', '59500'],
    ['nearly all of it: what is left is paid out and not kept', 'isolated', '58900'],
    ['more than it, which the rest of the margin pays', 'isolated', '58820'],
    ['less than the part’s own margin', 'cross', '59500'],
    ['more than it, which the account pays', 'cross', '58820'],
  ])('of %s (%s) says what closing then does', async (_how, marginMode, price) => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, { marginMode, leverage: 50, lots: 10 });
    world.price(price);
    const preview = await world.get(PreviewFutures).close(user, positionId, 1);
    const before = await world.balances(user);
    await world.close1(user, positionId, { lots: 1 });
    const after = await world.balances(user);
    expect(preview.balanceAfter).toBe(after.contract);
    const closed = await world.row(user, positionId);
    expect(closed).toMatchObject({ status: 1, lots: 9, fee: new Decimal('3.00025').plus(preview.fee).toFixed() });
    // Market close: a hundredth of a bitcoin bought at 60,005 and sold 5 below the bid, and 0.05 % of what it is sold for.
    const sold = new Decimal(price).minus(5);
    const back = new Decimal('12.001').plus(sold.minus(60_005).times('0.01')).minus(sold.times('0.000005'));
    const isPaidOut = marginMode === 'cross' || back.gt(0);
    expect(new Decimal(after.contract).minus(before.contract).toFixed()).toBe(isPaidOut ? back.toFixed() : '0');
    const expectedMargin = new Decimal('108.009').plus(isPaidOut ? 0 : back);
    expect(closed.margin).toBe(expectedMargin.toFixed());
    const [figures] = (await world.get(ListFutures).open({ userId: user, demo: false })).figures;
    expect(preview.liquidationPriceAfter).toBe(figures?.liquidationPrice);
  });

  it('is refused for what is not held yet', async () => {
    const user = await world.user('1000');
    const order = await world.open(user, { isLimit: true, limitPrice: '50000', lots: 1 });
    await expect(world.get(PreviewFutures).close(user, order.positionId, null)).rejects.toMatchObject({
      code: 'futures.not-open',
    });
  });
});
