import type { BrowserContext, Page } from 'playwright-core';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { USDT } from '../../../server/test/factories/ledger.js';
import { PushService } from '../../../server/test/fakes/push-service.js';
import { accessFaults, sticksOut } from './layout.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { eventually, openPhone, soon } from './product.js';
import { subscribesAt } from './push-device.js';
import { badgesOf, delivering, listenToBadges } from './push-worker.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const HOME = '/pages/index/index';
const NOTICES = '/pages/notice/index?kind=own';
const SETTINGS = '/pages/settings/index';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const WORDS = {
  en: {
    install: 'Install the app',
    now: 'Install',
    notNow: 'Not now',
    steps: [
      'Tap the share button of your browser.',
      'Choose “Add to Home Screen”.',
      'Open the app from the home screen. Only there can it send you notifications.',
    ],
    device: 'Notify on this device',
    devicesNotified: '1 device is told.',
  },
  zh: {
    install: '安装应用',
    now: '安装',
    notNow: '暂不安装',
    steps: ['点按浏览器的分享按钮。', '选择“添加到主屏幕”。', '从主屏幕打开应用；只有这样才能收到通知。'],
    device: '在本设备上通知',
    devicesNotified: '共有 1 台设备会收到通知。',
  },
} as const;

/** What the browser was asked for on the pages: headless ones have neither a home screen nor icons with numbers. */
interface Asked {
  prompts: number;
  badges: (number | 'dot' | 'none')[];
}

