import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import type { Page } from 'playwright-core';
import { readTimeOfDay } from '../../../server/contract/rules/notifications.rules.js';
import { Decimal } from '../../../server/contract/decimal.js';
import type { UnreadNoticesView } from '../../../server/contract/account/event-centre.dto.js';
import { ApproveVerification, ClaimVerification } from '../../../server/features/account/verification/index.js';
import { OptionProducts } from '../../../server/features/trading/options/option-products.js';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { fund, USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { type PushedBrowser, PushService } from '../../../server/test/fakes/push-service.js';
import { creditDeposit } from './credited-deposit.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';
import { subscribesAt } from './push-device.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
const OPERATOR = '7';
const SETTINGS = '/pages/settings/notifications/index';
const NOTICES = '/pages/notice/index?kind=own';
const HOME = '/pages/index/index';
const PAIR = { currency_id: '1', legal_id: '3', type: '1' };
/** Of an option: the shortest that the books allow. */
const SECONDS = 30;
const SHOTS = process.env.EVENT_PICTURES;

const WORDS = {
  en: {
    device: 'Notify on this device',
    devicesNotified: '1 device is told.',
    orders: 'Filled orders: on devices',
    quiet: 'Quiet hours',
    from: 'From',
    until: 'Until',
    unread: (count: number) => `${count} unread`,
    fill: /^Limit order filled: bought 0\.01 of BTC\/USDT for [\d,.]+ USDT/,
    others: {
      stop: /^Stop-loss carried out: BTC\/USDT closed at [\d,.]+, profit or loss -[\d,.]+ USDT/,
      liquidation: /^Your BTC\/USDT position was liquidated at [\d,.]+/,
      settlement: /^Option on BTC\/USDT (won|lost|ended in a tie|is void)/,
      credit: /^60 USDT of your deposit are on your account/,
      decision: /^Your identity verification was approved/,
    },
    later: ['61 USDT of your deposit are on your account', '62 USDT of your deposit are on your account'],
    limit: /stake/i,
    held: { title: 'While it was quiet', body: '2 new notices' },
  },
  zh: {
    device: '在本设备上通知',
    devicesNotified: '共有 1 台设备会收到通知。',
    orders: '委托成交：设备通知',
    quiet: '免打扰时段',
    from: '开始',
    until: '结束',
    unread: (count: number) => `${count} 条未读`,
    fill: /^限价委托已成交：买入 BTC\/USDT 0\.01，成交额 [\d,.]+ USDT/,
    others: {
      stop: /^止损已触发：BTC\/USDT 平仓价 [\d,.]+，盈亏 -[\d,.]+ USDT/,
      liquidation: /^您的 BTC\/USDT 持仓已被强平，价格 [\d,.]+/,
      settlement: /^BTC\/USDT 期权(获胜|未中|平局|无效)/,
      credit: /^您充值的 60 USDT 已到账/,
      decision: /^您的身份认证已通过/,
    },
    later: ['您充值的 61 USDT 已到账', '您充值的 62 USDT 已到账'],
    limit: /投入/,
    held: { title: '免打扰期间', body: '2 条新通知' },
  },
} as const;

/** Notices of what users, operators, the market and the clock did, and what of them reaches a device. */
describe('what happens on an account', () => {
  let world: PageWorld;
  let service: PushService;
  let passed = 0;
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);

  beforeAll(async () => {
    service = await PushService.open();
    const settings = { ROLES: 'gateway,worker,feed', WEB_PUSH_SERVICES: '127.0.0.1', FUTURES_LEVERAGE_MAX: '50' };
    world = await PageWorld.open({ ...settings, REAL_MONEY_ON_SIMULATED: 'true' }, ['BTC/USDT', 'ETH/USDT']);
    const clock = of(Clock);
    const now = clock.now.bind(clock);
    clock.now = () => now() + passed;
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await of(SetUpDepositAddresses).useKey('tron', 'tron', key);
    await world.source.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
       values ($1, 0.8, 3, 0.0001, 0.0003, 10, 5000)`,
      [SECONDS],
    );
    await of(OptionProducts).reload();
  }, HANGING_MS);

  afterAll(async () => {
    await world?.close();
    service?.close();
  }, HANGING_MS);

  const shoot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  };
  const post = (path: string, fields: Record<string, string>, { token }: TestUser) =>
    world.call.post(path, fields, { token });
  /** Until the market takes it: its price may be a moment too old. */
  const order = (path: string, fields: Record<string, string>, user: TestUser) =>
    soon(async () => expect(await post(path, fields, user)).toMatchObject({ type: 'ok' }), PATIENCE_MS);

  /** Known for long enough for every leverage, with money to trade with. */
  async function aTrader(language: string): Promise<TestUser> {
    const user = await world.aUser();
    await world.source.query(
      `update account_user set created_at = now() - interval '1 year', language = $2 where id = $1`,
      [user.userId, language],
    );
    for (const kind of ['spot', 'option', 'contract'] as const)
      await fund(world.source, user.userId, '10000', { kind });
    return user;
  }

  /** The user hands in who it is, and an operator approves. */
  async function verify(user: TestUser): Promise<void> {
    const number = randomBytes(4).toString('hex').toUpperCase();
    const person = {
      country: 'DE',
      name: 'Ann Example',
      certificate_type: 'passport',
      card_id: number,
      address: 'Street 1',
    };
    expect(await post('user/real_name', person, user)).toMatchObject({ type: 'ok' });
    const [{ id, version }] = await world.source.query('select id, version from verification_case where user_id = $1', [
      user.userId,
    ]);
    const review = { caseId: id, operatorId: OPERATOR, version };
    await of(Transactions).run(async (tx) => {
      await of(ClaimVerification).execute(tx, review);
      await of(ApproveVerification).execute(tx, review);
    });
  }

  /** An order, a stop and two positions, which all wait for what the price does then; and an option. */
  async function trade(user: TestUser): Promise<void> {
    const [{ index }] = await world.source.query(
      `select s.index::text as index from price_sample s join market m on m.id = s.market_id
        where m.symbol = 'BTC/USDT' and s.index_state = 'ok' order by s.second desc limit 1`,
    );
    const part = (ratio: string) => new Decimal(index).times(ratio).toFixed(0);
    const market = { ...PAIR, status: '1', target_price: '', margin_mode: 'isolated' };
    await order('coin/trade', { ...PAIR, amount: '0.01', target_price: part('0.99') }, user);
    const stop = { checkType: '1', stop_loss_price: part('0.99') };
    await order('lever/submit', { ...market, ...stop, share: '10', multiple: '5' }, user);
    await order('lever/submit', { ...market, share: '10', multiple: '50' }, user);
    const option = { match_id: '1', currency_id: String(USDT), type: '1', seconds: String(SECONDS), number: '10' };
    await order('microtrade/submit', option, user);
    await world.crash('BTC/USDT', 0.04, 6);
  }

  const kindsOf = async ({ userId }: TestUser): Promise<string[]> => {
    const rows = await world.source.query('select kind from account_notice where user_id = $1', [userId]);
    return rows.map(({ kind }: { kind: string }) => kind);
  };
  const has = ({ received }: PushedBrowser, text: RegExp | string) =>
    received.some(({ payload: { body } }) => (typeof text === 'string' ? body.startsWith(text) : text.test(body)));

  /** The time of the day on the page's wall, so many hours from now, as the server counts. */
  const wallTime = (page: Page, hours: number): Promise<string> =>
    page.evaluate(
      (instant) => {
        const at = new Date(instant);
        return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
      },
      of(Clock).now() + hours * HOUR_MS,
    );

  async function setQuietHours(
    page: Page,
    user: TestUser,
    { from, until }: (typeof WORDS)['en' | 'zh'],
  ): Promise<void> {
    const times = [
      [page.getByLabel(from, { exact: true }), await wallTime(page, -1)],
      [page.getByLabel(until, { exact: true }), await wallTime(page, 2)],
    ] as const;
    await soon(async () => {
      // Each is stored when it is left, and both are drawn anew then.
      for (const [field, time] of times) {
        await field.fill(time);
        await field.blur();
      }
      const [row] = await world.source.query(
        `select array[quiet_from, quiet_until] as minutes from notification_setting where user_id = $1`,
        [user.userId],
      );
      expect(row?.minutes).toEqual(times.map(([, time]) => readTimeOfDay(time)));
    }, PATIENCE_MS);
  }

  it.each(JOURNEY_LANGUAGES)(
    'is a notice of its own, counted until it is read, and a push where its kind is on and it is not quiet (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await aTrader(language);
      const { page, context, complaints } = await world.openAs(user, language, true);
      page.setDefaultTimeout(PATIENCE_MS);
      const device = service.aBrowser();
      await subscribesAt(context, world.app.url, device);
      await world.go(page, SETTINGS);
      await page.getByRole('switch', { name: words.device }).click();
      await page.getByText(words.devicesNotified).waitFor();
      await page.getByRole('checkbox', { name: words.orders }).click();
      const pushed = async (): Promise<string[]> => {
        const rows = await world.source.query('select push from notification_setting where user_id = $1', [
          user.userId,
        ]);
        return rows[0]?.push ?? ['orders'];
      };
      await eventually(async () => !(await pushed()).includes('orders'), 'the choice', PATIENCE_MS);

      await world.go(page, HOME);
      await verify(user);
      await creditDeposit(world, user, '60');
      await trade(user);
      const { fill, others } = words;
      for (const [what, text] of Object.entries(others))
        await eventually(async () => has(device, text), `a push of ${what}`, PATIENCE_MS);
      const unread = async () =>
        ((await world.call.get('notices/unread', { token: user.token })).message as UnreadNoticesView).count;
      await eventually(
        async () => (await kindsOf(user)).includes('order-bought'),
        'word of the order that was filled',
        PATIENCE_MS,
      );
      let count = 0;
      await soon(async () => {
        count = await unread();
        expect(await page.getByText(words.unread(count), { exact: true }).count()).toBeGreaterThan(0);
      }, PATIENCE_MS);
      expect(count).toBeGreaterThanOrEqual(6);
      await shoot(page, `acts-home-${language}`);
      await world.go(page, NOTICES);
      for (const text of [fill, ...Object.values(others)]) await page.getByRole('link', { name: text }).waitFor();
      await shoot(page, `acts-notices-${language}`);
      await eventually(async () => (await unread()) === 0, 'the notices to count as read', PATIENCE_MS);
      await world.go(page, HOME);
      await soon(async () => expect(await page.getByText(words.unread(count)).count()).toBe(0), PATIENCE_MS);
      // All notices of then were decided on, and none of the fill was to go anywhere.
      const waiting = () =>
        world.source.query(
          'select 1 from notice_outgoing o join account_notice n on n.id = o.notice_id where n.user_id = $1',
          [user.userId],
        );
      const deliveries = (kinds: string) =>
        world.source.query(
          `select n.kind, d.is_held as held, d.notices, d.due_at > to_timestamp($3::float8 / 1000) as later, d.outcome
             from notice_delivery d join account_notice n on n.id = d.notice_id
            where n.user_id = $1 and n.kind like $2 and d.subscription_id is not null order by d.id`,
          [user.userId, kinds, of(Clock).now()],
        );
      await eventually(async () => (await waiting()).length === 0, 'word of all of them', PATIENCE_MS);
      expect(await deliveries('order-%')).toEqual([]);
      expect(await deliveries('stop-loss')).toMatchObject([{ held: false, outcome: 'sent' }]);
      expect(has(device, fill)).toBe(false);

      await world.go(page, SETTINGS);
      await page.getByRole('switch', { name: words.quiet }).click();
      await setQuietHours(page, user, words);
      await shoot(page, `acts-quiet-${language}`);
      await world.go(page, HOME);
      const before = device.received.length;
      await creditDeposit(world, user, '61');
      await creditDeposit(world, user, '62');
      for (const text of words.later) await page.getByRole('status').getByText(text).waitFor();
      // What is urgent comes through, so that the others would have come before it.
      await eventually(
        async () => (await deliveries('deposit-%')).at(-1)?.notices === 2,
        'both to be held',
        PATIENCE_MS,
      );
      const limit = { kind: 'stake', period: 'day', amount: '100000' };
      expect(await post('own_limits/set', limit, user)).toMatchObject({ type: 'ok' });
      await eventually(async () => has(device, words.limit), 'an urgent push', PATIENCE_MS);
      expect(device.received).toHaveLength(before + 1);
      expect(await deliveries('deposit-%')).toEqual([
        expect.objectContaining({ outcome: 'sent', held: false }),
        { kind: 'deposit-credited', held: true, notices: 2, later: true, outcome: null },
      ]);

      passed += 2 * HOUR_MS + 60_000;
      await eventually(async () => device.received.length === before + 2, 'what was held', PATIENCE_MS);
      expect(device.received.at(-1)?.payload).toMatchObject(words.held);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
