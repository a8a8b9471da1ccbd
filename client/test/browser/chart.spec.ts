import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { FuturesPositionsView } from '../../../server/contract/trading/futures.dto.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, layoutFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone, type PhonePage, soon } from './product.js';
import { atRest, openAtRest } from './rest.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';
const SHOTS = process.env.CHART_PICTURES;

const WORDS = {
  en: {
    tools: 'Indicators and settings',
    draw: 'Draw on the chart',
    boll: /^Bollinger bands/,
    rsi: /^Relative strength index/,
    volume: /^Volume VOL/,
    set: 'Settings: Relative strength index',
    second: 'Second period',
    number: 'Enter a number',
    whole: 'Enter a whole number',
    range: 'From 1 to 500',
    apply: 'Apply',
    averages: 'Candles are averages, not prices',
    heikin: 'Heikin-Ashi',
    percent: 'Percent',
    close: 'Close',
    trend: 'Trend line',
    fibonacci: 'Fibonacci retracement',
    text: 'Text',
    place: 'Place the text',
    noWords: 'Enter a text',
    remove: 'Delete drawing',
    removeAll: 'Delete all drawings',
    undo: 'Undo',
  },
  zh: {
    tools: '指标与设置',
    draw: '画线',
    boll: /^布林带/,
    rsi: /^相对强弱指标/,
    volume: /^成交量 VOL/,
    set: '设置：相对强弱指标',
    second: '周期二',
    number: '请输入数字',
    whole: '请输入整数',
    range: '1 至 500',
    apply: '应用',
    averages: '平均K线，不是实际价格',
    heikin: '平均K线',
    percent: '百分比',
    close: '关闭',
    trend: '趋势线',
    fibonacci: '斐波那契回调',
    text: '文字',
    place: '放置文字',
    noWords: '请输入文字',
    remove: '删除图形',
    removeAll: '删除全部图形',
    undo: '撤销',
  },
} as const;

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
}, HANGING_MS);
afterAll(() => world?.close(), HANGING_MS);

const chart = (page: Page) => page.getByRole('application');
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
};
async function boxOf(page: Page) {
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('There is no chart.');
  return box;
}

/** What the device keeps drawn on a market. */
const drawn = (page: Page, symbol = 'BTC/USDT'): Promise<{ tool: string; text: string }[]> =>
  page.evaluate((of) => {
    const stored = JSON.parse(window.localStorage.getItem('chart-drawings') ?? '{}') as {
      markets?: Record<string, { tool: string; text: string }[]>;
    };
    return stored.markets?.[of] ?? [];
  }, symbol);

/** A finger that is put on the chart, moved and lifted; the places are parts of the chart. */
async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await boxOf(page);
  const at = ([x, y]: [number, number]) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [at(from)]);
  for (const part of [0.2, 0.5, 1]) {
    const between = (axis: 0 | 1) => from[axis] + (to[axis] - from[axis]) * part;
    await send('touchMove', [at([between(0), between(1)])]);
  }
  await send('touchEnd', []);
  await session.detach();
}

async function openGuest(language: 'en' | 'zh'): Promise<PhonePage> {
  const phone = await openPhone(world.browser, language);
  await openAtRest(phone.page, world.app.url + TRADE);
  await chart(phone.page).waitFor();
  return phone;
}

