import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { Decimal } from '../../../server/contract/decimal.js';
import { groupedDecimal } from '../../../server/contract/languages/numbers.js';
import type { FuturesPositionsView } from '../../../server/contract/trading/futures.dto.js';
import type { OwnLimitsView, StayView } from '../../../server/contract/wallet/own-limits.dto.js';
import { NoteSessionUses } from '../../../server/features/account/sessions/note-session-uses.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 300_000;
const PATIENCE_MS = 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** Between two signs of life: more than the minute after which one is noted, and far from the three that end what counts. */
const STEP_MS = 90_000;
const LIMITS = '/pages/settings/security/limits';
const SPOT = '/pages/trade/index?symbol=BTC%2FUSDT';
const PAIR = { currency_id: '1', legal_id: '3' };
const PURCHASE = { ...PAIR, type: '1', amount: '0.01', target_price: '0' };
const CONTRACT = { ...PAIR, type: '1', status: '1', share: '10', multiple: '5', target_price: '' };
const OPTION = { match_id: '1', currency_id: '3', type: '1', seconds: '60', number: '10' };
const SHOTS = process.env.SHOTS_FOLDER;

const WORDS = {
  en: {
    edit: /^(Set|Change): Time, A day$/,
    minutes: 'Minutes a day',
    save: 'Save',
    atOnce: 'This holds at once.',
    later: /it holds in 24 hours/,
    now: 'Your limit holds now.',
    from: /^Asked for\. It holds from /,
    becomes: /^Becomes 30 min on .+2\d{3}/,
    used: /^\d+ of 6 min used$/,
    usedLater: /^\d+ of 30 min used$/,
    buy: 'Buy',
    ticket: 'Order ticket',
    market: 'Market',
    quantity: 'Quantity (BTC)',
    buyCoin: 'Buy BTC',
    confirm: 'Confirm',
    passed: 'Your time for today is used up: you set 6 minutes.',
    every: '15 min',
    check: 'Reality check',
    title: 'A moment for yourself',
    here: (minutes: number) => `You have been here for ${minutes} minutes`,
    today: (minutes: number) => `${minutes} minutes today`,
    lost: (amount: string) => `Lost: ${amount} USDT`,
    go: 'Go on',
    mine: 'My limits',
  },
  zh: {
    edit: /^(设置|修改)[:：] ?时长[,，] ?每日$/,
    minutes: '每日分钟数',
    save: '保存',
    atOnce: '立即生效。',
    later: /24 小时后生效/,
    now: '限额已生效。',
    from: /^已提交，.+起生效。$/,
    becomes: /^将于 .+ 变为 30 分钟/,
    used: /^已用 \d+，限额 6 分钟$/,
    usedLater: /^已用 \d+，限额 30 分钟$/,
    buy: '买入',
    ticket: '下单',
    market: '市价',
    quantity: '数量 (BTC)',
    buyCoin: '买入 BTC',
    confirm: '确认',
    passed: '今日时长已用完：您设定为 6 分钟。',
    every: '15 分钟',
    check: '现实提醒',
    title: '给自己片刻',
    here: (minutes: number) => `您已停留 ${minutes} 分钟`,
    today: (minutes: number) => `今日共 ${minutes} 分钟`,
    lost: (amount: string) => `亏损：${amount} USDT`,
    go: '继续',
    mine: '我的限额',
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** How long somebody wants to be here, and being told how long it was: the server's time passes as the test says. */
describe('time that people limit, on the pages', () => {
  let world: PageWorld;
  let clock: Clock;
  let passed = 0;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' }, ['BTC/USDT', 'ETH/USDT']);
    clock = world.app.application.get(Clock);
    const now = clock.now.bind(clock);
    clock.now = () => now() + passed;
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  beforeEach(() => {
    // A day's time begins anew at midnight (UTC), and no test here is to be there when it does.
    const left = DAY_MS - (clock.now() % DAY_MS);
    if (left < 60 * MINUTE_MS) passed += left + MINUTE_MS;
  });

  async function openAs(user: TestUser, language: Language): Promise<PhonePage> {
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(PATIENCE_MS);
    return phone;
  }

  const shoot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  };
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });
  const post = (path: string, fields: Record<string, string>, { token }: TestUser) =>
    world.call.post(path, fields, { token });

  async function timeOf({ token }: TestUser) {
    const { message } = await world.call.get('own_limits/state', { token });
    return (message as OwnLimitsView).limits.find(({ kind }) => kind === 'time');
  }

  /** Some time of the user on the product: it passes, the user is seen again, and that is written down. */
  async function spend(looks: number, look: () => Promise<unknown>): Promise<void> {
    for (let each = 0; each < looks; each += 1) {
      passed += STEP_MS;
      await look();
      await world.app.application.get(NoteSessionUses).execute();
    }
  }

  async function setTime(
    page: Page,
    language: Language,
    minutes: string,
    says: string | RegExp,
    told: string | RegExp,
  ) {
    const words = WORDS[language];
    await button(page, words.edit).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(words.minutes, { exact: true }).fill(minutes);
    await form.getByRole('status').getByText(says).waitFor();
    await button(form, words.save).click();
    await page.getByText(told).first().waitFor();
    await form.waitFor({ state: 'hidden' });
  }

  /** Buys 0.01 BTC at the market by the page, up to the last press. */
  async function buy(page: Page, language: Language): Promise<void> {
    const words = WORDS[language];
    await world.go(page, SPOT);
    const opens = button(page.locator('[data-bar="over"]'), words.buy);
    await eventually(() => opens.isEnabled(), 'a market that trades', PATIENCE_MS);
    await opens.click();
    const ticket = page.getByRole('region', { name: words.ticket });
    await ticket.getByLabel(words.market, { exact: true }).check({ force: true });
    await ticket.getByLabel(words.quantity).fill('0.01');
    await button(ticket, words.buyCoin).click();
    await button(page, words.confirm).click();
  }

  const purchases = async ({ userId }: TestUser): Promise<number> => {
    const [row] = await world.source.query(
      `select count(*)::int as orders from spot_order where user_id = $1 and side = 'buy'`,
      [userId],
    );
    return row.orders;
  };

  it.each(LANGUAGES)(
    'a day’s time that is used up opens nothing and lets close, and more of it holds a day later (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '10000');
      await fund(world.source, user.userId, '1', { currencyId: BTC });
      for (const kind of ['option', 'contract'] as const) await fund(world.source, user.userId, '10000', { kind });
      const { page, context, complaints } = await openAs(user, language);
      await world.go(page, LIMITS);
      await setTime(page, language, '60', words.atOnce, words.now);
      await setTime(page, language, '6', words.atOnce, words.now);
      expect(await timeOf(user)).toMatchObject({ amount: '6', used: '0', pending: null });
      await setTime(page, language, '30', words.later, words.from);
      await page.getByText(words.becomes).waitFor();
      const held = await timeOf(user);
      expect(held).toMatchObject({ amount: '6', pending: { amount: '30' } });
      const raisedAt = held?.pending?.effective_at ?? 0;
      const used = async () => Number((await timeOf(user))?.used);

      await spend(2, () => world.go(page, LIMITS));
      expect(await used()).toBeGreaterThan(0);
      expect(await used()).toBeLessThan(6);
      const bought = async () => (await post('coin/trade', PURCHASE, user)).type === 'ok';
      await eventually(bought, 'a purchase while there is time', PATIENCE_MS);
      while ((await used()) < 6) await spend(1, () => world.go(page, LIMITS));
      await world.go(page, LIMITS);
      await page.getByText(words.used).scrollIntoViewIfNeeded();
      await shoot(page, `time-used-${language}`);
      await buy(page, language);
      await page.getByRole('alert').getByText(words.passed).waitFor();
      await shoot(page, `time-refused-${language}`);
      expect(await purchases(user)).toBe(1);
      for (const [path, fields] of [
        ['coin/trade', PURCHASE],
        ['lever/submit', CONTRACT],
        ['microtrade/submit', OPTION],
      ] as const)
        expect(await post(path, fields, user)).toMatchObject({ type: 'error', code: 'limits.time' });
      // What only closes goes on, and so does the demo.
      expect(await post('coin/trade', { ...PURCHASE, type: '2' }, user)).toMatchObject({ type: 'ok' });
      const demo = { ...PURCHASE, account_type: 'simulation_account' };
      expect((await post('coin/trade', demo, user)).code).not.toBe('limits.time');

      passed += raisedAt - clock.now() + 1000;
      await spend(1, () => world.go(page, LIMITS));
      expect(await timeOf(user)).toMatchObject({ amount: '30', pending: null });
      expect(await used()).toBeLessThan(6);
      // On that day more than was let on the one before.
      while ((await used()) <= 6) await spend(1, () => world.go(page, LIMITS));
      await world.go(page, LIMITS);
      await page.getByText(words.usedLater).waitFor();
      expect(await page.getByText(words.becomes).count()).toBe(0);
      expect(await layoutFaults(page)).toEqual([]);
      await buy(page, language);
      await eventually(async () => (await purchases(user)) === 2, 'a purchase on the day after', PATIENCE_MS);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LANGUAGES)(
    'a check of reality says on whatever page how long it was and what was lost, until that is acknowledged (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '10000', { kind: 'contract' });
      const { page, context, complaints } = await openAs(user, language);
      await page.clock.install();
      await world.go(page, LIMITS);
      const begun = clock.now();
      await page.getByRole('region', { name: words.check }).getByLabel(words.every).check({ force: true });
      await eventually(
        async () => {
          const { message } = await world.call.get('own_limits/state', { token: user.token });
          return (message as OwnLimitsView).check_minutes === 15;
        },
        'the interval that was chosen',
        PATIENCE_MS,
      );

      // Lots that are bought and sold again at once: the fees and the spread are lost.
      await eventually(
        async () => (await post('lever/submit', CONTRACT, user)).type === 'ok',
        'a contract',
        PATIENCE_MS,
      );
      const open = (await world.call.get('futures/positions', { token: user.token })).message as FuturesPositionsView;
      const close = { id: String(open.positions[0]?.positionId) };
      await eventually(async () => (await post('lever/close', close, user)).type === 'ok', 'its end', PATIENCE_MS);
      const [account] = await world.source.query(
        `select balance::text from ledger_account where owner_id = $1 and kind = 'contract' and currency_id = 3 and not demo`,
        [user.userId],
      );
      const lost = new Decimal('10000').minus(account.balance);
      expect(lost.gt(0)).toBe(true);

      /** The page, which stays open, asks once a minute how long it was. */
      const look = async (): Promise<StayView> => {
        const asked = page.waitForResponse((reply) => reply.url().endsWith('own_limits/stay'));
        await page.clock.fastForward(STEP_MS);
        return ((await (await asked).json()) as { message: StayView }).message;
      };
      const stays = async (looks: number) => {
        let stay: StayView | null = null;
        await spend(looks, async () => {
          stay = await look();
        });
        return stay as StayView | null;
      };
      await world.go(page, SPOT);
      const sheet = page.getByRole('dialog', { name: words.title });
      expect(await stays(5)).toMatchObject({ due: false, check_minutes: 15 });
      expect(await sheet.count()).toBe(0);
      const due = await stays(5);
      const most = Math.ceil((clock.now() - begun) / MINUTE_MS);
      expect(due).toMatchObject({ due: true, result: `-${lost.toFixed()}` });
      expect(due?.minutes).toBeGreaterThanOrEqual(15);
      expect(due?.minutes).toBeLessThanOrEqual(most);
      const minutes = due?.minutes ?? 0;
      await sheet.getByText(words.here(minutes)).waitFor();
      await sheet.getByText(words.today(minutes)).waitFor();
      await sheet.getByText(words.lost(groupedDecimal(lost.toFixed(2, Decimal.ROUND_DOWN), language))).waitFor();
      await shoot(page, `reality-${language}`);
      await button(sheet, words.go).click();
      await sheet.waitFor({ state: 'hidden' });
      const checks = () =>
        world.source.query(
          'select minutes, trim_scale(result)::text as result from own_reality_check where user_id = $1 order by id',
          [user.userId],
        );
      const [noted] = await checks();
      expect(noted).toMatchObject({ result: `-${lost.toFixed()}` });
      expect(noted.minutes).toBeGreaterThanOrEqual(minutes);
      expect(noted.minutes).toBeLessThanOrEqual(Math.ceil((clock.now() - begun) / MINUTE_MS));

      // After as long again once more, and from there to what is limited.
      expect(await stays(5)).toMatchObject({ due: false });
      expect(await sheet.count()).toBe(0);
      expect(await stays(5)).toMatchObject({ due: true });
      await sheet.getByRole('link', { name: words.mine }).click();
      await page.waitForURL((url) => url.pathname === LIMITS);
      await sheet.waitFor({ state: 'hidden' });
      await eventually(async () => (await checks()).length === 2, 'word that it was read', PATIENCE_MS);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
