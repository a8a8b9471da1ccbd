import type { Locator, Page } from 'playwright-core';
import { words as charting } from '../../languages/charting/en';
import { words as chartingChinese } from '../../languages/charting/zh';
import { words as common } from '../../languages/common/en';
import { words as commonChinese } from '../../languages/common/zh';
import { axisScale } from './chart-axis.js';
import { boxOf, chart, shot } from './chart-hands.js';
import { watchCanvases } from './drawn-canvas.js';
import { accessFaults, layoutFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone, type PhonePage, soon } from './product.js';
import { atRest, openAtRest, sheetsLeft } from './rest.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';
const NAMES = { en: charting.charting, zh: chartingChinese.charting };
const MINUTE = { en: common.chart.m1, zh: commonChinese.chart.m1 };

/** What each indicator says above its lines, as it begins: first those over the prices, then those of panes of their own. */
const OVER = {
  ma: ['MA7', 'MA25', 'MA99'],
  ema: ['EMA7', 'EMA25', 'EMA99'],
  boll: ['BOLL', 'UB', 'LB'],
  vwap: ['VWAP', 'VWAP+', 'VWAP−'],
  sar: ['SAR'],
} as const;
const FIRST_BELOW = {
  vol: ['VOL', 'MA5', 'MA10'],
  macd: ['DIF', 'DEA', 'MACD'],
  rsi: ['RSI6', 'RSI14', 'RSI24'],
  kdj: ['K', 'D', 'J'],
} as const;
const LAST_BELOW = { cci: ['CCI20'], atr: ['ATR14'], obv: ['OBV', 'EMA30'] } as const;

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

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

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

/** What stands before each figure of the indicators, all of which are numbers; what is none stands there instead. */
function namesOfFigures(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-indicator]')].map((legend) => [
        legend.dataset.indicator ?? '',
        [...legend.querySelectorAll('span')].map((figure) => {
          const [name = '', value = ''] = figure.innerText.split(' ');
          return /^-?[\d,]+(\.\d+)?[KMBT万亿]?$/.test(value) ? name : figure.innerText;
        }),
      ]),
    ),
  );
}

/** What the legend says of MA7 at the last bar that is closed, and the mean of the seven closes that the chart's table has. */
async function meanBeforeLast(page: Page): Promise<[shown: number, mean: number]> {
  for (const key of ['Escape', 'ArrowLeft', 'ArrowLeft']) await chart(page).press(key);
  return page.evaluate(() => {
    const figure = document.querySelector('[role=application]')?.closest('figure');
    const number = (text: string | null | undefined) => Number((text ?? '').replaceAll(',', ''));
    const closes = [...(figure?.querySelectorAll('tbody tr') ?? [])]
      .slice(0, 7)
      .map((bar) => number(bar.lastElementChild?.textContent));
    const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
    return [number(document.querySelector('[data-indicator=ma] b')?.textContent), mean];
  });
}

async function openGuest(language: 'en' | 'zh'): Promise<PhonePage> {
  const phone = await openPhone(world.browser, language);
  await watchCanvases(phone.page);
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
    'has all twelve indicators with figures of the bars, no more panes than a phone can show, and keeps them',
    async () => {
      const { page, context, complaints } = await openGuest(language);
      const names = NAMES[language];
      const sheet = page.getByRole('dialog').first();
      const row = (key: keyof typeof names.names) =>
        sheet.getByRole('switch', { name: `${names.names[key]} ${key.toUpperCase()}` });
      const change = async (act: () => Promise<void>) => {
        await button(page, words.tools).click();
        await act();
        await button(sheet, words.close).first().click();
        await sheet.waitFor({ state: 'hidden' });
        await sheetsLeft(page);
      };
      const switchAll = async (keys: readonly string[]) => {
        for (const key of keys as (keyof typeof names.names)[]) await row(key).click();
      };
      await page.getByRole('tab', { name: MINUTE[language], exact: true }).click();
      await change(async () => {
        await switchAll([...Object.keys(OVER), ...Object.keys(FIRST_BELOW)]);
        await sheet.getByText(names.panesMost.replace('{{count}}', '4')).waitFor();
        for (const key of ['cci', 'atr', 'obv'] as const) expect(await row(key).isDisabled()).toBe(true);
        await button(sheet, words.set).click();
        const form = page.getByRole('dialog').filter({ has: button(page, words.apply) });
        await form.getByLabel(names.settings.first).fill('5');
        await button(form, words.apply).click();
        await form.waitFor({ state: 'hidden' });
        await atRest(page);
        await shot(page, `${language}-nine-chosen`);
      });
      const first = { ...OVER, ...FIRST_BELOW, rsi: ['RSI5', 'RSI14', 'RSI24'] };
      await soon(async () => expect(await namesOfFigures(page)).toEqual(first));
      await soon(async () => {
        const [shown, mean] = await meanBeforeLast(page);
        expect(Math.abs(shown - mean)).toBeLessThan(0.02);
      });
      await shot(page, `${language}-nine`);
      expect([await sticksOut(page), await accessFaults(page)]).toEqual([0, []]);

      await openAtRest(page, world.app.url + TRADE);
      await page.getByRole('tab', { name: MINUTE[language], exact: true }).click();
      await soon(async () => expect(await namesOfFigures(page)).toEqual(first));
      await change(async () => {
        await switchAll([...Object.keys(FIRST_BELOW), ...Object.keys(LAST_BELOW)]);
      });
      await soon(async () => expect(await namesOfFigures(page)).toEqual({ ...OVER, ...LAST_BELOW }));
      await shot(page, `${language}-other-panes`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'says that heikin-ashi candles are no prices, measures by the scale that is chosen, and keeps both',
    async () => {
      const { page, context, complaints } = await openGuest(language);
      const sheet = page.getByRole('dialog').first();
      const choice = (name: string) => sheet.getByRole('radio', { name, exact: true });
      const averages = page.getByText(words.averages, { exact: true });
      const choose = async (...names: string[]) => {
        await button(page, words.tools).click();
        for (const name of names) await choice(name).check();
        await atRest(page);
        await shot(page, `${language}-types`);
        await button(sheet, words.close).click();
        await sheet.waitFor({ state: 'hidden' });
        await sheetsLeft(page);
      };
      const isMeasured = (scale: 'normal' | 'log' | 'percent') =>
        soon(async () => expect(await axisScale(page)).toBe(scale));
      await isMeasured('normal');
      expect(await averages.count()).toBe(0);
      for (const scale of ['log', 'percent'] as const) {
        await choose(words.heikin, NAMES[language].scales[scale]);
        await averages.waitFor();
        await isMeasured(scale);
        await atRest(page);
        await shot(page, `${language}-heikin-${scale}`);
        expect(await accessFaults(page)).toEqual([]);
        await openAtRest(page, world.app.url + TRADE);
        await averages.waitFor();
        await isMeasured(scale);
        await button(page, words.tools).click();
        await choice(words.heikin).waitFor();
        const kept = [words.heikin, NAMES[language].scales[scale]].map((name) => choice(name).isChecked());
        expect(await Promise.all(kept)).toEqual([true, true]);
        await button(sheet, words.close).click();
        await sheet.waitFor({ state: 'hidden' });
        await sheetsLeft(page);
      }
      await page.getByRole('tab').first().click();
      await averages.waitFor({ state: 'hidden' });
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
