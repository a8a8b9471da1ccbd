import type { Locator, Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, doubleText, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { isEveryLanguageAsked } from './page-languages.js';
import { soon } from './product.js';
import { atRest } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const BITCOIN = { currency_id: '1', legal_id: '3' };
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';

const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  // Has room for more than the one before: looked at by `npm run pages`.
  ...(isEveryLanguageAsked ? [{ width: 1280, height: 800 }] : []),
];

/** What has to be in sight of the pages that are traded on, before anything is scrolled. */
describe('the shapes of the pages', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
    user = await world.aUser();
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '1000', { kind: 'contract' });
    for (const [path, order] of [
      ['coin/trade', { type: '1', amount: '0.02', target_price: '1000' }],
      ['lever/submit', { share: '2', multiple: '5', type: '1', status: '1', target_price: '' }],
    ] as const) {
      const { type, message } = await world.call.post(path, { ...BITCOIN, ...order }, { token: user.token });
      if (type !== 'ok') throw new Error(`${path}: ${JSON.stringify(message)}`);
    }
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** How much of it, from its top on, is on the screen with nothing upon it: all of it is 1. */
  const inSight = (one: Locator) =>
    one.evaluate((element) => {
      const { top, bottom, left, width, height } = element.getBoundingClientRect();
      if (top < 0 || left < 0 || left + width > document.documentElement.clientWidth + 1) return 0;
      const isFree = (y: number) => {
        const over = document.elementFromPoint(left + width / 2, y);
        return over !== null && (element.contains(over) || over.contains(element));
      };
      if (!isFree(top + Math.min(height / 2, 20))) return 0;
      return Math.min(1, (Math.min(bottom, window.innerHeight) - top) / height);
    });
  const whole = (name: string, one: Locator) =>
    soon(async () => expect({ [name]: await inSight(one) }).toEqual({ [name]: 1 }));
  const begins = (name: string, one: Locator, least: number) =>
    soon(async () => expect({ [name]: (await inSight(one)) >= least }).toEqual({ [name]: true }));

  const chart = (page: Page) => page.getByRole('application');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
  const book = (page: Page) => page.getByRole('region', { name: 'Order book' });

  describe.each(SCREENS)('at $width x $height', (screen) => {
    const isWide = screen.width >= 1024;
    const isOnSide = screen.width > screen.height && !isWide;

    async function open(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
      const { page, context, complaints } = await world.openAs(user);
      page.setDefaultTimeout(PATIENCE_MS);
      await page.setViewportSize(screen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await world.go(page, path);
      const end = async () => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await atRest(page);
        expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
        await doubleText(page);
        expect(await sticksOut(page)).toBe(0);
        expect(complaints).toEqual([]);
        await context.close();
      };
      return { page, end };
    }

    /** The tabs of a wide screen that is low, as beside a browser's tools: at its side as on any other, and all within reach. */
    async function staysAtTheSide(page: Page): Promise<void> {
      await page.setViewportSize({ width: screen.width, height: 480 });
      const tabs = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Spot' }) });
      await soon(async () => expect(await tabs.boundingBox()).toMatchObject({ x: 0, y: 0, height: 480 }));
      await page.setViewportSize(screen);
    }

    it(
      'home has what is the user’s own in sight, and the way to the other pages',
      async () => {
        const { page, end } = await open('/pages/index/index');
        const own = page.getByRole('region', { name: 'Total assets' });
        await begins('portfolio', own, isOnSide ? 0.3 : 1);
        if (!isOnSide) await whole('positions', page.getByRole('link', { name: /^Open positions/ }));
        if (!isOnSide) await whole('tabs', page.getByRole('navigation').getByRole('link', { name: 'Spot' }));
        if (isWide) await staysAtTheSide(page);
        await end();
      },
      HANGING_MS,
    );

    it(
      'spot has the chart and the way to buy and sell in sight; a wide screen the book, the ticket and the orders too',
      async () => {
        const { page, end } = await open(SPOT);
        await whole('chart', chart(page));
        const orders = page.getByRole('region', { name: 'Orders', exact: true });
        if (isWide) {
          await whole('buy', button(page, 'Buy BTC'));
          await begins('book', page.getByRole('list', { name: 'Bids' }), 0.5);
          await begins('orders', orders, 0.3);
        } else {
          await whole('buy', button(page, 'Buy'));
          await whole('sell', button(page, 'Sell'));
          await begins(isOnSide ? 'book' : 'orders', isOnSide ? book(page) : orders, 0.1);
        }
        await end();
      },
      HANGING_MS,
    );

    it(
      'contracts have the chart, the way in and the price of liquidation in sight; a wide screen book, ticket and position too',
      async () => {
        const { page, end } = await open(FUTURES);
        await whole('liquidation', page.locator('[data-part="pinned-liquidation"]'));
        if (isWide) {
          await whole('chart', chart(page));
          await whole('ticket', button(page, 'Next'));
          await begins('book', page.getByRole('list', { name: 'Bids' }), 0.5);
          await begins('position', page.locator('li[data-position]'), 0.2);
        } else {
          if (isOnSide) await whole('chart', chart(page));
          else await begins('chart', chart(page), 0.7);
          await whole('long', button(page, 'Long'));
          await whole('short', button(page, 'Short'));
        }
        await end();
      },
      HANGING_MS,
    );
  });
});
