import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import type { OperatorRole } from '../../../server/contract/operations/words.js';
import { COMMAND_LINE } from '../../../server/features/operations/audit/actor.js';
import { ManageOperators } from '../../../server/features/operations/operators/manage-operators.js';
import { fillCode } from './code-boxes.js';
import { faultsOf } from './layout.js';
import { DESKTOP, seat } from './desk-page.js';
import { button, field, link, MoneyWorld, type Person, photoFile, PIN, TRON_ADDRESS } from './money-world.js';
import { followedPage, soon, STILL } from './product.js';

const ANA: Person = {
  email: 'ana.lopez@example.com',
  name: 'Ana Lopez',
  country: ['spain', 'Spain'],
  idNumber: 'X1234567L',
  address: 'Calle Mayor 5, 28013 Madrid',
};
const DESK_PASSWORD = 'a quiet desk by the window';
const SIZES = [DESKTOP, { width: 390, height: 844 }];
const ALL: OperatorRole[] = ['reviewer', 'treasurer', 'support', 'settings', 'auditor', 'administrator'];
const PAGES = [
  '',
  'deposits',
  'deposits/1?status=all',
  'withdrawals?status=all',
  'withdrawals/1?status=all',
  'verification?status=all',
  'proposals',
  'proposals/adjust',
  'users',
  'users/100001?tab=records',
  'users/100001?tab=records&kind=deposit',
  'find',
  'find?text=1',
  'books',
  'books?tab=accounts',
  'books?tab=journals',
  'audit',
  'audit?tab=looks',
  'jobs',
  'coins',
  'addresses',
  'reference',
  'products',
  'markets',
  'notices',
  'operators',
  'own',
];

