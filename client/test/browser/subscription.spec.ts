import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { OffersStore } from '../../../server/features/trading/subscription/offers.store.js';
import { LaunchOffer } from '../../../server/features/trading/subscription/launch-offer.js';
import { SubscriptionStore } from '../../../server/features/trading/subscription/subscription.store.js';
import { SweepSubscriptions } from '../../../server/features/trading/subscription/sweep-subscriptions.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { Metrics } from '../../../server/platform/metrics/metrics.js';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { agreeOn } from '../../../server/test/factories/agreements.js';
import { anOffer, DAY_MS, offerTerms } from '../../../server/test/factories/subscription.js';
import { FakeClock } from '../../../server/test/fakes/fake-clock.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { atRest } from './rest.js';
import { JOURNEY_LANGUAGES, LAID_OUT_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 300_000;
/** The narrowest phone, and the widest page. */
const WIDTHS = [320, 1280];
const SHOTS = process.env.SUBSCRIPTION_PICTURES;
const WORDS = {
  en: {
    subscribing: 'Subscribing',
    buy: 'Subscribe',
    next: 'Next',
    agree: 'Please read and tick the rules',
    confirm: 'Confirm subscription',
    pays: 'You pay',
    passed: 'Passed',
    locked: 'Redeeming',
    finished: 'Finished',
    calendar: 'Calendar',
    free: 'are free now',
    soldOut: 'Sold out',
    demo: 'There is no demo of this',
  },
  zh: {
    subscribing: '认购中',
    buy: '认购',
    next: '下一步',
    agree: '请阅读并勾选认购规则',
    confirm: '确认并认购',
    pays: '支付金额',
    passed: '已通过',
    locked: '赎回中',
    finished: '已完成',
    calendar: '解锁日历',
    free: '已解锁',
    soldOut: '已售罄',
    demo: '模拟账户没有此功能',
  },
} as const;

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open();
}, 120_000);
afterAll(() => world?.close(), 120_000);

const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);

/** What workers do when so many days are over. */
async function daysLater(days: number): Promise<void> {
  const clock = new FakeClock(Date.now() + days * DAY_MS);
  const parts = [of(SubscriptionStore), of(OffersStore), of(Transactions), of(Outbox), clock, of(Metrics)] as const;
  await new SweepSubscriptions(...parts).execute();
}

