import type { Locator, Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const OPTION = '/pages/option/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

/** The ways into an order on a phone: what is in reach, what is in sight, and what stands still. */
describe('tickets, on the pages', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
    user = await world.aVerifiedUser();
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '1000', { kind: 'option' });
    await fund(world.source, user.userId, '1000', { kind: 'contract' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function open(path: string): Promise<PhonePage> {
    const phone = await world.openAs(user);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, path);
    return phone;
  }

  const sheet = (page: Page): Locator => page.getByRole('dialog');
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).first();
  /** Whether all of it is on the screen and nothing lies over it. */
  const isInSight = (one: Locator) =>
    one.evaluate((element) => {
      const { top, bottom, left, width, height } = element.getBoundingClientRect();
      if (top < 0 || bottom > window.innerHeight) return false;
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return over !== null && (element.contains(over) || over.contains(element));
    });

  it(
    'keep buy and sell of spot in reach wherever the page is scrolled to, with the chart in sight',
    async () => {
      const { page, complaints, context } = await open(SPOT);
      const bar = page.locator('[data-bar]');
      await eventually(() => button(bar, 'Buy').isEnabled(), 'a market that trades', PATIENCE_MS);
      const chart = page.getByRole('application');
      await chart.waitFor();
      const { y = 0, height: high = 0 } = (await chart.boundingBox()) ?? {};
      expect(y + high).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let top = 0; top < height; top += 200) {
        await page.evaluate((to) => window.scrollTo(0, to), top);
        expect([await isInSight(button(bar, 'Buy')), await isInSight(button(bar, 'Sell'))]).toEqual([true, true]);
      }
      await button(bar, 'Sell').click();
      await eventually(() => isInSight(button(sheet(page), 'Sell BTC')), 'the button that sends', PATIENCE_MS);
      // The prices of the book are as high as a finger.
      const level = sheet(page).getByRole('list', { name: 'Bids' }).getByRole('button').first();
      expect((await level.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each([
    { product: 'spot', path: SPOT, open: 'Buy', label: /^Quantity \(BTC\)/, isOpenAgain: true },
    { product: 'contracts', path: FUTURES, open: 'Long', label: /^Lots$/, isOpenAgain: false },
  ])(
    'of $product keep what was typed when the screen is turned, and turned back',
    async ({ path, open: word, label, isOpenAgain }) => {
      const { page, complaints, context } = await open(path);
      const upright = { width: 768, height: 1024 };
      await page.setViewportSize(upright);
      await eventually(() => button(page, word).isEnabled(), 'a market that trades', PATIENCE_MS);
      await button(page, word).click();
      const field = page.getByLabel(label);
      await field.fill('7');
      await page.setViewportSize({ width: 1024, height: 768 });
      await sheet(page).waitFor({ state: 'detached' });
      await soon(async () => expect(await field.inputValue()).toBe('7'));
      await page.setViewportSize(upright);
      if (!isOpenAgain) await button(page, word).click();
      await sheet(page).waitFor();
      await soon(async () => expect(await field.inputValue()).toBe('7'));
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'of contracts have chart, book, tab bar and a way back, and keep the liquidation price in sight',
    async () => {
      const { page, complaints, context } = await open(FUTURES);
      await page.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor();
      await button(page, 'Back').waitFor();
      await page.locator('canvas').first().waitFor();
      await page.getByRole('tab', { name: 'Order book' }).click();
      await page.getByRole('table', { name: 'Bids' }).getByRole('button').first().waitFor();
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      for (const name of ['Long', 'Short']) expect(await isInSight(button(page, name))).toBe(true);

      await button(page, 'Long').click();
      const liquidation = sheet(page)
        .locator('dl > div')
        .filter({ hasText: /^Liquidation/ });
      await liquidation.filter({ hasText: /[0-9],[0-9]{3}/ }).waitFor();
      // By the keyboard: the sheet may still be on its way up under the pointer.
      await sheet(page).getByRole('checkbox', { name: 'Take-profit and stop-loss' }).press(' ');
      const body = sheet(page);
      for (const to of [0, 200, 10_000]) {
        await body.evaluate((element, top) => {
          for (const one of [element, ...element.querySelectorAll('*')]) one.scrollTop = top;
        }, to);
        await soon(async () => expect(await isInSight(liquidation)).toBe(true));
      }
      expect(await accessFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'of contracts ask once, and offer no leverage that a new account may not have',
    async () => {
      const { page, complaints, context } = await open(FUTURES);
      await eventually(() => button(page, 'Long').isEnabled(), 'a market that trades', PATIENCE_MS);
      await button(page, 'Long').click();
      await button(sheet(page), /^Leverage/).click();
      await sheet(page)
        .getByText(/a new account may use up to 10x/)
        .waitFor();
      const choice = (leverage: string) => sheet(page).getByRole('radio', { name: leverage, exact: true });
      expect([await choice('10x').isDisabled(), await choice('20x').isDisabled()]).toEqual([false, true]);
      await choice('10x').press(' ');
      await button(sheet(page), 'Use 10x').click();
      await eventually(() => button(sheet(page), 'Next').isEnabled(), 'a preview', PATIENCE_MS);
      const words: string[] = [];
      const asked = async () => words.push(...(await sheet(page).getByRole('button').allInnerTexts()));
      await asked();
      await button(sheet(page), 'Next').click();
      await button(sheet(page), /^Open long/).waitFor();
      await asked();
      // The only button that confirms is the last one.
      expect(words.filter((text) => /confirm/i.test(text))).toEqual([]);
      await button(sheet(page), /^Open long/).click();
      await sheet(page).waitFor({ state: 'hidden' });
      await page.locator('[data-position]').getByText('1 lot').first().waitFor();
      // Where it ends is in sight from then on, wherever the page is scrolled to, and leads to the position.
      const pinned = page.locator('[data-part="pinned-liquidation"]');
      await pinned.getByText(/[0-9],[0-9]{3}/).waitFor();
      for (const top of [0, 10_000]) {
        await page.evaluate((to) => window.scrollTo(0, to), top);
        expect(await isInSight(pinned)).toBe(true);
      }
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole('tab', { name: 'History' }).click();
      await pinned.click();
      await eventually(() => isInSight(page.locator('[data-position] b').first()), 'the position', PATIENCE_MS);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);

      // After the first weeks all that the product offers may be chosen.
      await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
        user.userId,
      ]);
      await page.reload();
      await eventually(() => button(page, 'Long').isEnabled(), 'a market that trades', PATIENCE_MS);
      await button(page, 'Long').click();
      await button(sheet(page), /^Leverage/).click();
      await eventually(() => choice('20x').isEnabled(), 'every leverage', PATIENCE_MS);
      expect(
        await sheet(page)
          .getByText(/a new account/)
          .count(),
      ).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'of options hold still while their quotes follow each other, money first',
    async () => {
      const { page, complaints, context } = await open(OPTION);
      await page.locator('[data-part="option-ticket"]').waitFor();
      await page.locator('input[inputmode="decimal"]').fill('100');
      await eventually(() => button(page, /^Rise/).isEnabled(), 'a market that trades', PATIENCE_MS);
      await button(page, /^Rise/).click();
      const confirmation = page.locator('[data-part="confirm-option"]');
      const rows = confirmation.locator('dl');
      await rows.waitFor();
      await rows.evaluate((element) => {
        const seen = { changes: 0 };
        Object.assign(window, { seen });
        new MutationObserver((all) => (seen.changes += all.length)).observe(element, {
          attributes: true,
          characterData: true,
          childList: true,
          subtree: true,
        });
      });
      expect((await rows.locator('dt').allInnerTexts()).slice(0, 2)).toEqual(['To pay', 'Paid back if right']);
      const quotes = new Set<string>();
      const entry = () => confirmation.locator('p').nth(1).innerText();
      const quotesUpTo = (count: number) =>
        eventually(async () => quotes.add(await entry()).size >= count, `${count} quotes`, PATIENCE_MS);
      // The sheet has come up by the second of them.
      await quotesUpTo(2);
      const place = async () => Math.round((await rows.boundingBox())?.y ?? 0);
      const before = await place();
      await quotesUpTo(4);
      expect(await page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes)).toBe(0);
      expect(await place()).toBe(before);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
