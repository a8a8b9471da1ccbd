import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { JudgeListing, ListCoin } from '../../../server/features/markets/listing/index.js';
import { IeoStore, ListSoldCoin } from '../../../server/features/trading/ieo/index.js';
import { IeoWorkStore } from '../../../server/features/trading/ieo/ieo-work.store.js';
import { SealAllotment } from '../../../server/features/trading/ieo/seal-allotment.js';
import { SweepIeo } from '../../../server/features/trading/ieo/sweep-ieo.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { Metrics } from '../../../server/platform/metrics/metrics.js';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { aSale, listSale, type Sale, tapeHoursOfSales } from '../../../server/test/factories/ieo.js';
import { anOperator } from '../../../server/test/factories/operators.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { FakeClock } from '../../../server/test/fakes/fake-clock.js';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { JOURNEY_LANGUAGES, LAID_OUT_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 300_000;
/** Pictures to look at, where a folder for them is named. */
const PICTURES = process.env.IEO_PICTURES;

/** The product in this process, so that days can pass at will, with the built pages. */
describe('sales of new coins, on the pages', () => {
  let world: PageWorld;
  let source: DataSource;

  beforeAll(async () => {
    world = await PageWorld.open();
    source = world.source;
    // Sales of hours ago are made here: what was due then has its time from now on, as after hours in which nobody looked.
    await source.query('update trading_mode set watched_since = now()');
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  }, 120_000);

  afterAll(() => world?.close(), 120_000);

  /** Does what is due at an instant; taped: the hours that sales are drawn by are sealed. */
  async function sweepAt(instant: number, isTaped = true): Promise<void> {
    const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
    const [work, transactions] = [of(IeoWorkStore), of(Transactions)];
    const clock = new FakeClock(instant);
    if (isTaped) await tapeHoursOfSales(source, instant);
    const seal = new SealAllotment(work, transactions);
    const sweep = new SweepIeo(work, seal, transactions, of(Outbox), clock, of(Metrics));
    for (let round = 0; round < 2; round += 1) await sweep.execute();
  }

  /** Two operators list the coin of a sale, at its date. */
  async function listAt({ id, listAt: instant }: Sale): Promise<void> {
    const { application } = world.app;
    const [store, coins, judge] = [application.get(IeoStore), application.get(ListCoin), application.get(JudgeListing)];
    const list = new ListSoldCoin(store, coins, judge, new FakeClock(instant));
    await listSale(id, { list, transactions: application.get(Transactions) });
  }

  /** A sale whose applications are open now. */
  const openSale = (name = 'Nova Network'): Promise<Sale> => aSale(source, { at: Date.now() - 61_000, name });

  async function buyer(amount = '5000'): Promise<TestUser> {
    const user = await world.aVerifiedUser();
    await fund(source, user.userId, amount);
    return user;
  }

  async function applyFor(sale: Sale, user: TestUser, number: string): Promise<string> {
    const fields = { project_id: String(sale.id), number, agreement: '1' };
    const { type, code } = await world.call.post('ieo/apply', fields, { token: user.token });
    // What the books say is broken, where that is why.
    const stopped = await source.query(`select cause from trading_mode where mode <> 'open'`);
    expect({ type, code, stopped }).toEqual({ type: 'ok', code: undefined, stopped: [] });
    const rows: { id: string }[] = await source.query(
      'select id from ieo_application where user_id = $1 order by id desc limit 1',
      [user.userId],
    );
    return rows[0]?.id as string;
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  }

  const WORDS = {
    en: {
      next: 'Next',
      first: 'Please agree first',
      confirm: 'Confirm',
      applied: 'Applied',
      waiting: 'Waiting for payment',
      pay: 'Pay',
      paid: 'Paid',
      right: 'Right',
      table: 'Allotment table',
      verify: 'Compute it again',
      verified: 'All 2 rows are right.',
      locked: 'Listed and locked',
      releasing: 'Being released',
    },
    zh: {
      next: '下一步',
      first: '请先同意',
      confirm: '确认申购',
      applied: '申购完成',
      waiting: '待付款',
      pay: '付款',
      paid: '已付款',
      right: '正确',
      table: '分配表',
      verify: '重新计算',
      verified: '全部 2 行正确。',
      locked: '已上市锁定中',
      releasing: '解锁中',
    },
  } as const;

  it.each(JOURNEY_LANGUAGES)(
    'are applied for, allotted with a proof, paid, listed and released (%s)',
    async (language) => {
      const words = WORDS[language];
      const sale = await openSale();
      const rival = await buyer();
      await applyFor(sale, rival, '300');
      const user = await buyer();
      const { page, context, complaints } = await world.openAs(user, language);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const state = (name: string) => page.locator('main').getByText(name, { exact: true }).first().waitFor();
      await world.go(page, '/pages/ieo/index');
      await picture(page, `${language}-list`);
      await page.locator(`a[href="/pages/ieo/detail?id=${sale.id}"]`).click();
      await page.locator('input[inputmode="numeric"]').fill('900');
      await button(words.next).click();
      await page.getByText(words.first).waitFor();
      await page.getByRole('checkbox').check();
      await picture(page, `${language}-detail`);
      await button(words.next).click();
      await page.getByText('3,200 USDT').waitFor();
      await picture(page, `${language}-review`);
      await button(words.confirm).click();
      await page.waitForURL('**/pages/ieo/applications');
      await state(words.applied);
      await picture(page, `${language}-applications`);
      await page.locator('main li a').first().click();
      await page.waitForURL('**/pages/ieo/application?id=*');
      await picture(page, `${language}-application`);

      // 1000 coins, 900 and 300 wanted, 400 at most: 400 and 300. The open page is told.
      await sweepAt(sale.applyUntil);
      await sweepAt(sale.allotAt);
      await state(words.waiting);
      await soonText(page, '[data-testid="ieo-proof"]', new RegExp(`(${words.right}[\\s\\S]*){3}`));
      await picture(page, `${language}-allotted`);
      await button(words.pay).click();
      await page.getByRole('dialog').getByText('800 USDT').waitFor();
      await picture(page, `${language}-pay`);
      await page.getByRole('dialog').getByRole('button', { name: words.pay, exact: true }).click();
      await state(words.paid);

      await page.getByRole('link', { name: words.table }).click();
      await page.waitForURL('**/pages/ieo/allotment?id=*');
      await button(words.verify).click();
      await page.getByText(words.verified).waitFor();
      await picture(page, `${language}-table`);
      await page.goBack();

      await sweepAt(sale.payUntil);
      await sweepAt(sale.secondPayUntil);
      await sweepAt(sale.listAt);
      await listAt(sale);
      await sweepAt(sale.listAt);
      await state(words.locked);
      await picture(page, `${language}-listed`);
      await sweepAt(sale.lockUntil);
      await state(words.releasing);
      await picture(page, `${language}-releasing`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'say that the draw waits for prices that nobody can know before, and which they were (%s)',
    async (language) => {
      const words = {
        en: {
          waits: 'The draw waits',
          rule: 'Nobody can know them',
          drawn: 'Nobody could know them',
          draw: 'Draw',
          allotment: 'Allotment',
        },
        zh: {
          waits: '等待抽签',
          rule: '余数相同时，由申购结束后',
          drawn: '余数相同时，由 20',
          draw: '抽签',
          allotment: '分配',
        },
      }[language];
      // Of an hour that the language before did not seal.
      const hours = language === 'en' ? 5 : 3;
      const sale = await aSale(source, { at: Date.now() - hours * 3_600_000, name: 'Waiting Coin' });
      await sweepAt(sale.applyUntil, false);
      await sweepAt(Date.now(), false);
      const user = await buyer();
      const { page, context, complaints } = await world.openAs(user, language);
      await world.go(page, `/pages/ieo/detail?id=${sale.id}`);
      await page.getByRole('heading', { name: words.waits }).waitFor();
      await page.getByText(words.rule).waitFor();
      // Nobody can pay yet, whatever its date says.
      await page.locator('[aria-current="step"]', { hasText: words.allotment }).waitFor();
      await picture(page, `${language}-draw-waits`);
      await sweepAt(Date.now());
      await page.reload();
      await page.getByText(words.drawn).waitFor();
      expect(await page.getByRole('heading', { name: words.waits }).count()).toBe(0);
      await picture(page, `${language}-drawn`);
      await world.go(page, `/pages/ieo/allotment?id=${sale.id}`);
      await page.getByRole('heading', { name: words.draw, exact: true }).waitFor();
      await picture(page, `${language}-draw-table`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'say that a listing is late and what comes of it, and give everything back without one (%s)',
    async (language) => {
      const at = Date.now() - 9 * 3_600_000;
      const sale = await aSale(source, { at, name: 'Late Coin' });
      const user = await buyer();
      const { page, context, complaints } = await world.openAs(user, language);
      for (const instant of [sale.applyUntil, sale.allotAt, sale.payUntil, sale.secondPayUntil]) await sweepAt(instant);
      await world.go(page, `/pages/ieo/detail?id=${sale.id}`);
      await page.getByRole('heading', { name: language === 'en' ? 'The listing is late' : '上市延迟' }).waitFor();
      await picture(page, `${language}-late`);
      await sweepAt(sale.listAt + 30 * 86_400_000);
      await page.reload();
      await page.getByRole('heading', { name: language === 'en' ? 'Not listed in time' : '未按时上市' }).waitFor();
      await picture(page, `${language}-not-listed`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'are listed at the desk by two operators, and the page has the way to the market',
    async () => {
      const sale = await aSale(source, { at: Date.now() - 9 * 3_600_000, name: 'Desk Coin', coinCode: 'DESKC' });
      for (const instant of [sale.applyUntil, sale.allotAt, sale.payUntil, sale.secondPayUntil]) await sweepAt(instant);
      const desk = async () => {
        const operator = await anOperator(source, 'treasurer', 'settings');
        const opened = await openPhone(world.browser, 'en');
        await opened.context.addCookies([{ name: 'desk', value: operator.token, url: `${world.app.url}/ops` }]);
        return opened;
      };
      const [first, second] = [await desk(), await desk()];
      await world.go(first.page, `/ops/sales/${sale.id}`);
      await first.page.getByText('The listing date has passed without a listing.').waitFor();
      await picture(first.page, 'desk-late');
      await first.page.getByLabel('Spot instruments, one a line').fill('nowhere:spot:X');
      const form = first.page.locator('form', { has: first.page.getByLabel('Decimals of prices') });
      await form.getByLabel('Reason').fill('As agreed with the issuer');
      await form.getByRole('button', { name: 'Propose the listing' }).click();
      await form.getByRole('alert').waitFor();
      await first.page.getByLabel('Spot instruments, one a line').fill('');
      await form.getByRole('button', { name: 'Propose the listing' }).click();
      await first.page.getByText('Its listing is proposed and waits for a second person.').waitFor();
      const [proposal]: [{ id: string }] = await source.query(
        `select id::text from operator_proposal where kind = 'ieo-list' and status = 'open'`,
      );
      await world.go(second.page, `/ops/proposals/${proposal.id}`);
      await picture(second.page, 'desk-proposal');
      await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
      const { page, context } = await openPhone(world.browser, 'en');
      await soon(async () => {
        await world.go(page, `/pages/ieo/detail?id=${sale.id}`);
        await page.getByRole('link', { name: 'Trade DESKC/USDT' }).waitFor({ timeout: 5000 });
      });
      await picture(page, 'en-market');
      await world.go(first.page, `/ops/sales/${sale.id}`);
      await first.page.getByText('DESKC/USDT').waitFor();
      await world.go(first.page, '/ops/sales/new');
      await first.page.getByLabel('Code of the coin').waitFor();
      await picture(first.page, 'desk-new');
      for (const one of [first.context, second.context, context]) await one.close();
    },
    HANGING_MS,
  );

  it(
    'can be read by guests, who log in before anything of their own, and not be paid with demo money',
    async () => {
      const sale = await openSale('Guest Coin');
      const { page, context } = await openPhone(world.browser, 'en');
      await world.go(page, `/pages/ieo/detail?id=${sale.id}`);
      await page.getByText('A new coin may become worthless').waitFor();
      await page.getByRole('link', { name: 'Log in to apply' }).waitFor();
      await world.go(page, '/pages/ieo/applications');
      await page.waitForURL('**/pages/user/login/login?backpage=*');
      await world.go(page, '/pages/ieo/detail?id=999999');
      await page.getByText('This sale does not exist').waitFor();
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'have pages that fit, at twice the text size too, and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const sale = await openSale(`A sale with a long name, ${language}, of a coin that nobody has heard of yet`);
      const user = await buyer('9000');
      const id = await applyFor(sale, user, '999');
      await sweepAt(sale.allotAt);
      const open = await openSale();
      const paths = [
        '/pages/ieo/index',
        `/pages/ieo/detail?id=${open.id}`,
        '/pages/ieo/applications',
        `/pages/ieo/application?id=${id}`,
        `/pages/ieo/allotment?id=${sale.id}`,
      ];
      const { page, context, complaints } = await world.openAs(user, language);
      const addresses = paths.map((path) => world.app.url + path);
      expect(await faultsOf(page, addresses, { language })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  async function soonText(page: Page, selector: string, pattern: RegExp): Promise<void> {
    await page.locator(selector).filter({ hasText: pattern }).waitFor();
  }
});
