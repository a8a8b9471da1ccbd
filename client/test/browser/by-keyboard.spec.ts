import type { Locator, Page } from 'playwright-core';
import type { FuturesPositionsView } from '../../../server/contract/trading/futures.dto.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
/** More stops than any page has. */
const STOPS_MOST = 200;

const WORDS = {
  en: {
    buy: 'Buy',
    kind: 'Order type',
    limit: 'Limit',
    price: 'Price (USDT)',
    quantity: 'Quantity (BTC)',
    buyCoin: 'Buy BTC',
    confirm: 'Confirm',
    orders: 'Orders',
    open: 'Open orders (1)',
    cancel: 'Cancel',
    cancelLong: 'Cancel the order',
    none: 'Your waiting orders will be listed here.',
    long: 'Long',
    limitPrice: 'Limit price',
    next: 'Next',
    openLong: /^Open long/,
    pending: 'Pending 1',
    cancelOrder: 'Cancel order',
    nonePending: 'Limit orders that wait for their price will be here.',
  },
  zh: {
    buy: '买入',
    kind: '委托类型',
    limit: '限价',
    price: '价格 (USDT)',
    quantity: '数量 (BTC)',
    buyCoin: '买入 BTC',
    confirm: '确认',
    orders: '委托',
    open: /^当前委托.*1/,
    cancel: '撤单',
    cancelLong: '撤销委托',
    none: '等待成交的委托会显示在这里。',
    long: '做多',
    limitPrice: '限价',
    next: '下一步',
    openLong: /^开多/,
    pending: /^挂单.*1/,
    cancelOrder: '撤单',
    nonePending: /挂单/,
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** An order from the page's first key to its end, with no pointer at all. */
describe('an order by the keyboard alone', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
  const called = (within: Page | Locator, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
    within.getByRole(role, { name, exact: typeof name === 'string' }).first();

  /** Tab after Tab until the element has the focus, which is seen there. */
  async function tabTo(page: Page, one: Locator): Promise<void> {
    await one.waitFor();
    for (let stops = 0; !(await isFocused(one)); stops += 1) {
      if (stops === STOPS_MOST) throw new Error(`The focus never comes to ${String(one)}`);
      await page.keyboard.press('Tab');
    }
    expect(await one.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
  }

  async function press(page: Page, one: Locator): Promise<void> {
    await eventually(() => one.isEnabled(), 'a button that can be pressed', PATIENCE_MS);
    await tabTo(page, one);
    await page.keyboard.press('Enter');
  }

  /** By Tab to the one of them that is chosen, and on by arrows. */
  async function choose(page: Page, wanted: Locator, others: Locator): Promise<void> {
    await wanted.waitFor();
    const isAmong = () => others.evaluateAll((all) => all.some((each) => each === document.activeElement));
    for (let stops = 0; !(await isAmong()); stops += 1) {
      if (stops === STOPS_MOST) throw new Error(`The focus never comes to those beside ${String(wanted)}`);
      await page.keyboard.press('Tab');
    }
    for (let moves = await others.count(); !(await isFocused(wanted)) && moves > 0; moves -= 1)
      await page.keyboard.press('ArrowRight');
    expect(await isFocused(wanted)).toBe(true);
  }

  async function type(page: Page, field: Locator, text: string): Promise<void> {
    await tabTo(page, field);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await soon(async () => expect((await field.inputValue()).replaceAll(',', '')).toBe(text));
  }

  /** The page of somebody with money there, on which nothing was pressed yet and no pointer exists. */
  async function open(path: string, language: Language, kind: 'spot' | 'contract') {
    const user = await world.aUser();
    await fund(world.source, user.userId, '10000', { kind });
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, path);
    return { user, ...phone };
  }

  it.each(LANGUAGES)(
    'is placed, confirmed, found and cancelled on spot (%s)',
    async (language) => {
      const words = WORDS[language];
      const path = '/pages/trade/index?symbol=BTC%2FUSDT';
      const { user, page, context, complaints } = await open(path, language, 'spot');
      const stored = () =>
        world.source.query(
          `select side, status, trim_scale(limit_price)::text as price, trim_scale(quantity)::text as quantity
             from spot_order where user_id = $1`,
          [user.userId],
        );
      await press(page, called(page.locator('[data-bar="over"]'), 'button', words.buy));
      const sheet = page.getByRole('dialog');
      const kinds = sheet.getByRole('radiogroup', { name: words.kind }).getByRole('radio');
      await choose(page, called(sheet, 'radio', words.limit), kinds);
      await type(page, sheet.getByLabel(words.price), '1000');
      await type(page, sheet.getByLabel(words.quantity), '0.02');
      await press(page, called(sheet, 'button', words.buyCoin));
      await called(page, 'button', words.confirm).waitFor();
      expect(await stored()).toEqual([]);
      await press(page, called(page, 'button', words.confirm));
      await sheet.waitFor({ state: 'hidden' });
      expect(await stored()).toEqual([{ side: 'buy', status: 'open', price: '1000', quantity: '0.02' }]);

      const lists = called(page, 'region', words.orders);
      await choose(page, called(lists, 'tab', words.open), lists.getByRole('tab'));
      await press(page, called(lists, 'button', words.cancel));
      expect(await stored()).toMatchObject([{ status: 'open' }]);
      await press(page, called(sheet, 'button', words.cancelLong));
      await lists.getByText(words.none).waitFor();
      expect(await stored()).toMatchObject([{ status: 'cancelled' }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  async function positionsOf({ token }: TestUser): Promise<FuturesPositionsView['positions']> {
    const { message } = await world.call.get('futures/positions', { token });
    return (message as FuturesPositionsView).positions;
  }

  it.each(LANGUAGES)(
    'is placed, confirmed, found and cancelled on contracts (%s)',
    async (language) => {
      const words = WORDS[language];
      const path = '/pages/contract/index?symbol=BTC%2FUSDT';
      const { user, page, context, complaints } = await open(path, language, 'contract');
      const sheet = page.getByRole('dialog');
      await press(page, called(page, 'button', words.long));
      const limit = called(sheet, 'radio', words.limit);
      const kinds = sheet.locator(`input[type="radio"][name="${await limit.getAttribute('name')}"]`);
      await choose(page, limit, kinds);
      const field = sheet.locator('input[inputmode="decimal"]').and(sheet.getByLabel(words.limitPrice));
      await soon(async () => expect(Number((await field.inputValue()).replaceAll(',', ''))).toBeGreaterThan(0));
      const price = Math.floor(Number((await field.inputValue()).replaceAll(',', '')) * 0.8);
      await type(page, field, String(price));
      await press(page, called(sheet, 'button', words.next));
      await called(sheet, 'button', words.openLong).waitFor();
      expect(await positionsOf(user)).toEqual([]);
      await press(page, called(sheet, 'button', words.openLong));
      await sheet.waitFor({ state: 'hidden' });
      expect(await positionsOf(user)).toMatchObject([{ state: 'pending' }]);

      const pending = called(page, 'tab', words.pending);
      await pending.waitFor();
      await choose(page, pending, pending.locator('xpath=ancestor::*[@role="tablist"]').getByRole('tab'));
      if ((await pending.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('Enter');
      await press(page, called(page.locator('[data-order]'), 'button', words.cancelOrder));
      expect(await positionsOf(user)).toMatchObject([{ state: 'pending' }]);
      await press(page, called(sheet, 'button', words.cancelOrder));
      await sheet.waitFor({ state: 'hidden' });
      await soon(async () => expect(await positionsOf(user)).toEqual([]));
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
