import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { RejectDeposit } from '../../../server/features/wallet/deposits/index.js';
import { creditByTwo } from '../../../server/test/factories/credits.js';
import {
  ApproveVerification,
  ClaimVerification,
  RejectVerification,
} from '../../../server/features/account/verification/index.js';
import { ApproveWithdrawal, MarkWithdrawalPaid } from '../../../server/features/wallet/withdrawals/index.js';
import { SendWithdrawal } from '../../../server/features/wallet/withdrawals/send-withdrawal.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { filledCode } from './code-boxes.js';
import { faultsOf } from './layout.js';
import { button, field, link, MoneyWorld, type Person, photoFile, PIN, TRON_ADDRESS } from './money-world.js';
import { eventually, PHONE, soon } from './product.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

const MARIA: Person = {
  email: 'maria.gonzalez@example.com',
  name: 'Maria Gonzalez',
  country: ['germ', 'Germany'],
  idNumber: 'C01-X00 T47',
  address: 'Hauptstr. 5, 10115 Berlin',
};
const OPERATOR = '7';
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
  let world: MoneyWorld;
  let session = { token: '', user: '' };

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  /** Claims the user's case and decides it, as the desk does. */
  async function decide(level: 'basic' | 'advanced', photoReasons?: { hand: string }): Promise<void> {
    const caseId = await world.idOf('verification_case', `and level = '${level}'`);
    const [shown] = await world.source.query<{ version: number }[]>(
      'select version from verification_case where id = $1',
      [caseId],
    );
    const review = { caseId, operatorId: OPERATOR, version: shown?.version ?? 0 };
    const get = world.app.application.get.bind(world.app.application);
    await get(Transactions).run(async (tx) => {
      await get(ClaimVerification).execute(tx, review);
      if (photoReasons)
        await get(RejectVerification).execute(tx, { ...review, reason: 'One photo is not usable', photoReasons });
      else await get(ApproveVerification).execute(tx, review);
    });
  }

  async function verifyPerson(page: Page): Promise<void> {
    await link(page, 'Go to verification').click();
    await link(page, 'Start').click();
    await button(page, 'Submit for review').click();
    await soon(async () => expect(await page.getByText('Please fill this in').count()).toBe(4));
    await world.fillBasics(page, MARIA);
    await page.reload();
    // A page that was thrown away while the camera was open has lost nothing but the number.
    await soon(async () => expect(await field(page, 'Full name').inputValue()).toBe('Maria Gonzalez'));
    await soon(async () => expect(await field(page, 'ID number').inputValue()).toBe(''));
    await field(page, 'ID number').fill('C01-X00 T47');
    await button(page, 'Submit for review').click();
    await page.getByText('Under review').first().waitFor();
    await decide('basic');
  }

  async function handInPhotos(page: Page): Promise<void> {
    await link(page, 'Add photos').click();
    const inputs = page.locator('input[type=file]');
    await inputs.nth(0).setInputFiles(await photoFile('#224455'));
    await inputs.nth(1).setInputFiles(await photoFile('#552244'));
    await page.getByText('Replace').nth(1).waitFor();
    await button(page, 'Submit for review').click();
    await page.getByText('Please add this photo').waitFor();
    await page.reload();
    await page.getByText('Replace').nth(1).waitFor();
    await inputs.nth(2).setInputFiles(await photoFile('#335522'));
    await page.getByText('Replace').nth(2).waitFor();
    await button(page, 'Submit for review').click();
    await page.waitForURL('**/pages/verification/index');
    await page.getByText('Under review').waitFor();
    await decide('advanced', { hand: 'Your face is covered' });
    await link(page, 'Retake the rejected photos').click();
    await page.getByText('Please take it again: Your face is covered').waitFor();
    // The two that were accepted are not asked for again.
    await soon(async () => expect(await inputs.count()).toBe(1));
    await inputs.nth(0).setInputFiles(await photoFile('#113355'));
    await page.getByText('Replace').waitFor();
    await button(page, 'Submit for review').click();
    await page.waitForURL('**/pages/verification/index');
    await decide('advanced');
    await eventually(async () => (await page.getByText('Verified', { exact: true }).count()) === 2, 'both verified');
  }

  it('registers, is verified with photos, deposits with proof, sees the balance move, withdraws and finds it paid', async () => {
    const { page, context, complaints } = await world.phone();
    await world.register(page, MARIA);
    await verifyPerson(page);
    await handInPhotos(page);
    await world.setFundPassword(page);

    // A page with the balance stays open all the time, behind the other: a page behind is drawn once a second only.
    const balance = await context.newPage();
    await world.go(balance, '/pages/withdraw/index');
    await balance.getByText('Available 0 USDT').waitFor();
    await page.bringToFront();

    await world.go(page, '/pages/deposit/index');
    await page.getByText('Send only USDT over TRC20 (TRON)').waitFor();
    await page.getByRole('tab', { name: 'By photo' }).click();
    await button(page, 'Submit').click();
    await page.getByText('Please add this photo').waitFor();
    await field(page, 'Amount sent').fill('250,5');
    await page.locator('input[type=file]').setInputFiles(await photoFile('#444444'));
    await page.getByText('Replace').waitFor();
    await button(page, 'Submit').click();
    await page.getByText('Under review').waitFor();
    await soon(async () => expect(await balance.getByText('Available 0 USDT').count()).toBe(1));
    await creditByTwo(world.app, await world.idOf('deposit'), { transaction: 'ab'.repeat(32) });
    await page.getByText('Credited').waitFor();
    await balance.getByText('Available 250.5 USDT').waitFor();

    await page.getByRole('tab', { name: 'Quick deposit' }).click();
    await field(page, 'Amount sent').fill('10');
    await field(page, 'Transaction hash').fill('abc');
    await button(page, 'Submit').click();
    await page.getByText('Please enter the correct hash value').waitFor();
    await field(page, 'Transaction hash').fill(`https://tronscan.org/#/transaction/${randomBytes(32).toString('hex')}`);
    await button(page, 'Submit').click();
    await eventually(
      async () => (await world.source.query('select 1 from deposit')).length === 2,
      'a quick deposit',
      60_000,
    );
    const rejection = { depositId: await world.idOf('deposit'), operatorId: OPERATOR, reason: 'No such payment' };
    await world.app.application.get(RejectDeposit).execute(rejection);
    await page.getByText('No such payment').waitFor();

    await world.go(page, '/pages/withdraw/index');
    await field(page, 'Amount').fill('100,5');
    await page.getByText('100.3995').waitFor();
    await page.getByRole('button', { name: /^Withdrawal address/ }).click();
    await link(page, 'Add an address').click();
    await field(page, 'Withdrawal address').fill(TRON_ADDRESS.replace(/H$/, 'X'));
    await page.getByText('This is not a valid TRON address').waitFor();
    await field(page, 'Withdrawal address').fill(TRON_ADDRESS);
    await page.getByText('A valid TRON address').waitFor();
    await field(page, 'Fund password').fill(PIN);
    await world.enterCode(page);
    await button(page, 'Save address').click();
    await page.waitForURL('**/pages/withdraw/index**');
    // What was typed before the address was added is still there.
    await soon(async () => expect(await field(page, 'Amount').inputValue()).toBe('100.5'));

    await button(page, 'Max').click();
    await soon(async () => expect(await field(page, 'Amount').inputValue()).toBe('250.5'));
    await field(page, 'Amount').fill('250,51');
    await page.getByText('Insufficient balance').waitFor();
    await field(page, 'Amount').fill('100,5');
    await page.getByText('100.3995').waitFor();
    await button(page, 'Continue').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('TRC20 (TRON)').waitFor();
    await soon(async () => expect(await sheet.getByText(TRON_ADDRESS.slice(0, 6), { exact: true }).count()).toBe(1));
    await soon(async () => expect(await sheet.getByText(TRON_ADDRESS.slice(-6), { exact: true }).count()).toBe(1));
    // What sends is in sight before anything is typed, and nothing is lost with "back".
    await soon(async () => {
      const box = await button(page, 'Withdraw').boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 10_000)).toBeLessThanOrEqual(PHONE.height);
    });
    await field(page, 'Fund password').fill('111222');
    await world.enterCode(page);
    const code = await filledCode(page);
    await page.goBack();
    await sheet.waitFor({ state: 'hidden' });
    await soon(async () => expect(await field(page, 'Amount').inputValue()).toBe('100.5'));
    await button(page, 'Continue').click();
    await soon(async () => expect(await filledCode(page)).toBe(code));
    await soon(async () => expect(await field(page, 'Fund password').inputValue()).toBe('111222'));
    await sheet.getByRole('button', { name: /^Again in [0-9]+ s$/ }).waitFor();
    expect(await sheet.getByRole('button', { name: 'Send code' }).count()).toBe(0);
    await button(page, 'Withdraw').click();
    await page.getByText('The fund password is wrong').waitFor();
    await soon(async () => expect(await filledCode(page)).toMatch(/^[0-9]{6}$/));
    await field(page, 'Fund password').fill(PIN);
    await button(page, 'Withdraw').dblclick();
    await page.getByText('Withdrawal submitted').waitFor();
    expect(await world.source.query('select 1 from withdrawal')).toHaveLength(1);
    await balance.getByText('Available 150 USDT').waitFor();

    const withdrawalId = await world.idOf('withdrawal');
    await link(page, 'Follow it').click();
    await page.getByText('Under review').first().waitFor();
    await world.app.application.get(ApproveWithdrawal).execute({ withdrawalId, operatorId: OPERATOR });
    await world.app.application.get(SendWithdrawal).execute({ withdrawalId, operatorId: OPERATOR });
    await world.app.application
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

  it('has the form of a tab there before the next key is pressed', async () => {
    const { page, context } = await world.phone();
    await signIn(page);
    await world.go(page, '/pages/deposit/index');
    await page.getByRole('tab', { name: 'By photo' }).waitFor();
    // Whatever has to wait for the machine to find time waits in vain here: what is there now is there on any machine.
    const shown = await page.evaluate(async () => {
      const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
      tabs.find(({ textContent }) => textContent === 'Quick deposit')?.click();
      await Promise.resolve();
      return [...document.querySelectorAll('main [role=tab]')].map(({ textContent }) => textContent);
    });
    // The other way's own tabs, "By hash" and "By photo", are gone with it.
    expect(shown).toEqual(['Coins', 'Quick deposit', 'Bank transfer']);
    await context.close();
  }, 60_000);

  it('keeps a wrong delete from happening, and deletes after the question', async () => {
    const { page, context } = await world.phone();
    await signIn(page);
    await world.go(page, '/pages/user/address/index');
    await page.getByRole('button', { name: /^Delete the address that ends in/ }).click();
    await button(page, 'Cancel').click();
    expect(await world.source.query('select 1 from withdrawal_address where deleted_at is null')).toHaveLength(1);
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

  it.each(LAID_OUT_LANGUAGES)(
    'has pages that fit and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const { page, context, complaints } = await world.phone(language);
      await signIn(page);
      // The language is the account's, whatever the browser was left with.
      const authorization = session.token;
      await page.request.post(`${world.app.url}/api/preferences`, { form: { language }, headers: { authorization } });
      const addresses = PAGES.map((path) => world.app.url + path);
      expect(await faultsOf(page, addresses, { language })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
