import type { Locator, Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const HOME = '/pages/index/index';
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

/** What "back" and "forward" do while sheets are open. */
describe('sheets in the history of the browser', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open();
    user = await world.aUser();
    await fund(world.source, user.userId, '1000', { kind: 'contract' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** A page that came from the home page: going back too far is seen. */
  async function openFromHome(path: string): Promise<PhonePage> {
    const phone = await world.openAs(user);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, HOME);
    await phone.page.evaluate((to) => {
      window.history.pushState({ idx: 1, key: 'from-home', usr: null }, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
    }, path);
    await eventually(async () => at(phone.page) === path, 'the page');
    return phone;
  }

  /** No entry of a sheet is left: the next step back is the home page. */
  async function endsAtHome({ page, complaints, context }: PhonePage): Promise<void> {
    await page.goBack();
    await eventually(async () => at(page) === HOME, 'the home page');
    expect(complaints).toEqual([]);
    await context.close();
  }

  const at = (page: Page) => page.url().slice(world.app.url.length);
  const sheet = (page: Page): Locator => page.getByRole('dialog');
  const pair = (page: Page): Locator => page.locator('header').getByRole('button', { name: /^(Perpetual )?BTC\/USDT/ });
  const isShut = (page: Page) => sheet(page).waitFor({ state: 'hidden' });
  /** The entries of the history are those of the sheets that are open. */
  const marks = (page: Page, count: number) =>
    soon(async () => expect(await page.evaluate(() => (window.history.state?.sheets ?? []).length)).toBe(count));

  it(
    'are closed by "back", which leaves the page, what was scrolled to and the address as they are',
    async () => {
      const { page, complaints, context } = await openFromHome(SPOT);
      await pair(page).waitFor();
      await page.getByRole('region', { name: 'Orders', exact: true }).waitFor();
      const scrolled = () => page.evaluate(() => window.scrollY);
      await page.evaluate(() => window.scrollTo(0, 300));
      await soon(async () => expect(await scrolled()).toBe(300));
      // The header stands on top of the page all the time; the driver's own press would bring the page's top there first.
      await pair(page).evaluate((element: HTMLElement) => element.click());
      await sheet(page).waitFor();
      await marks(page, 1);
      expect(await scrolled()).toBe(300);
      await page.goBack();
      await isShut(page);
      expect([at(page), await scrolled()]).toEqual([SPOT, 300]);

      // Forward opens nothing, and is no step that "back" would have to take once more.
      await page.goForward();
      await marks(page, 0);
      await isShut(page);
      expect(at(page)).toBe(SPOT);
      await endsAtHome({ page, complaints, context });
    },
    HANGING_MS,
  );

  it(
    'leave nothing behind when they are closed by their button, by Escape, or by a choice that leads on',
    async () => {
      const { page, complaints, context } = await openFromHome(SPOT);
      for (const close of [
        () => sheet(page).getByRole('button', { name: 'Close' }).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        await pair(page).click();
        await marks(page, 1);
        await close();
        await isShut(page);
        await marks(page, 0);
      }
      expect(at(page)).toBe(SPOT);
      // Where nothing is animated the list is gone with the press.
      for (const reducedMotion of ['reduce', 'no-preference'] as const) {
        await page.emulateMedia({ reducedMotion });
        await pair(page).click();
        await sheet(page).getByRole('link', { name: /ETH/ }).first().click();
        await eventually(async () => at(page).includes('ETH'), `the other pair (${reducedMotion})`);
        await isShut(page);
        await marks(page, 0);
        await page.goBack();
        await eventually(async () => at(page) === SPOT, 'the pair before');
        await isShut(page);
      }
      await endsAtHome({ page, complaints, context });
    },
    HANGING_MS,
  );

  it(
    'close one by one, and what was typed is kept',
    async () => {
      const { page, complaints, context } = await openFromHome(FUTURES);
      const long = page.getByRole('button', { name: 'Long', exact: true });
      await eventually(() => long.isEnabled(), 'a market that trades', PATIENCE_MS);
      await long.click();
      const lots = sheet(page).getByLabel('Lots', { exact: true });
      await lots.fill('7');
      await sheet(page)
        .getByRole('button', { name: /^Leverage/ })
        .click();
      await sheet(page).getByRole('heading', { name: 'Leverage' }).waitFor();
      await marks(page, 2);
      await page.goBack();
      await lots.waitFor();
      expect(await lots.inputValue()).toBe('7');
      await marks(page, 1);
      await page.goBack();
      await isShut(page);
      expect(at(page)).toBe(FUTURES);
      await long.click();
      expect(await lots.inputValue()).toBe('7');
      await page.goBack();
      await isShut(page);
      await endsAtHome({ page, complaints, context });
    },
    HANGING_MS,
  );

  it(
    'of spot keep what was typed, step by step, and the last look takes the place of the ticket',
    async () => {
      await fund(world.source, user.userId, '1000');
      const { page, complaints, context } = await openFromHome(SPOT);
      const buy = page.getByRole('button', { name: 'Buy', exact: true });
      await eventually(() => buy.isEnabled(), 'a market that trades', PATIENCE_MS);
      await buy.click();
      const ticket = sheet(page).getByRole('region', { name: 'Order ticket' });
      await ticket.getByLabel('Price (USDT)').fill('1000');
      await ticket.getByLabel('Quantity (BTC)').fill('0.07');
      await marks(page, 1);
      await sheet(page).getByRole('button', { name: 'Buy BTC' }).click();
      await sheet(page).getByRole('button', { name: 'Confirm' }).waitFor();
      await marks(page, 2);
      expect([await sheet(page).count(), await ticket.isVisible()]).toEqual([1, false]);
      await page.goBack();
      await ticket.waitFor();
      await marks(page, 1);
      await page.goBack();
      await isShut(page);
      expect(at(page)).toBe(SPOT);
      await buy.click();
      expect(await ticket.getByLabel('Quantity (BTC)').inputValue()).toBe('0.07');
      expect(await ticket.getByLabel('Price (USDT)').inputValue()).toBe('1,000');
      await page.goBack();
      await isShut(page);
      await endsAtHome({ page, complaints, context });
    },
    HANGING_MS,
  );

  it(
    'do not come back with a page that is loaded anew, nor with one that a drawer led to',
    async () => {
      const { page, complaints, context } = await openFromHome(SPOT);
      await pair(page).click();
      await marks(page, 1);
      await page.reload();
      await pair(page).waitFor();
      await marks(page, 0);
      expect([at(page), await sheet(page).count()]).toEqual([SPOT, 0]);
      await page.goBack();
      await eventually(async () => at(page) === HOME, 'the home page');

      await page.getByRole('button', { name: 'Menu' }).click();
      await sheet(page).getByRole('link').first().waitFor();
      await marks(page, 1);
      await sheet(page).getByRole('link', { name: 'Settings' }).click();
      await eventually(async () => at(page) !== HOME, 'the page of the link');
      await page.goBack();
      await eventually(async () => at(page) === HOME, 'the home page again');
      await isShut(page);
      await marks(page, 0);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
