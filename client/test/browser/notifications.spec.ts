import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { USDT } from '../../../server/test/factories/ledger.js';
import { PushService } from '../../../server/test/fakes/push-service.js';
import { layoutFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { subscribesAt } from './push-device.js';
import { delivering } from './push-worker.js';
import { atRest } from './rest.js';
import { soon } from './product.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

const PATH = '/pages/settings/notifications/index';
const WORDS = {
  en: {
    device: 'Notify on this device',
    denied: 'You have blocked notifications of this site.',
    devicesNotified: '1 device is told.',
    stops: 'Take-profit and stop-loss: by mail',
    quiet: 'Quiet hours',
    from: 'From',
    same: 'Beginning and end must differ.',
    hide: 'Hide amounts',
    link: 'Notifications',
  },
  zh: {
    device: '在本设备上通知',
    denied: '您已阻止本网站的通知。',
    devicesNotified: '共有 1 台设备会收到通知。',
    stops: '止盈止损：邮件',
    quiet: '免打扰时段',
    from: '开始',
    same: '开始和结束时间不能相同。',
    hide: '隐藏金额',
    link: '通知设置',
  },
} as const;
const SHOTS = process.env.NOTIFICATION_PICTURES;

let world: PageWorld;
let service: PushService;
beforeAll(async () => {
  service = await PushService.open();
  world = await PageWorld.open({
    ROLES: 'gateway,worker,feed',
    WEB_PUSH_SERVICES: '127.0.0.1',
  });
}, 240_000);
afterAll(async () => {
  await world?.close();
  service?.close();
});

async function credited(userId: string, amount: string): Promise<void> {
  const { application } = world.app;
  await application.get(Transactions).run((tx) =>
    application.get(Outbox).append(tx, userId, 'deposit', {
      entity: `deposit:${amount}`,
      entityVersion: 1,
      depositId: '1',
      currencyId: USDT,
      amount,
      state: 'credited',
      confirmations: null,
      reason: null,
    }),
  );
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const found = (await registration?.getNotifications()) ?? [];
    return found.map(({ title, body, tag }) => ({ title, body, tag }));
  });

const storedSettings = async (userId: string): Promise<Record<string, unknown>> => {
  const rows: Record<string, unknown>[] = await world.source.query(
    'select mail, quiet_from, quiet_until, hide_amounts from notification_setting where user_id = $1',
    [userId],
  );
  return rows[0] ?? {};
};

describe.each(JOURNEY_LANGUAGES)('how one is told, in %s', (language) => {
  const words = WORDS[language];
  const shot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`), fullPage: true });
  };

  it('is chosen on one page, each choice at once', async () => {
    const user = await world.aUser();
    const { page, context, complaints } = await world.openAs(user, language, true);
    await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await world.go(page, '/pages/settings/index');
    await page.getByRole('link', { name: words.link }).click();
    await page.waitForURL(new RegExp(PATH));
    // What its user has said to the browser stands, and nobody is asked again.
    await page.getByText(words.denied).waitFor();
    expect(await page.getByRole('switch', { name: words.device }).isDisabled()).toBe(true);
    await shot(page, 'first');
    await page.getByRole('checkbox', { name: words.stops }).click();
    await page.getByRole('switch', { name: words.quiet }).click();
    await page.getByRole('switch', { name: words.hide }).click();
    await soon(async () =>
      expect(await storedSettings(user.userId)).toEqual({
        mail: ['stops', 'liquidations', 'warnings', 'credits', 'withdrawals', 'decisions', 'margin', 'transfers'],
        quiet_from: 1320,
        quiet_until: 420,
        hide_amounts: true,
      }),
    );
    const from = page.getByLabel(words.from, { exact: true });
    await from.fill('07:00');
    await page.getByText(words.same).waitFor();
    await shot(page, 'same');
    await from.fill('23:15');
    await from.blur();
    await soon(async () =>
      expect(await storedSettings(user.userId)).toMatchObject({ quiet_from: 1395, quiet_until: 420 }),
    );
    await page.reload();
    await page.getByRole('switch', { name: words.quiet }).waitFor();
    expect(await page.getByRole('switch', { name: words.quiet }).isChecked()).toBe(true);
    expect(await from.inputValue()).toBe('23:15');
    await shot(page, 'chosen');
    await page.setViewportSize({ width: 320, height: 640 });
    await atRest(page);
    expect(await sticksOut(page)).toBe(0);
    await shot(page, 'narrow');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await layoutFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);

  it('reaches the device that was switched on, while the app is not in front', async () => {
    const user = await world.aUser();
    await world.source.query('update account_user set language = $2 where id = $1', [user.userId, language]);
    const { page, context, complaints } = await world.openAs(user, language, true);
    const browser = service.aBrowser();
    await subscribesAt(context, world.app.url, browser);
    await world.go(page, PATH);
    await page.getByRole('switch', { name: words.device }).click();
    await page.getByText(words.devicesNotified).waitFor();
    await shot(page, 'told');
    const deliver = await delivering(await context.newPage(), world.app.url);
    await page.bringToFront();
    await credited(user.userId, '1150.5');
    // In front of its user the app says it by itself, for a few seconds.
    await page.getByRole('status').getByText('1,150.5').waitFor();
    await soon(async () => expect(browser.received.length).toBe(1));
    const payload = browser.received[0]?.payload ?? { tag: '', title: '', body: '', path: '', unread: 0 };
    await deliver(JSON.stringify(payload));
    expect(await shown(page)).toEqual([]);
    // Gone from there it does not.
    expect(complaints).toEqual([]);
    await page.goto('about:blank');
    // That page keeps nothing, and the test's own script for the app says so.
    complaints.length = 0;
    await deliver(JSON.stringify(payload));
    await deliver('no message of ours');
    await world.go(page, PATH);
    await soon(async () => expect((await shown(page)).length).toBe(1));
    const { title, body, tag } = payload;
    expect(await shown(page)).toEqual([{ title, body, tag }]);
    // Pressed, it opens the page of what it tells of.
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(async () => {
      const scope = self as unknown as ServiceWorkerGlobalScopeOfTest;
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
    await page.waitForURL(/\/pages\/assets\/record/);
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);
});

interface ServiceWorkerGlobalScopeOfTest {
  registration: { getNotifications(): Promise<unknown[]> };
  NotificationEvent: new (kind: string, options: object) => Event;
  dispatchEvent(event: Event): void;
}
