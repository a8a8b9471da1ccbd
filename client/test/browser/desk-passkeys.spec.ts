import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../../../server/test/database.js';
import { faultsOf } from './layout.js';
import { DESKTOP } from './desk-page.js';
import { button, field } from './money-world.js';
import { launchBrowser, openPhone, type Product, REPOSITORY, startProduct } from './product.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

/** Operators come by passkey: the first time with a one-time password from the command line. */
describe('a passkey at the desk', () => {
  let browser: Browser;
  let database: TestDatabase;
  let product: Product;
  let desk: string;
  const folder = mkdtempSync(join(tmpdir(), 'desk-passkeys-'));
  // The command line mixes the same secrets into a password as the product does.
  const own = { DATA_FOLDER: folder, SECRETS_FOLDER: join(folder, 'secrets') };

  beforeAll(async () => {
    database = await createTestDatabase();
    product = await startProduct({ ...own, FEED: 'none', ROLES: 'gateway', DATABASE_URL: database.servingUrl });
    desk = `${product.url.replace('127.0.0.1', 'localhost')}/ops`;
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As whoever runs the installation does it. */
  async function invite(login: string): Promise<string> {
    const env = { ...process.env, NODE_ENV: 'test', ...own, DATABASE_URL: database.url };
    const program = join(REPOSITORY, 'dist/server/operator.js');
    const given = [program, 'add', login, '--roles', 'auditor'];
    const { stdout } = await promisify(execFile)(process.execPath, given, { env, cwd: REPOSITORY });
    return /: ([A-Z2-7-]{19})/.exec(stdout)?.[1] ?? '';
  }

  async function aDevice(page: Page) {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
    return {
      verifies: (isUserVerified: boolean) =>
        session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    };
  }

  it('is made at the first login, opens the desk, and is added and removed', async () => {
    const { page, context } = await openPhone(browser, 'en');
    const device = await aDevice(page);
    const password = await invite('greta.holm');
    await page.goto(desk);
    await button(page, 'Log in with a passkey').waitFor();
    await button(page, 'First login').click();
    await field(page, 'Login').fill('greta.holm');
    await field(page, 'One-time password').fill(password);
    // What was typed stays when the device says no.
    await device.verifies(false);
    await button(page, 'Make a passkey').click();
    await page.getByText('Nothing was confirmed.', { exact: false }).waitFor();
    await device.verifies(true);
    await button(page, 'Make a passkey').click();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();

    await page.goto(`${desk}/own`);
    await page.getByText('First passkey', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Change the password' }).count()).toBe(0);
    await button(page, 'Log out').click();
    await device.verifies(false);
    await button(page, 'Log in with a passkey').click();
    await page.getByText('Nothing was confirmed.', { exact: false }).waitFor();
    await device.verifies(true);
    await button(page, 'Log in with a passkey').click();
    await page.getByText('First passkey', { exact: true }).waitFor();

    await button(page, /^Remove ?: First passkey$/).click();
    await button(page, /^Remove ?: First passkey$/)
      .last()
      .click();
    await page.getByText('This is the only way in; add another passkey first').waitFor();
    await button(page, 'Cancel').click();
    // One device has one passkey of an operator.
    await button(page, 'Add a passkey').click();
    await field(page, 'Name').fill('Key ring');
    await button(page, 'Add a passkey').click();
    await page.getByText('This device already has a passkey of yours.').waitFor();
    await context.close();
  }, 90_000);

  it('reads well in each language and at each width', async () => {
    for (const language of LAID_OUT_LANGUAGES) {
      const { page, context } = await openPhone(browser, language);
      await page.goto(desk);
      await page.locator('.desk-passkey button').waitFor();
      expect(await faultsOf(page, [desk], { language, ruled: true })).toEqual([]);
      await page.setViewportSize(DESKTOP);
      expect(await faultsOf(page, [desk], { language, ruled: true })).toEqual([]);
      await context.close();
    }
  }, 90_000);
});
