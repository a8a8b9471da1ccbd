import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { CountryRuleTerms } from '../../../server/contract/rules/country-rules.rules.js';
import type { FuturesPositionsView } from '../../../server/contract/trading/futures.dto.js';
import { SetCountryRule } from '../../../server/features/wallet/country-rules/set-country-rule.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { openDesk } from './desk-page.js';
import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const FUTURES = '/pages/contract/index?symbol=BTC%2FUSDT';
/** Of the document with which the world verifies its people. */
const VERIFIED = 'DE';
const SHOTS = process.env.SHOTS_FOLDER;
const ORDER = { currency_id: '1', legal_id: '3', share: '1', type: '1', status: '1', target_price: '' };

const WORDS = {
  en: {
    notOffered: 'This product is not offered in your country. You can still close what you have and withdraw.',
    closingOnly: 'In your country, this product can only be closed or cancelled. You can still withdraw.',
    refused: 'contracts',
    refusedSentence:
      'Not offered in your country: contracts. You can still close what you have and withdraw. If we have the country wrong, verify your identity',
    close: 'Close',
    closeAll: 'Close the whole position',
    closed: 'Your open positions will be here.',
    long: 'Long',
    short: 'Short',
    buy: 'Buy',
    leverage: /^Leverage/,
    most: 'In your country, the highest leverage is 5x.',
    refusedLeverage: 'In your country, the highest leverage of contracts is 5x',
    use: 'Use 5x',
    next: 'Next',
    openLong: /^Open long/,
  },
  zh: {
    notOffered: '您所在国家或地区不提供此产品，已有的仍可平仓、撤单和提现。',
    closingOnly: '您所在国家或地区的此产品目前仅可平仓和撤单，仍可提现。',
    refused: '合约',
    refusedSentence: '您所在国家或地区不提供合约。已有的持仓仍可平仓、撤单和提现；如所在地有误，请完成身份认证',
    close: '平仓',
    closeAll: '全部平仓',
    closed: '您的持仓会显示在这里。',
    long: '做多',
    short: '做空',
    buy: '买入',
    leverage: /^杠杆/,
    most: '您所在国家或地区的最高杠杆为 5x。',
    refusedLeverage: '您所在国家或地区的合约杠杆最高为 5 倍',
    use: /5x/,
    next: '下一步',
    openLong: /^开多/,
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** What the pages of futures are in a country that does not have them, or has less of them. */
describe('products by country, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** As two operators would have agreed on it. */
  const rule = (state: CountryRuleTerms['state'], leverageMax: number | null = null) =>
    world.source.transaction((tx) =>
      world.app.application
        .get(SetCountryRule)
        .execute(tx, { country: VERIFIED, product: 'contracts', state, leverageMax }),
    );

  afterEach(() => rule(null));

  async function openAs(language: Language) {
    const user = await world.aVerifiedUser();
    await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
      user.userId,
    ]);
    await fund(world.source, user.userId, '10000');
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    return { user, ...phone };
  }

  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).first();

  const shoot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  };

  async function positionsOf({ token }: TestUser): Promise<FuturesPositionsView['positions']> {
    const { message } = await world.call.get('futures/positions', { token });
    return (message as FuturesPositionsView).positions;
  }

  it.each(LANGUAGES)(
    'say in place of the ticket that contracts are not offered, and leave the rest as it is (%s)',
    async (language) => {
      const words = WORDS[language];
      const { user, page, context, complaints } = await openAs(language);
      for (const [state, said] of [
        ['not-offered', words.notOffered],
        ['closing-only', words.closingOnly],
      ] as const) {
        await rule(state);
        await world.go(page, FUTURES);
        await page.locator('[data-bar]').getByText(said).waitFor();
        for (const name of [words.long, words.short]) expect(await button(page, name).isDisabled()).toBe(true);
        expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
        const order = { ...ORDER, multiple: '5' };
        expect(await world.call.post('lever/submit', order, { token: user.token, language })).toMatchObject({
          code: `country.${state}`,
          message: expect.stringContaining(words.refused),
        });
        expect(await positionsOf(user)).toEqual([]);
      }
      await world.go(page, '/pages/trade/index?symbol=BTC%2FUSDT');
      const buy = button(page.locator('[data-bar="over"]'), words.buy);
      await eventually(() => buy.isEnabled(), 'a market of spot', PATIENCE_MS);
      await buy.click();
      expect(await page.getByText(words.notOffered).count()).toBe(0);
      const spot = { currency_id: '1', legal_id: '3', type: '1', amount: '0.01', target_price: '0' };
      expect(await world.call.post('coin/trade', spot, { token: user.token })).toMatchObject({ type: 'ok' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LANGUAGES)(
    'offer no higher leverage than the country lets, say so, and take none (%s)',
    async (language) => {
      const words = WORDS[language];
      await rule('allowed', 5);
      const { user, page, context, complaints } = await openAs(language);
      const sheet = page.getByRole('dialog');
      await world.go(page, FUTURES);
      await eventually(() => button(page, words.long).isEnabled(), 'a market that trades', PATIENCE_MS);
      await button(page, words.long).click();
      await button(sheet, words.leverage).click();
      await sheet.getByText(words.most).waitFor();
      const offered = await sheet.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
      expect(offered.map(Number).filter((each) => each > 5)).toEqual([]);
      expect(offered.map(Number)).toContain(5);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      const tooHigh = { ...ORDER, multiple: '10' };
      expect(await world.call.post('lever/submit', tooHigh, { token: user.token, language })).toMatchObject({
        code: 'country.leverage',
        message: words.refusedLeverage,
      });
      expect(await positionsOf(user)).toEqual([]);

      await sheet.getByRole('radio', { name: '5x', exact: true }).press(' ');
      await sheet.getByRole('button', { name: words.use }).last().click();
      await eventually(() => button(sheet, words.next).isEnabled(), 'a preview', PATIENCE_MS);
      await button(sheet, words.next).click();
      await button(sheet, words.openLong).click();
      await sheet.waitFor({ state: 'hidden' });
      expect(await positionsOf(user)).toMatchObject([{ leverage: 5, state: 'holding' }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  /** An operator of the role at a page of the desk, which complains of nothing. */
  async function atDesk(role: 'settings' | 'treasurer', path: string, work: (page: Page) => Promise<void>) {
    const { page, context, complaints } = await openDesk(world.browser, world.app, role);
    page.setDefaultTimeout(PATIENCE_MS);
    await world.go(page, `/ops/${path}`);
    await work(page);
    expect(complaints).toEqual([]);
    await context.close();
  }

  it.each(LANGUAGES)(
    'are withheld once a second operator agrees at the desk, of what is new and of that country alone (%s)',
    async (language) => {
      const words = WORDS[language];
      const { user, page, context, complaints } = await openAs(language);
      const elsewhere = await world.aUser();
      await fund(world.source, elsewhere.userId, '10000', { kind: 'contract' });
      // Another quantity each time: the same one again within three seconds would be the same order.
      const order = (by: TestUser, share: string) =>
        world.call.post('lever/submit', { ...ORDER, share, multiple: '5' }, { token: by.token, language });
      await world.go(page, FUTURES);
      await eventually(() => button(page, words.long).isEnabled(), 'a market that trades', PATIENCE_MS);

      await atDesk('settings', 'countries', async (desk) => {
        await desk.getByLabel('Country', { exact: true }).fill('de');
        await desk.getByText('Germany', { exact: true }).waitFor();
        await desk.getByLabel('Product', { exact: true }).selectOption('contracts');
        await desk.getByLabel('Rule', { exact: true }).selectOption('not-offered');
        await desk.getByLabel('Reason', { exact: true }).fill('Their authority has forbidden it');
        await shoot(desk, `country-rule-${language}`);
        await button(desk, 'Propose the rule').click();
        await desk.getByText('Proposed. Another operator has to approve.').waitFor();
        // Who proposes it cannot agree to it.
        await world.go(desk, '/ops/proposals');
        await desk.getByRole('link', { name: /DE contracts/ }).click();
        await desk.getByText('This is yours; another operator has to decide.', { exact: false }).waitFor();
        expect(await desk.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
      });
      expect(await order(user, '1')).toMatchObject({ type: 'ok' });

      await atDesk('treasurer', 'proposals', async (desk) => {
        await desk.getByRole('link', { name: /DE contracts/ }).click();
        const detail = desk.locator('.desk-detail');
        for (const fact of ['Germany (DE)', 'contracts', 'not offered', 'Their authority has forbidden it'])
          await detail.getByText(fact, { exact: true }).waitFor();
        await shoot(desk, `country-proposal-${language}`);
        await button(detail, 'Approve').click();
        await desk.getByText('Approved and done').waitFor();
        await world.go(desk, '/ops/countries');
        const row = desk
          .getByRole('region', { name: 'Rules in force' })
          .getByRole('row')
          .filter({ hasText: 'Germany (DE)' });
        await row.filter({ hasText: 'contracts' }).getByText('not offered', { exact: true }).waitFor();
        await shoot(desk, `countries-${language}`);
      });

      // The page that is open still offers it; the server does not.
      expect(await order(user, '2')).toMatchObject({ code: 'country.not-offered', message: words.refusedSentence });
      await world.go(page, FUTURES);
      await page.locator('[data-bar]').getByText(words.notOffered).waitFor();
      expect(await button(page, words.long).isDisabled()).toBe(true);
      // Who sells only takes away what is open.
      expect(await button(page, words.short).isEnabled()).toBe(true);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await shoot(page, `country-withheld-${language}`);
      expect(await positionsOf(user)).toHaveLength(1);
      await page.locator('[data-position]').getByRole('button', { name: words.close, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.closeAll }).click();
      await page.getByText(words.closed).waitFor();
      expect(await positionsOf(user)).toEqual([]);
      await eventually(() => button(page, words.short).isDisabled(), 'nothing to be left to take away', PATIENCE_MS);
      expect(await order(elsewhere, '1')).toMatchObject({ type: 'ok' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
