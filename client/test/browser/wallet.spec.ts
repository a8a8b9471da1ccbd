import { HDKey } from '@scure/bip32';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { codeNameOf, ConfirmationCodes } from '../../../server/features/account/codes/confirmation-codes.js';
import { VerificationCodes } from '../../../server/features/account/codes/verification-codes.js';
import { UsersStore } from '../../../server/features/account/users/users.store.js';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { creditByTwo } from '../../../server/test/factories/credits.js';
import { WalletCatalog } from '../../../server/features/wallet/balances/index.js';
import {
  ApproveWithdrawal,
  MarkWithdrawalPaid,
  RejectWithdrawal,
} from '../../../server/features/wallet/withdrawals/index.js';
import { SendWithdrawal } from '../../../server/features/wallet/withdrawals/send-withdrawal.js';
import { RequestWithdrawal } from '../../../server/features/wallet/withdrawals/request-withdrawal.js';
import { aLedger, BTC, fund, TEST_REASON, USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { atRest } from './rest.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

const PIN = '582913';
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const OPERATOR = '7';
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PAGES = [
  '/pages/account/index',
  '/pages/assets/tradeAccount?account=contract',
  '/pages/assets/record',
  '/pages/assets/record?type=withdrawals&status=rejected',
  '/pages/assets/statement',
  '/pages/assets/withdraw/index',
  '/pages/assets/withdraw/detail?id=1',
  '/pages/transfer/index',
  '/pages/transfer/record',
];

/** The product in this process, so that operators' decisions can be made at once, with the built pages. */
describe('the wallet, on the pages', () => {
  let world: PageWorld;
  let source: DataSource;

  beforeAll(async () => {
    world = await PageWorld.open();
    source = world.source;
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await world.app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
  }, 120_000);

  afterAll(() => world?.close());

  async function aPayee(): Promise<TestUser & { addressId: string }> {
    const user = await world.aPayee(PIN);
    const { application } = world.app;
    const ways = application.get(WalletCatalog).networks(USDT);
    const network = ways.find((way) => way.network === 'TRC20');
    const [{ id }] = await source.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
       values ($1, $2, $3, now(), now()) returning id`,
      [user.userId, network?.id, ADDRESS],
    );
    return { ...user, addressId: id };
  }

  async function withdraw(user: TestUser & { addressId: string }, amount: string): Promise<string> {
    const { application } = world.app;
    const row = await application.get(UsersStore).byId(user.userId);
    const contact = row && application.get(ConfirmationCodes).contactOf(row);
    if (!contact) throw new Error('The user has no contact that a code may go to');
    const code = await application.get(VerificationCodes).issue(codeNameOf(user.userId, null, contact));
    await application.get(RequestWithdrawal).execute({
      userId: user.userId,
      currencyId: USDT,
      amount,
      addressId: user.addressId,
      address: null,
      network: null,
      toBank: false,
      remark: '',
      key: null,
      proof: {
        sessionId: user.sessionId,
        fundPassword: PIN,
        proofs: [{ kind: 'code', code }],
        caller: { ip: '127.0.0.1', userAgent: 'test' },
      },
    });
    await source.query('delete from account_limit');
    return lastOf('withdrawal', user);
  }

  async function deposit(user: TestUser, amount: string): Promise<string> {
    const hash = randomBytes(32).toString('hex');
    const fields = { currency: String(USDT), amount, type: '0', sub_type: 'TRC20', hash, account: '', imgs: '' };
    expect(await world.call.post('wallet/charge_req', fields, { token: user.token })).toMatchObject({ type: 'ok' });
    return lastOf('deposit', user);
  }

  async function lastOf(table: 'deposit' | 'withdrawal', { userId }: TestUser): Promise<string> {
    const rows = await source.query(`select id from ${table} where user_id = $1 order by id desc limit 1`, [userId]);
    return rows[0].id;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const amountField = (page: Page) => page.locator('input[inputmode="decimal"]');
  const account = (page: Page, name: string) => page.locator('a', { hasText: name }).filter({ hasText: 'USDT' });
  /** The account's card says the amount, as soon as it does. */
  const says = (page: Page, name: string, amount: string) => account(page, name).filter({ hasText: amount }).waitFor();

  it(
    'opens for nobody who is not logged in, and leads back after the login',
    async () => {
      const { page, context } = await openPhone(world.browser, 'en');
      await world.go(page, '/pages/transfer/index?from=contract');
      await page.waitForURL('**/pages/user/login/login?backpage=*');
      expect(new URL(page.url()).searchParams.get('backpage')).toBe('/pages/transfer/index?from=contract');
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'credits a deposit on the open page, without a reload, as soon as it is approved',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '100');
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/account/index');
      await says(page, 'Spot', '100.00');
      await page.evaluate(() => Object.assign(window, { stillTheSame: true }));
      const depositId = await deposit(user, '250.5');
      await atRest(page);
      await soon(async () => expect(await account(page, 'Spot').innerText()).toContain('100.00'));
      await creditByTwo(world.app, depositId);
      await says(page, 'Spot', '350.50');
      expect(await page.evaluate(() => 'stillTheSame' in window)).toBe(true);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'tells what was won or lost in 24 hours by the books, and what it is made of',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '100', { kind: 'contract' });
      await aLedger(source).postAlone({
        reason: TEST_REASON,
        reference: `browser-${user.userId}`,
        at: Date.now(),
        legs: [
          { owner: user.userId, kind: 'contract', currencyId: USDT, amount: '-50' },
          { owner: null, kind: 'house_pnl', currencyId: USDT, amount: '50' },
        ],
      });
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/account/index');
      const profit = page.getByRole('button', { name: /24h PNL/ });
      await soon(async () => expect(await profit.innerText()).toMatch(/24h PNL\s*-50\.00\s*-50\.00%/));
      // What comes in is no gain, and is told on the open page.
      const depositId = await deposit(user, '250.5');
      await creditByTwo(world.app, depositId);
      await soon(async () => expect(await profit.innerText()).toMatch(/24h PNL\s*-50\.00\s*-14\.26%/));
      await profit.click();
      const sheet = page.getByRole('dialog', { name: 'PNL of the last 24 hours' });
      await soon(async () =>
        expect(await sheet.innerText()).toMatch(
          /Worth now\s*300\.50 USDT\s*Worth 24 hours ago\s*100\.00 USDT\s*Came in\s*250\.50 USDT\s*Went out\s*0\.00 USDT\s*Profit or loss\s*-50\.00 USDT/,
        ),
      );
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'covers every amount with the eye, and keeps it so on the next page',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '1234.5');
      const { page, context } = await world.openAs(user);
      await world.go(page, '/pages/account/index');
      await says(page, 'Spot', '1,234.50');
      await button(page, 'Hide amounts').click();
      await page.waitForFunction(() => !document.body.innerText.includes('1,234'));
      await account(page, 'Spot').click();
      await page.getByText('Available').first().waitFor();
      await soon(async () => expect(await page.locator('main').innerText()).not.toContain('1,234'));
      await button(page, 'Show amounts').click();
      await page.getByText('1,234.50').first().waitFor();
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'moves money between accounts once, and writes it into the record and the statement',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '100.12345678');
      await fund(source, user.userId, '0.5', { currencyId: BTC });
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/transfer/index?to=contract');
      await amountField(page).fill('40,5');
      await page.getByText('Reads as 40.5 USDT').waitFor();
      // Short, and whole when it is pressed.
      await page.getByRole('button', { name: '59.62', exact: false }).click();
      await page.getByText('59.62345678').waitFor();
      // The answer is lost on its way: what was typed stays, and the second try is the same command.
      const keys: (string | undefined)[] = [];
      await page.route('**/api/wallet/change', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await button(page, 'Transfer').click();
      await page.getByText('The server cannot be reached').waitFor();
      await soon(async () => expect(await amountField(page).inputValue()).toBe('40.5'));
      await button(page, 'Transfer').click();
      await page.getByText('Operation successful').waitFor();
      expect(keys).toEqual([keys[0], keys[0]]);
      await soon(async () => expect(await amountField(page).inputValue()).toBe(''));

      await button(page, 'Max').click();
      await soon(async () => expect(await amountField(page).inputValue()).toBe('59.62345678'));
      await amountField(page).fill('59.62345679');
      await button(page, 'Transfer').click();
      await page.getByText('Transfer balance insufficient').waitFor();
      await amountField(page).fill('59.62345678');
      await button(page, 'Transfer').click();
      await page.getByText('Available: 0 USDT').waitFor();

      await page.getByRole('link', { name: 'Transfer record' }).click();
      await page.getByRole('button', { name: '59.62', exact: false }).click();
      await page.getByText('59.62345678').waitFor();
      await soon(async () =>
        expect(await page.locator('main li').allInnerTexts()).toEqual([
          expect.stringMatching(/Spot\s*Contracts[^]*59\.62345678 USDT/),
          expect.stringMatching(/Spot\s*Contracts[^]*40\.5 USDT/),
        ]),
      );
      await world.go(page, '/pages/assets/statement?account=contract');
      const lines = page.locator('main li');
      await lines.nth(1).waitFor();
      // One row of an event, neither green nor red; its lines are behind it.
      await soon(async () =>
        expect(await lines.first().innerText()).toMatch(/Transfer between accounts[^]*Contracts[^]*59\.62 USDT/),
      );
      expect(await lines.first().locator('[data-direction]').count()).toBe(0);
      expect(await lines.first().innerText()).not.toContain('Before');
      await lines.first().locator('summary').click();
      await soon(async () =>
        expect(await lines.first().innerText()).toMatch(/59\.62345678 USDT[^]*Before 40\.5[^]*After 100\.12345678/),
      );
      expect(complaints.filter((text) => !text.includes('/api/wallet/change'))).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'reads a long statement page by page as it is scrolled',
    async () => {
      const user = await world.aUser();
      for (let number = 1; number <= 45; number += 1) await fund(source, user.userId, `0.${number}1`);
      const { page, context } = await world.openAs(user);
      await world.go(page, '/pages/assets/statement');
      await page.locator('main li').first().waitFor();
      await soon(async () => expect(await page.locator('main li').count()).toBeLessThanOrEqual(40));
      for (let turn = 0; turn < 30 && !(await page.getByText('That is all').isVisible()); turn += 1) {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await atRest(page);
      }
      await soon(async () => expect(await page.locator('main li').count()).toBe(45));
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'shows a withdrawal on its way: pushed to the list and to its own page, and taken back after a question',
    async () => {
      const user = await aPayee();
      await fund(source, user.userId, '1000');
      const [paid, unpaid] = [await withdraw(user, '100'), await withdraw(user, '50')];
      const rejected = await withdraw(user, '25');
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/assets/record?type=withdrawals');
      await page.getByText('Under review').nth(3).waitFor();
      await world.app.application
        .get(RejectWithdrawal)
        .execute({ withdrawalId: rejected, operatorId: OPERATOR, reason: 'Unknown address' });
      await page.locator('main li', { hasText: 'Unknown address' }).waitFor();

      await page.locator('main li', { hasText: '100 USDT' }).click();
      await page.waitForURL(`**/pages/assets/withdraw/detail?id=${paid}`);
      await page.getByText('99.9 USDT').waitFor();
      await world.app.application.get(ApproveWithdrawal).execute({ withdrawalId: paid, operatorId: OPERATOR });
      await page.getByText('Being sent').waitFor();
      await soon(async () => expect(await button(page, 'Cancel withdrawal').count()).toBe(0));
      const transaction = randomBytes(32).toString('hex');
      await world.app.application.get(SendWithdrawal).execute({ withdrawalId: paid, operatorId: OPERATOR });
      await world.app.application
        .get(MarkWithdrawalPaid)
        .execute({ withdrawalId: paid, operatorId: OPERATOR, transaction });
      await page.getByText(transaction).waitFor();

      await world.go(page, `/pages/assets/withdraw/detail?id=${unpaid}`);
      await button(page, 'Cancel withdrawal').click();
      await button(page, 'Keep it').click();
      await page.getByText('Cancel this withdrawal?').waitFor({ state: 'hidden' });
      await button(page, 'Cancel withdrawal').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
      await page.getByText('The amount is back in your spot account.').waitFor();
      await world.go(page, '/pages/account/index');
      await says(page, 'Spot', '900.00');

      const stranger = await world.openAs(await world.aUser());
      await world.go(stranger.page, `/pages/assets/withdraw/detail?id=${unpaid}`);
      await stranger.page.getByText('This record does not exist').waitFor();
      expect(complaints).toEqual([]);
      await stranger.context.close();
      await context.close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'has pages that fit, at twice the text size too, and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const user = await aPayee();
      await fund(source, user.userId, '12345678901234.12345678');
      await fund(source, user.userId, '98765432109.87654321', { currencyId: BTC, kind: 'contract' });
      const id = await withdraw(user, '100');
      await deposit(user, '20.5');
      await world.call.post(
        'wallet/change',
        { number: '1234567890.12345678', currency_id: '3', from_field: 'change', to_field: 'lever' },
        { token: user.token },
      );
      const { page, context, complaints } = await world.openAs(user, language);
      const addresses = PAGES.map((path) => world.app.url + path.replace('id=1', `id=${id}`));
      expect(await faultsOf(page, addresses, { language })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
