import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Caller } from '../../../server/test/calls.js';
import { withClient } from '../../../server/test/database.js';
import { faultsOf } from './layout.js';
import { launchBrowser, openPhone, type Product, startProduct } from './product.js';

const PASSWORD = 'correct-horse-7';
const PIN = '582913';
const SECURITY = '/pages/settings/security';

describe('the data of an account', () => {
  let browser: Browser;
  let product: Product;
  const folder = mkdtempSync(join(tmpdir(), 'data-exports-'));

  beforeAll(async () => {
    product = await startProduct({ FEED: 'none', DATA_FOLDER: folder, ROLES: 'gateway,worker' });
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function logIn(page: Page): Promise<string> {
    const call = new Caller(product);
    const name = `owner${randomBytes(4).toString('hex')}`;
    const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
    expect((await call.post('user/register', form)).type).toBe('ok');
    await page.goto(`${product.url}/pages/user/login/login`);
    await page.getByText('Username', { exact: true }).click();
    await field(page, 'Username').fill(name);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.getByText('Login success').waitFor();
    await page.goto(`${product.url}${SECURITY}/changePayPassword`);
    await field(page, 'Login password').fill(PASSWORD);
    await field(page, 'Fund password').fill(PIN);
    await field(page, 'Confirm fund password').fill(PIN);
    await button(page, 'Save').click();
    // The word that it is saved may be gone before anybody looks; the page leads away then.
    await page.waitForURL((url) => !url.pathname.endsWith('/changePayPassword'));
    return name;
  }

  /** As if it had been set with a code, which this process sends nobody. */
  async function proveFundPassword(): Promise<void> {
    await withClient(product.databaseUrl, async (client) => {
      await client.query('update account_fund_password set plainly_proven = false');
    });
  }

  it('are asked for, made while the page waits, and saved as a file that a program reads', async () => {
    const { page, context } = await openPhone(browser, 'en');
    const name = await logIn(page);
    await page.goto(`${product.url}${SECURITY}/index`);
    await page.getByRole('link', { name: 'Your data' }).click();
    await page.getByText('You have not asked for a file yet.').waitFor();
    await button(page, 'Ask for the file').click();
    await field(page, 'Fund password').fill(PIN);
    await button(page, 'Ask for the file').click();
    // What the login alone has set opens nothing that the login does not.
    await page.getByText('This fund password was set with the login password alone', { exact: false }).waitFor();
    await proveFundPassword();
    await button(page, 'Ask for the file').click();
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 });
    await button(page, 'Save').click();
    await field(page, 'Fund password').fill(PIN);
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Save').click()]);
    const file = JSON.parse(readFileSync(await saved.path(), 'utf8')) as { tables: Record<string, unknown[]> };
    expect(saved.suggestedFilename()).toMatch(/^account-\d+-\d+\.json$/);
    expect(file.tables.account_user).toMatchObject([{ username: name }]);
    expect(await faultsOf(page, [`${product.url}${SECURITY}/dataExport`], { language: 'en', ruled: true })).toEqual([]);
    await context.close();
  }, 120_000);
});
