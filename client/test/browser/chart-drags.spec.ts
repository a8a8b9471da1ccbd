import type { Page } from 'playwright-core';
import type { FuturesPositionsView, FuturesPositionView } from '../../../server/contract/trading/futures.dto.js';
import type { SpotOrderView } from '../../../server/contract/trading/spot.dto.js';
import type { SpotStopView } from '../../../server/contract/trading/spot-stops.dto.js';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { drag, holdsOf, runsOf, shot } from './chart-hands.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';
import { atRest } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const WAIT_MS = 90_000;
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';
const PAIR = { currency_id: '1', legal_id: '3' };

const WORDS = {
  en: { trigger: 'Trigger price', limit: 'Limit price', stopLoss: 'Stop-loss', save: 'Save the change' },
  zh: { trigger: '触发价', limit: '限价', stopLoss: '止损价', save: '保存修改' },
} as const;

/** Lines that wait for a price are moved by hand; the server has another price only when the question is confirmed. */
describe('what waits for a price and is dragged on the chart', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** A part of the last price. */
  async function priceOf(part: number): Promise<string> {
    const reply = await world.call.get('currency/new_timeshar?symbol=BTC/USDT&period=1min&limit=1');
    // Bars come in a form of their own.
    const close = Number((reply as unknown as { data: { close: string }[] }).data[0]?.close);
    return (close * part).toFixed(2);
  }

  async function aTrader(): Promise<TestUser> {
    const user = await world.aVerifiedUser();
    await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
      user.userId,
    ]);
    await fund(world.source, user.userId, '1', { currencyId: BTC });
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
    return user;
  }

  const done = (path: string, fields: Record<string, string>, { token }: TestUser) =>
    soon(async () => expect(await world.call.post(path, fields, { token })).toMatchObject({ type: 'ok' }), WAIT_MS);

  const positionOf = async ({ token }: TestUser): Promise<FuturesPositionView | undefined> =>
    ((await world.call.get('futures/positions', { token })).message as FuturesPositionsView).positions[0];

  /** Drags the one line that can be dragged, or the lowest of so many, looks at what is asked and confirms it. */
  async function dragged(
    page: Page,
    by: number,
    { label, save, lines = 1, now }: { label: string; save: string; lines?: number; now: () => Promise<number> },
  ): Promise<void> {
    const before = await now();
    await soon(async () => expect(runsOf(await holdsOf(page))).toBe(lines), WAIT_MS);
    const holds = await holdsOf(page);
    const from = holds.findLast((place, index) => index === 0 || place - (holds[index - 1] ?? 0) > 3) ?? 0;
    await drag(page, from + 3, by);
    const sheet = page.getByRole('dialog');
    const field = sheet.getByLabel(label, { exact: false }).first();
    await field.waitFor();
    const wished = Number((await field.inputValue()).replaceAll(',', ''));
    // Down the page is down in price.
    expect(wished < before).toBe(by > 0);
    expect(wished).not.toBe(before);
    expect(await now()).toBe(before);
    await atRest(page);
    await shot(page, `${await page.evaluate(() => document.documentElement.lang)}-drag-${label}-asked`);
    await sheet.getByRole('button', { name: save, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    await soon(async () => expect(await now()).toBe(wished), WAIT_MS);
  }

  describe.each(JOURNEY_LANGUAGES)('in %s', (language) => {
    const words = WORDS[language];

    it(
      'a waiting stop of spot is triggered where it was dropped',
      async () => {
        const user = await aTrader();
        const stop = { ...PAIR, type: '2', amount: '0.01', target_price: '', trigger_price: await priceOf(0.994) };
        await done('spot/stop', stop, user);
        const { page, context, complaints } = await world.openAs(user, language);
        page.setDefaultTimeout(WAIT_MS);
        await world.go(page, TRADE);
        const triggers = async () => {
          const { message } = await world.call.get('spot/stops?status=1&account_type=real_account', {
            token: user.token,
          });
          const [waiting, ...others] = message as SpotStopView[];
          expect(others).toEqual([]);
          return Number(waiting?.trigger_price);
        };
        await dragged(page, 18, { label: words.trigger, save: words.save, now: triggers });
        expect(complaints).toEqual([]);
        await context.close();
      },
      HANGING_MS,
    );

    it(
      'a purchase that waits leaves its stop-loss where it was dropped',
      async () => {
        const user = await aTrader();
        await fund(world.source, user.userId, '10000');
        const prices = { target_price: await priceOf(0.997), stop_loss_price: await priceOf(0.992) };
        await done('coin/trade', { ...PAIR, type: '1', amount: '0.01', ...prices }, user);
        const { page, context, complaints } = await world.openAs(user, language);
        page.setDefaultTimeout(WAIT_MS);
        await world.go(page, TRADE);
        const left = async () => {
          const { message } = await world.call.get('coin/list?status=1&account_type=real_account', {
            token: user.token,
          });
          const [order, ...others] = message as SpotOrderView[];
          expect(others).toEqual([]);
          // The purchase itself stays where it is.
          expect(Number(order?.target_price)).toBe(Number(prices.target_price));
          return Number(order?.exit?.stop_loss_price);
        };
        await dragged(page, 15, { label: words.stopLoss, save: words.save, lines: 2, now: left });
        expect(complaints).toEqual([]);
        await context.close();
      },
      HANGING_MS,
    );

    it(
      'a pending order of contracts waits at the limit where it was dropped, and so does what waits to close',
      async () => {
        const order = { ...PAIR, type: '1', share: '4', multiple: '5', margin_mode: 'isolated' };
        const user = await aTrader();
        await done('lever/submit', { ...order, status: '0', target_price: await priceOf(0.994) }, user);
        const { page, context, complaints } = await world.openAs(user, language);
        page.setDefaultTimeout(WAIT_MS);
        await page.setViewportSize({ width: 1280, height: 900 });
        await world.go(page, FUTURES);
        const limit = async () => Number((await positionOf(user))?.limitPrice);
        await dragged(page, 18, { label: words.limit, save: words.save, now: limit });
        expect(await positionOf(user)).toMatchObject({ state: 'pending', lots: 4 });
        expect(complaints).toEqual([]);
        await context.close();

        const holder = await aTrader();
        await done('lever/submit', { ...order, status: '1', target_price: '' }, holder);
        const id = (await positionOf(holder))?.positionId ?? '';
        await done('lever/close_limit', { id, price: await priceOf(1.006), share: '3' }, holder);
        const own = await world.openAs(holder, language);
        own.page.setDefaultTimeout(WAIT_MS);
        await own.page.setViewportSize({ width: 1280, height: 900 });
        await world.go(own.page, FUTURES);
        const closing = async () => {
          const [waiting, ...others] = (await positionOf(holder))?.closings ?? [];
          expect(others).toEqual([]);
          return Number(waiting?.limitPrice);
        };
        await dragged(own.page, -12, { label: words.limit, save: words.save, now: closing });
        // Nothing was closed by that.
        expect(await positionOf(holder)).toMatchObject({ state: 'holding', lots: 4, closings: [{ lots: 3 }] });
        expect(own.complaints).toEqual([]);
        await own.context.close();
      },
      HANGING_MS,
    );
  });
});
