import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Decimal } from '../../../server/contract/decimal.js';
import { groupedDecimal } from '../../../server/contract/languages/numbers.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { SimulatedStream } from '../../../server/platform/feeds/simulated/simulated-stream.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';
import { atRest } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const PATIENCE_MS = 120_000;
const ALERTS = '/pages/alerts/index';
const NOTICES = '/pages/notice/index?kind=own';
/** Share of the margin, in percent: of a position at twenty times 9 are used where it begins. */
const MARGIN = '12';
/** Percent: without a premium it is 0.01. */
const RATE = '0.02';
/** How far contracts stand above their pair when they do: their book still fills, and a few samples of it make the rate. */
const PREMIUM = 0.004;
/** Percent, within the shortest time that can be chosen: far more than the simulation moves by itself. */
const FALL = '2';
const WINDOW_MS = 300_000;
/** Of that time so much goes by in seconds that are recorded one by one; the rest of it is skipped. */
const RECORDED_MS = 60_000;
const SHOTS = process.env.ALERT_PICTURES;

const WORDS = {
  en: {
    symbol: 'BTC/USDT',
    market: 'Market',
    kind: 'Tell me when',
    price: 'Price',
    rate: 'Funding rate',
    used: 'Margin used',
    percent: 'Percent',
    window: '5 minutes',
    create: 'Set alert',
    set: 'The alert is set',
    line: {
      cross: (level: string) => `Crosses ${level}`,
      margin: 'Margin used reaches 12%',
      funding: 'Funding at 0.02% or above',
      percent: 'Falls by 2% within 5 minutes',
    },
    done: 'Gone off',
    went: 'Went off 1 time',
    unread: (count: number) => `${count} unread`,
    told: {
      cross: (level: string) => new RegExp(`^BTC/USDT crossed ${level} and was at [\\d,.]+`),
      margin: /^1[2-9][\d.]* % of the margin of your BTC\/USDT position are used\. Your alert: 12 %/,
      funding: /^The funding rate of BTC\/USDT reached 0\.0[2-9]\d* %\. Your alert: 0\.02 % or above/,
      percent: (symbol: string) =>
        new RegExp(`^${symbol} changed by -[2-9][\\d.]* % within 5 minutes, to [\\d,.]+\\. Your alert: a fall of 2 %`),
    },
  },
  zh: {
    symbol: 'ETH/USDT',
    market: '市场',
    kind: '提醒条件',
    price: '价格',
    rate: '资金费率',
    used: '保证金率',
    percent: '百分比',
    window: '5分钟',
    create: '设置提醒',
    set: '提醒已设置',
    line: {
      cross: (level: string) => `穿越 ${level}`,
      margin: '保证金率达到 12%',
      funding: '资金费率不低于 0.02%',
      percent: '5分钟内下跌 2%',
    },
    done: '已触发',
    went: '已触发 1 次',
    unread: (count: number) => `${count} 条未读`,
    told: {
      cross: (level: string) => new RegExp(`^ETH/USDT 穿越 ${level}，当时价格 [\\d,.]+`),
      margin: /^您的 ETH\/USDT 持仓保证金率达到 1[2-9][\d.]*%。您的提醒：12%/,
      funding: /^ETH\/USDT 资金费率达到 0\.0[2-9]\d*%。您的提醒：不低于 0\.02%/,
      percent: (symbol: string) =>
        new RegExp(`^${symbol} 在5分钟内变动 -[2-9][\\d.]*%，价格 [\\d,.]+。您的提醒：下跌 2%`),
    },
  },
} as const;

/** Symbols of venues whose contracts stand above the pair. */
const above = new Set<string>();

