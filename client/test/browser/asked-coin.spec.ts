import type { Page } from 'playwright-core';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;

/** Whoever asks for a coin sees that one or is told that it is not there, and never the address of another. */
describe('a coin that a page is opened for, in the browser', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  const isChosen = (page: Page, coin: string) =>
    page.getByRole('radio', { name: coin, exact: true, checked: true }).waitFor({ state: 'attached' });

  it(
    'is the one that the assets were asked for, and that older links mean',
    async () => {
      const user = await world.aPayee('582913');
      await fund(world.source, user.userId, '1', { currencyId: BTC });
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/account/index');
      await page.getByRole('button', { name: /BTC/ }).first().click();
      await page.getByRole('dialog').getByRole('link', { name: 'Deposit', exact: true }).click();
      await page.waitForURL('**/pages/deposit/index?coin=BTC');
      await isChosen(page, 'BTC');
      for (const path of ['deposit', 'withdraw']) {
        for (const search of ['coin=BTC', 'currency=1', 'coin=btc']) {
          await world.go(page, `/pages/${path}/index?${search}`);
          await isChosen(page, 'BTC');
        }
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is said to be unknown, and any other is chosen by hand',
    async () => {
      const user = await world.aPayee('582913');
      const { page, context } = await world.openAs(user);
      await world.go(page, '/pages/deposit/index?coin=NOPE');
      await page.getByText('NOPE cannot be deposited here.').waitFor();
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
      expect(await page.locator('[data-part="deposit-address"], canvas, svg[role="img"]').count()).toBe(0);
      expect(await layoutFaults(page)).toEqual([]);
      await page.getByRole('radio', { name: 'BTC', exact: true }).check();
      await page.waitForURL('**/pages/deposit/index?coin=BTC');
      await isChosen(page, 'BTC');
      await world.go(page, '/pages/withdraw/index?currency=9999');
      await page.getByText('9999 cannot be withdrawn here.').waitFor();
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
      await context.close();
    },
    HANGING_MS,
  );
});
