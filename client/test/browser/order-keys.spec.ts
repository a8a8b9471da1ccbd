import type { Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import { accessFaults, layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';
import { openTicket, ticket } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const MARKET = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

/** The product in this process on simulated prices with the built pages. */
describe('what somebody prefers, on the page', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  it(
    'a star and a look of one device are on the other one, too',
    async () => {
      const user = await world.aUser();
      const [one, other] = [await world.openAs(user), await world.openAs(user)];
      await world.go(one.page, MARKET);
      await one.page.getByRole('button', { name: 'Add BTC/USDT to favourites' }).click();
      await one.page.getByRole('button', { name: 'Remove BTC/USDT from favourites' }).waitFor();
      await world.go(one.page, '/pages/settings/index');
      await one.page.getByRole('radio', { name: 'Light' }).check({ force: true });
      await eventually(async () => {
        const { message } = await world.call.get('preferences', { token: user.token });
        const { favourites, appearance } = message as { favourites: string[]; appearance: string };
        return favourites.includes('BTC/USDT') && appearance === 'light';
      }, 'the account has what was chosen');
      await world.go(other.page, MARKET);
      await other.page.getByRole('button', { name: 'Remove BTC/USDT from favourites' }).waitFor();
      await soon(async () =>
        expect(await other.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light'),
      );
      expect([...one.complaints, ...other.complaints]).toEqual([]);
      await Promise.all([one.context.close(), other.context.close()]);
    },
    HANGING_MS,
  );

  it(
    'how coarse each book is and how charts look go along, each by itself, and what a device had before',
    async () => {
      const user = await world.aUser();
      const [one, other] = [await world.openAs(user), await world.openAs(user)];
      const layout = async () => {
        const { message } = await world.call.get('preferences', { token: user.token });
        return (message as { layout: Record<string, string> }).layout;
      };
      const step = async ({ page }: typeof one) => {
        await world.go(page, FUTURES);
        await page.getByRole('tab', { name: 'Order book' }).click();
        return page.getByLabel('Step of the order book').first();
      };
      // What the version before has kept on this device.
      await one.context.addInitScript(() => {
        if (window.localStorage.getItem('layout-spec') !== null) return;
        window.localStorage.setItem('layout-spec', 'begun');
        window.localStorage.setItem('book-groups', '{"ETH/USDT":1}');
      });
      await (await step(one)).selectOption({ index: 2 });
      await soon(async () => expect(await layout()).toEqual({ 'book:BTC/USDT': '2', 'book:ETH/USDT': '1' }));
      await world.go(other.page, FUTURES);
      await other.page.getByRole('button', { name: 'Indicators and settings' }).click();
      await other.page.getByRole('dialog').getByRole('radio', { name: 'Heikin-Ashi', exact: true }).check();
      await soon(async () => {
        const { chart, ...books } = await layout();
        expect(books).toEqual({ 'book:BTC/USDT': '2', 'book:ETH/USDT': '1' });
        expect(chart).toContain('heikin-ashi');
      });
      const there = await step(other);
      await soon(async () => expect(await there.inputValue()).toBe('2'));
      await world.go(one.page, FUTURES);
      // What stands on the chart of such candles.
      await one.page.getByText('Candles are averages, not prices').waitFor();
      expect([...one.complaints, ...other.complaints]).toEqual([]);
      await Promise.all([one.context.close(), other.context.close()]);
    },
    HANGING_MS,
  );

  it('who wants less motion has other colours at once: none passes from element to element', async () => {
    const { page, context } = await world.openAs(await world.aUser());
    await world.go(page, MARKET);
    const passing = await page.evaluate(() => {
      const colour = () => getComputedStyle(document.body).color;
      const before = colour();
      document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
      const isOther = colour() !== before;
      const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
      return { isOther, moving: moving.map(({ transitionProperty }) => transitionProperty) };
    });
    expect(passing).toEqual({ isOther: true, moving: [] });
    await context.close();
  });

  const amount = (page: Page) => ticket(page).getByLabel('Quantity (BTC)');

  it(
    'keys that were asked for fill in the ticket, and none of them sends an order',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '10000');
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, MARKET);
      // Nobody has asked for keys yet.
      await page.keyboard.press('b');
      expect(await ticket(page).isVisible()).toBe(false);
      await world.go(page, '/pages/settings/index');
      await page.getByRole('switch', { name: /^Order entry by keys/ }).check({ force: true });
      await world.go(page, MARKET);
      await soon(async () => {
        await page.keyboard.press('b');
        expect(await ticket(page).isVisible()).toBe(true);
      });
      await page.keyboard.press('l');
      await page.keyboard.press('1');
      await soon(async () => expect(await amount(page).inputValue()).toMatch(/^0[.]0\d+$/));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
      const [row] = await world.source.query('select count(*)::int as orders from spot_order where user_id = $1', [
        user.userId,
      ]);
      expect(row).toEqual({ orders: 0 });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'the same keys fill in the ticket of contracts: side, kind, price, a part of what is there, and a look before it is sent',
    async () => {
      const user = await world.aUser();
      await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
        user.userId,
      ]);
      await fund(world.source, user.userId, '1000', { kind: 'contract' });
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/settings/index');
      await page.getByRole('switch', { name: /^Order entry by keys/ }).check({ force: true });
      await world.go(page, FUTURES);
      const sheet = page.getByRole('dialog');
      const lots = sheet.getByLabel('Lots', { exact: true });
      const limit = sheet.getByLabel('Limit price');
      const figure = async (field: typeof lots) => Number((await field.inputValue()).replaceAll(',', ''));
      await soon(async () => {
        await page.keyboard.press('s');
        expect(await sheet.isVisible()).toBe(true);
      });
      await sheet.getByRole('button', { name: 'Short', exact: true, pressed: true }).waitFor();
      await page.keyboard.press('b');
      await sheet.getByRole('button', { name: 'Long', exact: true, pressed: true }).waitFor();
      await page.keyboard.press('l');
      await soon(async () => expect(await sheet.getByRole('radio', { name: 'Limit' }).isChecked()).toBe(true));
      const before = await figure(limit);
      expect(before).toBeGreaterThan(0);
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowDown');
      await soon(async () => expect(await figure(limit)).toBeCloseTo(before - 0.3, 6));
      await page.keyboard.press('ArrowUp');
      await soon(async () => expect(await figure(limit)).toBeCloseTo(before - 0.29, 6));
      await page.keyboard.press('4');
      await soon(async () => expect(await figure(lots)).toBeGreaterThan(3));
      await sheet.getByRole('button', { name: '100%', exact: true, pressed: true }).waitFor();
      const all = await figure(lots);
      await page.keyboard.press('2');
      await soon(async () => expect(await figure(lots)).toBe(Math.floor(all / 2)));
      await sheet.getByRole('button', { name: '50%', exact: true, pressed: true }).waitFor();
      await page.keyboard.press('m');
      await soon(async () => expect(await sheet.getByRole('radio', { name: 'Market' }).isChecked()).toBe(true));
      await page.keyboard.press('7');
      await soon(async () => expect(await lots.inputValue()).toBe('7'));
      expect(await lots.evaluate((field) => field === document.activeElement)).toBe(true);
      // A key that is typed into the field is no command any more.
      await page.keyboard.press('2');
      expect(await lots.inputValue()).toBe('72');
      await page.keyboard.press('Backspace');
      await sheet.locator('dl > div').filter({ hasText: 'Available afterwards' }).filter({ hasText: /\d/ }).waitFor();
      await page.keyboard.press('Enter');
      await sheet.getByRole('heading', { name: 'Confirm long' }).waitFor();
      const count = 'select count(*)::int as orders from futures_position where user_id = $1';
      expect(await world.source.query(count, [user.userId])).toEqual([{ orders: 0 }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(['en', 'zh'])(
    'the depth chart is read and tapped by keys alone, fits and is accessible (%s)',
    async (language) => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '10000');
      const { page, context, complaints } = await world.openAs(user, language);
      await world.go(page, MARKET);
      const tab = page.getByRole('tab', { name: language === 'en' ? 'Depth chart' : '深度图' });
      await tab.click();
      const plot = page.getByRole('slider', { name: /BTC\/USDT/ });
      await plot.focus();
      await page.keyboard.press('Home');
      const said = await plot.getAttribute('aria-valuetext');
      await page.keyboard.press('End');
      await soon(async () => expect(await plot.getAttribute('aria-valuetext')).not.toBe(said));
      expect(await layoutFaults(page)).toEqual([]);
      expect(await accessFaults(page)).toEqual([]);
      if (language === 'en') {
        await page.keyboard.press('Enter');
        await openTicket(page);
        await soon(async () =>
          expect(await ticket(page).getByLabel('Price (USDT)').inputValue()).toMatch(/^\d[\d,]*\.?\d*$/),
        );
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