/** Two operators agree on it in the transaction in which it is done. */
const launch = (id: number) =>
  of(Transactions).run(async (tx) => {
    const terms = { coin: '', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    await agreeOn(tx, 'subscription-launch', id, terms);
    return of(LaunchOffer).execute(tx, id, terms);
  });

const TEXTS = {
  en: {
    introduction: 'A coin that pays for storage between its users.',
    rules: 'One user, one share.\nThe issuer decides nothing about single orders.',
  },
  zh: { introduction: '用户之间支付存储费用的新币。', rules: '每人一份额度。\n发行方不决定单个订单。' },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The fact of a card or sheet says so, as soon as it does. */
const says = (page: Page, label: string, value: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .filter({ hasText: value })
    .first()
    .waitFor();

describe.each(JOURNEY_LANGUAGES)('a new coin in %s', (language) => {
  const words = WORDS[language];

  it(
    'is bought once, launched and released on open pages',
    async () => {
      const terms = offerTerms(Date.now() - 60_000, { total: '400', texts: TEXTS });
      const id = await anOffer(world.source, terms);
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '1000');
      const { page, context, complaints } = await world.openAs(user, language);
      const shot = async (name: string) => {
        if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
      };
      await world.go(page, '/pages/subscription/index');
      await page.getByText(words.subscribing).first().waitFor();
      await shot('list');
      await page.locator(`a[href="/pages/subscription/detail?id=${id}"]`).click();
      await page.getByText(TEXTS[language].introduction).waitFor();
      await shot('offer');
      await page.getByRole('link', { name: words.buy, exact: true }).click();

      await page.locator('input[inputmode="decimal"]').fill('100');
      await button(page, words.next).click();
      await page.getByText(words.agree).waitFor();
      await shot('form');
      await page.getByRole('checkbox').check();
      await button(page, words.next).click();
      await says(page, words.pays, '100 USDT');
      await shot('review');
      // The answer is lost on its way: everything stays, and the second try is the same command.
      const keys: (string | undefined)[] = [];
      await page.route('**/api/lh/send/order', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await button(page, words.confirm).click();
      await page.getByRole('alert').waitFor();
      await button(page, words.confirm).click();
      await page.waitForURL('**/pages/subscription/orders');
      expect(keys).toEqual([keys[0], keys[0]]);

      await page.locator('main li a').first().click();
      await page.waitForURL('**/pages/subscription/orders/detail**');
      await atRest(page);
      await daysLater(0);
      await page.getByText(words.passed, { exact: true }).waitFor();
      await launch(id);
      await daysLater(0);
      await page.getByText(words.locked, { exact: true }).waitFor();
      await shot('order');
      await world.go(page, '/pages/subscription/orders?tab=calendar');
      await page.getByRole('table').waitFor();
      await page.locator('td[data-marked]').waitFor();
      await shot('calendar');
      await daysLater(31);
      await world.go(page, '/pages/subscription/orders?tab=finished');
      await page.getByText(words.finished, { exact: true }).last().waitFor();
      await page.locator('main li a').first().waitFor();
      await world.go(page, '/pages/notice/index?kind=own');
      await page.getByText(words.free).first().waitFor();
      await shot('notice');
      const [held] = await world.source.query(
        `select count(*)::integer as orders, trim_scale(sum(o.coins))::text as coins from subscription_order o
          where o.user_id = $1 and o.status = 'released'`,
        [user.userId],
      );
      expect(held).toEqual({ orders: 1, coins: '400' });
      expect(complaints.filter((text) => !text.includes('/api/lh/send/order'))).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});

it(
  'says that it is sold out, and that there is no demo of it',
  async () => {
    const id = await anOffer(world.source, offerTerms(Date.now() - 60_000, { total: '10', maximum: '10' }));
    const user = await world.aVerifiedUser();
    await fund(world.source, user.userId, '10');
    const bought = await world.call.post(
      'lh/send/order',
      { config_id: String(id), amount: '2.5' },
      { token: user.token },
    );
    expect(bought).toMatchObject({ type: 'ok' });
    const { page, context } = await world.openAs(user, 'en');
    await world.go(page, `/pages/subscription/detail?id=${id}`);
    await button(page, WORDS.en.soldOut).waitFor();
    await world.go(page, `/pages/subscription/order?id=${id}`);
    await page.getByText('Every coin of this offer has been bought.').waitFor();
    await world.call.post('demo/enter', {}, { token: user.token });
    await page.evaluate(() => localStorage.setItem('account-type', 'simulation_account'));
    await world.go(page, '/pages/subscription/orders');
    await page.getByText(WORDS.en.demo).waitFor();
    await context.close();
  },
  HANGING_MS,
);

describe('its pages', () => {
  it.each(LAID_OUT_LANGUAGES)(
    'fit, at twice the text size too, and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const long = {
        coinName: 'An extraordinarily long name of a coin that nobody shortens',
        price: '12345.678901',
      };
      const terms = { total: '123456789012.123456', maximum: '99999999.5', texts: TEXTS, ...long };
      const id = await anOffer(world.source, offerTerms(Date.now() - 60_000, terms));
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '987654321');
      const amount = '123456789.01';
      const bought = await world.call.post('lh/send/order', { config_id: String(id), amount }, { token: user.token });
      expect(bought).toMatchObject({ type: 'ok' });
      const [order] = await world.source.query('select id from subscription_order where user_id = $1', [user.userId]);
      const { page, context, complaints } = await world.openAs(user, language);
      const paths = [
        'index',
        `detail?id=${id}`,
        `order?id=${id}`,
        'orders',
        'orders?tab=finished',
        'orders?tab=calendar',
        `orders/detail?id=${order.id}`,
        'detail?id=999999',
      ];
      const faults: string[] = [];
      for (const path of paths) {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          await world.go(page, `/pages/subscription/${path}`);
          for (const fault of await layoutFaults(page)) faults.push(`${path} at ${width} px: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
