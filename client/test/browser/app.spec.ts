import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { fund } from '../../../server/test/factories/ledger.js';
import { startTcpProxy, type TcpProxy } from '../../../server/test/tcp-proxy.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, openPhone, type PhonePage, REPOSITORY, soon } from './product.js';
import { openAtRest } from './rest.js';
import { openSignedIn } from './signed-in.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const HOME = '/pages/index/index';
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
/** JavaScript of a first visit, gzipped, the chart's own apart (`documents/figures.md`). */
const FIRST_LOAD_MAX = 200 * 1024;

/** The pages as an app: without a network, and when a newer version has come. */
describe('the app', () => {
  let world: PageWorld;
  let folder: string;
  const wires: TcpProxy[] = [];

  beforeAll(async () => {
    // A build that can be followed by another one.
    folder = mkdtempSync(join(tmpdir(), 'app-'));
    cpSync(process.env.CLIENT_FOLDER ?? join(REPOSITORY, 'dist/client'), folder, { recursive: true });
    for (const packed of ['br', 'gz']) rmSync(join(folder, `worker.js.${packed}`), { force: true });
    world = await PageWorld.open({ CLIENT_FOLDER: folder });
  }, HANGING_MS);

  afterAll(async () => {
    for (const wire of wires) await wire.close();
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  }, HANGING_MS);

  async function aTrader() {
    const user = await world.aUser();
    await fund(world.source, user.userId, '10000');
    return user;
  }

  /** The app's worker has taken the page over, and has the files that the page has loaded. */
  async function isReady(page: Page): Promise<void> {
    await eventually(
      () =>
        page.evaluate(async () => {
          if (!('caches' in window) || navigator.serviceWorker.controller === null) return false;
          const visited = await (await caches.open('visited')).keys();
          return visited.length > 0 && window.localStorage.getItem('last-known') !== null;
        }),
      'the worker to be there',
      PATIENCE_MS,
    );
  }

  const note = (page: Page) => page.locator('[data-part="app-note"]');
  const buy = (page: Page) => page.getByRole('button', { name: 'Buy', exact: true });
  const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }) && undefined);
  const isSame = (page: Page) => page.evaluate(() => 'isSamePage' in window);

  it.each([
    ['home', HOME],
    ['trade', SPOT],
  ])(
    'is at most 200 KiB of JavaScript for a first visit of the page %s',
    async (_name, path) => {
      const { page, context } = await openPhone(world.browser, 'zh');
      const scripts = new Set<string>();
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith('.js') && !pathname.includes('/chart')) scripts.add(pathname);
      });
      await openAtRest(page, world.app.url + path);
      await page.waitForLoadState('networkidle');
      const bytes = [...scripts].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
      expect(bytes.length).toBeGreaterThan(5);
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_MAX);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'opens without a network, with the last known prices as old as they are, and takes no order (%s)',
    async (language) => {
      const wire = await startTcpProxy(Number(new URL(world.app.url).port));
      wires.push(wire);
      const at = `http://127.0.0.1:${wire.port}`;
      const { page, context } = await openSignedIn(world.browser, world.app, await aTrader(), {
        language,
        hasWorker: true,
      });
      page.setDefaultTimeout(PATIENCE_MS);
      // Both pages once, so that what they have loaded is kept.
      await openAtRest(page, at + SPOT);
      await page.locator('[data-part="last-price"]').getByText(/[0-9]/).waitFor();
      await page.goto(at + HOME);
      await isReady(page);
      await soon(async () => expect(await page.evaluate(() => caches.keys())).toHaveLength(2));
      // No reply of a call is kept by the worker, whoever it is about.
      const cachedPaths = await page.evaluate(async () => {
        const names = await caches.keys();
        const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return all.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(cachedPaths.filter((path) => path.includes('/api/'))).toEqual([]);
      // The words of every language: after an update there is no other file yet, and the reader's language is still spoken.
      const isCached = (code: string) => cachedPaths.some((path) => path.startsWith(`/assets/${code}-`));
      expect(['zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'].filter((code) => !isCached(code))).toEqual([]);

      wire.cut('broken');
      await page.reload();
      const lastKnown = page.getByText(language === 'zh' ? /最近一次的价格/ : /Last known prices/);
      await lastKnown.waitFor();
      const row = page.getByRole('listitem').filter({ hasText: 'BTC' }).last();
      await row
        .getByText(/^[0-9,]+[.][0-9]+$/)
        .first()
        .waitFor();
      const live = language === 'zh' ? '实时' : 'Live';
      expect(await page.getByText(live, { exact: true }).count()).toBe(0);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);

      await page.goto(at + SPOT);
      await lastKnown.waitFor();
      await page.locator('[data-part="last-price"]').getByText(/[0-9]/).waitFor();
      expect(await page.getByText(live, { exact: true }).count()).toBe(0);
      const opens = page.locator('[data-bar="over"] button').first();
      await eventually(() => opens.isDisabled(), 'the button to rest', PATIENCE_MS);

      // Nobody tells the page that there is a network again: it finds that by itself.
      wire.mend();
      await lastKnown.waitFor({ state: 'detached' });
      await eventually(() => opens.isEnabled(), 'the button to work again', PATIENCE_MS);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'offers a newer version when nothing is interrupted by it, and loads no page by itself',
    async () => {
      const { page, context, complaints } = await world.openAs(await aTrader(), 'en', true);
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, SPOT);
      await isReady(page);
      const other = await context.newPage();
      await other.goto(world.app.url + HOME);
      for (const one of [page, other]) await mark(one);

      await eventually(() => buy(page).isEnabled(), 'a market that trades', PATIENCE_MS);
      await buy(page).click();
      const quantity = page.getByLabel('Quantity (BTC)');
      await quantity.fill('0.05');
      appendFileSync(join(folder, 'worker.js'), '\n// A newer version.\n');
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await eventually(
        () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null),
        'the newer version',
        PATIENCE_MS,
      );
      // The other page offers it; the one with an order in work is silent, also once the sheet is shut over what was typed.
      await note(other).getByText('A new version is ready.').waitFor({ timeout: PATIENCE_MS });
      expect(await note(page).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await note(page).count()).toBe(0);
      await buy(page).click();
      expect(await quantity.inputValue()).toBe('0.05');

      await other.bringToFront();
      expect([await accessFaults(other), await sticksOut(other)]).toEqual([[], 0]);
      await note(other).getByRole('button', { name: 'Update now' }).click();
      // While it is on its way nothing can be asked of it.
      await eventually(
        async () => !(await isSame(other).catch(() => true)),
        'the page of the newer version',
        PATIENCE_MS,
      );
      await note(other).waitFor({ state: 'detached' });
      // The order that is in work has seen nothing of that.
      expect([await isSame(page), await quantity.inputValue()]).toEqual([true, '0.05']);
      await page.bringToFront();
      await page.getByRole('button', { name: 'Buy BTC' }).click();
      await page.getByRole('button', { name: 'Confirm' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'says of itself what systems ask for before they put it onto a home screen',
    async () => {
      const { page, context }: PhonePage = await openPhone(world.browser, 'en');
      await page.goto(world.app.url + HOME);
      const manifest: { icons: { src: string; purpose: string; sizes: string }[]; start_url: string; display: string } =
        await page.evaluate(async () => {
          const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
          return (await fetch(link?.href ?? '/none')).json();
        });
      expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
      const purposes = manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
      expect(purposes).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']));
      const touch = (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? '';
      for (const path of [touch, ...manifest.icons.map(({ src }) => src)]) {
        const reply = await fetch(world.app.url + path);
        expect([path, reply.status, reply.headers.get('content-type')?.split('/')[0]]).toEqual([path, 200, 'image']);
      }
      await context.close();
    },
    HANGING_MS,
  );
});
