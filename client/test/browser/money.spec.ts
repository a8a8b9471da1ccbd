import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { ApproveDeposit, RejectDeposit, SetUpDepositAddresses } from '../../../server/features/deposits/index.js';
import { CheckBooks } from '../../../server/features/ledger/index.js';
import {
  ApproveVerification,
  ClaimVerification,
  RejectVerification,
} from '../../../server/features/verification/index.js';
import { ApproveWithdrawal, MarkWithdrawalPaid } from '../../../server/features/withdrawals/index.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../../../server/test/app.js';
import { eventually, launchBrowser, openPhone } from './product.js';

interface AxeResult {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

const EMAIL = 'maria.gonzalez@example.com';
const PASSWORD = 'correct-horse-7';
const PIN = '582913';
const OPERATOR = '7';
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const PAGES = [
  '/pages/verification/index',
  '/pages/verification/basic',
  '/pages/verification/advanced',
  '/pages/deposit/index',
  '/pages/deposit/index?way=quick',
  '/pages/deposit/index?way=bank',
  '/pages/user/address/index',
  '/pages/user/address/create',
  '/pages/withdraw/index',
];

/** The product in this process, so that operators' decisions can be made at once, with the built pages. */
describe('money, from the first step to the record', () => {
  let app: TestApp;
  let browser: Browser;
  let source: DataSource;
  const folder = mkdtempSync(join(tmpdir(), 'money-'));
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  let session = { token: '', user: '' };

  beforeAll(async () => {
    const { CLIENT_FOLDER } = process.env;
    const own = { ROLES: 'gateway', LOG_LEVEL: 'silent', DATA_FOLDER: folder };
    app = await bootApp({ ...own, ...(CLIENT_FOLDER ? { CLIENT_FOLDER } : {}) });
    source = app.application.get(DataSource);
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
    browser = await launchBrowser();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    const checked = await app?.application.get(CheckBooks).execute();
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
    expect(checked?.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });

  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const go = async (page: Page, path: string) => {
    await page.goto(app.url + path);
    await page.locator('main').first().waitFor();
  };

  function codes(): string[] {
    const text = readFileSync(join(folder, 'mailbox.jsonl'), 'utf8').trim();
    return text.split('\n').flatMap((line) => (JSON.parse(line) as { code: string | null }).code ?? []);
  }

  /** Asks for a code on the page and types it in. */
  async function enterCode(page: Page): Promise<void> {
    // One a minute is the rule; the test does not wait for it.
    await source.query('delete from account_limit');
    const before = await Promise.resolve()
      .then(codes)
      .catch(() => []);
    await button(page, 'Send code').click();
    await page.getByText(`Sent to ${EMAIL}`).waitFor();
    await eventually(async () => codes().length > before.length, 'a code in the mailbox');
    await field(page, 'Verification code').fill(codes().at(-1) ?? '');
  }

  const aPhoto = (background: string) =>
    sharp({ create: { width: 1800, height: 1200, channels: 3, background } })
      .jpeg()
      .toBuffer()
      .then((buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer }));

  const idOf = async (table: string, more = '') =>
    (await source.query(`select id from ${table} where true ${more} order by id desc limit 1`))[0].id as string;

  /** Claims the user's case and decides it, as the desk does. */
  async function decide(level: 'basic' | 'advanced', photoReasons?: { hand: string }): Promise<void> {
    const review = { caseId: await idOf('verification_case', `and level = '${level}'`), operatorId: OPERATOR };
    const get = app.application.get.bind(app.application);
    await get(Transactions).run(async (tx) => {
      await get(ClaimVerification).execute(tx, review);
      if (photoReasons)
        await get(RejectVerification).execute(tx, { ...review, reason: 'One photo is not usable', photoReasons });
      else await get(ApproveVerification).execute(tx, review);
    });
  }

  async function register(page: Page): Promise<void> {
    await go(page, '/pages/user/login/register?backpage=/pages/withdraw/index');
    await field(page, 'E-mail').fill(EMAIL);
    await enterCode(page);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Register').click();
    await page.waitForURL('**/login/login?*');
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.waitForURL('**/pages/withdraw/index');
  }

  async function verifyPerson(page: Page): Promise<void> {
    await link(page, 'Go to verification').click();
    await link(page, 'Start').click();
    await button(page, 'Submit for review').click();
    expect(await page.getByText('Please fill this in').count()).toBe(4);
    await page.getByRole('button', { name: /^Country/ }).click();
    await page.getByPlaceholder('Search countries').fill('germ');
    await button(page, 'Germany').click();
    await field(page, 'Full name').fill('Maria Gonzalez');
    await page.getByRole('radio', { name: 'Passport' }).check();
    await field(page, 'ID number').fill('C01-X00 T47');
    await field(page, 'Contact address').fill('Hauptstr. 5, 10115 Berlin');
    await page.reload();
    // A page that was thrown away while the camera was open has lost nothing but the number.
    expect(await field(page, 'Full name').inputValue()).toBe('Maria Gonzalez');
    expect(await field(page, 'ID number').inputValue()).toBe('');
    await field(page, 'ID number').fill('C01-X00 T47');
    await button(page, 'Submit for review').click();
    await page.getByText('Under review').first().waitFor();
    await decide('basic');
  }

  async function handInPhotos(page: Page): Promise<void> {
    await link(page, 'Add photos').click();
    const inputs = page.locator('input[type=file]');
    await inputs.nth(0).setInputFiles(await aPhoto('#224455'));
    await inputs.nth(1).setInputFiles(await aPhoto('#552244'));
    await page.getByText('Replace').nth(1).waitFor();
    await button(page, 'Submit for review').click();
    await page.getByText('Please add this photo').waitFor();
    await page.reload();
    await page.getByText('Replace').nth(1).waitFor();
    await inputs.nth(2).setInputFiles(await aPhoto('#335522'));
    await page.getByText('Replace').nth(2).waitFor();
    await button(page, 'Submit for review').click();
    await page.waitForURL('**/pages/verification/index');
    await page.getByText('Under review').waitFor();
    await decide('advanced', { hand: 'Your face is covered' });
    await link(page, 'Retake the rejected photos').click();
    await page.getByText('Please take it again: Your face is covered').waitFor();
    // The two that were accepted are not asked for again.
    expect(await inputs.count()).toBe(1);
    await inputs.nth(0).setInputFiles(await aPhoto('#113355'));
    await page.getByText('Replace').waitFor();
    await button(page, 'Submit for review').click();
    await page.waitForURL('**/pages/verification/index');
    await decide('advanced');
    await eventually(async () => (await page.getByText('Verified', { exact: true }).count()) === 2, 'both verified');
  }

  async function setFundPassword(page: Page): Promise<void> {
    await go(page, '/pages/withdraw/index');
    await link(page, 'Set it now').click();
    await field(page, 'Transaction password').fill(PIN);
    await field(page, 'Confirm transaction password').fill(PIN);
    await button(page, 'Save').click();
    await page.waitForURL('**/pages/withdraw/index');
    await page.getByText('Available 0 USDT').waitFor();
  }

  it('registers, is verified with photos, deposits with proof, sees the balance move, withdraws and finds it paid', async () => {
    const { page, context, complaints } = await openPhone(browser, 'en');
    await register(page);
    await verifyPerson(page);
    await handInPhotos(page);
    await setFundPassword(page);

    // A page with the balance stays open all the time.
    const balance = await context.newPage();
    await go(balance, '/pages/withdraw/index');
    await balance.getByText('Available 0 USDT').waitFor();

    await go(page, '/pages/deposit/index');
    await page.getByText('Send only USDT over TRC20 (TRON)').waitFor();
    await page.getByRole('tab', { name: 'By photo' }).click();
    await button(page, 'Submit').click();
    await page.getByText('Please add this photo').waitFor();
    await field(page, 'Amount sent').fill('250,5');
    await page.locator('input[type=file]').setInputFiles(await aPhoto('#444444'));
    await page.getByText('Replace').waitFor();
    await button(page, 'Submit').click();
    await page.getByText('Under review').waitFor();
    expect(await balance.getByText('Available 0 USDT').count()).toBe(1);
    await app.application.get(ApproveDeposit).execute({ depositId: await idOf('deposit'), operatorId: OPERATOR });
    await page.getByText('Credited').waitFor();
    await balance.getByText('Available 250.5 USDT').waitFor();

    await page.getByRole('tab', { name: 'Quick deposit' }).click();
    await field(page, 'Amount sent').fill('10');
    await field(page, 'Transaction hash').fill('abc');
    await button(page, 'Submit').click();
    await page.getByText('Please enter the correct hash value').waitFor();
    await field(page, 'Transaction hash').fill(`https://tronscan.org/#/transaction/${randomBytes(32).toString('hex')}`);
    const isSent = async () => (await source.query('select 1 from deposit')).length === 2;
    // A press that the page was too busy to take is pressed again, as people do; a second deposit would be seen below.
    for (let presses = 0; presses < 3 && !(await isSent()); presses += 1) {
      await button(page, 'Submit').click();
      await eventually(isSent, 'a quick deposit', 20_000).catch(() => undefined);
    }
    if (!(await isSent())) throw new Error(`No quick deposit: ${await page.locator('main').innerText()}`);
    const rejection = { depositId: await idOf('deposit'), operatorId: OPERATOR, reason: 'No such payment' };
    await app.application.get(RejectDeposit).execute(rejection);
    await page.getByText('No such payment').waitFor();

    await go(page, '/pages/withdraw/index');
    await field(page, 'Amount').fill('100,5');
    await page.getByText('100.3995').waitFor();
    await page.getByRole('button', { name: /^Withdrawal address/ }).click();
    await link(page, 'Add an address').click();
    await field(page, 'Withdrawal address').fill(ADDRESS.replace(/H$/, 'X'));
    await page.getByText('This is not a valid TRON address').waitFor();
    await field(page, 'Withdrawal address').fill(ADDRESS);
    await page.getByText('A valid TRON address').waitFor();
    await field(page, 'Transaction password').fill(PIN);
    await enterCode(page);
    await button(page, 'Save address').click();
    await page.waitForURL('**/pages/withdraw/index**');
    // What was typed before the address was added is still there.
    expect(await field(page, 'Amount').inputValue()).toBe('100,5');

    await button(page, 'Max').click();
    expect(await field(page, 'Amount').inputValue()).toBe('250.5');
    await field(page, 'Amount').fill('250,51');
    await page.getByText('Insufficient balance').waitFor();
    await field(page, 'Amount').fill('100,5');
    await page.getByText('100.3995').waitFor();
    await button(page, 'Continue').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('TRC20 (TRON)').waitFor();
    expect(await sheet.getByText(ADDRESS.slice(0, 6), { exact: true }).count()).toBe(1);
    expect(await sheet.getByText(ADDRESS.slice(-6), { exact: true }).count()).toBe(1);
    await field(page, 'Transaction password').fill('111222');
    await enterCode(page);
    await button(page, 'Withdraw').click();
    await page.getByText('The fund password is wrong').waitFor();
    expect(await field(page, 'Verification code').inputValue()).toMatch(/^[0-9]{6}$/);
    await field(page, 'Transaction password').fill(PIN);
    await button(page, 'Withdraw').dblclick();
    await page.getByText('Withdrawal submitted').waitFor();
    expect(await source.query('select 1 from withdrawal')).toHaveLength(1);
    await balance.getByText('Available 150 USDT').waitFor();

    const withdrawalId = await idOf('withdrawal');
    await link(page, 'Follow it').click();
    await page.getByText('Under review').first().waitFor();
    await app.application.get(ApproveWithdrawal).execute({ withdrawalId, operatorId: OPERATOR });
    await app.application
      .get(MarkWithdrawalPaid)
      .execute({ withdrawalId, operatorId: OPERATOR, transaction: randomBytes(32).toString('hex') });
    await page.getByText('Paid').first().waitFor();
    expect(complaints).toEqual([]);
    session = await page.evaluate(() => ({
      token: window.localStorage.getItem('token') ?? '',
      user: window.localStorage.getItem('user') ?? '',
    }));
    await context.close();
  }, 300_000);

  it('keeps a wrong delete from happening, and deletes after the question', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await signIn(page);
    await go(page, '/pages/user/address/index');
    await page.getByRole('button', { name: /^Delete the address that ends in/ }).click();
    await button(page, 'Cancel').click();
    expect(await source.query('select 1 from withdrawal_address where deleted_at is null')).toHaveLength(1);
    await page.getByRole('button', { name: /^Delete the address that ends in/ }).click();
    await button(page, 'Delete').click();
    await page.getByText('You have no withdrawal address yet').waitFor();
    await context.close();
  }, 60_000);

  async function signIn(page: Page): Promise<void> {
    await page.context().addInitScript(({ token, user }) => {
      window.localStorage.setItem('token', token);
      window.localStorage.setItem('user', user);
    }, session);
  }

  it.each(['zh', 'en', 'es', 'th'])(
    'has pages that fit and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const { page, context, complaints } = await openPhone(browser, language);
      await signIn(page);
      const found: string[] = [];
      for (const path of PAGES) {
        await go(page, path);
        await page.waitForTimeout(700);
        const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect({ path, sideways: await sideways() }).toEqual({ path, sideways: 0 });
        await page.evaluate(axe);
        const result = (await page.evaluate(
          "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
        )) as AxeResult;
        found.push(...result.violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.target.join(' ')}`));
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        await page.waitForTimeout(150);
        expect({ path, sideways: await sideways(), text: '200%' }).toEqual({ path, sideways: 0, text: '200%' });
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
