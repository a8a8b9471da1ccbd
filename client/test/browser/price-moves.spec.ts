import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { Decimal } from '../../../server/contract/decimal.js';
import { groupedDecimal } from '../../../server/contract/languages/numbers.js';
import type { FuturesPositionsView, FuturesPositionView } from '../../../server/contract/trading/futures.dto.js';
import type { StopReceiptView } from '../../../server/contract/trading/liquidation.dto.js';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';
import { atRest } from './rest.js';
import { openTicket, ticket } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const PATIENCE_MS = 90_000;
const SHOTS = process.env.SHOTS_FOLDER;
const NOTICES = '/pages/notice/index?kind=own';

const WORDS = {
  en: {
    long: 'Long',
    lots: 'Lots',
    afterwards: 'Available afterwards',
    next: 'Next',
    open: /^Open long/,
    close: 'Close',
    lotsToClose: 'Lots to close',
    closeFour: 'Close 4 lots',
    closed: /^Closed 4 lots at ([\d,]+\.\d\d): [-+]?[\d.,]+ USDT, fee [\d.]+ USDT\.$/,
    stops: 'TP/SL',
    stopLoss: 'Stop-loss',
    save: 'Save',
    ended: 'BTC/USDT: Closed by the stop-loss.',
    endedAt: (price: string, profit: string) => `6 lots closed at ${price}. Realised: ${profit}\u00a0USDT.`,
    history: 'See history',
    stopClosedAt: 'The stop closed at',
    average: 'Average close price',
    closePrice: 'Close price',
    notice: (price: string) => `Stop-loss carried out: BTC/USDT closed at ${price}, profit or loss`,
  },
  zh: {
    long: '做多',
    lots: '手数',
    afterwards: '之后可用',
    next: '下一步',
    open: /^开多/,
    close: '平仓',
    lotsToClose: '平仓手数',
    closeFour: '平仓 4 手',
    closed: /^已平仓 4 手，成交价 ([\d,]+\.\d\d)，盈亏 [-+]?[\d.,]+ USDT，手续费 [\d.]+ USDT。$/,
    stops: '止盈止损',
    stopLoss: '止损价',
    save: '保存',
    ended: 'BTC/USDT: 由止损触发平仓。',
    endedAt: (price: string, profit: string) => `以 ${price} 平掉 6 手，已实现盈亏 ${profit}\u00a0USDT。`,
    history: '查看历史',
    stopClosedAt: '止盈止损成交价',
    average: '平均平仓价',
    closePrice: '平仓价',
    notice: (price: string) => `止损已触发：BTC/USDT 平仓价 ${price}，盈亏`,
  },
} as const;

