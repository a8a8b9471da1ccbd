import type { Page } from 'playwright-core';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { type PhonePage, soon } from './product.js';
import { atRest } from './rest.js';
import { ticket, tradeBar } from './spot-ticket.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const WAIT_MS = 60_000;
const MARKET = '/pages/trade/index?symbol=BTC%2FUSDT';
/** The ticket stands on the page there, beside what becomes of it. */
const WIDE = { width: 1280, height: 900 };

interface OrderRow {
  status: string;
  reason: string | null;
  time: string;
  expires: boolean;
  limit: string | null;
  quantity: string;
}

/** Orders that wait in their own ways, and what is changed of them, on the page. */
describe('kinds of spot orders, on the page', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed' });
  }, 120_000);

  afterAll(() => world?.close());

  async function openAs(user: TestUser, language = 'en'): Promise<PhonePage> {
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(WAIT_MS);
    await phone.page.setViewportSize(WIDE);
    await phone.page.goto(world.app.url + MARKET);
    return phone;
  }

  async function aTrader(): Promise<TestUser> {
    const user = await world.aUser();
    await fund(world.source, user.userId, '10000');
    return user;
  }

  const orders = ({ userId }: TestUser): Promise<OrderRow[]> =>
    world.source.query(
      `select status, reason, time_in_force as time, expires_at is not null as expires,
              trim_scale(limit_price)::text as limit, trim_scale(quantity)::text as quantity
         from spot_order where user_id = $1 order by id`,
      [userId],
    );

  const lists = (page: Page) => page.getByRole('region', { name: 'Orders', exact: true });
  /** A side or a kind of order, where nothing lies over it. */
  const choose = (page: Page, name: string) => ticket(page).getByRole('radio', { name, exact: true }).click();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function place(page: Page, time: string, { quantity, price }: { quantity: string; price: string }) {
    await ticket(page).getByLabel('Time in force').selectOption({ label: time });
    await ticket(page).getByLabel('Price (USDT)').fill(price);
    await ticket(page).getByLabel('Quantity (BTC)').fill(quantity);
    await button(page, 'Buy BTC').click();
    await button(page, 'Confirm').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  it(
    'ends what does not wait, says why, and shows until when something does',
    async () => {
      const user = await aTrader();
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await place(page, 'Immediate or cancel', { quantity: '0.01', price: '1000' });
      await page.getByText('Nothing was within the limit; the order is cancelled.').waitFor();
      await lists(page).getByRole('tab', { name: 'Order history' }).click();
      await lists(page).getByText('Rest cancelled').waitFor();

      await place(page, 'Until a date', { quantity: '0.02', price: '1000' });
      await lists(page).getByRole('tab', { name: 'Open orders (1)' }).click();
      await lists(page).getByText('Limit · Until a date').waitFor();
      await lists(page)
        .getByText(/^Until [A-Z]/)
        .waitFor();
      expect(await orders(user)).toMatchObject([
        { status: 'cancelled', reason: 'immediate-or-cancel', time: 'ioc', expires: false },
        { status: 'open', reason: null, time: 'gtd', expires: true },
      ]);

      // What only waits is refused where it would execute, in words, before anything is confirmed.
      await ticket(page).getByLabel('Time in force').selectOption({ label: 'Post-only' });
      await ticket(page).getByLabel('Price (USDT)').fill('900000');
      await ticket(page).getByLabel('Quantity (BTC)').fill('0.001');
      await ticket(page).getByText('This order would execute at once; a post-only order was not placed').waitFor();
      expect(await orders(user)).toHaveLength(2);

      // As if its date had come.
      await world.source.query(`set session_replication_role = replica;
        update spot_order set expires_at = now() - interval '1 second' where user_id = ${user.userId} and status = 'open';
        set session_replication_role = origin`);
      await lists(page).getByText('Your waiting orders will be listed here.').waitFor();
      await lists(page).getByRole('tab', { name: 'Order history' }).click();
      await lists(page).getByText('Expired', { exact: true }).waitFor();
      await ticket(page).getByText('10,000 USDT').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'buys for an amount of money',
    async () => {
      const user = await aTrader();
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await choose(page, 'Market');
      await button(page, 'Enter it in USDT').click();
      await button(page, '500').click();
      await button(page, 'Buy BTC').click();
      await button(page, 'Confirm').click();
      await page.getByText(/^Bought [\d.]+ BTC at/).waitFor();
      const [spent] = await world.source.query(
        `select amount + fee <= 500 as within, amount + fee > 498 as near from spot_order where user_id = $1`,
        [user.userId],
      );
      expect(spent).toEqual({ within: true, near: true });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'changes an order that waits, and shows what was changed',
    async () => {
      const user = await aTrader();
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await place(page, 'Until cancelled', { quantity: '0.02', price: '1000' });
      await lists(page).getByRole('button', { name: 'Change', exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Limit price').fill('1500');
      await sheet.getByLabel('Quantity').fill('0.03');
      // 0.03 x 1500 and a thousandth.
      await sheet.getByText('45.045 USDT').waitFor();
      await atRest(page);
      expect(await accessFaults(page)).toEqual([]);
      await button(page, 'Save the change').click();
      await sheet.waitFor({ state: 'hidden' });
      await lists(page).getByText('0 / 0.03 BTC').waitFor();
      expect(await orders(user)).toMatchObject([{ status: 'open', limit: '1500', quantity: '0.03' }]);
      await lists(page).getByText('0 / 0.03 BTC').click();
      await page.getByRole('heading', { name: 'Changes' }).waitFor();
      await page.getByRole('dialog').locator('li').first().waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'places an order that waits for a price, shows it, and takes it back',
    async () => {
      const user = await aTrader();
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await choose(page, 'Stop');
      await ticket(page).getByLabel('Trigger price (USDT)').fill('1000');
      await ticket(page).getByLabel('Amount (USDT)').fill('500');
      await ticket(page).getByText('Becomes an order when the last price falls to the trigger price.').waitFor();
      await button(page, 'Buy BTC').click();
      await page.getByRole('dialog').getByText('9,500 USDT').waitFor();
      await button(page, 'Confirm').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await lists(page).getByRole('tab', { name: 'Stops (1)' }).click();
      await lists(page).getByText('Waiting', { exact: true }).waitFor();
      await ticket(page).getByText('9,500 USDT').waitFor();
      await lists(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await lists(page).getByText('Cancelled', { exact: true }).waitFor();
      await ticket(page).getByText('10,000 USDT').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'places a pair, shows both parts, and takes both back with one',
    async () => {
      const user = await aTrader();
      await fund(world.source, user.userId, '1', { currencyId: BTC });
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await choose(page, 'Sell');
      await choose(page, 'OCO');
      // Both above the price: said in words, before anything is confirmed.
      await ticket(page).getByLabel('Limit price (USDT)').fill('900000');
      await ticket(page).getByLabel('Trigger price (USDT)').fill('800000');
      await ticket(page).getByLabel('Quantity (BTC)').fill('0.01');
      await ticket(page)
        .getByText(/must be between the limit and the trigger price/)
        .waitFor();
      await ticket(page).getByLabel('Trigger price (USDT)').fill('1000');
      await ticket(page)
        .getByText(/must be between the limit and the trigger price/)
        .waitFor({ state: 'hidden' });
      await button(page, 'Sell BTC').click();
      await page.getByRole('dialog').getByText('0.99 BTC').waitFor();
      await button(page, 'Confirm').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await lists(page).getByRole('tab', { name: 'Open orders (1)' }).waitFor();
      await lists(page).getByText('Limit · OCO').waitFor();
      await lists(page).getByRole('tab', { name: 'Stops (1)' }).click();
      await lists(page).getByText('Market · OCO').waitFor();
      await lists(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await lists(page).getByText('Cancelled', { exact: true }).waitFor();
      await lists(page).getByRole('tab', { name: 'Open orders' }).click();
      await lists(page).getByText('Your waiting orders will be listed here.').waitFor();
      await ticket(page).getByText('1 BTC', { exact: true }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'places a stop that follows the price, and says how far',
    async () => {
      const user = await aTrader();
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await choose(page, 'Trailing');
      await ticket(page).getByLabel('Behind the best price (%)').fill('25');
      await ticket(page).getByLabel('Amount (USDT)').fill('500');
      await ticket(page).getByText('It may follow the price from 0.5% to 20% behind').waitFor();
      await ticket(page).getByLabel('Behind the best price (%)').fill('15');
      await ticket(page).getByText('It may follow the price from 0.5% to 20% behind').waitFor({ state: 'hidden' });
      await button(page, 'Buy BTC').click();
      await page.getByRole('dialog').getByText('9,500 USDT').waitFor();
      await button(page, 'Confirm').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await lists(page).getByRole('tab', { name: 'Stops (1)' }).click();
      await lists(page).getByText('Market · Trailing').waitFor();
      await lists(page).getByText('15 %').waitFor();
      // It is changed under its own number: closer, and for less.
      await lists(page).getByRole('button', { name: 'Change', exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Behind the best price').fill('7.5');
      await sheet.getByLabel('Amount').fill('400');
      await sheet.getByRole('button', { name: 'Save the change' }).click();
      await sheet.waitFor({ state: 'hidden' });
      await lists(page).getByText('7.5 %').waitFor();
      await ticket(page).getByText('9,600 USDT').waitFor();
      await lists(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await ticket(page).getByText('10,000 USDT').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'buys with a take-profit and a stop-loss, which are there when the purchase has ended',
    async () => {
      const user = await aTrader();
      const { page, context, complaints } = await openAs(user);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await choose(page, 'Market');
      await ticket(page).getByLabel('Quantity (BTC)').fill('0.01');
      await ticket(page).getByLabel('Take-profit and stop-loss').check();
      await ticket(page).getByLabel('Take-profit (USDT)').fill('900000');
      await ticket(page).getByLabel('Stop-loss (USDT)').fill('1000');
      await button(page, 'Buy BTC').click();
      await page.getByRole('dialog').getByText('900,000.00 USDT').waitFor();
      await button(page, 'Confirm').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await lists(page).getByRole('tab', { name: 'Open orders (1)' }).waitFor();
      await lists(page).getByText('Limit · OCO').waitFor();
      await lists(page).getByRole('tab', { name: 'Stops (1)' }).click();
      await lists(page).getByText('0.01 BTC').waitFor();
      await lists(page).getByRole('tab', { name: 'Order history' }).click();
      await lists(page).getByText('Market', { exact: true }).click();
      await page.getByRole('dialog').getByText('Placed', { exact: true }).first().waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'fits 320 px and is accessible by the rules a machine can check, in %s',
    async (language) => {
      const user = await aTrader();
      const headers = { token: user.token };
      await world.call.post(
        'coin/trade',
        {
          legal_id: '3',
          currency_id: '1',
          type: '1',
          amount: '0.02',
          target_price: '1000',
          time_in_force: 'gtd',
          expires_at: String(Date.now() + 86_400_000),
        },
        headers,
      );
      const { page, context, complaints } = await openAs(user, language);
      await page.setViewportSize({ width: 320, height: 700 });
      await tradeBar(page).getByRole('button').first().click();
      const select = page.locator('form select').first();
      await select.selectOption('gtd');
      await page.locator('input[type=datetime-local]').waitFor();
      await page.locator('li').getByText('BTC/USDT').first().waitFor();
      await atRest(page);
      await soon(async () => expect(await sticksOut(page)).toBe(0));
      // What is half under the button that stays in view would count as a target that is too small.
      const middle = (field: Element) => field.scrollIntoView({ block: 'center', behavior: 'instant' });
      await page.locator('input[type=datetime-local]').evaluate(middle);
      expect(await accessFaults(page)).toEqual([]);
      // What is pressed is not under the head that stays in view either.
      await page.locator('input[name=spot-kind]').nth(1).evaluate(middle);
      await page.locator('input[name=spot-kind]').nth(1).check({ force: true });
      await page
        .getByRole('button', { name: /⇄|USDT/ })
        .first()
        .waitFor();
      await soon(async () => expect(await sticksOut(page)).toBe(0));
      await page.locator('form input[type=checkbox]').first().check();
      await atRest(page);
      await soon(async () => expect(await sticksOut(page)).toBe(0));
      for (const kind of [2, 3, 4]) {
        await page.locator('input[name=spot-kind]').nth(kind).click();
        await page.locator('input[name=spot-side]').first().waitFor();
        await atRest(page);
        await soon(async () => expect(await sticksOut(page)).toBe(0));
        await page.getByRole('button', { name: '25%' }).evaluate(middle);
        expect(await accessFaults(page)).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