describe.each(JOURNEY_LANGUAGES)('the chart, in %s', (language) => {
  const words = WORDS[language];

  it(
    'has indicators that are chosen, set, refused in words, and kept on the device',
    async () => {
      const { page, context, complaints } = await openGuest(language);
      const before = await boxOf(page);
      await button(page, words.tools).click();
      const sheet = page.getByRole('dialog').first();
      await sheet.getByRole('switch', { name: words.boll }).click();
      await sheet.getByRole('switch', { name: words.rsi }).click();
      await atRest(page);
      await shot(page, `${language}-sheet`);
      expect(await layoutFaults(page)).toEqual([]);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

      await button(sheet, words.set).click();
      const form = page.getByRole('dialog').filter({ has: button(page, words.apply) });
      const field = form.getByLabel(words.second);
      await field.waitFor();
      await atRest(page);
      for (const [typed, refusal] of [
        ['501', words.range],
        ['x', words.number],
        ['9.5', words.whole],
      ] as const) {
        await field.fill(typed);
        await button(form, words.apply).click();
        await soon(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'));
        await form.getByText(refusal).first().waitFor();
        expect(await field.inputValue()).toBe(typed);
      }
      await shot(page, `${language}-refused`);
      expect(await accessFaults(page)).toEqual([]);
      await field.fill('9');
      await button(form, words.apply).click();
      await form.waitFor({ state: 'hidden' });
      await button(sheet, words.close).first().click();
      await sheet.waitFor({ state: 'hidden' });

      const figures = (key: string) => page.locator(`[data-indicator="${key}"]`);
      await figures('rsi')
        .getByText(/^RSI9 \d+[.,]\d\d$/)
        .waitFor();
      await figures('boll')
        .getByText(/^BOLL \d{2,3}[.,]\d{3}/)
        .waitFor();
      const taller = await boxOf(page);
      expect(taller.height).toBeGreaterThan(before.height);
      // The figures are those of the bar under the cursor.
      const last = await figures('boll').innerText();
      await chart(page).press('ArrowLeft');
      await chart(page).press('PageUp');
      await soon(async () => expect(await figures('boll').innerText()).not.toBe(last));
      await shot(page, `${language}-indicators`);

      await openAtRest(page, world.app.url + TRADE);
      await figures('rsi').getByText(/^RSI9/).waitFor();
      expect((await boxOf(page)).height).toBe(taller.height);
      await page.setViewportSize({ width: 320, height: 640 });
      await atRest(page);
      expect(await sticksOut(page)).toBe(0);
      await shot(page, `${language}-narrow`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await atRest(page);
      await shot(page, `${language}-wide`);
      expect([await sticksOut(page), await accessFaults(page)]).toEqual([0, []]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'says that heikin-ashi candles are no prices, and changes its scale',
    async () => {
      const { page, context, complaints } = await openGuest(language);
      await button(page, words.tools).click();
      const sheet = page.getByRole('dialog').first();
      await sheet.getByRole('radio', { name: words.heikin, exact: true }).check();
      await sheet.getByRole('radio', { name: words.percent, exact: true }).check();
      await shot(page, `${language}-types`);
      await button(sheet, words.close).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByText(words.averages, { exact: true }).waitFor();
      await atRest(page);
      await shot(page, `${language}-heikin`);
      expect(await accessFaults(page)).toEqual([]);
      await page.getByRole('tab').first().click();
      await page.getByText(words.averages, { exact: true }).waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is drawn on with a finger while the page stands still; drawings are the market’s own, moved, deleted and brought back',
    async () => {
      const { page, context, complaints } = await openGuest(language);
      await button(page, words.draw).click();
      const tools = page.getByRole('toolbar');
      await tools.waitFor();
      const scrolled = () => page.evaluate(() => window.scrollY);
      const top = await scrolled();
      await button(tools, words.trend).click();
      await swipe(page, [0.2, 0.3], [0.6, 0.6]);
      await soon(async () => expect((await drawn(page)).map(({ tool }) => tool)).toEqual(['trend']));
      expect(await scrolled()).toBe(top);
      // What is taken hold of moves without the page as well.
      const before = JSON.stringify(await drawn(page));
      await swipe(page, [0.4, 0.45], [0.4, 0.75]);
      await soon(async () => expect(JSON.stringify(await drawn(page))).not.toBe(before));
      expect(await scrolled()).toBe(top);

      await button(tools, words.fibonacci).click();
      await page.keyboard.press('Escape');
      expect(await button(tools, words.fibonacci).getAttribute('aria-pressed')).toBe('false');
      await button(tools, words.fibonacci).click();
      await swipe(page, [0.2, 0.7], [0.7, 0.2]);
      await soon(async () => expect(await drawn(page)).toHaveLength(2));
      await button(tools, words.text).click();
      const box = await boxOf(page);
      await page.touchscreen.tap(box.x + box.width * 0.3, box.y + box.height * 0.2);
      const sheet = page.getByRole('dialog');
      await button(sheet, words.place).click();
      await sheet.getByText(words.noWords).waitFor();
      await sheet.getByRole('textbox').fill('Support 支撑');
      await button(sheet, words.place).click();
      await sheet.waitFor({ state: 'hidden' });
      expect((await drawn(page)).map(({ text }) => text)).toEqual(['', '', 'Support 支撑']);
      await atRest(page);
      await shot(page, `${language}-drawings`);
      expect(await layoutFaults(page)).toEqual([]);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

      await button(tools, words.remove).click();
      expect(await drawn(page)).toHaveLength(2);
      await button(tools, words.removeAll).click();
      expect(await drawn(page)).toEqual([]);
      await button(tools, words.undo).click();
      expect(await drawn(page)).toHaveLength(2);

      await openAtRest(page, `${world.app.url}/pages/trade/index?symbol=ETH%2FUSDT`);
      expect(await drawn(page, 'ETH/USDT')).toEqual([]);
      expect(await drawn(page)).toHaveLength(2);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});

describe('the user’s own lines on the chart', () => {
  let user: TestUser;

  beforeAll(async () => {
    user = await world.aVerifiedUser();
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
  }, HANGING_MS);

  /** A part of the last price. */
  const priceOf = async (part: number): Promise<string> => {
    const reply = await world.call.get('currency/new_timeshar?symbol=BTC/USDT&period=1min&limit=1');
    // Bars come in a form of their own.
    const close = Number((reply as unknown as { data: { close: string }[] }).data[0]?.close);
    return (close * part).toFixed(2);
  };

  /** Where on the chart, from the top, something can be taken hold of. */
  async function holdsOf(page: Page): Promise<number[]> {
    const box = await boxOf(page);
    const found: number[] = [];
    for (let y = 4; y < box.height - 30; y += 3) {
      await page.mouse.move(box.x + 30, box.y + y);
      const cursor = await page.evaluate(
        ([x, top]) => {
          const under = document.elementFromPoint(x ?? 0, top ?? 0);
          return under === null ? '' : getComputedStyle(under).cursor;
        },
        [box.x + 30, box.y + y],
      );
      if (cursor === 'ns-resize') found.push(y);
    }
    return found;
  }

  async function drag(page: Page, from: number, by: number): Promise<void> {
    const box = await boxOf(page);
    await page.mouse.move(box.x + 30, box.y + from);
    await page.mouse.down();
    await page.mouse.move(box.x + 30, box.y + from + by / 2);
    await page.mouse.move(box.x + 30, box.y + from + by);
    await page.mouse.up();
  }

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

  it(
    'a stop that is dragged asks with its new price; entry and liquidation stay where they are',
    async () => {
      const [profit, loss] = [await priceOf(1.004), await priceOf(0.996)];
      const order = { share: '2', multiple: '10', legal_id: '3', currency_id: '1', type: '1', status: '1' };
      const wish = { ...order, target_price: '', target_profit_price: profit, stop_loss_price: loss };
      const { type, message } = await world.call.post('lever/submit', wish, { token: user.token });
      expect([type, message]).toEqual(['ok', 'Submit success']);
      const before = await stops();
      const { page, context, complaints } = await world.openAs(user);
      await page.setViewportSize({ width: 1280, height: 900 });
      await world.go(page, FUTURES);
      // Two lines can be taken hold of: the highest place is the take-profit's, the lowest the stop-loss's.
      await soon(async () => expect(runsOf(await holdsOf(page))).toBe(2));
      await shot(page, 'en-contract-lines');
      const holds = await holdsOf(page);
      await drag(page, (holds.at(-1) ?? 0) - 3, -10);
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
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});

/** How many groups of neighbours there are among places three pixels apart. */
function runsOf(places: readonly number[]): number {
  return places.filter((place, index) => index === 0 || place - (places[index - 1] ?? 0) > 3).length;
}