/** Orders that wait for a price which then comes: the simulation is commanded to let it fall. */
describe('a price that moves', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed' }, ['BTC/USDT', 'ETH/USDT']);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** A user with money in the futures account, known for long enough for every leverage. */
  async function aTrader(): Promise<TestUser> {
    const user = await world.aUser();
    const { source } = world;
    await source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [user.userId]);
    await fund(source, user.userId, '10000', { kind: 'contract' });
    return user;
  }

  async function openAs(user: TestUser, path: string, language = 'en'): Promise<PhonePage> {
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, path);
    return phone;
  }

  const get = async <View>({ token }: TestUser, path: string) =>
    (await world.call.get(path, { token })).message as View;
  const positions = async (user: TestUser) => (await get<FuturesPositionsView>(user, 'futures/positions')).positions;
  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();
  const sheet = (page: Page): Locator => page.getByRole('dialog');
  const press = (within: Page | Locator, name: string | RegExp) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  /** What stands beside a word in a list of them. */
  const beside = (within: Locator, word: string) => {
    const page = within.page();
    const label = page.locator('dt').and(page.getByText(word, { exact: true }));
    return within.locator('dl > div').filter({ has: label }).locator('dd');
  };
  /** A price as pages write it. */
  const shown = (price: string | null) => groupedDecimal(new Decimal(price ?? 0).toFixed(2, Decimal.ROUND_DOWN), 'en');

  /** The same as notices write it, without closing zeros. */
  const written = (price: string) => shown(price).replace(/\.?0+$/, '');

  describe.each(JOURNEY_LANGUAGES)('in %s', (language) => {
    const words = WORDS[language];

    /** A market order for ten lots, through its confirmation. */
    async function openLong(page: Page): Promise<void> {
      await press(page, words.long);
      await sheet(page).getByLabel(words.lots, { exact: true }).fill('10');
      await beside(sheet(page), words.afterwards).filter({ hasText: /\d/ }).waitFor();
      await press(sheet(page), words.next);
      await press(sheet(page), words.open);
      await sheet(page).waitFor({ state: 'hidden' });
    }

    /** Four lots by hand at the market. Answers the price of it, as the page says it. */
    async function closeFour(page: Page): Promise<string> {
      await press(page.locator('[data-position]'), words.close);
      await sheet(page).getByLabel(words.lotsToClose).fill('4');
      const report = page.getByText(words.closed);
      const said = report.waitFor().then(() => report.textContent());
      await press(sheet(page), words.closeFour);
      return words.closed.exec((await said) ?? '')?.[1] ?? '';
    }

    it(
      'sets off a stop, and notice, history and detail tell the price of its own fill beside a close of before',
      async () => {
        const user = await aTrader();
        const { page, complaints, context } = await openAs(user, '/pages/contract/index?symbol=BTC%2FUSDT', language);
        await openLong(page);
        const byHand = await closeFour(page);
        const [held] = (await positions(user)) as [FuturesPositionView];
        const level = new Decimal(held.entryPrice ?? 0).times('0.99').toFixed(0);
        await press(page.locator('[data-position]'), words.stops);
        await sheet(page).getByLabel(words.stopLoss).fill(level);
        await press(sheet(page), words.save);
        await sheet(page).waitFor({ state: 'hidden' });
        await page.locator('[data-position]').getByText(groupedDecimal(level, 'en')).waitFor();

        await world.crash('BTC/USDT', 0.04, 6);
        const notice = page.getByRole('status').filter({ hasText: words.ended });
        await notice.waitFor();
        const receipts = await get<StopReceiptView[]>(user, `futures/stop-receipts?id=${held.positionId}`);
        expect(receipts).toMatchObject([{ kind: 'stop-loss', state: 'done' }]);
        const price = receipts[0]?.price ?? '0';
        // One per cent away at least, which is further than the mean of both closes is.
        expect(new Decimal(price).lte(level)).toBe(true);
        const profit = new Decimal(price)
          .minus(held.entryPrice ?? 0)
          .times(held.lotSize)
          .times(6);
        await notice
          .getByText(words.endedAt(shown(price), groupedDecimal(profit.toFixed(2, Decimal.ROUND_DOWN), 'en')))
          .waitFor();
        await shoot(page, `stop-notice-${language}`);
        expect(await positions(user)).toEqual([]);

        await press(notice, words.history);
        await page.locator('#futures-rows li button').first().click();
        await soon(async () => expect(await beside(sheet(page), words.stopClosedAt).innerText()).toBe(shown(price)));
        const mean = new Decimal(byHand.replaceAll(',', '')).times(4).plus(new Decimal(price).times(6)).dividedBy(10);
        const average = await beside(sheet(page), words.average).innerText();
        expect(new Decimal(average.replaceAll(',', '')).minus(mean).abs().toNumber()).toBeLessThanOrEqual(0.02);
        // The receipt of the stop, below.
        await soon(async () => expect(await beside(sheet(page), words.closePrice).innerText()).toBe(shown(price)));
        await shoot(page, `stop-detail-${language}`);

        await world.go(page, NOTICES);
        await page.getByText(words.notice(written(price))).waitFor();
        await shoot(page, `stop-notices-${language}`);
        expect(complaints).toEqual([]);
        await context.close();
      },
      HANGING_MS,
    );
  });

  it(
    'fills an order that waited to close a part of a position, as it was changed before',
    async () => {
      const user = await aTrader();
      const { page, complaints, context } = await openAs(user, '/pages/contract/index?symbol=ETH%2FUSDT');
      await press(page, 'Short');
      await sheet(page).getByLabel('Lots', { exact: true }).fill('10');
      await beside(sheet(page), 'Available afterwards').filter({ hasText: /\d/ }).waitFor();
      await press(sheet(page), 'Next');
      await press(sheet(page), /^Open short/);
      await sheet(page).waitFor({ state: 'hidden' });
      const card = page.locator('[data-position]');
      await card.getByText('10 lots').waitFor();
      const [held] = (await positions(user)) as [FuturesPositionView];
      const part = (ratio: string) => new Decimal(held.entryPrice ?? 0).times(ratio).toFixed(0);

      await press(card, 'Close');
      await sheet(page).getByRole('radio', { name: 'Limit' }).check();
      await sheet(page).getByLabel('Limit price').fill(part('0.97'));
      await sheet(page).getByLabel('Lots to close').fill('4');
      await press(sheet(page), 'Place the order');
      await sheet(page).waitFor({ state: 'hidden' });
      const waiting = card.getByRole('list', { name: 'Orders that wait to close' });
      await waiting.getByText(`Closes 4 lots at ${shown(part('0.97'))}`).waitFor();
      await shoot(page, 'limit-close-waits');
      await press(waiting, /^Change: /);
      await sheet(page).getByLabel('Limit price').fill(part('0.98'));
      await sheet(page).getByLabel('Lots to close').fill('6');
      await press(sheet(page), 'Save the change');
      await sheet(page).waitFor({ state: 'hidden' });
      await waiting.getByText(`Closes 6 lots at ${shown(part('0.98'))}`).waitFor();
      expect(await positions(user)).toMatchObject([{ lots: 10, closings: [{ lots: 6 }] }]);

      await world.crash('ETH/USDT', 0.04, 6);
      await card.getByText('4 lots').waitFor();
      await waiting.waitFor({ state: 'detached' });
      expect(await positions(user)).toMatchObject([{ side: 'short', lots: 4 }]);
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('radio', { name: 'Closing orders' }).check({ force: true });
      const row = page.locator('#futures-rows li button').filter({ hasText: 'Filled' });
      await row.getByText(`Closes 6 lots at ${shown(part('0.98'))}`).waitFor();
      await row.click();
      await sheet(page).getByRole('heading', { name: 'Changes' }).waitFor();
      const average = await beside(sheet(page), 'Average close price').innerText();
      expect(new Decimal(average.replaceAll(',', '')).lte(part('0.98'))).toBe(true);
      await shoot(page, 'limit-close-filled');
      await world.go(page, NOTICES);
      await page.getByText(`of your ETH/USDT contract closed at ${written(part('0.98'))} or better`).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'makes an order of a stop with a limit of its own, which waits among the open ones then',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '1', { currencyId: BTC });
      const { page, complaints, context } = await openAs(user, '/pages/trade/index?symbol=BTC%2FUSDT');
      const last = async () =>
        (await page.locator('[data-part="last-price"]').first().innerText()).replaceAll(/[^\d.]/g, '');
      await eventually(async () => (await last()) !== '', 'a price', PATIENCE_MS);
      const begun = await last();
      const part = (ratio: string) => new Decimal(begun).times(ratio).toFixed(0);
      await openTicket(page, 'Sell');
      await ticket(page).getByRole('radio', { name: 'Stop', exact: true }).click();
      await ticket(page).getByLabel('Trigger price (USDT)').fill(part('0.985'));
      await ticket(page).getByLabel('Limit, or empty: market (USDT)').fill(part('1.2'));
      await ticket(page).getByLabel('Quantity (BTC)').fill('0.25');
      await ticket(page).getByText('Becomes an order when the last price falls to the trigger price.').waitFor();
      await press(page, 'Sell BTC');
      await sheet(page).last().getByText('0.75 BTC').waitFor();
      await shoot(page, 'stop-limit-confirm');
      await press(page, 'Confirm');
      await sheet(page).waitFor({ state: 'hidden' });
      const lists = page.getByRole('region', { name: 'Orders', exact: true });
      await lists.getByRole('tab', { name: 'Stops (1)' }).click();
      await lists.getByText('Waiting', { exact: true }).waitFor();
      await lists.getByText(shown(part('1.2'))).waitFor();
      expect(await world.source.query('select 1 from spot_order where user_id = $1', [user.userId])).toEqual([]);

      await world.crash('BTC/USDT', 0.04, 6);
      await lists.getByText('Triggered', { exact: true }).waitFor();
      await shoot(page, 'stop-limit-triggered');
      await lists.getByRole('tab', { name: 'Open orders (1)' }).click();
      await lists.getByText('0 / 0.25 BTC').click();
      await sheet(page).getByText('Placed by a stop').waitFor();
      await sheet(page)
        .getByText(shown(part('0.985')))
        .waitFor();
      await atRest(page);
      await shoot(page, 'stop-limit-order');
      const orders = await world.source.query(
        `select o.side, o.status, trim_scale(o.limit_price)::text as limit, trim_scale(o.reserved)::text as reserved,
                s.triggered_price <= s.trigger_price as reached
           from spot_order o join spot_stop s on s.order_id = o.id where o.user_id = $1`,
        [user.userId],
      );
      expect(orders).toEqual([{ side: 'sell', status: 'open', limit: part('1.2'), reserved: '0.25', reached: true }]);
      await world.go(page, NOTICES);
      await page.getByText('Stop order triggered: BTC/USDT reached').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
