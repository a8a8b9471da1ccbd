import type { Locator, Page } from 'playwright-core';
import { Decimal } from '../../../server/contract/decimal.js';
import type { FuturesPositionsView, FuturesProductView } from '../../../server/contract/trading/futures.dto.js';
import type { SpotDeskView } from '../../../server/contract/trading/spot.dto.js';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { PageWorld } from './page-world.js';
import { type PhonePage, soon } from './product.js';
import { openTicket, ticket } from './spot-ticket.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const PATIENCE_MS = 90_000;
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';
const PAIR = { currency_id: '1', legal_id: '3', account_type: 'real_account' };
/** Far enough below the market to wait. */
const LIMIT = '40000';
const DOLLARS = '10000';
const COINS = '0.12345678';
/** Of the contract account: without their fee it would carry a lot more of either limit. */
const MARGIN = '5120';
const PARTS = [25, 50, 75, 100];

/** Orders for a part of what is there: the fee comes out of the same money, so that the whole of it is accepted. */
describe('a part of what is available, in the tickets', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });
  const plain = async (field: Locator) => (await field.inputValue()).replaceAll(',', '');

  async function openAs(user: TestUser, path: string): Promise<PhonePage> {
    const phone = await world.openAs(user);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, path);
    return phone;
  }

  async function deskOf({ token }: TestUser): Promise<SpotDeskView> {
    const { message } = await world.call.get(`spot/desk?${new URLSearchParams(PAIR).toString()}`, { token });
    return message as SpotDeskView;
  }

  interface SpotRow {
    side: string;
    status: string;
    quantity: string;
  }
  const spotOrders = ({ userId }: TestUser): Promise<SpotRow[]> =>
    world.source.query(
      'select side, status, trim_scale(quantity)::text as quantity from spot_order where user_id = $1 order by id',
      [userId],
    );

  async function send(page: Page, name: 'Buy BTC' | 'Sell BTC'): Promise<void> {
    await button(page, name).click();
    await button(page, 'Confirm').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  it(
    'buys spot for a button’s part, the slider’s, a usual amount, and for all of it with its fee',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, DOLLARS);
      const { page, context, complaints } = await openAs(user, SPOT);
      const { fee_ratio, quantity_scale } = await deskOf(user);
      expect(new Decimal(fee_ratio).gt(0)).toBe(true);
      const costOfOne = new Decimal(LIMIT).times(new Decimal(1).plus(fee_ratio));
      const worth = (amount: Decimal | string) =>
        new Decimal(amount).dividedBy(costOfOne).toDecimalPlaces(quantity_scale, Decimal.ROUND_DOWN).toFixed();
      const partOf = (percent: number) => worth(new Decimal(DOLLARS).times(percent).dividedBy(100));

      await openTicket(page);
      await ticket(page).getByText('10,000 USDT').waitFor();
      await ticket(page).getByLabel('Limit', { exact: true }).check({ force: true });
      await ticket(page).getByLabel('Price (USDT)').fill(LIMIT);
      const quantity = ticket(page).getByLabel('Quantity (BTC)');
      for (const percent of PARTS) {
        await button(ticket(page), `${percent}%`).click();
        await soon(async () => expect(await plain(quantity)).toBe(partOf(percent)));
      }
      const slider = ticket(page).getByRole('slider', { name: 'Part of what is available' });
      await slider.press('ArrowLeft');
      await slider.press('ArrowLeft');
      await soon(async () => expect(await plain(quantity)).toBe(partOf(98)));
      await slider.press('Home');
      await soon(async () => expect(await plain(quantity)).toBe(''));
      // What was taken as a part follows the price.
      await button(ticket(page), '50%').click();
      await ticket(page).getByLabel('Price (USDT)').fill('20000');
      const doubled = new Decimal(DOLLARS).times('0.5').dividedBy(costOfOne.dividedBy(2));
      await soon(async () =>
        expect(await plain(quantity)).toBe(doubled.toDecimalPlaces(quantity_scale, Decimal.ROUND_DOWN).toFixed()),
      );
      await ticket(page).getByLabel('Price (USDT)').fill(LIMIT);

      // For an amount that is asked for often.
      await button(ticket(page), 'Enter it in USDT').click();
      const preset = ticket(page).getByRole('group', { name: 'Usual amounts' }).getByRole('button', { name: '500' });
      await preset.click();
      expect(await preset.getAttribute('aria-pressed')).toBe('true');
      await send(page, 'Buy BTC');
      await soon(async () =>
        expect(await spotOrders(user)).toEqual([{ side: 'buy', status: 'open', quantity: worth('500') }]),
      );

      // All that is left, with its fee, to the last step of the quantity.
      const { balance } = await deskOf(user);
      const all = worth(balance);
      await openTicket(page);
      await button(ticket(page), 'Enter it in BTC').click();
      await soon(async () => {
        await button(ticket(page), '75%').click();
        await button(ticket(page), '100%').click();
        expect(await plain(quantity)).toBe(all);
      }, PATIENCE_MS);
      await send(page, 'Buy BTC');
      await soon(async () => expect(await spotOrders(user)).toHaveLength(2));
      expect((await spotOrders(user))[1]).toEqual({ side: 'buy', status: 'open', quantity: all });
      const left = new Decimal((await deskOf(user)).balance);
      expect(left.isNegative()).toBe(false);
      expect(left.lt(costOfOne.times(new Decimal(10).pow(-quantity_scale)).plus('0.01'))).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'buys and sells spot at the market with all that is there',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, DOLLARS);
      await fund(world.source, user.userId, COINS, { currencyId: BTC });
      const { page, context, complaints } = await openAs(user, SPOT);
      const { quantity_scale } = await deskOf(user);
      const partOf = (percent: number) =>
        new Decimal(COINS).times(percent).dividedBy(100).toDecimalPlaces(quantity_scale, Decimal.ROUND_DOWN).toFixed();
      await openTicket(page, 'Sell');
      await ticket(page).getByLabel('Market', { exact: true }).check({ force: true });
      const quantity = ticket(page).getByLabel('Quantity (BTC)');
      // Coins carry no fee: that comes out of what they bring.
      for (const percent of PARTS) {
        await button(ticket(page), `${percent}%`).click();
        await soon(async () => expect(await plain(quantity)).toBe(partOf(percent)));
      }
      await ticket(page).getByRole('slider', { name: 'Part of what is available' }).press('ArrowLeft');
      await soon(async () => expect(await plain(quantity)).toBe(partOf(99)));
      await button(ticket(page), '100%').click();
      await send(page, 'Sell BTC');
      await page.getByText(/^Sold [\d.]+ BTC at [\d,.]+ USDT on average, fee [\d.]+ USDT\.$/).waitFor();
      expect(await spotOrders(user)).toEqual([{ side: 'sell', status: 'filled', quantity: partOf(100) }]);
      const { sellable_balance: rest, balance } = await deskOf(user);
      expect(new Decimal(rest).toFixed()).toBe(new Decimal(COINS).minus(partOf(100)).toFixed());

      await openTicket(page, 'Buy');
      await ticket(page).getByLabel('Buy', { exact: true }).check({ force: true });
      await button(ticket(page), '100%').click();
      await send(page, 'Buy BTC');
      await page.getByText(/^Bought [\d.]+ BTC at [\d,.]+ USDT on average, fee [\d.]+ USDT\.$/).waitFor();
      expect((await spotOrders(user))[1]).toMatchObject({ side: 'buy', status: 'filled' });
      // What stays is what the price could have gone against it: two thousandths at most, one of them on purpose.
      const left = new Decimal((await deskOf(user)).balance);
      expect(left.isNegative()).toBe(false);
      expect(left.dividedBy(balance).lt('0.005')).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(['Long', 'Short'] as const)(
    'opens a %s for a part of what margin and fee allow, and for all of it',
    async (side) => {
      const user = await world.aUser();
      await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
        user.userId,
      ]);
      await fund(world.source, user.userId, MARGIN, { kind: 'contract' });
      const { page, context, complaints } = await openAs(user, FUTURES);
      const { message } = await world.call.get('futures/products', { token: user.token });
      const product = (message as FuturesProductView[]).find(({ market }) => market === 'BTC/USDT');
      if (!product) throw new Error('There is no contract on BTC/USDT.');
      expect(new Decimal(product.openFeeRatio).gt(0)).toBe(true);
      // Both wait: a buyer below the market, a seller above it.
      const limit = side === 'Long' ? LIMIT : '160000';
      const perLot = new Decimal(product.lotSize).times(limit);
      const cost = perLot.dividedBy(5).plus(perLot.times(product.openFeeRatio));
      const whole = new Decimal(MARGIN).dividedBy(cost).floor();
      const sheet = page.getByRole('dialog');
      await button(page, side).first().click();
      await sheet.getByRole('radio', { name: 'Limit' }).check();
      await sheet.getByLabel('Limit price').fill(limit);
      const lots = sheet.getByLabel('Lots', { exact: true });
      for (const percent of PARTS) {
        await button(sheet, `${percent}%`).click();
        const part = whole.times(percent).dividedBy(100).floor().toFixed();
        await soon(async () => expect(await plain(lots)).toBe(part));
        expect(await button(sheet, `${percent}%`).getAttribute('aria-pressed')).toBe('true');
      }
      await sheet.locator('dl > div').filter({ hasText: 'Available afterwards' }).filter({ hasText: /\d/ }).waitFor();
      await button(sheet, 'Next').click();
      await button(sheet, new RegExp(`^Open ${side.toLowerCase()}`)).click();
      await sheet.waitFor({ state: 'hidden' });
      const account = async () =>
        (await world.call.get('futures/positions', { token: user.token })).message as FuturesPositionsView;
      await soon(async () =>
        expect((await account()).positions).toMatchObject([
          { side: side.toLowerCase(), state: 'pending', lots: whole.toNumber(), leverage: 5 },
        ]),
      );
      const [money] = (await account()).balances.filter(({ currencyId }) => currencyId === product.currencyId);
      const left = new Decimal(money?.available ?? '-1');
      expect(left.isNegative()).toBe(false);
      expect(left.lt(cost)).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