/** Alerts that are judged by what the worker finds: the tape, the funding rate, a position. */
describe('alerts on a crossing, a margin, a funding rate and a change', () => {
  let world: PageWorld;
  let passed = 0;
  const mid = Reflect.get(SimulatedStream.prototype, 'mid') as (this: SimulatedStream, instant: number) => number;

  beforeAll(async () => {
    // The venue's contracts are where buyers of them have pushed them; all that follows of it is the product's.
    SimulatedStream.prototype.mid = function midOfContracts(instant) {
      const { category, symbol } = this.instrument;
      return mid.call(this, instant) * (category === 'linear' && above.has(symbol) ? 1 + PREMIUM : 1);
    };
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed' }, ['BTC/USDT', 'ETH/USDT']);
    const clock = world.app.application.get(Clock);
    const now = clock.now.bind(clock);
    clock.now = () => now() + passed;
  }, HANGING_MS);

  afterAll(async () => {
    await world?.close();
    SimulatedStream.prototype.mid = mid;
  }, HANGING_MS);

  const noticesOf = ({ userId }: TestUser): Promise<{ kind: string; count: number }[]> =>
    world.source.query(
      `select kind, count(*)::int as count from account_notice where user_id = $1 and kind like 'alert-%' group by kind order by kind`,
      [userId],
    );

  /** Known for long enough for every leverage, with a contract at twenty times. */
  async function aHolder(symbol: string): Promise<TestUser> {
    const user = await world.aUser();
    await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
      user.userId,
    ]);
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
    const [{ base }] = await world.source.query('select base_currency_id as base from market where symbol = $1', [
      symbol,
    ]);
    const size = { share: '10', multiple: '20', margin_mode: 'isolated' };
    const order = { ...size, currency_id: String(base), legal_id: '3', type: '1', status: '1', target_price: '' };
    await eventually(
      async () => (await world.call.post('lever/submit', order, { token: user.token })).type === 'ok',
      'a position',
      PATIENCE_MS,
    );
    return user;
  }

  it.each(JOURNEY_LANGUAGES)(
    'are made on the page, go off once each when it is so, and are told as notices (%s)',
    async (language) => {
      const { symbol, line, told, ...words } = WORDS[language];
      const user = await aHolder(symbol);
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      const sheet = page.getByRole('dialog');
      const open = async () => {
        await world.go(page, `${ALERTS}?symbol=${symbol}`);
        await sheet.getByLabel(words.price, { exact: true }).waitFor();
      };
      const make = async (kind: string, label: string, value: string, shown: string) => {
        await sheet.getByLabel(words.kind).selectOption(kind);
        await sheet.getByLabel(label, { exact: true }).fill(value);
        await atRest(page);
        await shot(page, language, kind);
        await sheet.getByRole('button', { name: words.create }).click();
        await page.getByText(words.set).first().waitFor();
        await page.getByRole('article').filter({ hasText: shown }).waitFor();
      };

      await open();
      const price = await sheet.getByLabel(words.price, { exact: true }).inputValue();
      const level = new Decimal(price.replaceAll(',', '')).times('0.986').toFixed(0);
      const shownLevel = groupedDecimal(new Decimal(level).toFixed(2), language);
      await make('cross', words.price, level, line.cross(shownLevel));
      await open();
      await make('margin-above', words.used, MARGIN, line.margin);
      await open();
      await make('funding-above', words.rate, RATE, line.funding);
      // They are judged from here on: the tape of some seconds goes by without a word.
      const now = await lastSecond(symbol);
      await eventually(async () => (await judgedUpTo(symbol)) > now, 'the tape to be judged', PATIENCE_MS);
      expect(await noticesOf(user)).toEqual([]);

      await world.go(page, '/pages/index/index');
      await world.crash(symbol, 0.02, 3);
      above.add(symbol.replace('/', ''));
      await page.getByText(words.unread(3), { exact: true }).waitFor({ state: 'attached' });
      // The price comes back over the level, where the crossing would go off once more.
      await eventually(() => cameBack(user, symbol, level), 'a price that crosses back', PATIENCE_MS);
      await world.go(page, `${ALERTS}?list=done`);
      await soon(async () => expect(await page.getByText(words.went, { exact: false }).count()).toBe(3), PATIENCE_MS);
      await shot(page, language, 'done');
      await world.go(page, NOTICES);
      const groupedLevel = groupedDecimal(level, language);
      for (const text of [told.cross(groupedLevel), told.margin, told.funding])
        await page.getByRole('link', { name: text }).waitFor();
      await shot(page, language, 'notices');
      expect(await page.getByRole('main').locator('a[href*="/pages/alerts/index"]').count()).toBe(3);
      expect(await noticesOf(user)).toEqual([
        { kind: 'alert-cross', count: 1 },
        { kind: 'alert-funding-above', count: 1 },
        { kind: 'alert-margin', count: 1 },
      ]);
      await world.go(page, '/pages/index/index');
      await soon(async () => expect(await page.getByText(words.unread(3)).count()).toBe(0), PATIENCE_MS);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'of a fall by percent goes off once, when the price of now stands so far below that of then (%s)',
    async (language) => {
      const { line, told, ...words } = WORDS[language];
      // The market that has not just fallen.
      const symbol = language === 'en' ? 'ETH/USDT' : 'BTC/USDT';
      const user = await world.aUser();
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, `${ALERTS}?symbol=${symbol}`);
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(words.kind).selectOption('percent-down');
      await sheet.getByLabel(words.percent, { exact: true }).fill(FALL);
      await sheet.getByRole('radio', { name: words.window, exact: true }).check({ force: true });
      await atRest(page);
      await shot(page, language, 'percent-down');
      await sheet.getByRole('button', { name: words.create }).click();
      await page.getByRole('article').filter({ hasText: line.percent }).waitFor();
      await world.go(page, '/pages/index/index');

      // The tape goes on five minutes after its beginning, so that each of its seconds has one to be compared with.
      await eventually(
        async () => (await lastSecond(symbol)) - (await firstSecond(symbol)) > RECORDED_MS / 1000,
        'a tape of a minute',
        PATIENCE_MS,
      );
      passed += WINDOW_MS - RECORDED_MS;
      const began = (await lastSecond(symbol)) + RECORDED_MS / 1000;
      await eventually(async () => (await judgedUpTo(symbol)) > began, 'the tape of now to be judged', PATIENCE_MS);
      expect(await noticesOf(user)).toEqual([]);
      await world.crash(symbol, 0.05, 3);
      await page.getByText(words.unread(1), { exact: true }).waitFor({ state: 'attached' });
      await world.go(page, `${ALERTS}?list=done`);
      await page
        .getByRole('article')
        .filter({ hasText: line.percent })
        .getByText(words.went, { exact: false })
        .waitFor();
      await world.go(page, NOTICES);
      await page.getByRole('link', { name: told.percent(symbol) }).waitFor();
      await shot(page, language, 'percent-notices');
      // It stays as low as that, and nothing is said of it again.
      const heard = await lastSecond(symbol);
      await eventually(async () => (await judgedUpTo(symbol)) > heard, 'more of the tape to be judged', PATIENCE_MS);
      expect(await noticesOf(user)).toEqual([{ kind: 'alert-percent-down', count: 1 }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  const seconds = async (sql: string, symbol: string): Promise<number> => {
    const [row] = await world.source.query(
      `select (extract(epoch from (${sql})))::float8 as at from market m where m.symbol = $1`,
      [symbol],
    );
    return row?.at ?? 0;
  };
  const firstSecond = (symbol: string) =>
    seconds('select min(s.second) from price_sample s where s.market_id = m.id', symbol);
  const lastSecond = (symbol: string) =>
    seconds('select max(s.second) from price_sample s where s.market_id = m.id', symbol);
  const judgedUpTo = (symbol: string) =>
    seconds('select p.second from price_alert_place p where p.market_id = m.id', symbol);

  /** Whether the tape was above the level after the alert went off below it, and was judged up to there. */
  async function cameBack({ userId }: TestUser, symbol: string, level: string): Promise<boolean> {
    const [row] = await world.source.query(
      `select exists (select 1 from price_alert a
         join price_sample s on s.market_id = a.market_id and s.second > a.last_at and s.index > $3 and s.index_state = 'ok'
         join price_alert_place p on p.market_id = a.market_id and p.second >= s.second
        where a.user_id = $1 and a.kind = 'cross' and a.market_id = (select id from market where symbol = $2)) as yes`,
      [userId, symbol, level],
    );
    return row.yes;
  }

  async function shot(page: Page, language: string, name: string): Promise<void> {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
  }
});
