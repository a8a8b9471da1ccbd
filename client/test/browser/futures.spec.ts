import type { Locator, Page } from 'playwright-core';
import type { FuturesPositionsView, FuturesPositionView } from '../../../server/contract/trading/futures.dto.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';
import { atRest } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const PATIENCE_MS = 90_000;
const PAGE = '/pages/contract/index?symbol=BTC%2FUSDT';

/** The futures page over a simulated feed, with real orders. */
describe('futures, on the page', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** A user with money in the futures account, known for long enough for every leverage. */
  async function aTrader(amount = '10000'): Promise<TestUser> {
    const user = await world.aUser();
    const { source } = world;
    await source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [user.userId]);
    await fund(source, user.userId, amount, { kind: 'contract' });
    return user;
  }

  async function openAs(user: TestUser): Promise<PhonePage> {
    const phone = await world.openAs(user);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await phone.page.goto(world.app.url + PAGE);
    await phone.page.getByText('Your open positions will be here.').waitFor();
    return phone;
  }

  async function positions({ token }: TestUser, demo = false): Promise<FuturesPositionsView['positions']> {
    const query = demo ? '?account_type=simulation_account' : '';
    const { message } = await world.call.get(`futures/positions${query}`, { token });
    return (message as FuturesPositionsView).positions;
  }

  const sheet = (page: Page): Locator => page.getByRole('dialog');
  const press = (within: Page | Locator, name: string | RegExp) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();

  /** The server has said what the order would do. */
  const previewed = (ticket: Locator) =>
    ticket.locator('dl > div').filter({ hasText: 'Available afterwards' }).filter({ hasText: /\d/ }).waitFor();

  /** Fills the ticket in and goes through its confirmation. */
  async function order(page: Page, fill: (ticket: Locator) => Promise<void>): Promise<void> {
    await press(page, 'Long');
    await fill(sheet(page));
    await press(sheet(page), 'Next');
    await sheet(page).getByRole('heading', { name: 'Confirm long' }).waitFor();
    await press(sheet(page), /^Open long/);
    await sheet(page).waitFor({ state: 'hidden' });
  }

  it(
    'opens a long, follows it live, sets its stops, adds margin, and closes a part and the rest',
    async () => {
      const user = await aTrader();
      const { page, complaints, context } = await openAs(user);
      const opened = page.getByText(/^Position opened \(Long\): 10 lots at [\d,]+\.\d\d, fee [\d.]+ USDT\.$/).waitFor();
      await order(page, async (ticket) => {
        await ticket.getByLabel('Lots', { exact: true }).fill('10');
        await previewed(ticket);
      });
      await opened;
      const card = page.locator('[data-position]');
      await card.getByText('10 lots').waitFor();
      expect(await positions(user)).toMatchObject([{ side: 'long', lots: 10, leverage: 5, marginMode: 'isolated' }]);

      // Unrealised profit moves with the mark, without anybody asking.
      const figure = () => card.locator('[data-direction]').filter({ hasText: 'USDT' }).first().textContent();
      const before = await figure();
      await eventually(async () => (await figure()) !== before, 'the profit moves with the mark', PATIENCE_MS);

      // A stop beyond the price is refused with the server's words, and what was typed stays.
      await press(card, 'TP/SL');
      await sheet(page).getByLabel('Take-profit').fill('1');
      await press(sheet(page), 'Save');
      await sheet(page).getByText('The take-profit must be above').waitFor();
      await soon(async () => expect(await sheet(page).getByLabel('Take-profit').inputValue()).toBe('1'));
      await sheet(page).getByLabel('Take-profit').fill('900000');
      await press(sheet(page), 'Save');
      await sheet(page).waitFor({ state: 'hidden' });
      await card.getByText('900,000').waitFor();
      await soon(async () => expect(await card.getByText('(last)').count()).toBe(1));

      await press(card, 'Add margin');
      await sheet(page).getByLabel('Amount to add').fill('100.5');
      await sheet(page).getByText('→').first().waitFor();
      await press(sheet(page), 'Add margin');
      await sheet(page).waitFor({ state: 'hidden' });
      expect(await positions(user)).toMatchObject([{ addedMargin: '100.5' }]);

      await press(card, 'Close');
      await sheet(page).getByLabel('Lots to close').fill('4');
      const closed = page.getByText(/^Closed 4 lots at [\d,]+\.\d\d: [-+]?[\d.,]+ USDT, fee [\d.]+ USDT\.$/).waitFor();
      await press(sheet(page), 'Close 4 lots');
      await closed;
      await card.getByText('6 lots').waitFor();
      await press(card, 'Close');
      await press(sheet(page), 'Close the whole position');
      await page.getByText('Your open positions will be here.').waitFor();
      expect(await positions(user)).toEqual([]);

      await page.getByRole('tab', { name: 'History' }).click();
      await page.locator('#futures-rows li button').first().click();
      await sheet(page).getByText('Closed by you.').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'reverses a position after a look at both halves, and reduces what it has become by an order that opens nothing',
    async () => {
      const user = await aTrader();
      const { page, complaints, context } = await openAs(user);
      await order(page, async (ticket) => {
        await ticket.getByLabel('Lots', { exact: true }).fill('4');
        await previewed(ticket);
      });
      const card = page.locator('[data-position]');
      await press(card, 'Reverse');
      await sheet(page).getByText('Short · 4 lots').waitFor();
      await previewed(sheet(page));
      const turned = page
        .getByText(/^Closed 4 lots at .* USDT\. Position opened \(Short\): 4 lots at .* USDT\.$/)
        .waitFor();
      await press(sheet(page), 'Close and open short');
      await turned;
      expect(await positions(user)).toMatchObject([{ side: 'short', lots: 4, leverage: 5, marginMode: 'isolated' }]);

      // A buyer of more than is open closes what is open.
      await press(page, 'Long');
      await sheet(page).getByLabel('Reduce-only').check();
      await sheet(page).getByText('Open on the other side: 4 lots').waitFor();
      await sheet(page).getByLabel('Lots', { exact: true }).fill('9');
      await previewed(sheet(page));
      await press(sheet(page), 'Next');
      const reduced = page.getByText(/^Closed 4 lots at [\d,]+\.\d\d: /).waitFor();
      await press(sheet(page), 'Buy, reduce shorts');
      await reduced;
      await page.getByText('Your open positions will be here.').waitFor();
      expect(await positions(user)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'puts a limit order in, and takes it back only after it is asked',
    async () => {
      const user = await aTrader();
      const { page, complaints, context } = await openAs(user);
      // A price of the book that is tapped is the limit in the ticket; both show the book in the step that was chosen.
      await page.getByRole('tab', { name: 'Order book' }).click();
      await page.getByLabel('Step of the order book').selectOption('1');
      const bid = page.getByRole('table', { name: 'Bids' }).getByRole('button').first();
      await bid.click();
      await soon(async () => expect(await sheet(page).getByRole('radio', { name: 'Limit' }).isChecked()).toBe(true));
      expect(await sheet(page).getByLabel('Step of the order book').inputValue()).toBe('1');
      await sheet(page).getByRole('list', { name: 'Asks' }).getByRole('button').first().waitFor();
      await page.keyboard.press('Escape');
      await sheet(page).waitFor({ state: 'hidden' });
      await order(page, async (ticket) => {
        await ticket.getByRole('radio', { name: 'Limit' }).check();
        const field = ticket.getByLabel('Limit price');
        const last = Number((await field.inputValue()).replaceAll(',', ''));
        await field.fill(String(Math.floor(last * 0.8)));
        await previewed(ticket);
      });
      await page.getByRole('tab', { name: 'Pending 1' }).click();
      const row = page.locator('[data-order]');
      await press(row, 'Cancel order');
      await press(sheet(page), 'Keep the order');
      expect(await positions(user)).toMatchObject([{ state: 'pending' }]);
      await press(row, 'Cancel order');
      await press(sheet(page), 'Cancel order');
      await page.getByText('Limit orders that wait for their price will be here.').waitFor();
      expect(await positions(user)).toEqual([]);
      await page.getByRole('tab', { name: 'History' }).click();
      await page.locator('#futures-rows').getByText('Cancelled').last().waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'changes a limit order that waits, after a look at what that reserves, and fills it where the market is there',
    async () => {
      const user = await aTrader();
      const { page, complaints, context } = await openAs(user);
      await order(page, async (ticket) => {
        await ticket.getByRole('radio', { name: 'Limit' }).check();
        await ticket.getByLabel('Limit price').fill('40000');
        await ticket.getByLabel('Lots', { exact: true }).fill('2');
        await previewed(ticket);
      });
      await page.getByRole('tab', { name: 'Pending 1' }).click();
      const row = page.locator('[data-order]');
      const fact = (within: Locator, word: string) => within.locator('dl > div').filter({ hasText: word });
      await fact(row, 'Limit price').getByText('40,000.00').waitFor();
      const [waiting] = (await positions(user)) as [FuturesPositionView];
      await press(row, 'Change');
      // Nothing is another yet.
      expect(await sheet(page).getByRole('button', { name: 'Save the change' }).isDisabled()).toBe(true);
      await sheet(page).getByLabel('Limit price').fill('41000.5');
      await sheet(page).getByLabel('Lots', { exact: true }).fill('3');
      await fact(sheet(page), 'Reserved afterwards').filter({ hasText: /\d/ }).waitFor();
      await press(sheet(page), 'Save the change');
      await sheet(page).waitFor({ state: 'hidden' });
      await fact(row, 'Limit price').getByText('41,000.50').waitFor();
      const [changed] = (await positions(user)) as [FuturesPositionView];
      expect(changed).toMatchObject({
        state: 'pending',
        positionId: waiting.positionId,
        lots: 3,
        limitPrice: '41000.5',
      });
      expect(Number(changed.reserved)).toBeGreaterThan(Number(waiting.reserved));

      // A limit that the market is within: it is said before what it would be filled at.
      await press(row, 'Change');
      await sheet(page).getByLabel('Limit price').fill('99000');
      await fact(sheet(page), 'Filled at once, at').filter({ hasText: /\d/ }).waitFor();
      const opened = page.getByText(/^Position opened \(Long\): 3 lots at [\d,]+\.\d\d, fee [\d.]+ USDT\.$/).waitFor();
      await press(sheet(page), 'Save the change');
      await opened;
      await page.getByText('Limit orders that wait for their price will be here.').waitFor();
      expect(await positions(user)).toMatchObject([{ state: 'holding', positionId: waiting.positionId, lots: 3 }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'trades demo money in the demo and leaves real money alone; the page says so',
    async () => {
      const user = await aTrader('5');
      const { page, complaints, context } = await openAs(user);
      // Not enough real money: said before anything is sent.
      await press(page, 'Long');
      await sheet(page).getByText('There is not enough in the contract account.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Enter the demo' }).click();
      await page.getByText('100,000.00').first().waitFor();
      await order(page, async (ticket) => {
        await previewed(ticket);
      });
      await page.locator('[data-position]').getByText('DEMO').waitFor();
      expect(await positions(user, true)).toHaveLength(1);
      expect(await positions(user)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'has nothing that stands in the way of assistive technology',
    async () => {
      const user = await aTrader();
      const { page, context } = await openAs(user);
      // Colours are judged at rest: a sheet that is still fading in has others.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await atRest(page);
      expect(await accessFaults(page)).toEqual([]);
      await press(page, 'Short');
      await previewed(sheet(page));
      await atRest(page);
      expect(await accessFaults(page)).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
