import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { SweepTrustOrders } from '../../../server/features/trading/trust/sweep-trust-orders.js';
import { TrustStore } from '../../../server/features/trading/trust/trust.store.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { Metrics } from '../../../server/platform/metrics/metrics.js';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { FakeClock } from '../../../server/test/fakes/fake-clock.js';
import { faultsOf, layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { atRest } from './rest.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

const SHOTS = process.env.SHOTS_FOLDER;
const DAY_MS = 86_400_000;
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;

/** The product in this process, so that days can pass at will, with the built pages. */
describe('trust products, on the pages', () => {
  let world: PageWorld;
  let source: DataSource;

  beforeAll(async () => {
    world = await PageWorld.open();
    source = world.source;
    // The rule at its full force; what the product is sold with takes no more than the interest so far.
    await source.query(`update trust_product set penalty_capped = false where code = 'usdt-15'`);
  }, 120_000);

  afterAll(() => world?.close(), 120_000);

  /** Books what is due when so many whole days are over. */
  async function daysLater(days: number): Promise<void> {
    const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
    const clock = new FakeClock(Date.now() + (days + 1) * DAY_MS);
    const sweep = new SweepTrustOrders(of(TrustStore), of(Transactions), of(Outbox), clock, of(Metrics));
    await sweep.execute();
  }

  async function productId(code: string): Promise<number> {
    const rows: { id: number }[] = await source.query('select id from trust_product where code = $1', [code]);
    return rows[0]?.id as number;
  }

  async function buy(user: TestUser, code: string, amount: string, accountType = 'real_account'): Promise<string> {
    const fields = {
      config_id: String(await productId(code)),
      amount,
      agreement: '1',
      account_type: accountType,
    };
    const { type, code: refusal } = await world.call.post('lh/deposit', fields, { token: user.token });
    expect({ type, refusal }).toEqual({ type: 'ok', refusal: undefined });
    const rows: { id: string }[] = await source.query(
      'select id from trust_order where user_id = $1 order by id desc limit 1',
      [user.userId],
    );
    return rows[0]?.id as string;
  }

  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const amountField = (page: Page) => page.locator('input[inputmode="decimal"]');
  /** The fact of a card or sheet says so, as soon as it does. */
  const says = (page: Page, label: string, value: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .filter({ hasText: value })
      .first()
      .waitFor();

  it(
    'takes the trust account first, says what each account pays and gets back, and is redeemed to both',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '5000');
      await fund(source, user.userId, '250', { kind: 'trust' });
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/trust/index');
      await page.getByText('USDT 15-day trust').click();
      await page.getByRole('link', { name: 'Buy', exact: true }).click();
      await page.getByText('Trust account: 250 USDT').waitFor();
      await page.getByText('Spot account: 5,000 USDT').waitFor();
      await amountField(page).fill('1000');
      await shoot(page, 'trust-purchase-of-both');
      await page.getByRole('checkbox').check();
      expect(await layoutFaults(page)).toEqual([]);
      await button(page, 'Next').click();
      await says(page, 'Trust account afterwards', '0 USDT');
      await says(page, 'Spot account afterwards', '4,250 USDT');
      await button(page, 'Confirm purchase').click();
      await page.waitForURL('**/pages/trust/hosting');
      await page.locator('main li').click();
      await button(page, 'Redeem early').click();
      // 0.4 % x 15 days x 1,000 = 60: a quarter and three quarters of the 940 that are left.
      await says(page, 'To the trust account', '235 USDT');
      await says(page, 'To the spot account', '705 USDT');
      await shoot(page, 'trust-redemption-to-both');
      await button(page, 'Redeem now').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const rows = await source.query(
        `select kind, trim_scale(balance)::text as balance from ledger_account where owner_id = $1 and balance > 0 order by kind`,
        [user.userId],
      );
      expect(rows).toEqual([
        { kind: 'spot', balance: '4955' },
        { kind: 'trust', balance: '235' },
      ]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'buys once, earns day by day on the open page, and is redeemed early at exactly the figures that were shown',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '5000.5');
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/trust/index');
      await page.getByText('USDT 15-day trust').click();
      await page.getByText('Who owes you the money').waitFor();
      await page.getByRole('link', { name: 'Buy', exact: true }).click();

      await amountField(page).fill('1000,5');
      await says(page, 'Interest a day', '4.002 USDT');
      await says(page, 'Interest of the whole term', '60.03 USDT');
      await button(page, 'Next').click();
      await page.getByText('Please read and tick the service agreement').waitFor();
      await page.getByRole('checkbox').check();
      await button(page, 'Next').click();
      await says(page, 'Spot account afterwards', '4,000 USDT');
      // The answer is lost on its way: everything stays, and the second try is the same command.
      const keys: (string | undefined)[] = [];
      await page.route('**/api/lh/deposit', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await button(page, 'Confirm purchase').click();
      await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
      await button(page, 'Confirm purchase').click();
      await page.waitForURL('**/pages/trust/hosting');
      expect(keys).toEqual([keys[0], keys[0]]);

      await page.locator('main li').first().waitFor();
      await soon(async () => expect(await page.locator('main li').count()).toBe(1));
      await page.locator('main li').click();
      await page.getByText('0 of 15 days').waitFor();
      await page.getByText('The first interest is booked on').waitFor();
      await page.evaluate(() => Object.assign(window, { stillTheSame: true }));
      // The page listens to what is booked now.
      await atRest(page);
      await daysLater(2);
      await says(page, 'Income so far', '+8.004 USDT');
      await page.getByText('2 of 15 days').waitFor();
      expect(await page.evaluate(() => 'stillTheSame' in window)).toBe(true);

      await button(page, 'Redeem early').click();
      // 0.4 % x 13 days x 1000.5 = 52.026; 1000.5 - 52.026 + 8.004 = 956.478.
      await says(page, 'Penalty', '52.026 USDT');
      await page.getByText('956.478').waitFor();
      // A day of interest passes between the figures and the decision: nothing is done, and new figures are shown.
      await daysLater(3);
      await button(page, 'Redeem now').click();
      await page.getByText('The quote has expired, please look at it again').waitFor();
      await says(page, 'Penalty', '48.024 USDT');
      await page.getByText('964.482').waitFor();
      await button(page, 'Redeem now').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.locator('main').getByText('Redeemed', { exact: true }).waitFor();
      await says(page, 'Penalty', '48.024 USDT');
      await soon(async () => expect(await button(page, 'Redeem early').count()).toBe(0));
      const wallet = await world.call.post('wallet/list', { currency_name: 'USDT' }, { token: user.token });
      expect(JSON.stringify(wallet.message)).toContain('"change_balance":"4964.48200000"');

      await world.go(page, '/pages/trust/hosting?tab=redeemed');
      await page.locator('main li').first().waitFor();
      expect(complaints.filter((text) => !text.includes('/api/lh/deposit'))).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'gives principal and income back at the end, and shows them to their owner only',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '1000');
      const id = await buy(user, 'usdt-7', '1000');
      const { page, context } = await world.openAs(user);
      await world.go(page, '/pages/trust/hosting');
      await page.locator('main li').first().waitFor();
      await daysLater(7);
      await page.getByText('Amounts in custody will be listed here.').waitFor();
      await page.getByRole('tab', { name: 'Completed' }).click();
      await page.locator('main li').filter({ hasText: '+3.5 USDT' }).waitFor();
      await context.close();

      const stranger = await world.openAs(await world.aUser());
      await world.go(stranger.page, `/pages/trust/hosting/detail?id=${id}`);
      await stranger.page.getByText('This order does not exist').waitFor();
      await stranger.context.close();
    },
    HANGING_MS,
  );

  it(
    'lets guests read, and asks them to log in before anything of their own',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await world.go(page, '/pages/trust/index');
      await page.getByText('USDT 15-day trust').waitFor();
      await page.getByText('Lock an amount for a term').waitFor();
      const path = `/pages/trust/order?id=${await productId('usdt-15')}`;
      await world.go(page, path);
      await page.waitForURL('**/pages/user/login/login?backpage=*');
      expect(new URL(page.url()).searchParams.get('backpage')).toBe(path);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'has pages that fit, at twice the text size too, and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const user = await world.aUser();
      await fund(source, user.userId, '9000000.12345678');
      await fund(source, user.userId, '5', { currencyId: BTC });
      const id = await buy(user, 'usdt-15', '999999.12345678');
      await buy(user, 'btc-30', '1.12345678');
      await daysLater(3);
      const product = await productId('usdt-15');
      const paths = [
        '/pages/trust/index',
        `/pages/trust/detail?id=${product}`,
        `/pages/trust/order?id=${product}`,
        '/pages/trust/hosting',
        '/pages/trust/hosting?tab=redeemed',
        `/pages/trust/hosting/detail?id=${id}`,
        '/pages/trust/rules',
      ];
      const { page, context, complaints } = await world.openAs(user, language);
      const prepare = async (path: string) => {
        if (path.includes('/order?')) await amountField(page).fill('1234567,12345678');
      };
      const addresses = paths.map((path) => world.app.url + path);
      expect(await faultsOf(page, addresses, { language, prepare })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