/** The product in this process with the built pages; every decision is made by an operator in the desk's own pages. */
describe("the operators' desk", () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  async function logIn(page: Page, login: string, password: string, totp: TOTP): Promise<void> {
    // A code counts once; the test does not wait for the next one.
    await world.source.query('update operator set totp_last_step = 0');
    await field(page, 'Login').fill(login);
    await field(page, 'Password').fill(password);
    await fillCode(page, totp.generate(), 'Authenticator code');
    await button(page, 'Log in').click();
  }

  /** Makes an authenticator from the secret that the page shows. */
  async function enrol(page: Page, login: string, oneTimePassword: string): Promise<TOTP> {
    await field(page, 'Login').fill(login);
    await field(page, 'One-time password').fill(oneTimePassword);
    await button(page, 'Make the authenticator').click();
    await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor();
    return new TOTP({ secret: await page.locator('.desk-code code').innerText() });
  }

  async function logInFirst(page: Page): Promise<void> {
    const invite = world.app.application.get(ManageOperators);
    const invited = await invite.add(COMMAND_LINE, 'greta.holm', ['treasurer', 'reviewer']);
    await logIn(page, 'greta.holm', invited.oneTimePassword, new TOTP());
    await page.getByText('The login, the password or the code is wrong').waitFor();
    await button(page, 'First login').click();
    const totp = await enrol(page, 'greta.holm', invited.oneTimePassword);
    await fillCode(page, totp.generate(), 'Authenticator code');
    await field(page, 'Your own password').fill('short');
    await field(page, 'The same again').fill('short');
    await button(page, 'Log in').click();
    await page.getByText('The password needs at least 12 characters').waitFor();
    // Nothing else that was typed is asked for again.
    await field(page, 'Your own password').fill(DESK_PASSWORD);
    await field(page, 'The same again').fill(DESK_PASSWORD);
    await button(page, 'Log in').click();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
  }

  async function depositWithProof(page: Page): Promise<void> {
    await world.go(page, '/pages/deposit/index');
    await page.getByRole('tab', { name: 'By photo' }).click();
    await field(page, 'Amount sent').fill('250.5');
    await page.locator('input[type=file]').setInputFiles(await photoFile('#445566'));
    await page.getByText('Replace').waitFor();
    await button(page, 'Submit').click();
    await page.getByText('Under review').waitFor();
  }

  async function withdraw(page: Page): Promise<void> {
    await world.go(page, '/pages/user/address/create');
    await field(page, 'Withdrawal address').fill(TRON_ADDRESS);
    await page.getByText('A valid TRON address').waitFor();
    await field(page, 'Fund password').fill(PIN);
    await world.enterCode(page);
    await button(page, 'Save address').click();
    await page.waitForURL((url) => !url.pathname.endsWith('/create'));
    await world.go(page, '/pages/withdraw/index');
    await field(page, 'Amount').fill('100.5');
    await page.getByText('100.3995').waitFor();
    await button(page, 'Continue').click();
    await field(page, 'Fund password').fill(PIN);
    await world.enterCode(page);
    await button(page, 'Withdraw').click();
    await link(page, 'Follow it').click();
    await page.getByText('Under review').first().waitFor();
  }

  async function approvePerson(desk: Page): Promise<void> {
    await link(desk, /^Verifications to check/).click();
    await link(desk, /^Ana Lopez/).click();
    await desk.getByText('X1234567L').waitFor();
    await desk.keyboard.press('c');
    await desk.getByText(/^Yours for another/).waitFor();
    await button(desk, 'Approve the person').click();
    // The step, and not the name of a field that is there before.
    await desk.locator('.desk-detail').getByText('To check → Verified').waitFor();
  }

  async function approveDeposit(desk: Page): Promise<void> {
    await link(desk, /^Deposits/)
      .first()
      .click();
    // The list finds by itself what was handed in meanwhile.
    await link(desk, /250\.5 USDT/).click();
    const approve = button(desk, 'Approve and credit 250.5 USDT');
    await approve.waitFor();
    await button(desk, 'Claim').click();
    await desk.getByText(/^Yours for another 1[45]:/).waitFor();
    await desk.getByRole('img', { name: 'Proof of payment' }).first().waitFor();
    await button(desk, 'Larger: Proof of payment').first().click();
    await field(desk, 'Amount that arrived').fill('a lot');
    await button(desk, /^Approve and credit/).click();
    await desk.getByText('Please enter an amount, for example 12.5').waitFor();
    await field(desk, 'Amount that arrived').fill('');
    // What no chain confirms takes its transaction, a reason and a second press.
    await field(desk, 'Transaction hash').fill('5f'.repeat(32));
    await field(desk, 'Why credit it all the same').fill('The money is on our account');
    await approve.click();
    await button(desk, 'Credit 250.5 USDT all the same').dblclick();
    await desk.getByText('Recorded. Another operator has to approve it, too.').waitFor();
    await desk.getByText('You approved first; another operator has to confirm.').waitFor();
    // Nobody else is there who could.
    await desk.getByText(/^This takes two treasurers, and you are the only one at the desk/).waitFor();
  }

  /** The second of two sees what the first one said, and says the same. */
  async function confirmDeposit(desk: Page): Promise<void> {
    await link(desk, /250\.5 USDT/).click();
    await desk.getByText('greta.holm approved first; a second person is needed.').waitFor();
    await desk.getByRole('region', { name: 'Proposed so far' }).getByText('The money is on our account').waitFor();
    await button(desk, 'Claim').click();
    await desk.getByText(/^Yours for another 1[45]:/).waitFor();
    await field(desk, 'Transaction hash').fill('5f'.repeat(32));
    await field(desk, 'Why credit it all the same').fill('I see it, too');
    await button(desk, 'Approve and credit 250.5 USDT').click();
    await button(desk, 'Credit 250.5 USDT all the same').dblclick();
    await desk.getByText('Decided', { exact: true }).waitFor();
    await desk.locator('.desk-detail').getByText('Approved', { exact: true }).first().waitFor();
  }

  async function payWithdrawal(desk: Page): Promise<string> {
    await link(desk, /^Withdrawals/)
      .first()
      .click();
    await link(desk, /100\.3995 USDT/).click();
    const detail = desk.locator('.desk-detail');
    await detail.getByText(`${TRON_ADDRESS.slice(0, 6)} … ${TRON_ADDRESS.slice(-6)}`).waitFor();
    await detail.getByText('Amount less fee is the payout').waitFor();
    await button(desk, 'Claim').click();
    await button(desk, 'Approve: 100.3995 USDT may be paid').click();
    // Each step is claimed anew.
    await button(desk, 'Claim').click();
    await button(desk, 'I send 100.3995 USDT now').click();
    await button(desk, 'Claim').click();
    await field(desk, 'Transaction hash').fill('no hash');
    await button(desk, 'Mark as paid').click();
    await desk.getByText('Please enter the correct hash value').waitFor();
    await soon(async () => expect(await field(desk, 'Transaction hash').inputValue()).toBe('no hash'));
    const transaction = randomBytes(32).toString('hex');
    await field(desk, 'Transaction hash').fill(transaction);
    await button(desk, 'Mark as paid').click();
    await detail.getByText('Paid', { exact: true }).first().waitFor();
    await detail.getByText('tronscan.org').waitFor();
    return transaction;
  }

  it('decides over the whole way of the money, and the user sees each decision without a reload', async () => {
    const { page: desk, context: deskContext, complaints: deskComplaints } = await world.desk();
    const { page, context, complaints } = await world.phone();
    const scripts: string[] = [];
    context.on('response', (reply) => {
      if (reply.url().endsWith('.js'))
        void reply
          .text()
          .then((text) => scripts.push(text))
          .catch(() => {});
    });
    await logInFirst(desk);
    await world.register(page, ANA);
    await world.handInBasics(page, ANA);
    await approvePerson(desk);
    await world.setFundPassword(page);

    const balance = await context.newPage();
    await world.go(balance, '/pages/withdraw/index');
    await balance.getByText('Available 0 USDT').waitFor();
    await page.bringToFront();
    await depositWithProof(page);
    await approveDeposit(desk);
    const other = await world.desk('/deposits', 'treasurer');
    await confirmDeposit(other.page);
    await page.getByText('Credited', { exact: true }).waitFor();
    await balance.getByText('Available 250.5 USDT').waitFor();

    // However often the button was pressed.
    expect(await world.source.query(`select 1 from ledger_journal where reason = 'deposits.credit'`)).toHaveLength(1);

    await withdraw(page);
    await balance.getByText('Available 150 USDT').waitFor();
    const transaction = await payWithdrawal(desk);
    await page.getByText('Paid').first().waitFor();
    expect(await world.source.query('select status, chain_tx from withdrawal')).toMatchObject([
      { chain_tx: transaction },
    ]);

    expect(complaints).toEqual([]);
    expect([...deskComplaints, ...other.complaints]).toEqual([]);
    // Nothing of the desk reaches a user.
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((text) => text.includes('desk-frame'))).toEqual([]);
    await context.close();
    await other.context.close();
    await deskContext.close();
  }, 300_000);

  it('shows who has a case, and what was typed outlives the end of the session', async () => {
    const first = await world.desk();
    const invited = await world.app.application.get(ManageOperators).add(COMMAND_LINE, 'otto.beck', ALL);
    await button(first.page, 'First login').click();
    const totp = await enrol(first.page, 'otto.beck', invited.oneTimePassword);
    await fillCode(first.page, totp.generate(), 'Authenticator code');
    await field(first.page, 'Your own password').fill(DESK_PASSWORD);
    await field(first.page, 'The same again').fill(DESK_PASSWORD);
    await button(first.page, 'Log in').click();
    await first.page.getByRole('heading', { name: 'What waits' }).waitFor();

    await world.go(first.page, '/ops/markets');
    await button(first.page, /^Halt/).first().click();
    await field(first.page, 'Public reason').fill('The venue is down');
    await world.source.query('update operator_session set ended_at = now()');
    await first.page.getByRole('dialog', { name: 'Please log in again' }).waitFor();
    await world.source.query('update operator set totp_last_step = 0');
    await field(first.page, 'Password').fill(DESK_PASSWORD);
    await fillCode(first.page, totp.generate(), 'Authenticator code');
    await button(first.page, 'Log in').click();
    await first.page.getByRole('dialog').waitFor({ state: 'detached' });
    await soon(async () => expect(await field(first.page, 'Public reason').inputValue()).toBe('The venue is down'));
    await first.page.locator('form').getByRole('button', { name: /^Halt/ }).click();
    await first.page.getByText('Halted', { exact: true }).first().waitFor();
    expect(await world.source.query(`select halted_reason from market where halted_reason is not null`)).toEqual([
      { halted_reason: 'The venue is down' },
    ]);
    await first.context.close();
  }, 120_000);

  it.each(SIZES)(
    'has pages that fit $width pixels and are accessible by the rules a machine can check',
    async (size) => {
      const context = await world.browser.newContext({ viewport: size, ...STILL });
      await seat(context, world.app, ...ALL);
      await context.addInitScript(() => window.localStorage.setItem('preferences', '{"language":"es"}'));
      const { page, complaints } = await followedPage(context);
      const addresses = PAGES.map((path) => `${world.app.url}/ops${path === '' ? '' : `/${path}`}`);
      const loaded = size === DESKTOP;
      expect(await faultsOf(page, addresses, { language: 'es', ruled: true, loaded })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
