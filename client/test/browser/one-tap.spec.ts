import type { Locator, Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

const WORDS = {
  en: {
    switch: /^One-tap orders/,
    meant: /the button sends a market or limit order at once/,
    note: 'One tap is on: sent at once, without a confirmation.',
    buy: 'Buy',
    ticket: 'Order ticket',
    market: 'Market',
    quantity: 'Quantity (BTC)',
    buyCoin: 'Buy BTC',
    confirm: 'Confirm',
    bought: /^Bought 0\.01 BTC at /,
    long: 'Long',
    next: 'Next',
    openLong: /^Open long/,
    lot: '1 lot',
  },
  zh: {
    switch: /^一键下单/,
    meant: /点按按钮即提交市价或限价委托/,
    note: '已开启一键下单：点按后立即提交，不再确认。',
    buy: '买入',
    ticket: '下单',
    market: '市价',
    quantity: '数量 (BTC)',
    buyCoin: '买入 BTC',
    confirm: '确认',
    bought: /0\.01 BTC/,
    long: '做多',
    next: '下一步',
    openLong: /^开多/,
    lot: '1 手',
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** What is sent without a confirmation: by whoever has asked for it, once, and by nobody else. */
describe('one-tap orders, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function aTrader(): Promise<TestUser> {
    const user = await world.aUser();
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
    return user;
  }

  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });
  const orders = async ({ userId }: TestUser): Promise<{ status: string }[]> =>
    world.source.query('select side, status, demo from spot_order where user_id = $1 order by id', [userId]);

  /** How often the page has sent the command. */
  function sentOf({ page }: PhonePage, path: string): () => number {
    let count = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === `/api/${path}`) count += 1;
    });
    return () => count;
  }

  async function switchOn(page: Page, language: Language): Promise<void> {
    const words = WORDS[language];
    await world.go(page, '/pages/settings/index');
    const choice = page.getByRole('switch', { name: words.switch });
    await page.getByText(words.meant).waitFor();
    expect(await choice.isChecked()).toBe(false);
    await choice.check({ force: true });
    expect(await layoutFaults(page)).toEqual([]);
  }

  /** The ticket of spot with a purchase filled in. */
  async function fillIn(page: Page, language: Language): Promise<Locator> {
    const words = WORDS[language];
    await world.go(page, SPOT);
    await button(page.locator('[data-bar="over"]'), words.buy).click();
    const ticket = page.getByRole('region', { name: words.ticket });
    await ticket.getByLabel(words.market, { exact: true }).check({ force: true });
    await ticket.getByLabel(words.quantity).fill('0.01');
    await eventually(() => button(ticket, words.buyCoin).isEnabled(), 'a market that trades', PATIENCE_MS);
    return ticket;
  }

  it.each(LANGUAGES)(
    'are off until they are asked for, then say so, and a tap buys once on spot (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await aTrader();
      const phone = await world.openAs(user, language);
      const { page, context, complaints } = phone;
      page.setDefaultTimeout(PATIENCE_MS);
      const sent = sentOf(phone, 'coin/trade');
      const asked = await fillIn(page, language);
      expect(await page.getByText(words.note).count()).toBe(0);
      await button(asked, words.buyCoin).click();
      await button(page, words.confirm).waitFor();
      expect([sent(), await orders(user)]).toEqual([0, []]);

      await switchOn(page, language);
      const ticket = await fillIn(page, language);
      await ticket.getByText(words.note).waitFor();
      expect(await accessFaults(page)).toEqual([]);
      // A finger that taps twice means once.
      await button(ticket, words.buyCoin).dblclick();
      await page.getByText(words.bought).first().waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await orders(user)).toMatchObject([{ side: 'buy', status: 'filled', demo: false }]);
      expect(sent()).toBe(1);

      // Enter in a field asks all the same.
      const again = await fillIn(page, language);
      await again.getByLabel(words.quantity).press('Enter');
      await button(page, words.confirm).waitFor();
      expect([sent(), (await orders(user)).length]).toEqual([1, 1]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LANGUAGES)(
    'open one position on contracts, where the button says what it does (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await aTrader();
      const phone = await world.openAs(user, language);
      const { page, context, complaints } = phone;
      page.setDefaultTimeout(PATIENCE_MS);
      const sent = sentOf(phone, 'lever/submit');
      const sheet = page.getByRole('dialog');
      const open = async (name: string | RegExp) => {
        await world.go(page, FUTURES);
        await eventually(() => button(page, words.long).first().isEnabled(), 'a market that trades', PATIENCE_MS);
        await button(page, words.long).first().click();
        await eventually(() => button(sheet, name).isEnabled(), 'a preview', PATIENCE_MS);
        return button(sheet, name);
      };
      await open(words.next);
      expect(await sheet.getByText(words.note).count()).toBe(0);

      await switchOn(page, language);
      const go = await open(words.openLong);
      await sheet.getByText(words.note).waitFor();
      expect(await accessFaults(page)).toEqual([]);
      await go.dblclick();
      await sheet.waitFor({ state: 'hidden' });
      await page.locator('[data-position]').getByText(words.lot).first().waitFor();
      await soon(async () => {
        const { message } = await world.call.get('futures/positions', { token: user.token });
        expect(message).toMatchObject({ positions: [{ state: 'holding' }] });
      });
      expect(sent()).toBe(1);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
