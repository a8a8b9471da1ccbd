import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { TradingMode } from '../../../server/features/wallet/ledger/index.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { openDesk } from './desk-page.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const OPTION = '/pages/option/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';
const SHOTS = process.env.SHOTS_FOLDER;
const PAUSED = 'Trading with real money is paused.';

/** What stops trading, and what the pages say of it: they are told, and are never loaded anew. */
describe('a stop of trading, on the pages', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed' });
    user = await world.aUser();
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '1000', { kind: 'option' });
    await fund(world.source, user.userId, '1000', { kind: 'contract' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function openAs(path: string, language = 'en'): Promise<PhonePage> {
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, path);
    await phone.page.evaluate(() => Object.assign(window, { isSamePage: true }));
    return phone;
  }

  const pill = (page: Page): Locator => page.locator('main [role=status]').first();
  const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);
  const mode = () => world.app.application.get(TradingMode);
  const lastPrice = (page: Page) => page.locator('[data-part="last-price"]').getByText(/^[0-9,]+[.][0-9]+$/);
  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

  /** A limit order far below the market, by the page. */
  async function placeOrder(page: Page): Promise<void> {
    const ticket = page.getByRole('region', { name: 'Order ticket' });
    await button(page, 'Buy').click();
    await ticket.getByLabel('Limit', { exact: true }).check({ force: true });
    await ticket.getByLabel('Price (USDT)').fill('1000');
    await ticket.getByLabel('Quantity (BTC)').fill('0.01');
    await button(page, 'Buy BTC').click();
    await button(page, 'Confirm').click();
    await page.getByText('0 / 0.01 BTC').waitFor();
  }

  async function cancelOrder(page: Page): Promise<void> {
    await page
      .getByRole('region', { name: 'Orders', exact: true })
      .getByRole('button', { name: 'Cancel', exact: true })
      .click();
    await button(page, 'Cancel the order').click();
    await page.getByText('Your waiting orders will be listed here.').waitFor();
  }

  /** A position of two lots, or an order for them, by the page. */
  async function openFutures(page: Page, fill: (ticket: Locator) => Promise<void>): Promise<void> {
    const ticket = page.getByRole('dialog');
    await button(page, 'Long').click();
    await fill(ticket);
    await ticket.getByLabel('Lots', { exact: true }).fill('2');
    await ticket.locator('dl > div').filter({ hasText: 'Available afterwards' }).filter({ hasText: /\d/ }).waitFor();
    await ticket.getByRole('button', { name: 'Next', exact: true }).click();
    await ticket.getByRole('button', { name: /^Open long/ }).click();
    await ticket.waitFor({ state: 'hidden' });
  }

  /** An operator, another one each time, halts the market or lets it go on, in the desk's own page. */
  async function decide(act: 'Halt' | 'Resume', reason: string): Promise<void> {
    const { page, context, complaints } = await openDesk(world.browser, world.app, 'settings');
    await world.go(page, '/ops/markets');
    const market = page.getByRole('article', { name: 'BTC/USDT' });
    const acts = { name: act === 'Halt' ? /^Halt/ : /^Resume/ };
    await market.getByRole('button', acts).click();
    await market.getByLabel('Public reason').fill(reason);
    await market.locator('form').getByRole('button', acts).click();
    await market.getByText(act === 'Halt' ? 'Halted' : 'Trading', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }

  /** Around the clock but for these spans, so that the test runs at any hour of any day. */
  async function openExcept(symbol: string, closed: string[]): Promise<void> {
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: '24:00' }];
    await world.source.query(
      `update session_calendar set time_zone = 'UTC', sessions = $1, holidays = $2
        where code = (select calendar from market where symbol = $3)`,
      [JSON.stringify(always), JSON.stringify(closed), symbol],
    );
  }

  async function stopped<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await mode().stop('real', 'A test.');
    try {
      return await work();
    } finally {
      await eventually(
        () => mode().clear('real', { operatorId: '7', reason: 'The test is over.' }),
        'the books to be found in order',
      );
    }
  }

  it(
    'says that only cancelling and closing is possible, disables what opens, and goes on by itself',
    async () => {
      const pages: (PhonePage & { opens: Locator })[] = [];
      for (const [path, name] of [
        [SPOT, 'Buy'],
        [OPTION, /^Rise/],
        [FUTURES, 'Long'],
      ] as const) {
        const phone = await openAs(path);
        const opens = phone.page.getByRole('button', { name, exact: true }).first();
        await eventually(() => opens.isEnabled(), `${String(name)} to be enabled`, PATIENCE_MS);
        pages.push({ ...phone, opens });
      }
      await placeOrder((pages[0] as PhonePage).page);
      await stopped(async () => {
        for (const { page, opens } of pages) {
          await pill(page).getByText('Cancel and close only').waitFor();
          await eventually(() => opens.isDisabled(), 'the opening button to rest', PATIENCE_MS);
          await page.getByText(PAUSED, { exact: false }).nth(1).waitFor();
          expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
        }
        const [spot] = pages;
        await cancelOrder((spot as PhonePage).page);
      });
      for (const { page, opens, complaints, context } of pages) {
        await pill(page).getByText('Cancel and close only').waitFor({ state: 'detached' });
        await eventually(() => opens.isEnabled(), 'the opening button to work again', PATIENCE_MS);
        expect(await isSamePage(page)).toBe(true);
        expect(complaints).toEqual([]);
        await context.close();
      }
    },
    HANGING_MS,
  );

  it(
    'lets contracts be closed and orders be taken back while only that is possible',
    async () => {
      const { page, complaints, context } = await openAs(FUTURES);
      await eventually(() => button(page, 'Long').isEnabled(), 'a market that trades', PATIENCE_MS);
      await openFutures(page, async () => undefined);
      await openFutures(page, async (ticket) => {
        await ticket.getByRole('radio', { name: 'Limit' }).check();
        await ticket.getByLabel('Limit price').fill('20000');
      });
      await page.getByRole('tab', { name: 'Pending 1' }).waitFor();
      await stopped(async () => {
        await pill(page).getByText('Cancel and close only').waitFor();
        await eventually(() => button(page, 'Long').isDisabled(), 'the opening button to rest', PATIENCE_MS);
        // Who sells only takes away what is open.
        await button(page, 'Short').click();
        const ticket = page.getByRole('dialog');
        await ticket.getByText(/Orders that only reduce are taken\.$/).waitFor();
        expect(await ticket.getByLabel('Reduce-only').isChecked()).toBe(true);
        await page.keyboard.press('Escape');
        await ticket.waitFor({ state: 'hidden' });
        await lastPrice(page).waitFor();
        await page.getByRole('tab', { name: 'Pending 1' }).click();
        await page.locator('[data-order]').getByRole('button', { name: 'Cancel order' }).click();
        await ticket.getByRole('button', { name: 'Cancel order' }).click();
        await page.getByText('Limit orders that wait for their price will be here.').waitFor();
        await page.getByRole('tab', { name: 'Positions 1' }).click();
        await page.locator('[data-position]').getByRole('button', { name: 'Close', exact: true }).click();
        await ticket.getByRole('button', { name: 'Close the whole position' }).click();
        await page.getByText('Your open positions will be here.').waitFor();
      });
      const rows = await world.source.query(
        'select status, closed_as as as from futures_position where user_id = $1 order by id',
        [user.userId],
      );
      expect(rows).toEqual([
        { status: 3, as: 'closed' },
        { status: 4, as: 'cancelled' },
      ]);
      await eventually(() => button(page, 'Long').isEnabled(), 'the opening button to work again', PATIENCE_MS);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'says on spot and contracts that an operator has halted the market, and that it goes on when another one lets it',
    async () => {
      const spot = await openAs(SPOT);
      const contract = await openAs(FUTURES);
      const pages = [
        { ...spot, opens: ['Buy', 'Sell'], words: 'Trading in this pair is halted.' },
        {
          ...contract,
          opens: ['Long', 'Short'],
          words: 'Trading is halted. Positions stay as they are and nothing is liquidated.',
        },
      ];
      for (const { page, opens } of pages)
        await eventually(() => button(page, opens[0] as string).isEnabled(), 'a market that trades', PATIENCE_MS);
      await contract.page.bringToFront();
      await openFutures(contract.page, async () => undefined);
      await decide('Halt', 'A look.');
      for (const { page, opens, words } of pages) {
        await page.bringToFront();
        await pill(page).getByText('Market halted').waitFor();
        for (const name of opens)
          await eventually(() => button(page, name).isDisabled(), `${name} to rest`, PATIENCE_MS);
        await page.getByText(words).first().waitFor();
        await lastPrice(page).waitFor();
        expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
        await shoot(page, `halted-${opens[0]}`);
      }
      // What is open stays: the server lets nobody close it at a price that is no market's.
      const sheet = contract.page.getByRole('dialog');
      await contract.page.locator('[data-position]').getByRole('button', { name: 'Close', exact: true }).click();
      await sheet.getByRole('alert').getByText('halted').waitFor();
      expect(await sheet.getByRole('button', { name: 'Close the whole position' }).isDisabled()).toBe(true);
      await contract.page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await decide('Resume', 'It was nothing.');
      for (const { page, opens, complaints, context } of pages) {
        await page.bringToFront();
        await pill(page).getByText('Market halted').waitFor({ state: 'detached' });
        for (const name of opens)
          await eventually(() => button(page, name).isEnabled(), `${name} to work again`, PATIENCE_MS);
        expect(await isSamePage(page)).toBe(true);
        expect(complaints.filter((text) => !text.includes('preview/close'))).toEqual([]);
        await context.close();
      }
    },
    HANGING_MS,
  );

  it(
    'shows the last close of a closed market on the pages of contracts and options, which take no order',
    async () => {
      await openExcept('GOLD/USDT', []);
      const pages = await Promise.all(
        [
          { path: '/pages/contract/index?symbol=GOLD%2FUSDT', opens: ['Long', 'Short'] },
          { path: '/pages/option/index?symbol=GOLD%2FUSDT', opens: [/^Rise/, /^Even/, /^Fall/] },
        ].map(async ({ path, opens }) => ({ ...(await openAs(path)), opens })),
      );
      const opening = (page: Page, name: string | RegExp) =>
        page.getByRole('button', { name, exact: typeof name === 'string' }).first();
      for (const { page, opens } of pages)
        await eventually(() => opening(page, opens[0] as string).isEnabled(), 'a market that trades', PATIENCE_MS);
      const opensAt = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
      await openExcept('GOLD/USDT', [`${wallTime(Date.now() - HOUR_MS)}/${wallTime(opensAt)}`]);
      const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options).format(opensAt);
      const opens = `${part({ weekday: 'short' })} ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`;
      for (const { page, opens: names } of pages) {
        await page.bringToFront();
        await pill(page).getByText(`Holiday · opens ${opens}`).waitFor();
        for (const name of names)
          await eventually(() => opening(page, name).isDisabled(), `${String(name)} to rest`, PATIENCE_MS);
        await page.getByText(`The market is closed. It opens ${opens}.`).first().waitFor();
        expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
        await shoot(page, `closed-${String(names[0]).replaceAll(/\W/g, '')}`);
      }
      // The price that the market ended with is the server's last one, on both.
      await soon(async () => {
        const { message } = await world.call.get('currency/deal?currency_id=201&legal_id=3', { token: user.token });
        const last = Number((message as { now_price: string }).now_price);
        const closes = await Promise.all(pages.map(({ page }) => lastPrice(page).innerText()));
        expect(closes.map((text) => Number(text.replaceAll(',', '')))).toEqual([last, last]);
      }, PATIENCE_MS);
      await openExcept('GOLD/USDT', []);
      for (const { page, opens: names, complaints, context } of pages) {
        await page.bringToFront();
        await pill(page).getByText(`Holiday · opens ${opens}`).waitFor({ state: 'detached' });
        await eventually(() => opening(page, names[0] as string).isEnabled(), 'a market that trades', PATIENCE_MS);
        expect(complaints).toEqual([]);
        await context.close();
      }
    },
    HANGING_MS,
  );

  it(
    'shows a closed market with its last close and when it opens, in the words and the zone of the reader',
    async () => {
      await openExcept('AAPL/USD', []);
      const { page, complaints, context } = await openAs('/pages/index/index', 'zh');
      await page.getByRole('tab', { name: '美股' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'AAPL' }).last();
      await row
        .getByText(/^[0-9,]+[.][0-9]+$/)
        .first()
        .waitFor();
      const opensAt = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
      await openExcept('AAPL/USD', [`${wallTime(Date.now() - HOUR_MS)}/${wallTime(opensAt)}`]);
      const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('zh', options).format(opensAt);
      const opens = `${part({ weekday: 'short' })} ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`;
      await row.getByText(`${opens} 开市`, { exact: true }).waitFor();
      await row.getByText('假日休市', { exact: true }).waitFor();
      await row
        .getByText(/^[0-9,]+[.][0-9]+$/)
        .first()
        .waitFor();
      expect(await row.getByText('暂无价格').count()).toBe(0);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await row.getByRole('link').click();
      await pill(page).getByText(`假日休市 · ${opens} 开市`).waitFor();
      await lastPrice(page).waitFor();
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await openExcept('AAPL/USD', []);
      await pill(page).getByText(`假日休市 · ${opens} 开市`).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});

/** On the clocks of UTC, as a calendar's row says it. */
function wallTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}
