import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { codeBoxes, fillCode, filledCode, pasteCode } from './code-boxes.js';
import { faultsOf } from './layout.js';
import { eventually, launchBrowser, openPhone, type Product, startProduct, soon } from './product.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

const PASSWORD = 'correct-horse-7';
const NEXT_PASSWORD = 'battery-staple-9';
const EMAIL = 'maria.gonzalez@example.com';

const GUEST_PAGES = [
  '/pages/user/login/login',
  '/pages/user/login/register',
  '/pages/user/login/forgetPassword',
  '/pages/user/login/agree',
  '/pages/about/index',
  '/pages/notice/index',
  '/pages/my/index',
];
const OWN_PAGES = [
  '/pages/my/index',
  '/pages/notice/index',
  '/pages/settings/index',
  '/pages/settings/account/index',
  '/pages/settings/security/index',
  '/pages/settings/security/changePassword',
  '/pages/settings/security/changePayPassword',
  '/pages/settings/security/contact',
  '/pages/settings/security/contact?kind=phone',
  '/pages/settings/security/authenticator',
  '/pages/settings/security/passkeys',
  '/pages/settings/security/devices',
  '/pages/settings/security/activity',
  '/pages/settings/security/antiPhishing',
  '/pages/user/address/bank',
];

describe('the account, from registration to a new password', () => {
  let browser: Browser;
  let product: Product;
  const folder = mkdtempSync(join(tmpdir(), 'account-'));

  beforeAll(async () => {
    product = await startProduct({ FEED: 'none', DATA_FOLDER: folder, ROLES: 'gateway,worker' });
    browser = await launchBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The code of the newest message to the address. */
  async function codeFor(to: string): Promise<string> {
    let code = '';
    await eventually(async () => {
      const text = await Promise.resolve()
        .then(() => readFileSync(join(folder, 'mailbox.jsonl'), 'utf8'))
        .catch(() => '');
      const messages = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { to: string; code: string | null });
      code = messages.filter((message) => message.to === to && message.code !== null).at(-1)?.code ?? '';
      return code !== '';
    }, `a code for ${to}`);
    return code;
  }

  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function register(page: Page): Promise<void> {
    await field(page, 'E-mail').fill(EMAIL);
    await button(page, 'Send code').click();
    await page.getByText(`Sent to ${EMAIL}`).waitFor();
    await fillCode(page, await codeFor(EMAIL));
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Register').click();
  }

  async function logIn(page: Page, password: string): Promise<void> {
    await field(page, 'E-mail').fill(EMAIL);
    await field(page, 'Password').fill(password);
    await button(page, 'Log in').click();
  }

  const pathOf = (page: Page) => new URL(page.url()).pathname;

  it('draws a page as soon as its files are there: no timer has to pass for it', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${product.url}/pages/user/login/login`);
    await button(page, 'Log in').waitFor();
    await page.getByRole('link', { name: 'Register' }).click();
    await button(page, 'Send code').waitFor();
    await context.close();
  }, 60_000);

  it('says what is missing at each field and sends nothing', async () => {
    const { page, context } = await openPhone(browser, 'en');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(`${product.url}/pages/user/login/register`);
    await button(page, 'Register').click();
    const one = (label: string) => ({ label, input: field(page, label), described: field(page, label) });
    const code = codeBoxes(page).first();
    const ofCode = {
      label: 'Verification code',
      input: code,
      described: page.getByRole('group', { name: 'Verification code', exact: true }),
    };
    for (const { label, input, ...whole } of [one('E-mail'), ofCode, one('Password'), one('Confirm password')]) {
      await soon(async () => {
        const described = await whole.described.getAttribute('aria-describedby');
        expect({ label, invalid: await input.getAttribute('aria-invalid') }).toEqual({ label, invalid: 'true' });
        const ids = (described ?? '').split(' ').filter((id) => id !== '');
        const words = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
        expect({ label, words: words.join(' ') }).toEqual({ label, words: 'Please fill this in' });
      });
    }
    await soon(async () => expect(await page.getByRole('checkbox').isChecked()).toBe(false));
    await soon(async () => expect(await page.getByText('Please agree to the agreement first').isVisible()).toBe(true));
    expect(await field(page, 'E-mail').evaluate((node) => node === document.activeElement)).toBe(true);
    expect(sent.filter((url) => url.includes('user/register'))).toEqual([]);
    await context.close();
  }, 60_000);

  it('keeps what was typed while the agreement is read, and when the server refuses', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await page.goto(`${product.url}/pages/user/login/register?code=ABCDEFGH`);
    await field(page, 'E-mail').fill('somebody@example.com');
    await button(page, 'Read: I agree to the user and privacy agreement').click();
    await page.getByText('What this agreement is about').waitFor();
    await button(page, 'Close').click();
    await pasteCode(page, '000-000');
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Register').click();
    await page.getByText('This invitation code does not exist').waitFor();
    await soon(async () => expect(await field(page, 'E-mail').inputValue()).toBe('somebody@example.com'));
    await soon(async () => expect(await filledCode(page)).toBe('000000'));
    await soon(async () => expect(await field(page, 'Password').inputValue()).toBe(PASSWORD));
    await context.close();
  }, 60_000);

  it('registers with a code, logs in, changes the password, is logged out and comes back to where it was', async () => {
    const { page, context, complaints } = await openPhone(browser, 'en');
    // The guard: an own page leads to the login and the way back goes with it.
    await page.goto(`${product.url}/pages/settings/account/index`);
    await page.waitForURL('**/pages/user/login/login?backpage=*');
    await page.getByRole('link', { name: 'Register' }).click();
    await register(page);
    // Nothing is typed twice: who has registered is logged in, and where the way led.
    await page.waitForURL('**/pages/settings/account/index');
    await page.getByText(EMAIL).waitFor();
    await page.evaluate(() => {
      window.localStorage.removeItem('token');
      window.localStorage.removeItem('user');
    });
    await page.goto(`${product.url}/pages/settings/account/index`);
    await page.waitForURL('**/pages/user/login/login?backpage=*');

    await logIn(page, 'wrong-password');
    await page.getByText('The account or the password is wrong').waitFor();
    await soon(async () => expect(await field(page, 'E-mail').inputValue()).toBe(EMAIL));
    await logIn(page, PASSWORD);
    await page.waitForURL('**/pages/settings/account/index');
    await page.getByText(EMAIL).waitFor();
    const token = await page.evaluate(() => window.localStorage.getItem('token'));
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);

    await page.goto(`${product.url}/pages/settings/security/changePassword`);
    await field(page, 'Current password').fill('not-the-password');
    await field(page, 'New password').fill(NEXT_PASSWORD);
    await field(page, 'Confirm password').fill(NEXT_PASSWORD);
    await button(page, 'Save').click();
    await page.getByText('The old password is wrong').waitFor();
    await field(page, 'Current password').fill(PASSWORD);
    await button(page, 'Save').click();
    await page.waitForURL('**/pages/user/login/login?backpage=*');
    expect(
      await page.evaluate(() => [window.localStorage.getItem('token'), window.localStorage.getItem('user')]),
    ).toEqual([null, null]);
    const old = await page.request.get(`${product.url}/api/user/center`, { headers: { authorization: token ?? '' } });
    expect(await old.json()).toMatchObject({ type: '999' });
    await logIn(page, NEXT_PASSWORD);
    await page.waitForURL('**/pages/settings/security/changePassword');
    expect(complaints).toEqual([]);
    await context.close();
  }, 90_000);

  it('leads to the login, with the name filled in, where that takes more than the password', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await page.route('**/api/user/login', (route) =>
      route.fulfill({ json: { type: 'error', message: 'Code needed', code: 'account.totp-required' } }),
    );
    await page.goto(`${product.url}/pages/user/login/register?backpage=/pages/notice/index`);
    await page.getByRole('tab', { name: 'Username' }).click();
    await field(page, 'Username').fill('somebodynew');
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Register').click();
    await page.waitForURL('**/pages/user/login/login?backpage=*');
    await soon(async () => expect(await field(page, 'Username').inputValue()).toBe('somebodynew'));
    await context.close();
  }, 60_000);

  it('clears a session that the server ended, says so, and opens the login page after a second', async () => {
    const { page, context } = await openPhone(browser, 'en');
    await page.goto(`${product.url}/pages/user/login/login?backpage=/pages/notice/index`);
    await logIn(page, NEXT_PASSWORD);
    await page.waitForURL((url) => url.pathname === '/pages/notice/index');
    await page.getByRole('tab', { name: 'My account' }).click();
    await page.getByText('Your account is ready').waitFor();
    await page.evaluate(() => window.localStorage.setItem('token', 'x'.repeat(43)));
    await page.goto(`${product.url}/pages/settings/security/devices`);
    await page.getByRole('status').getByText('Please log in first').waitFor();
    expect(pathOf(page)).toBe('/pages/settings/security/devices');
    expect(await page.evaluate(() => window.localStorage.getItem('token'))).toBeNull();
    await page.waitForURL('**/pages/user/login/login?backpage=*');
    expect(new URL(page.url()).searchParams.get('backpage')).toBe('/pages/settings/security/devices');
    await context.close();
  }, 60_000);

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to another site after a login (%s)',
    async (backpage) => {
      const { page, context } = await openPhone(browser, 'en');
      const search = new URLSearchParams({ backpage }).toString();
      await page.goto(`${product.url}/pages/user/login/login?${search}`);
      await logIn(page, NEXT_PASSWORD);
      await page.waitForURL('**/pages/index/index');
      expect(new URL(page.url()).origin).toBe(product.url);
      await context.close();
    },
    60_000,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'has pages that fit, complain of nothing and are accessible by the rules a machine can check (%s)',
    async (language) => {
      const { page, context, complaints } = await openPhone(browser, language);
      const addresses = (paths: string[]) => paths.map((path) => product.url + path);
      const found = await faultsOf(page, addresses(GUEST_PAGES), { language });
      const login = await page.request.post(`${product.url}/api/user/login`, {
        form: { user_string: EMAIL, password: NEXT_PASSWORD },
      });
      const { message: token } = (await login.json()) as { message: string };
      // The language is the account's, whatever the browser was left with.
      await page.request.post(`${product.url}/api/preferences`, {
        form: { language },
        headers: { authorization: token },
      });
      const center = await page.request.get(`${product.url}/api/user/center`, { headers: { authorization: token } });
      const { message: user } = (await center.json()) as { message: object };
      await page.evaluate(
        ([opened, described]) => {
          window.localStorage.setItem('token', opened ?? '');
          window.localStorage.setItem('user', described ?? '');
        },
        [token, JSON.stringify(user)],
      );
      found.push(...(await faultsOf(page, addresses(OWN_PAGES), { language })));
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
