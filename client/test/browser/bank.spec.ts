import type { Page } from 'playwright-core';
import { aUser } from '../../../server/test/factories/users.js';
import { fillCode } from './code-boxes.js';
import { approvePerson, giveFundPassword } from './known-person.js';
import { button, field, link, MoneyWorld, photoFile, PIN } from './money-world.js';
import { soon } from './product.js';
import { openSignedIn } from './signed-in.js';

const NAME = 'Eva Novak';
const ACCOUNT = 'DE89 3704 0044 0532 0130 00';

/** Money that comes and goes by bank; every decision is made in the desk's own pages. */
describe('by bank, in the browser', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  async function setBankAccount(): Promise<void> {
    const { page, context } = await world.desk('/addresses', 'settings');
    await page.getByText('No account yet: nobody can deposit by bank transfer.').waitFor();
    await button(page, 'Propose an account').click();
    await field(page, 'Bank').fill('First Bank');
    await button(page, 'Propose an account').click();
    await soon(async () => expect(await page.getByText('Please fill this in').count()).toBe(2));
    await field(page, 'Account or card number').fill(ACCOUNT);
    await field(page, 'Account holder').fill('The House Ltd');
    await field(page, 'Reason').fill('Opened this week');
    await button(page, 'Propose an account').click();
    await page.getByText('Proposed. Another operator has to approve.').waitFor();
    await context.close();
    const second = await world.desk('/proposals', 'settings');
    await link(second.page, /^Bank account/).click();
    await second.page.locator('.desk-detail').getByText(ACCOUNT).waitFor();
    await button(second.page, 'Approve').click();
    await second.page.getByText('Approved and done').waitFor();
    await world.go(second.page, '/ops/addresses');
    await second.page.getByText('In use', { exact: true }).last().waitFor();
    await second.context.close();
  }

  /** A person who is verified and has a fund password; how one comes by both is tested elsewhere. */
  async function knownPerson() {
    const user = await aUser(world.app.database.url);
    await approvePerson(world.app, user.userId, NAME);
    await giveFundPassword(world.app, user.userId, PIN);
    return openSignedIn(world.browser, world.app, user);
  }

  async function deposit(page: Page): Promise<void> {
    await world.go(page, '/pages/deposit/index');
    await page.getByRole('tab', { name: 'Bank transfer' }).click();
    await page.getByText(ACCOUNT).waitFor();
    await field(page, 'Amount sent').fill('800,25');
    await button(page, 'Submit').click();
    await page.getByText('Please add this photo').waitFor();
    await page.locator('input[type=file]').setInputFiles(await photoFile('#446644'));
    await page.getByText('Replace').waitFor();
    await page.getByLabel('Name on your bank account').fill(NAME);
    await button(page, 'Submit').click();
    await page.getByText('Under review').waitFor();
  }

  async function approveDeposit(desk: Page): Promise<void> {
    await link(desk, /800\.25 USDT/).click();
    const detail = desk.locator('.desk-detail');
    await detail.getByText('bank transfer').waitFor();
    await detail.getByText(NAME).waitFor();
    await button(desk, 'Claim').click();
    await desk.getByRole('img', { name: 'Proof of payment' }).first().waitFor();
    await field(desk, 'Reference of the bank').fill('SEPA 2026-11-18 0004');
    await field(desk, 'Why credit it all the same').fill('On the statement of the bank');
    await button(desk, 'Approve and credit 800.25 USDT').click();
    await button(desk, 'Credit 800.25 USDT all the same').click();
    await detail.getByText('Approved', { exact: true }).first().waitFor();
    await detail.getByText('SEPA 2026-11-18 0004').waitFor();
  }

  async function bindCard(page: Page): Promise<void> {
    await world.go(page, '/pages/user/address/bank');
    await field(page, 'Account holder').fill(NAME);
    await field(page, 'Bank name').fill('Second Bank');
    await field(page, 'Card number').fill('4111 11');
    await fillCode(page, '123456');
    await button(page, 'Confirm').click();
    await page.getByText('This is not a card or account number').waitFor();
    await field(page, 'Card number').fill('4111 1111 1111 1111');
    await world.enterCode(page);
    await button(page, 'Confirm').click();
    await page.getByText('•••• 1111').waitFor();
  }

  async function withdraw(page: Page): Promise<void> {
    await world.go(page, '/pages/withdraw/index');
    await page.getByRole('radio', { name: 'Bank card' }).check({ force: true });
    await page.getByText('Second Bank •••• 1111').waitFor();
    await field(page, 'Amount').fill('300');
    await button(page, 'Continue').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Second Bank').waitFor();
    await field(page, 'Fund password').fill(PIN);
    await world.enterCode(page);
    await button(page, 'Withdraw').click();
    await page.getByText('Withdrawal submitted').waitFor();
    await link(page, 'Follow it').click();
    await page.getByText('Under review').first().waitFor();
  }

  async function pay(desk: Page): Promise<void> {
    await world.go(desk, '/ops/withdrawals');
    await desk.locator('.desk-row').first().click();
    const detail = desk.locator('.desk-detail');
    await detail.getByText('4111111111111111').waitFor();
    await button(desk, 'Claim').click();
    await button(desk, /may be paid$/).click();
    // Each step is claimed anew.
    await button(desk, 'Claim').click();
    await button(desk, /^I send /).click();
    await button(desk, 'Claim').click();
    await field(desk, 'Reference of the bank').fill('SEPA 2026-11-20 0017');
    await button(desk, 'Mark as paid').click();
    await detail.getByText('Paid', { exact: true }).first().waitFor();
  }

  it('a deposit is credited, a card is bound, and a withdrawal to it is paid', async () => {
    await setBankAccount();
    const { page, context, complaints } = await knownPerson();
    const balance = await context.newPage();
    await world.go(balance, '/pages/withdraw/index');
    await balance.getByText('Available 0 USDT').waitFor();
    await page.bringToFront();

    const { page: desk, context: deskContext, complaints: deskComplaints } = await world.desk('/deposits', 'treasurer');
    await deposit(page);
    await approveDeposit(desk);
    await page.getByText('Credited', { exact: true }).waitFor();
    await balance.getByText('Available 800.25 USDT').waitFor();

    await bindCard(page);
    await withdraw(page);
    await balance.getByText('Available 500.25 USDT').waitFor();
    await pay(desk);
    await page.getByText('Paid').first().waitFor();
    await page.getByText('300 USDT').click();
    await page.getByText('Reference of the bank').waitFor();
    await page.getByText('SEPA 2026-11-20 0017').waitFor();
    await world.go(page, '/pages/assets/record?type=withdrawals');
    await page.getByText('Paid').first().waitFor();
    expect(await world.source.query('select status, chain_tx from withdrawal')).toEqual([
      { status: 'paid', chain_tx: 'SEPA 2026-11-20 0017' },
    ]);
    expect(complaints).toEqual([]);
    expect(deskComplaints).toEqual([]);
    await context.close();
    await deskContext.close();
  }, 300_000);
});
