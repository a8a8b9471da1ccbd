import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Caller } from '../../../server/test/calls.js';
import { sendSigned } from '../../../server/test/factories/api-keys.js';
import { faultsOf } from './layout.js';
import { launchBrowser, openPhone, type Product, startProduct } from './product.js';

const PASSWORD = 'correct-horse-7';
const PIN = '582913';
const SECURITY = '/pages/settings/security';

describe('an API key', () => {
  let browser: Browser;
  let product: Product;
  const folder = mkdtempSync(join(tmpdir(), 'api-keys-'));

  beforeAll(async () => {
    product = await startProduct({ FEED: 'none', DATA_FOLDER: folder, ROLES: 'gateway' });
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function logIn(page: Page): Promise<void> {
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
  }

  it('is made, shown once, used by a program, and revoked', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await logIn(page);
    await page.goto(`${product.url}${SECURITY}/index`);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('There is no API key yet.').waitFor();
    await button(page, 'Create an API key').click();
    await field(page, 'Name').fill('Grid bot');
    await field(page, 'Fund password').fill(PIN);
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Create an API key').click();
    await page.getByText('It is shown this once', { exact: false }).waitFor();
    const [key = '', secret = ''] = await page.locator('code').allTextContents();
    await button(page, 'I have saved it').click();
    await page.getByText('Grid bot').waitFor();
    expect(await page.getByText(secret).count()).toBe(0);

    const look = () =>
      sendSigned(
        product.url,
        { key, secret },
        { path: '/api/coin/list?account_type=simulation_account', at: Date.now() },
      );
    expect(await look()).toMatchObject({ status: 200, type: 'ok' });
    await page.reload();
    await page.getByText('Last used', { exact: false }).waitFor();
    const pages = [`${product.url}${SECURITY}/apiKeys`, `${product.url}/api-docs`];
    expect(await faultsOf(page, pages, { language: 'en', ruled: true })).toEqual([]);

    await page.goto(`${product.url}${SECURITY}/apiKeys`);
    await button(page, 'Revoke').click();
    // Its card has gone before the question is there.
    await page.getByText('Last used', { exact: false }).waitFor({ state: 'detached' });
    await button(page, 'Revoke').click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await look()).toMatchObject({ status: 401, code: 'api-key.ended' });
    await context.close();
  }, 120_000);

  it('has its documents for authors of programs, for everybody', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await page.goto(`${product.url}/api-docs`);
    await page.getByText('A worked example').waitFor();
    await page.getByText('This signature was used already; sign the request anew').waitFor();
    for (const [name, version] of [
      ['openapi', '3.0.0'],
      ['asyncapi', '3.0.0'],
    ] as const) {
      const reply = await fetch(`${product.url}/${name}.json`);
      expect(reply.status).toBe(200);
      expect(((await reply.json()) as Record<string, unknown>)[name]).toBe(version);
    }
    await context.close();
  }, 60_000);
});
