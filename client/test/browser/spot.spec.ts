import type { Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, openPhone, type PhonePage, soon } from './product.js';
import { atRest } from './rest.js';
import { closeTicket, openTicket, ticket, tradeBar } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const WAIT_MS = 60_000;
const MARKET = '/pages/trade/index?symbol=BTC%2FUSDT';

interface OrderRow {
  side: string;
  status: string;
  demo: boolean;
  limit_price: string | null;
}

/** The product in this process on a simulated feed, with the built pages. */
describe('spot trading, on the page', () => {
  let world: PageWorld;
  let source: DataSource;

  beforeAll(async () => {
    world = await PageWorld.open();
    source = world.source;
  }, 120_000);

  afterAll(() => world?.close());

  async function openAs(user: TestUser): Promise<PhonePage> {
    const phone = await world.openAs(user);
    phone.page.setDefaultTimeout(WAIT_MS);
    return phone;
  }

  const orders = ({ userId }: TestUser): Promise<OrderRow[]> =>
    source.query('select side, status, demo, limit_price from spot_order where user_id = $1 order by id', [userId]);

  async function spotBalance({ token }: TestUser, type: string): Promise<number> {
    const query = new URLSearchParams({ currency_id: '1', legal_id: '3', account_type: type });
    const { message } = await world.call.get(`spot/desk?${query.toString()}`, { token });
    return Number((message as { balance: string }).balance);
  }

  const lists = (page: Page) => page.getByRole('region', { name: 'Orders', exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function enter(page: Page, kind: 'Limit' | 'Market', quantity: string, price?: string) {
    await openTicket(page);
    await ticket(page).getByLabel(kind, { exact: true }).check({ force: true });
    if (price !== undefined) await ticket(page).getByLabel('Price (USDT)').fill(price);
    await ticket(page).getByLabel('Quantity (BTC)').fill(quantity);
    await button(page, 'Buy BTC').click();
    await button(page, 'Confirm').waitFor();
  }

  it(
    'buys at the market, then waits with a limit and takes it back',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '10000');
      const { page, context, complaints } = await openAs(user);
      await page.goto(world.app.url + MARKET);
      await openTicket(page);
      await ticket(page).getByText('10,000 USDT').waitFor();

      await enter(page, 'Market', '0,01');
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Worst price').last().waitFor();
      await sheet.getByText('Balance afterwards').waitFor();
      const confirmation = page.getByText(/^Bought 0\.01 BTC at [\d,.]+ USDT on average, fee [\d.]+ USDT\.$/).waitFor();
      await button(page, 'Confirm').click();
      await confirmation;
      await sheet.waitFor({ state: 'hidden' });
      expect(await orders(user)).toMatchObject([{ side: 'buy', status: 'filled', demo: false, limit_price: null }]);
      // The balance is told by the stream; nothing of the page is loaded again.
      await openTicket(page);
      await ticket(page).getByText('10,000 USDT').waitFor({ state: 'detached' });
      await closeTicket(page);
      await lists(page).getByRole('tab', { name: 'Order history' }).click();
      await lists(page).getByText('0.01 / 0.01 BTC').waitFor();

      const before = await spotBalance(user, 'real_account');
      await enter(page, 'Limit', '0.02', '1000');
      await button(page, 'Confirm').click();
      await lists(page).getByRole('tab', { name: 'Open orders (1)' }).click();
      await lists(page).getByText('0 / 0.02 BTC').waitFor();
      expect(await spotBalance(user, 'real_account')).toBeLessThan(before);

      await lists(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await button(page, 'Cancel the order').click();
      await lists(page).getByText('Your waiting orders will be listed here.').waitFor();
      expect(await spotBalance(user, 'real_account')).toBe(before);
      expect((await orders(user)).map(({ status }) => status)).toEqual(['filled', 'cancelled']);

      await lists(page).getByRole('link', { name: 'All' }).click();
      await page.getByRole('radio', { name: 'Executed' }).check({ force: true });
      await page.getByText('0.01 / 0.01 BTC').click();
      await page.getByRole('heading', { name: 'Executions' }).waitFor();
      await page.getByRole('dialog').locator('li').first().waitFor();
      await page.keyboard.press('Escape');
      // The same execution in the list of all of them.
      await page.getByRole('tab', { name: 'Executions' }).click();
      await page.locator('main li').filter({ hasText: '0.01 BTC' }).waitFor();
      await soon(async () => expect(await page.locator('main li').count()).toBe(1));
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'fills an order that is whole or nothing whole, and refuses one that the book holds a part of',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '500000');
      const { page, context, complaints } = await openAs(user);
      await page.goto(world.app.url + MARKET);
      await openTicket(page);
      await ticket(page).getByText('500,000 USDT').waitFor();
      await ticket(page).getByLabel('Limit', { exact: true }).check({ force: true });
      await ticket(page).getByLabel('Time in force').selectOption({ label: 'Fill or kill' });
      await ticket(page).getByText('Executes whole at once, or not at all.').waitFor();
      const refusal = ticket(page)
        .getByRole('alert')
        .getByText('The book does not hold all of it within the limit; nothing was ordered');
      // The best price that is asked for is asked for a part of it. The book goes on: what a moment has made of it is entered again.
      const asks = ticket(page).getByRole('list', { name: 'Asks' }).getByRole('button');
      const quantity = ticket(page).getByLabel('Quantity (BTC)');
      await soon(async () => {
        await quantity.fill('');
        await asks.last().click();
        await quantity.fill('6');
        await refusal.waitFor({ timeout: 3000 });
      }, WAIT_MS);
      await button(page, 'Buy BTC').click();
      expect(await button(page, 'Confirm').count()).toBe(0);
      await ticket(page).getByLabel('Price (USDT)').fill('90000');
      await quantity.fill('0.05');
      await refusal.waitFor({ state: 'detached' });
      await button(page, 'Buy BTC').click();
      const report = page.getByText(/^Bought 0\.05 BTC at [\d,.]+ USDT on average, fee [\d.]+ USDT\.$/).waitFor();
      await button(page, 'Confirm').click();
      await report;
      await lists(page).getByRole('tab', { name: 'Order history' }).click();
      await lists(page).getByText('0.05 / 0.05 BTC').waitFor();
      // Whatever the page shows: the server refuses it, too.
      const wish = { currency_id: '1', legal_id: '3', type: '1', amount: '0.05', target_price: '1000' };
      const refused = await world.call.post('coin/trade', { ...wish, time_in_force: 'fok' }, { token: user.token });
      expect(refused).toMatchObject({ status: 200, type: 'error', code: 'spot.not-whole' });
      const rows = await source.query(
        `select status, time_in_force as time, filled = quantity as whole, trim_scale(reserved)::text as reserved
           from spot_order where user_id = $1`,
        [user.userId],
      );
      expect(rows).toEqual([{ status: 'filled', time: 'fok', whole: true, reserved: '0' }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'keeps demo money and real money apart, and says which one it is',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '50');
      const { page, context, complaints } = await openAs(user);
      await page.goto(world.app.url + MARKET);
      await openTicket(page);
      await ticket(page).getByText('50 USDT', { exact: true }).waitFor();
      await closeTicket(page);
      await button(page, 'Enter the demo').click();
      const banner = page.getByRole('region', { name: 'Demo account' });
      await banner.waitFor();
      await openTicket(page);
      await ticket(page).getByText('100,000 USDT').waitFor();
      await soon(async () => expect(await ticket(page).getByText('DEMO', { exact: true }).count()).toBeGreaterThan(0));

      await enter(page, 'Limit', '0.5', '1000');
      await soon(async () =>
        expect(await page.getByRole('dialog').getByText('DEMO', { exact: true }).count()).toBeGreaterThan(2),
      );
      await button(page, 'Confirm').click();
      await lists(page).getByText('0 / 0.5 BTC').waitFor();
      expect(await orders(user)).toMatchObject([{ status: 'open', demo: true }]);
      expect(await spotBalance(user, 'real_account')).toBe(50);

      // It outlives the page, and stands on every page that touches money.
      await page.goto(`${world.app.url}/pages/deposit/index`);
      await page.getByText('There is no demo of this').waitFor();
      await page.goto(`${world.app.url}/pages/account/index`);
      await banner.waitFor();
      await button(page, 'Top up').click();
      await page.getByText('The demo balances are topped up').waitFor();

      await page.goto(world.app.url + MARKET);
      await banner.getByRole('button', { name: 'Leave' }).click();
      await openTicket(page);
      await ticket(page).getByText('50 USDT', { exact: true }).waitFor();
      await closeTicket(page);
      await lists(page).getByText('Your waiting orders will be listed here.').waitFor();
      await soon(async () => expect(await page.getByText('DEMO', { exact: true }).count()).toBe(0));
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'finds out what became of an order whose answer was lost, and places it once',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '10000');
      const { page, context } = await openAs(user);
      await page.goto(world.app.url + MARKET);
      let lost = 0;
      // The server hears the order; its first answer never arrives.
      await page.route('**/api/coin/trade', async (route) => {
        if (lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      await enter(page, 'Limit', '0.01', '1000');
      await button(page, 'Confirm').click();
      await page.getByText('Checking with the server…').waitFor();
      await lists(page).getByText('0 / 0.01 BTC').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await eventually(async () => lost === 1, 'the first answer is lost');
      expect(await orders(user)).toHaveLength(1);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(['dark', 'light'])(
    'fits and has nothing in the way of assistive technology (%s); the ticket is one press away from below',
    async (appearance) => {
      const user = await world.aUser();
      await fund(source, user.userId, '123456.78901234');
      const { page, context, complaints } = await openAs(user);
      await context.addInitScript(
        (chosen) => window.localStorage.setItem('preferences', JSON.stringify({ language: 'en', appearance: chosen })),
        appearance,
      );
      // Colours are judged at rest.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(world.app.url + MARKET);
      await tradeBar(page).waitFor();
      await atRest(page);
      expect(await accessFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 560 });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await openTicket(page, 'Sell');
      expect(await ticket(page).getByLabel('Sell', { exact: true }).isChecked()).toBe(true);
      await ticket(page).getByLabel('Buy', { exact: true }).check({ force: true });
      await ticket(page).getByText('123,456').waitFor();
      await atRest(page);
      const endsAt = async () => {
        const send = await button(page, 'Buy BTC').boundingBox();
        return (send?.y ?? 0) + (send?.height ?? 999);
      };
      expect(await endsAt()).toBeLessThanOrEqual(560);
      // From the end, where nothing is half under the button: what is left of it would count as a target that is too small.
      await ticket(page).evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
      await atRest(page);
      expect(await accessFaults(page)).toEqual([]);
      // On a screen as low as this one the button that sends is in sight wherever the ticket is scrolled to.
      expect(await endsAt()).toBeLessThanOrEqual(560);
      await page.goto(`${world.app.url}/pages/assets/transactions?view=fills`);
      await page.getByText('Your executions will be listed here.').waitFor();
      await atRest(page);
      expect(await layoutFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'shows a guest the market and the way in',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      const files: string[] = [];
      page.on('request', (request) => files.push(request.url()));
      await page.goto(world.app.url + MARKET);
      await page.getByText('Log in to buy and sell BTC/USDT.').waitFor();
      await page.waitForLoadState('load');
      // What only trading needs is not loaded for somebody who looks.
      expect(files.filter((url) => /spot-desk/.test(url))).toEqual([]);
      await page.getByRole('link', { name: 'Log in' }).click();
      await page.waitForURL(/backpage=%2Fpages%2Ftrade%2Findex/);
      await context.close();
    },
    HANGING_MS,
  );
});
