import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import type { OperatorRole } from '../../../server/contract/operations/words.js';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { CheckBooks } from '../../../server/features/wallet/ledger/index.js';
import { SendMessages } from '../../../server/platform/messages/send-messages.js';
import { bootApp, type TestApp } from '../../../server/test/app.js';
import { openDesk } from './desk-page.js';
import { fillCode } from './code-boxes.js';
import { eventually, launchBrowser, openPhone, type PhonePage } from './product.js';

export const PASSWORD = 'correct-horse-7';
export const PIN = '582913';
export const TRON_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

export interface Person {
  email: string;
  name: string;
  /** As it is typed into the search for countries, and as it then reads. */
  country: [typed: string, shown: string];
  idNumber: string;
  address: string;
}

export const field = (page: Page, label: string): Locator =>
  page.locator('input, textarea').and(page.getByLabel(label, { exact: true }));
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name, exact: true });

/** A photo of one colour, as a file chosen in a form. */
export async function photoFile(background: string) {
  const buffer = await sharp({ create: { width: 1800, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

/** The product in this process with the built pages, a browser, and the steps that several tests take in it. */
export class MoneyWorld {
  private constructor(
    readonly app: TestApp,
    readonly browser: Browser,
    readonly source: DataSource,
    private readonly folder: string,
  ) {}

  static async open(environment: Record<string, string> = {}): Promise<MoneyWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'money-'));
    const { CLIENT_FOLDER } = process.env;
    // What is set up here is used at once; that withdrawals wait for a day after it is tested elsewhere.
    const own = { ROLES: 'gateway', LOG_LEVEL: 'silent', DATA_FOLDER: folder, HOLD_HOURS_SECURITY: '0' };
    const app = await bootApp({ ...own, ...(CLIENT_FOLDER ? { CLIENT_FOLDER } : {}), ...environment });
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
    return new MoneyWorld(app, await launchBrowser(), app.owner, folder);
  }

  /** Looks at the books before it is gone. */
  async close(): Promise<void> {
    await this.browser.close();
    const checked = await this.app.application.get(CheckBooks).execute();
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
    expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  }

  async go(page: Page, path: string): Promise<void> {
    await page.goto(this.app.url + path);
    await page.locator('main').first().waitFor();
  }

  phone(language = 'en'): Promise<PhonePage> {
    return openPhone(this.browser, language);
  }

  /** A page of the desk in English. */
  async desk(path = '', ...roles: OperatorRole[]) {
    const desk = await openDesk(this.browser, this.app, ...roles);
    await this.go(desk.page, `/ops${path}`);
    return desk;
  }

  /** Asks for a code on the page and types it in; of several fields, those above have theirs already. */
  async enterCode(page: Page, label = 'Verification code'): Promise<void> {
    // One a minute is the rule; the test does not wait for it.
    await this.source.query('delete from account_limit');
    const before = this.codes();
    await button(page, 'Send code').first().click();
    await page
      .getByText(/^Sent to /)
      .first()
      .waitFor();
    await eventually(async () => {
      // A gateway alone leaves it to workers.
      await this.app.application.get(SendMessages).execute();
      return this.codes().length > before.length;
    }, 'a code in the mailbox');
    await fillCode(page, this.codes().at(-1) ?? '', label);
  }

  /** Registers, and is logged in by that, on the way to a withdrawal. */
  async register(page: Page, { email }: Person): Promise<void> {
    await this.go(page, '/pages/user/login/register?backpage=/pages/withdraw/index');
    await field(page, 'E-mail').fill(email);
    await this.enterCode(page);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Register').click();
    // The page that is left names the next one in its address.
    await page.waitForURL(({ pathname }) => pathname === '/pages/withdraw/index');
  }

  async fillBasics(page: Page, { country, name, idNumber, address }: Person): Promise<void> {
    await page.getByRole('button', { name: /^Country/ }).click();
    await page.getByPlaceholder('Search countries').fill(country[0]);
    await button(page, country[1]).click();
    await field(page, 'Full name').fill(name);
    await page.getByRole('radio', { name: 'Passport' }).check();
    await field(page, 'ID number').fill(idNumber);
    await field(page, 'Contact address').fill(address);
  }

  async handInBasics(page: Page, person: Person): Promise<void> {
    await this.go(page, '/pages/verification/basic');
    await this.fillBasics(page, person);
    await button(page, 'Submit for review').click();
    await page.getByText('Under review').first().waitFor();
  }

  async setFundPassword(page: Page): Promise<void> {
    await this.go(page, '/pages/withdraw/index');
    await link(page, 'Set it now').click();
    await field(page, 'Fund password').fill(PIN);
    await field(page, 'Confirm fund password').fill(PIN);
    await this.enterCode(page);
    await button(page, 'Save').click();
    await page.waitForURL('**/pages/withdraw/index');
    await page.getByText('Available 0 USDT').waitFor();
  }

  async idOf(table: string, more = ''): Promise<string> {
    const rows: { id: string }[] = await this.source.query(
      `select id from ${table} where true ${more} order by id desc limit 1`,
    );
    return rows[0]?.id ?? '';
  }

  private codes(): string[] {
    const file = join(this.folder, 'mailbox.jsonl');
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (text === '') return [];
    return text.split('\n').flatMap((line) => (JSON.parse(line) as { code: string | null }).code ?? []);
  }
}
