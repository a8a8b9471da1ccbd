import type { Locator, Page } from 'playwright-core';
import type { FuturesPositionsView } from '../../../server/contract/trading/futures.dto.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { priceAtHeight } from './chart-axis.js';
import { boxOf, drag, holdsOf, runsOf, shot } from './chart-hands.js';
import { canvasColour, type Drawn, drawnNow, watchCanvases } from './drawn-canvas.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';
import { atRest } from './rest.js';
import { closeTicket, openTicket, ticket } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const WAIT_MS = 60_000;
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

describe('the user’s own lines and fills on the chart', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
    user = await world.aVerifiedUser();
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** A part of the last price. */
  const priceOf = async (part: number): Promise<string> => {
    const reply = await world.call.get('currency/new_timeshar?symbol=BTC/USDT&period=1min&limit=1');
    // Bars come in a form of their own.
    const close = Number((reply as unknown as { data: { close: string }[] }).data[0]?.close);
    return (close * part).toFixed(2);
  };

  /** Where purchases, or sales, are marked: the corner that is at the price of a triangle below it, or above it. */
  async function marked(page: Page, side: 'buy' | 'sell', { triangles }: Drawn): Promise<[x: number, y: number][]> {
    const colour = await canvasColour(page, side === 'buy' ? '--gain' : '--loss');
    return triangles.flatMap(({ corners: [tip, left, right], colour: own }) => {
      if (!tip || !left || !right || own !== colour || left[1] !== right[1]) return [];
      return left[1] > tip[1] === (side === 'buy') ? [tip] : [];
    });
  }

  /** Each fill of the side is marked once, at its price and at the newest bars. */
  async function standsAtItsPrice(page: Page, side: 'buy' | 'sell', price: number): Promise<void> {
    const { width } = await boxOf(page);
    await soon(async () => {
      const drawn = await drawnNow(page);
      const tips = await marked(page, side, drawn);
      expect(tips).toHaveLength(1);
      const [x = 0, y = 0] = tips[0] ?? [];
      const at = await priceAtHeight(page, drawn, y);
      expect(Math.abs(at.price - price)).toBeLessThan(2 * at.pixel);
      expect(x).toBeGreaterThan(width / 2);
    }, WAIT_MS);
  }

  it(
    'what is bought and sold is marked at its price as soon as it is executed, and after a reload',
    async () => {
      const trader = await world.aVerifiedUser();
      await fund(world.source, trader.userId, '10000');
      const { page, context, complaints } = await world.openAs(trader);
      await watchCanvases(page);
      await world.go(page, TRADE);
      await soon(async () => expect((await drawnNow(page)).words.length).toBeGreaterThan(2));
      expect((await drawnNow(page)).triangles).toEqual([]);
      const trade = async (side: 'Buy' | 'Sell') => {
        await openTicket(page, side);
        await ticket(page).getByLabel('Market', { exact: true }).check({ force: true });
        await ticket(page).getByLabel('Quantity (BTC)').fill('0.01');
        await button(page, `${side} BTC`).click();
        await button(page, 'Confirm').click();
        await page.getByText(side === 'Buy' ? /^Bought 0\.01 BTC at/ : /^Sold 0\.01 BTC at/).waitFor();
        await closeTicket(page);
      };
      const priceOfLast = async () => {
        const rows = await world.source.query<{ price: number }[]>(
          `select (f.amount / f.quantity)::float as price from spot_fill f join spot_order o on o.id = f.order_id
            where o.user_id = $1 order by f.id desc limit 1`,
          [trader.userId],
        );
        return rows[0]?.price ?? 0;
      };
      await trade('Buy');
      const bought = await priceOfLast();
      await standsAtItsPrice(page, 'buy', bought);
      expect(await marked(page, 'sell', await drawnNow(page))).toEqual([]);
      await trade('Sell');
      const sold = await priceOfLast();
      await standsAtItsPrice(page, 'sell', sold);
      await standsAtItsPrice(page, 'buy', bought);
      await shot(page, 'en-fills');

      await world.go(page, TRADE);
      await standsAtItsPrice(page, 'buy', bought);
      await standsAtItsPrice(page, 'sell', sold);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'an order that is dragged asks with its new price, and is another only when that is sent',
    async () => {
      const price = await priceOf(0.997);
      const [base, quote] = ['1', '3'];
      const order = { type: '1', currency_id: base, legal_id: quote, target_price: price, amount: '0.01', time: 'gtc' };
      expect(await placed(order)).toBe('ok');
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, TRADE);
      await soon(async () => expect((await holdsOf(page)).length).toBeGreaterThan(0));
      await shot(page, 'en-order-line');
      const [from = 0] = await holdsOf(page);
      await drag(page, from + 3, 24);
      const sheet = page.getByRole('dialog');
      const field = sheet.getByLabel('Limit price', { exact: false }).first();
      await field.waitFor();
      const wished = (await field.inputValue()).replaceAll(',', '');
      expect(Number(wished)).toBeLessThan(Number(price));
      expect(await limits()).toEqual([price]);
      await atRest(page);
      await shot(page, 'en-order-asked');
      await button(sheet, 'Save the change').click();
      await sheet.waitFor({ state: 'hidden' });
      await soon(async () => expect((await limits()).map(Number)).toEqual([Number(wished)]));
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  async function placed(order: Record<string, string>): Promise<string> {
    const { type } = await world.call.post('coin/trade', order, { token: user.token });
    return type;
  }

  const limits = async (): Promise<string[]> => {
    const rows = await world.source.query<{ limit: string }[]>(
      `select limit_price::numeric(38, 2)::text as limit from spot_order where user_id = $1 and status = 'open'`,
      [user.userId],
    );
    return rows.map(({ limit }) => limit);
  };

  const stops = async (): Promise<[string | null, string | null][]> => {
    const { message } = await world.call.get('futures/positions', { token: user.token });
    const { positions } = message as FuturesPositionsView;
    return positions.map(({ takeProfit, stopLoss }) => [takeProfit, stopLoss]);
  };

  const entryPrice = async (): Promise<number> => {
    const { message } = await world.call.get('futures/positions', { token: user.token });
    return Number((message as FuturesPositionsView).positions[0]?.entryPrice);
  };

  it(
    'a stop that is dragged asks with its new price; entry and liquidation stay where they are',
    async () => {
      const [profit, loss] = [await priceOf(1.008), await priceOf(0.992)];
      const order = { share: '2', multiple: '10', legal_id: '3', currency_id: '1', type: '1', status: '1' };
      const wish = { ...order, target_price: '', target_profit_price: profit, stop_loss_price: loss };
      const { type, message } = await world.call.post('lever/submit', wish, { token: user.token });
      expect([type, message]).toEqual(['ok', 'Submit success']);
      const before = await stops();
      const { page, context, complaints } = await world.openAs(user);
      await watchCanvases(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await world.go(page, FUTURES);
      // Two lines can be taken hold of: the highest place is the take-profit's, the lowest the stop-loss's.
      await soon(async () => expect(runsOf(await holdsOf(page))).toBe(2));
      await shot(page, 'en-contract-lines');
      const entry = await entryPrice();
      await standsAtItsPrice(page, 'buy', entry);
      await drag(page, ((await holdsOf(page)).at(-1) ?? 0) - 3, -10);
      const sheet = page.getByRole('dialog');
      const field = sheet.getByLabel('Stop-loss', { exact: false }).first();
      await field.waitFor();
      const wished = Number((await field.inputValue()).replaceAll(',', ''));
      expect(wished).toBeGreaterThan(Number(loss));
      expect(await stops()).toEqual(before);
      await atRest(page);
      await shot(page, 'en-stop-asked');
      await button(sheet, 'Save').click();
      await sheet.waitFor({ state: 'hidden' });
      await soon(async () => expect((await stops()).map(([, stop]) => Number(stop))).toEqual([wished]));
      expect((await stops()).map(([take]) => Number(take))).toEqual([Number(profit)]);

      // The line of the take-profit, left where it was by that, in the same way.
      await soon(async () => expect(runsOf(await holdsOf(page))).toBe(2));
      await drag(page, ((await holdsOf(page))[0] ?? 0) + 3, -12);
      const target = sheet.getByLabel('Take-profit', { exact: false }).first();
      await target.waitFor();
      const aimed = Number((await target.inputValue()).replaceAll(',', ''));
      expect(aimed).toBeGreaterThan(Number(profit));
      expect((await stops()).map(([take]) => Number(take))).toEqual([Number(profit)]);
      await atRest(page);
      await shot(page, 'en-take-asked');
      await button(sheet, 'Save').click();
      await sheet.waitFor({ state: 'hidden' });
      await soon(async () => expect((await stops()).map((both) => both.map(Number))).toEqual([[aimed, wished]]));
      // The chart says it, too, once the account has come with it.
      await soon(async () => {
        const { words } = await drawnNow(page);
        expect(words.map(({ text }) => text.replaceAll(',', ''))).toContain(aimed.toFixed(2));
      }, WAIT_MS);
      expect(await entryPrice()).toBe(entry);
      await shot(page, 'en-stops-moved');
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
