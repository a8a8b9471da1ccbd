import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Page } from 'playwright-core';
import type { OwnLimitsView } from '../../../server/contract/wallet/own-limits.dto.js';
import type { LimitKind } from '../../../server/contract/rules/own-limits.rules.js';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { creditByTwo } from '../../../server/test/factories/credits.js';
import { fund, USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const DAY_MS = 86_400_000;
const LIMITS = '/pages/settings/security/limits';

const WORDS = {
  en: {
    kinds: { stake: 'Stakes', loss: 'Losses', deposit: 'Deposits' },
    day: 'A day',
    set: 'Set',
    change: 'Change',
    limit: 'Limit',
    save: 'Save',
    atOnce: 'This holds at once.',
    later: /it holds in 24 hours/,
    now: 'Your limit holds now.',
    from: /^Asked for\. It holds from /,
    becomes: /^Becomes 5,000 USDT on .+2\d{3}/,
    buy: 'Buy',
    ticket: 'Order ticket',
    market: 'Market',
    quantity: 'Quantity (BTC)',
    buyCoin: 'Buy BTC',
    stakePassed: 'This would pass your stake limit of 100 USDT; 0 USDT are used',
    rise: /^Rise/,
    lossPassed: /^Your loss limit of 50 USDT is reached, or would be passed/,
    depositPassed: 'This would pass your deposit limit of 50 USDT; 60 USDT are used',
    used: '60 of 50 USDT used',
    address: 'Deposit address',
    confirm: 'Confirm',
  },
  zh: {
    kinds: { stake: '投入', loss: '亏损', deposit: '充值' },
    day: '每日',
    set: '设置',
    change: '修改',
    limit: '限额',
    save: '保存',
    atOnce: '立即生效。',
    later: /24 小时后生效/,
    now: '限额已生效。',
    from: /^已提交，.+起生效。$/,
    becomes: /^将于 .+ 变为 5,000 USDT/,
    buy: '买入',
    ticket: '下单',
    market: '市价',
    quantity: '数量 (BTC)',
    buyCoin: '买入 BTC',
    stakePassed: '将超出您设定的 100 USDT 投入限额，已用 0 USDT',
    rise: /^买涨/,
    lossPassed: /^已达到您设定的 50 USDT 亏损限额/,
    depositPassed: '将超出您设定的 50 USDT 充值限额，已用 60 USDT',
    used: '已用 60，限额 50 USDT',
    address: '充值地址',
    confirm: '确认',
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** Limits that somebody sets on the page, and what is refused by them elsewhere from then on. */
describe('limits that people set themselves, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await world.app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function openAs(user: TestUser, language: Language): Promise<PhonePage> {
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    await world.go(phone.page, LIMITS);
    return phone;
  }

  async function limitOf({ token }: TestUser, kind: LimitKind) {
    const { message } = await world.call.get('own_limits/state', { token });
    return (message as OwnLimitsView).limits.find((each) => each.kind === kind && each.period === 'day');
  }

  /** Sets the limit of a day; the form says before what then comes of it, and the page afterwards. */
  async function setDay(page: Page, language: Language, kind: keyof (typeof WORDS)['en']['kinds'], amount: string) {
    const words = WORDS[language];
    const edit = new RegExp(`^(${words.set}|${words.change})[:：] ?${words.kinds[kind]}[,，] ?${words.day}$`);
    await page.getByRole('button', { name: edit }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(words.limit, { exact: true }).fill(amount);
    return {
      says: (text: string | RegExp) => form.getByRole('status').getByText(text).waitFor(),
      save: async (said: string | RegExp) => {
        await form.getByRole('button', { name: words.save, exact: true }).click();
        await page.getByText(said).first().waitFor();
        await form.waitFor({ state: 'hidden' });
      },
    };
  }

  it.each(LANGUAGES)(
    'a lower one of stakes holds for the next order, and a higher one a day later (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '10000');
      const { page, context, complaints } = await openAs(user, language);
      await (await setDay(page, language, 'stake', '2000')).save(words.now);
      expect(await limitOf(user, 'stake')).toMatchObject({ amount: '2000', used: '0', pending: null });
      const lower = await setDay(page, language, 'stake', '100');
      await lower.says(words.atOnce);
      await lower.save(words.now);
      expect(await limitOf(user, 'stake')).toMatchObject({ amount: '100', pending: null });

      const higher = await setDay(page, language, 'stake', '5000');
      await higher.says(words.later);
      await higher.save(words.from);
      await page.getByText(words.becomes).waitFor();
      const [asked] = await world.source.query(
        `select extract(epoch from effective_at - asked_at) * 1000 as wait, extract(epoch from effective_at) * 1000 as at
           from own_limit where user_id = $1 order by id desc limit 1`,
        [user.userId],
      );
      expect(Number(asked.wait)).toBe(DAY_MS);
      const held = await limitOf(user, 'stake');
      expect(held).toMatchObject({ amount: '100', pending: { amount: '5000' } });
      expect(held?.pending?.effective_at).toBe(Math.floor(Number(asked.at)));
      expect(await layoutFaults(page)).toEqual([]);

      await world.go(page, '/pages/trade/index?symbol=BTC%2FUSDT');
      await page.locator('[data-bar="over"]').getByRole('button', { name: words.buy, exact: true }).click();
      const ticket = page.getByRole('region', { name: words.ticket });
      await ticket.getByLabel(words.market, { exact: true }).check({ force: true });
      await ticket.getByLabel(words.quantity).fill('0.01');
      await ticket.getByRole('button', { name: words.buyCoin, exact: true }).click();
      await page.getByRole('button', { name: words.confirm, exact: true }).click();
      await page.getByRole('alert').getByText(words.stakePassed).waitFor();
      const [row] = await world.source.query('select count(*)::int as orders from spot_order where user_id = $1', [
        user.userId,
      ]);
      expect(row).toEqual({ orders: 0 });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LANGUAGES)(
    'one of losses refuses an option that could pass it (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '1000', { kind: 'option' });
      const { page, context, complaints } = await openAs(user, language);
      await (await setDay(page, language, 'loss', '50')).save(words.now);
      await world.go(page, '/pages/option/index?symbol=BTC/USDT');
      const confirm = page.locator('[data-part="confirm-option"]');
      const rise = page.getByRole('button', { name: words.rise });
      await page.locator('[data-part="option-ticket"]').waitFor();
      await page.locator('input[inputmode="decimal"]').fill('100');
      await eventually(() => rise.isEnabled(), 'a market that trades', PATIENCE_MS);
      await rise.click();
      await confirm.locator('dl').waitFor();
      // A quote may expire on its way on a busy machine, and another one is asked for by the same button.
      await soon(async () => {
        const buy = confirm.getByRole('button').first();
        if (await buy.isEnabled()) await buy.click({ timeout: 1000 });
        expect(await page.getByText(words.lossPassed).first().isVisible()).toBe(true);
      }, PATIENCE_MS);
      const [row] = await world.source.query('select count(*)::int as orders from option_order where user_id = $1', [
        user.userId,
      ]);
      expect(row).toEqual({ orders: 0 });
      expect(await limitOf(user, 'loss')).toMatchObject({ amount: '50', used: '0' });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  /** Coins that came in and were credited. */
  async function deposit({ userId, token }: TestUser, amount: string): Promise<void> {
    const hash = randomBytes(32).toString('hex');
    const fields = { currency: String(USDT), amount, type: '0', sub_type: 'TRC20', hash, account: '', imgs: '' };
    expect(await world.call.post('wallet/charge_req', fields, { token })).toMatchObject({ type: 'ok' });
    const [{ id }] = await world.source.query('select id from deposit where user_id = $1', [userId]);
    await creditByTwo(world.app, id);
  }

  it.each(LANGUAGES)(
    'one of deposits that is lowered below what came in shows no address any more (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aVerifiedUser();
      await deposit(user, '60');
      const { page, context, complaints } = await openAs(user, language);
      await (await setDay(page, language, 'deposit', '100')).save(words.now);
      await world.go(page, '/pages/deposit/index?coin=USDT&network=TRC20');
      await page.getByRole('region', { name: words.address }).waitFor();

      await world.go(page, LIMITS);
      await (await setDay(page, language, 'deposit', '50')).save(words.now);
      await page.getByText(words.used).waitFor();
      expect(await limitOf(user, 'deposit')).toMatchObject({ amount: '50', used: '60', pending: null });
      await world.go(page, '/pages/deposit/index?coin=USDT&network=TRC20');
      await page.getByText(words.depositPassed).waitFor();
      expect(await page.getByRole('region', { name: words.address }).count()).toBe(0);
      const asked = await world.call.post('wallet/deposit_address', { currency: String(USDT) }, { token: user.token });
      expect(asked.type).not.toBe('ok');
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