/** The app on a home screen: how it comes there, and the number on its icon. */
describe('the app on the home screen', () => {
  let world: PageWorld;
  let service: PushService;

  beforeAll(async () => {
    service = await PushService.open();
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed', WEB_PUSH_SERVICES: '127.0.0.1' }, ['BTC/USDT']);
  }, HANGING_MS);

  afterAll(async () => {
    await world?.close();
    service?.close();
  }, HANGING_MS);

  const note = (page: Page) => page.locator('[data-part="app-note"]');
  const asked = (page: Page): Promise<Asked> => page.evaluate(() => (window as unknown as { asked: Asked }).asked);

  /** Writes down what the pages ask the browser for. */
  const listen = (context: BrowserContext) =>
    context.addInitScript(() => {
      const seen: Asked = { prompts: 0, badges: [] };
      Object.assign(window, { asked: seen });
      const own = {
        setAppBadge: async (count?: number) => void seen.badges.push(count ?? 'dot'),
        clearAppBadge: async () => void seen.badges.push('none'),
      };
      for (const [name, value] of Object.entries(own)) Object.defineProperty(navigator, name, { value });
    });

  /** What counts visits comes once a page has been at rest for a while. */
  const isCounted = (page: Page) =>
    eventually(
      () => page.evaluate(() => window.localStorage.getItem('install-offer') !== null),
      'the first visit to be counted',
      PATIENCE_MS,
    );

  /** As Chromium does where the app can be installed. */
  const offer = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          (window as unknown as { asked: Asked }).asked.prompts += 1;
          return { outcome: 'accepted' };
        },
      });
      // Taken by the page, which asks when its user wants to.
      return !window.dispatchEvent(event);
    });

  it(
    'is what Chromium calls installable',
    async () => {
      const { page, context, complaints } = await openPhone(world.browser, 'en', true);
      await world.go(page, HOME);
      await eventually(
        () => page.evaluate(() => navigator.serviceWorker.controller !== null),
        'the worker to be there',
        PATIENCE_MS,
      );
      const session = await context.newCDPSession(page);
      const { url, errors, data } = await session.send('Page.getAppManifest');
      expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []]);
      expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Markets', display: 'standalone', scope: '/' });
      // A context of a test is one without a profile of its own, where nothing can be installed whatever the page says.
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'is offered where the browser can, and asked for when it is pressed (%s)',
    async (language) => {
      const words = WORDS[language];
      const { page, context, complaints } = await openPhone(world.browser, language, true);
      page.setDefaultTimeout(PATIENCE_MS);
      await listen(context);
      await world.go(page, HOME);
      await eventually(() => offer(page), 'the page to take the question', PATIENCE_MS);
      await isCounted(page);
      // Whoever comes for the first time is not asked.
      expect(await note(page).count()).toBe(0);
      await world.go(page, HOME);
      await eventually(() => offer(page), 'the page to take the question', PATIENCE_MS);
      await note(page).getByText(words.install).waitFor();
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      expect((await asked(page)).prompts).toBe(0);
      await note(page).getByRole('button', { name: words.now, exact: true }).click();
      await soon(async () => expect((await asked(page)).prompts).toBe(1));
      await note(page).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'is explained where the browser asks nothing, as on an iPhone (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aUser();
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript((userAgent) => {
        Object.defineProperty(navigator, 'userAgent', { value: userAgent });
      }, IPHONE);
      await world.go(page, HOME);
      await isCounted(page);
      expect(await note(page).count()).toBe(0);
      await world.go(page, HOME);
      await note(page).getByText(words.install).waitFor();
      expect(await note(page).getByRole('listitem').allTextContents()).toEqual(words.steps);
      // Nothing that could be pressed asks a browser that has no question.
      expect(await note(page).getByRole('button').allTextContents()).toEqual([words.notNow]);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await note(page).getByRole('button', { name: words.notNow }).click();
      await note(page).waitFor({ state: 'detached' });
      await world.go(page, SETTINGS);
      await page.getByRole('button', { name: words.install }).click();
      await soon(async () =>
        expect(await page.getByRole('dialog').getByRole('listitem').allTextContents()).toEqual(words.steps),
      );
      const touch = page.locator('link[rel="apple-touch-icon"]');
      expect(await touch.getAttribute('href')).toMatch(/^\/icons\/.+\.png$/);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  /** Coins come in, which the user is told of. */
  async function credited(userId: string, amount: string): Promise<void> {
    const { application } = world.app;
    const entity = { entity: `deposit:${amount}`, entityVersion: 1, depositId: '1', currencyId: USDT, amount };
    await application
      .get(Transactions)
      .run((tx) =>
        application
          .get(Outbox)
          .append(tx, userId, 'deposit', { ...entity, state: 'credited', confirmations: null, reason: null }),
      );
  }

  it(
    'has the number of what was not read on its icon: while it is open, when something is pushed, and none once it was read',
    async () => {
      const words = WORDS.en;
      const user = await world.aUser();
      const { page, context, complaints } = await world.openAs(user, 'en', true);
      page.setDefaultTimeout(PATIENCE_MS);
      const device = service.aBrowser();
      await subscribesAt(context, world.app.url, device);
      await listen(context);
      await world.go(page, '/pages/settings/notifications/index');
      await page.getByRole('switch', { name: words.device }).click();
      await page.getByText(words.devicesNotified).waitFor();
      const newest = async () => (await asked(page)).badges.at(-1);
      await soon(async () => expect(await newest()).toBe('none'), PATIENCE_MS);
      await credited(user.userId, '11');
      await soon(async () => expect(await newest()).toBe(1), PATIENCE_MS);
      await credited(user.userId, '12');
      await soon(async () => expect(await newest()).toBe(2), PATIENCE_MS);

      // Away from the app its worker is told, which knows as much.
      const deliver = await delivering(await context.newPage(), world.app.url);
      await listenToBadges(context);
      await soon(async () => expect(device.received).toHaveLength(2), PATIENCE_MS);
      complaints.length = 0;
      await page.goto('about:blank');
      await credited(user.userId, '13');
      await soon(async () => expect(device.received).toHaveLength(3), PATIENCE_MS);
      for (const { payload } of device.received.slice(2)) await deliver(JSON.stringify(payload));
      await soon(async () => expect(await badgesOf(context)).toEqual([3]), PATIENCE_MS);
      complaints.length = 0;

      await world.go(page, HOME);
      await soon(async () => expect(await newest()).toBe(3), PATIENCE_MS);
      await world.go(page, NOTICES);
      await soon(async () => expect(await newest()).toBe('none'), PATIENCE_MS);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
