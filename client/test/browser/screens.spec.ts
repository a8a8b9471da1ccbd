import type { Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { openAtRest } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const TRADE = '/pages/trade/index?symbol=BTC%2FUSDT';
const SIDE = { width: 844, height: 390 };
const WIDE = { width: 1280, height: 800 };

/** The pages on screens that are no upright phone, and while they come. */
describe('the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const chart = (page: Page) => page.getByRole('application');
  const boxOf = async (page: Page) => {
    const box = await chart(page).boundingBox();
    if (!box) throw new Error('There is no chart.');
    return box;
  };

  it(
    'show the chart whole on a phone on its side, and on all of the screen when that is asked for',
    async () => {
      const { page, context, complaints } = await openPhone(world.browser, 'en');
      await page.setViewportSize(SIDE);
      await openAtRest(page, world.app.url + TRADE);
      await chart(page).waitFor();
      const upright = await boxOf(page);
      expect(upright.y).toBeGreaterThanOrEqual(0);
      expect(upright.y + upright.height).toBeLessThanOrEqual(SIDE.height);
      expect(upright.height).toBeGreaterThanOrEqual(140);

      await page.getByRole('button', { name: 'Full screen', exact: true }).click();
      const leave = page.getByRole('button', { name: 'Leave full screen', exact: true });
      await leave.waitFor();
      await soon(async () => expect((await boxOf(page)).width).toBeGreaterThan(SIDE.width - 80));
      const full = await boxOf(page);
      expect(full.height).toBeGreaterThan(upright.height);
      expect(full.y + full.height).toBeLessThanOrEqual(SIDE.height);
      await leave.click();
      await soon(async () => expect((await boxOf(page)).width).toBe(upright.width));
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'have their tabs at the side of a wide screen, and what is the user’s own beside the markets',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '100');
      const { page, context } = await world.openAs(user);
      await page.setViewportSize(WIDE);
      await world.go(page, '/pages/index/index');
      const bar = await page.getByRole('navigation').filter({ hasText: 'Home' }).boundingBox();
      expect(bar).toMatchObject({ x: 0, height: WIDE.height });
      expect(bar?.width).toBeLessThan(120);
      const list = await page.getByRole('region', { name: 'Markets', exact: true }).boundingBox();
      const own = await page.getByText('Open positions').boundingBox();
      expect(own?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
      expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThan(WIDE.width - 16);
      // A page that has no tabs below it on a phone has them at its side here.
      const tabs = page.getByRole('navigation').filter({ hasText: 'Home' });
      await world.go(page, '/pages/transfer/index');
      expect(await tabs.boundingBox()).toMatchObject({ x: 0, height: WIDE.height });
      const title = await page.getByRole('heading', { name: 'Transfer' }).boundingBox();
      expect(title?.x).toBeGreaterThan(bar?.width ?? 0);
      await page.setViewportSize({ width: 390, height: 844 });
      await soon(async () => expect(await tabs.count()).toBe(0));
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'begin in their shape, and nothing that stands on them moves when the rest comes',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '100');
      const { page, context } = await world.openAs(user);
      await context.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of ['/pages/index/index', TRADE]) {
        const text = await (await fetch(world.app.url + path)).text();
        expect(text).toMatch(/<div id="root">\s*(<!--.*?-->)?\s*<div>\s*<div class="shape shape-/);
        await world.go(page, path);
        const moved = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? []);
        expect({ path, moved: moved.reduce((sum, one) => sum + one, 0) < 0.01 }).toEqual({ path, moved: true });
      }
      await context.close();
    },
    HANGING_MS,
  );
});
