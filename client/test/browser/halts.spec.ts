import type { Locator, Page } from 'playwright-core';
import { TradingMode } from '../../../server/features/wallet/ledger/index.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const OPTION = '/pages/option/index?symbol=BTC%2FUSDT';
const CONTRACT = '/pages/contract/index?symbol=BTC%2FUSDT';
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

  /** Around the clock but for these spans, so that the test runs at any hour of any day. */
  async function openStocksExcept(closed: string[]): Promise<void> {
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: '24:00' }];
    await world.source.query(
      `update session_calendar set time_zone = 'UTC', sessions = $1, holidays = $2
        where code = (select calendar from market where symbol = 'AAPL/USD')`,
      [JSON.stringify(always), JSON.stringify(closed)],
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
        [CONTRACT, 'Long'],
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
    'says that a market is halted, and when it goes on',
    async () => {
      const { page, complaints, context } = await openAs(SPOT);
      await eventually(() => button(page, 'Buy').isEnabled(), 'a market that trades', PATIENCE_MS);
      await world.source.query(`update market set halted_reason = 'A look.' where symbol = 'BTC/USDT'`);
      await pill(page).getByText('Market halted').waitFor();
      await eventually(() => button(page, 'Buy').isDisabled(), 'the opening button to rest', PATIENCE_MS);
      await world.source.query(`update market set halted_reason = null where symbol = 'BTC/USDT'`);
      await pill(page).getByText('Market halted').waitFor({ state: 'detached' });
      await eventually(() => button(page, 'Buy').isEnabled(), 'the opening button to work again', PATIENCE_MS);
      expect(await isSamePage(page)).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'shows a closed market with its last close and when it opens, in the words and the zone of the reader',
    async () => {
      await openStocksExcept([]);
      const { page, complaints, context } = await openAs('/pages/index/index', 'zh');
      await page.getByRole('tab', { name: '美股' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'AAPL' }).last();
      await row
        .getByText(/^[0-9,]+[.][0-9]+$/)
        .first()
        .waitFor();
      const opensAt = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 48 * HOUR_MS;
      await openStocksExcept([`${wallTime(Date.now() - HOUR_MS)}/${wallTime(opensAt)}`]);
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
      await page
        .locator('[data-part="last-price"]')
        .getByText(/^[0-9,]+[.][0-9]+$/)
        .waitFor();
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await openStocksExcept([]);
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
