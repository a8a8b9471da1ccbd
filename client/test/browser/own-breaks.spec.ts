import type { Locator, Page } from 'playwright-core';
import type { OwnLimitsView } from '../../../server/contract/wallet/own-limits.dto.js';
import { PasswordHasher } from '../../../server/features/account/security/index.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, openPhone, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const HOUR_MS = 3_600_000;
const PASSWORD = 'correct-horse-7';
const PIN = '582913';
const LIMITS = '/pages/settings/security/limits';
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const ORDER = { currency_id: '1', legal_id: '3', type: '1', amount: '0.01', target_price: '0' };

const WORDS = {
  en: {
    coolOff: {
      section: 'Take a break',
      span: '24 hours',
      begin: 'Take the break',
      said: /^You are taking a break until /,
    },
    exclusion: {
      section: 'Exclude yourself',
      span: '6 months',
      begin: 'Exclude me',
      said: /^You excluded yourself until /,
    },
    pin: 'Fund password',
    pinWrong: 'The fund password is wrong',
    buy: 'Buy',
    sell: 'Sell',
    ticket: 'Order ticket',
    buyCoin: 'Buy BTC',
    sellCoin: 'Sell BTC',
    long: 'Long',
    rise: /^Rise/,
    email: 'E-mail',
    password: 'Password',
    logIn: 'Log in',
    demo: 'Enter the demo',
    refused: 'You are taking a break until',
  },
  zh: {
    coolOff: { section: '休息一下', span: '24 小时', begin: '开始休息', said: /^您正在休息，至 / },
    exclusion: { section: '自我禁入', span: '6 个月', begin: '确认禁入', said: /^您已自我禁入，至 / },
    pin: '交易密码',
    pinWrong: '交易密码错误',
    buy: '买入',
    sell: '卖出',
    ticket: '下单',
    buyCoin: '买入 BTC',
    sellCoin: '卖出 BTC',
    long: '做多',
    rise: /^买涨/,
    email: '邮箱',
    password: '密码',
    logIn: '登录',
    demo: '进入模拟盘',
    refused: '您正在休息，至',
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** Breaks that somebody takes on the page, what the tickets say meanwhile, and that a login changes nothing of it. */
describe('a break that somebody takes, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** Verified, with money on every account and something to sell, and a password to log in with again. */
  async function aTrader(user: TestUser): Promise<TestUser> {
    const { source, app } = world;
    for (const kind of ['spot', 'option', 'contract'] as const) await fund(source, user.userId, '10000', { kind });
    await fund(source, user.userId, '1', { currencyId: 1 });
    await source.query('update account_user set password_hash = $2 where id = $1', [
      user.userId,
      await app.application.get(PasswordHasher).hash(PASSWORD),
    ]);
    return user;
  }

  async function stateOf({ token }: TestUser): Promise<OwnLimitsView> {
    return (await world.call.get('own_limits/state', { token })).message as OwnLimitsView;
  }

  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });

  /** Asks for the break; the sheet that asks once more is open then. */
  async function ask(page: Page, { section, span, begin }: (typeof WORDS)['en' | 'zh']['coolOff' | 'exclusion']) {
    const region = page.getByRole('region', { name: section });
    await region.getByLabel(span, { exact: true }).check({ force: true });
    await button(region, begin).click();
    const sheet = page.getByRole('dialog');
    expect(await button(sheet, begin).isDisabled()).toBe(true);
    await sheet.getByRole('checkbox').check();
    return sheet;
  }

  /** Every ticket says that nothing is opened, and takes no order; what is sold is let. */
  async function ticketsSay(page: Page, language: Language, said: RegExp): Promise<void> {
    const words = WORDS[language];
    await world.go(page, SPOT);
    const bar = page.locator('[data-bar="over"]');
    await button(bar, words.buy).click();
    const ticket = page.getByRole('region', { name: words.ticket });
    await ticket.getByRole('alert').getByText(said).waitFor();
    expect(await button(ticket, words.buyCoin).isDisabled()).toBe(true);
    expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
    await page.keyboard.press('Escape');
    await button(bar, words.sell).click();
    await eventually(() => button(ticket, words.sellCoin).isEnabled(), 'a sale that is let', PATIENCE_MS);
    expect(await ticket.getByText(said).count()).toBe(0);

    await world.go(page, '/pages/contract/index?symbol=BTC%2FUSDT');
    await page.getByText(said).first().waitFor();
    expect(await button(page, words.long).first().isDisabled()).toBe(true);
    await world.go(page, '/pages/option/index?symbol=BTC/USDT');
    await page.getByText(said).first().waitFor();
    expect(await button(page, words.rise).isDisabled()).toBe(true);
    expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
  }

  async function logIn(page: Page, { email }: TestUser, language: Language): Promise<void> {
    const words = WORDS[language];
    await world.go(page, `/pages/user/login/login?${new URLSearchParams({ backpage: LIMITS })}`);
    await page
      .locator('input')
      .and(page.getByLabel(words.email, { exact: true }))
      .fill(email);
    await page
      .locator('input')
      .and(page.getByLabel(words.password, { exact: true }))
      .fill(PASSWORD);
    await button(page, words.logIn).click();
    await soon(async () => expect(new URL(page.url()).pathname).toBe(LIMITS));
  }

  it.each(LANGUAGES)(
    'is said by every ticket, and by the next login too (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await aTrader(await world.aVerifiedUser());
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, LIMITS);
      const sheet = await ask(page, words.coolOff);
      await button(sheet, words.coolOff.begin).click();
      await page.getByText(words.coolOff.said).first().waitFor();
      const { break_until, excluded_until, breaks } = await stateOf(user);
      expect(breaks).toEqual([
        { kind: 'cool-off', begins_at: expect.any(Number), ends_at: (breaks[0]?.begins_at ?? 0) + 24 * HOUR_MS },
      ]);
      expect([break_until, excluded_until]).toEqual([breaks[0]?.ends_at, null]);
      await ticketsSay(page, language, words.coolOff.said);
      const options = { token: user.token, language };
      const refused = await world.call.post('coin/trade', ORDER, options);
      expect(refused).toMatchObject({ code: 'limits.break', message: expect.stringContaining(words.refused) });
      // The demo goes on.
      await world.go(page, SPOT);
      await button(page, words.demo).click();
      await button(page.locator('[data-bar="over"]'), words.buy).click();
      const ticket = page.getByRole('region', { name: words.ticket });
      await eventually(() => button(ticket, words.buyCoin).isEnabled(), 'a ticket of the demo', PATIENCE_MS);
      const demo = { ...ORDER, account_type: 'simulation_account' };
      expect(await world.call.post('coin/trade', demo, options)).toMatchObject({ type: 'ok' });
      await context.close();

      const again = await openPhone(world.browser, language);
      again.page.setDefaultTimeout(PATIENCE_MS);
      await logIn(again.page, user, language);
      await again.page.getByText(words.coolOff.said).first().waitFor();
      await ticketsSay(again.page, language, words.coolOff.said);
      const rows = await world.source.query(
        `select demo, count(*)::int as orders from spot_order where user_id = $1 group by demo`,
        [user.userId],
      );
      expect(rows).toEqual([{ demo: true, orders: 1 }]);
      expect([...complaints, ...again.complaints]).toEqual([]);
      await again.context.close();
    },
    HANGING_MS,
  );

  it.each(LANGUAGES)(
    'that excludes takes the fund password, and closes the demo as well (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await aTrader(await world.aPayee(PIN));
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, LIMITS);
      const sheet = await ask(page, words.exclusion);
      const pin = sheet.getByLabel(words.pin, { exact: true });
      await pin.fill('111222');
      await button(sheet, words.exclusion.begin).click();
      await sheet.getByText(words.pinWrong).waitFor();
      expect((await stateOf(user)).breaks).toEqual([]);
      await pin.fill(PIN);
      await button(sheet, words.exclusion.begin).click();
      await page.getByText(words.exclusion.said).first().waitFor();
      const { excluded_until, breaks } = await stateOf(user);
      expect(breaks).toEqual([expect.objectContaining({ kind: 'exclusion', ends_at: excluded_until })]);
      expect((excluded_until ?? 0) - (breaks[0]?.begins_at ?? 0)).toBe(183 * 24 * HOUR_MS);
      await context.close();

      const again = await openPhone(world.browser, language);
      again.page.setDefaultTimeout(PATIENCE_MS);
      await logIn(again.page, user, language);
      await ticketsSay(again.page, language, words.exclusion.said);
      await world.go(again.page, SPOT);
      await button(again.page, words.demo).click();
      await button(again.page.locator('[data-bar="over"]'), words.buy).click();
      const ticket = again.page.getByRole('region', { name: words.ticket });
      await ticket.getByRole('alert').getByText(words.exclusion.said).waitFor();
      const demo = { ...ORDER, account_type: 'simulation_account' };
      for (const fields of [ORDER, demo])
        expect(await world.call.post('coin/trade', fields, { token: user.token })).toMatchObject({
          code: 'limits.excluded',
        });
      expect([...complaints, ...again.complaints].filter((text) => !text.includes('own_limits/break'))).toEqual([]);
      await again.context.close();
    },
    HANGING_MS,
  );
});
