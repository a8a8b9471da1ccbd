import type { Page } from 'playwright-core';
import { LAID_OUT_LANGUAGES } from './page-languages.js';
import { GUEST_PAGES, PAGES } from './page-paths.js';
import { PageWorld } from './page-world.js';
import { openPhone } from './product.js';
import { atRest, openAtRest, walkAtRest } from './rest.js';
import { aRichUser, type RichUser } from './rich-user.js';
import { openTicket } from './spot-ticket.js';
import { touchFaults } from './touch-targets.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 900_000;
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

/** Every page with something on it, at phone size. */
describe('what is pressed with a finger', () => {
  let world: PageWorld;
  let user: RichUser;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
    user = await aRichUser(world);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function faultsOn(page: Page, paths: readonly string[]): Promise<string[]> {
    const faults: string[] = [];
    for (const [place, path] of paths.entries()) {
      const open = place === 0 ? openAtRest : walkAtRest;
      await open(page, world.app.url + path);
      faults.push(...(await touchFaults(page)).map((fault) => `${path} ${fault}`));
    }
    return faults;
  }

  it.each(LAID_OUT_LANGUAGES)(
    'is as large as one on every page (%s)',
    async (language) => {
      const { page, complaints, context } = await world.openAs(user, language);
      const paths = PAGES.map((path) => path.replace('ORDER', user.trustOrder));
      expect(await faultsOn(page, paths)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
      const guest = await openPhone(world.browser, language);
      expect(await faultsOn(guest.page, GUEST_PAGES)).toEqual([]);
      await guest.context.close();
    },
    HANGING_MS,
  );

  it(
    'is so in tickets, in the chart’s tools and in the positions’ forms',
    async () => {
      const { page, complaints, context } = await world.openAs(user);
      const faults: string[] = [];
      const look = async (what: string) => {
        await atRest(page);
        faults.push(...(await touchFaults(page)).map((fault) => `${what}: ${fault}`));
      };
      await world.go(page, TRADE);
      await page.getByRole('button', { name: 'Draw on the chart' }).click();
      await page.getByRole('toolbar').waitFor();
      await look('drawing');
      await openTicket(page);
      await look('spot ticket');
      await world.go(page, FUTURES);
      await page.getByRole('tab', { name: 'Order book' }).click();
      await look('contract book');
      await page.getByRole('button', { name: 'Long', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await look('contract ticket');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'TP/SL' }).first().click();
      await page.getByRole('dialog').waitFor();
      await look('stops');
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is judged by what can be hit: the box, its label, what is laid around it, and no link in running text',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await openAtRest(page, `${world.app.url}/pages/settings/index`);
      await page.evaluate(() => {
        const style = new CSSStyleSheet();
        style.replaceSync(`
          .low { width: 30px; height: 50px; padding: 0 }
          .wide { position: relative; width: 10px; height: 10px; padding: 0 }
          .wide::after { position: absolute; inset: -20px; content: "" }
          .labelled { display: block; height: 50px }
          .alone { display: inline-block; width: 50px; height: 20px }
        `);
        document.adoptedStyleSheets.push(style);
        const main = document.querySelector('main');
        const add = (html: string) => main?.insertAdjacentHTML('beforeend', html);
        add('<button class="low">low</button><button class="wide">laid around</button>');
        add('<label class="labelled"><input type="checkbox"> in a label</label>');
        add('<p>Running text with <a href="/">a link</a> in it.</p>');
        add('<p><a class="alone" href="/">alone</a></p>');
      });
      expect(await touchFaults(page)).toEqual([
        expect.stringMatching(/^touch button\.low "low" 30x50$/),
        expect.stringMatching(/^touch a\.alone "alone" 50x20$/),
      ]);
      await context.close();
    },
    HANGING_MS,
  );
});
