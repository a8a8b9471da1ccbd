import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { Caller } from '../../../server/test/calls.js';
import { faultsOf } from './layout.js';
import { launchBrowser, openPhone, type Product, startProduct } from './product.js';

const PASSWORD = 'correct-horse-7';
const PIN = '582913';
const SECURITY = '/pages/settings/security';

describe('a passkey', () => {
  let browser: Browser;
  let product: Product;
  /** As browsers want it: passkeys belong to a name. */
  let site: string;
  const folder = mkdtempSync(join(tmpdir(), 'passkeys-'));

  beforeAll(async () => {
    product = await startProduct({ FEED: 'none', DATA_FOLDER: folder, ROLES: 'gateway' });
    site = product.url.replace('127.0.0.1', 'localhost');
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function aName(): Promise<string> {
    const name = `owner${randomBytes(4).toString('hex')}`;
    const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
    const { type } = await new Caller(product).post('user/register', form);
    expect(type).toBe('ok');
    return name;
  }

  async function logIn(page: Page, name: string): Promise<void> {
    await page.goto(`${site}/pages/user/login/login`);
    await page.getByText('Username', { exact: true }).click();
    await field(page, 'Username').fill(name);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.getByText('Login success').waitFor();
  }

  /** A phone that verifies its holder by itself, and what it does when it is asked. */
  async function aDevice(page: Page) {
    const session: CDPSession = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const verifies = (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    return { verifies };
  }

  it('is added, logs in, confirms a change, is renamed and removed', async () => {
    const { page, context } = await openPhone(browser, 'en');
    const device = await aDevice(page);
    await logIn(page, await aName());

    await page.goto(`${site}${SECURITY}/index`);
    await page.getByRole('link', { name: 'Passkeys' }).click();
    await page.getByText('There is no passkey yet.').waitFor();
    await button(page, 'Add a passkey').click();
    await field(page, 'Name').fill('My phone');
    await field(page, 'Login password').fill(PASSWORD);
    await page.getByText('Withdrawals wait for 24 hours afterwards.').waitFor();
    // Who is not verified at first goes on with the same proof.
    await device.verifies(false);
    await button(page, 'Add a passkey').click();
    await page.getByText('Nothing was confirmed.', { exact: false }).waitFor();
    await device.verifies(true);
    await button(page, 'Add a passkey').click();
    await page.getByText('My phone').waitFor();
    expect(await faultsOf(page, [`${site}${SECURITY}/passkeys`], { language: 'en', ruled: true })).toEqual([]);

    await page.evaluate(() => window.localStorage.removeItem('token'));
    await page.goto(`${site}/pages/user/login/login?backpage=${encodeURIComponent(`${SECURITY}/devices`)}`);
    await device.verifies(false);
    await button(page, 'Log in with a passkey').click();
    await page.getByText('Nothing was confirmed.', { exact: false }).waitFor();
    await device.verifies(true);
    await button(page, 'Log in with a passkey').click();
    await page.getByText('by passkey', { exact: false }).first().waitFor();

    await page.goto(`${site}${SECURITY}/changePayPassword`);
    await page.getByText('Your device will ask for your fingerprint', { exact: false }).waitFor();
    await field(page, 'Fund password').fill(PIN);
    await field(page, 'Confirm fund password').fill(PIN);
    await button(page, 'Save').click();
    await page.waitForURL(`${site}${SECURITY}/devices`);
    await page.goto(`${site}${SECURITY}/index`);
    await page.getByRole('link', { name: 'Fund password Set', exact: true }).waitFor();

    await page.goto(`${site}${SECURITY}/passkeys`);
    await page.getByText('Last used', { exact: false }).waitFor();
    await button(page, 'Rename').click();
    await field(page, 'Name').fill('Old phone');
    await button(page, 'Save').click();
    await page.getByText('Old phone').waitFor();
    await button(page, 'Remove').click();
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Remove').click();
    await page.getByText('There is no passkey yet.').waitFor();

    await page.evaluate(() => window.localStorage.removeItem('token'));
    await page.goto(`${site}/pages/user/login/login`);
    await button(page, 'Log in with a passkey').click();
    await page.getByText('Login with the passkey failed, please try again').waitFor();
    await context.close();
  }, 90_000);

  it('is not offered where the browser knows none, and its part is not loaded before it is used', async () => {
    const { page, context } = await openPhone(browser, 'en');
    const loaded: string[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('.js')) loaded.push(await response.text().catch(() => ''));
    });
    await page.goto(`${site}/pages/user/login/login`);
    await button(page, 'Log in with a passkey').waitFor();
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((text) => text.includes('ERROR_CEREMONY_ABORTED'))).toEqual([]);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await page.reload();
    await button(page, 'Log in').waitFor();
    expect(await button(page, 'Log in with a passkey').count()).toBe(0);
    await context.close();
  }, 60_000);
});
