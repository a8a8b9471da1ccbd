import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckBooks } from '../../../server/features/wallet/ledger/index.js';
import { bootApp, type TestApp, withoutFarHistory } from '../../../server/test/app.js';
import { Caller } from '../../../server/test/calls.js';
import { createTestDatabase, withClient } from '../../../server/test/database.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { restrictToMarkets } from '../../../server/test/factories/markets.js';
import { aUser, type TestUser } from '../../../server/test/factories/users.js';
import { BEAT_MS, eventually, sleep } from '../browser/product.js';
import { type Engine, FIND, type Sought } from './engine.js';
import { openFirefox } from './firefox.js';
import { openWebKit } from './webkit.js';

/** Bounds against hanging, not expectations of speed: the machine may be busy. */
export const HANGING_MS = 900_000;
export const STEP_MS = 60_000;
export const PASSWORD = 'Str0ng-Passw0rd!9';
export const PIN = '582913';
export const SHEET = '[role=dialog]';
export const AMOUNT = 'input[inputmode="decimal"]';
const MARKETS = ['BTC/USDT', 'ETH/USDT', 'USDC/USDT', 'GOLD/USDT', 'AAPL/USD'];
const SHOTS = process.env.SHOTS_FOLDER;

export type OpenEngine = () => Promise<Engine>;

/** The engines of other browsers than the one that all journeys run in. */
export const ENGINES: [string, OpenEngine][] = [
  ['Firefox', () => openFirefox(programAt('FIREFOX_PATH'))],
  [
    'WebKit',
    () =>
      openWebKit({
        driver: programAt('WEBKIT_DRIVER_PATH'),
        browser: programAt('WEBKIT_BROWSER_PATH'),
        display: programAt('XVFB_PATH'),
      }),
  ],
];

function programAt(variable: string): string {
  const path = process.env[variable];
  if (!path) throw new Error(`${variable} is not set: run these tests with \`npm run engines\`.`);
  return path;
}

/** Goes to a page as a link of the app does: the document stays, and so does who notes what the page throws while it comes. */
const GO = `(path) => {
  history.pushState({}, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}`;

const FIRST = '(selector) => document.querySelector(selector)';

/** The boxes of a code are one group, with the label of the whole. */
const FIRST_BOX = `(label) => {
  const named = (group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.innerText.trim();
  return [...document.querySelectorAll('[role=group]')].find((group) => named(group) === label)?.querySelector('input') ?? null;
}`;

/** The product in this process on simulated prices with the built pages, one engine, and what people do in it. */
export class EngineWorld {
  private constructor(
    readonly app: TestApp,
    readonly engine: Engine,
    readonly folder: string,
    readonly call: Caller,
    private readonly name: string,
  ) {}

  static async open(name: string, open: OpenEngine): Promise<EngineWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'engines-'));
    const database = await createTestDatabase();
    await withClient(database.url, (client) => restrictToMarkets(client, MARKETS));
    const settings = {
      FEED: 'simulated',
      LOG_LEVEL: 'silent',
      SIMULATION_BEAT_MS: BEAT_MS,
      DATA_FOLDER: folder,
      REAL_MONEY_ON_SIMULATED: 'true',
      // What is set up here is used at once; that withdrawals wait for a day after it is tested elsewhere.
      HOLD_HOURS_SECURITY: '0',
    };
    const app = await bootApp(settings, database, withoutFarHistory);
    return new EngineWorld(app, await open(), folder, new Caller(app), name);
  }

  /** Looks at the books before it is gone. */
  async close(): Promise<void> {
    await this.engine.close();
    const checked = await this.app.application.get(CheckBooks).execute();
    await this.app.close();
    await this.app.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
    expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  }

  /** A user of a year ago, with money there. */
  async aTrader(kind: 'change' | 'contract' | 'option' = 'change', amount = '10000'): Promise<TestUser> {
    const user = await aUser(this.app.database.url);
    const older = `update account_user set created_at = now() - interval '1 year' where id = $1`;
    await this.app.owner.query(older, [user.userId]);
    await fund(this.app.owner, user.userId, amount, kind === 'change' ? {} : { kind });
    return user;
  }

  /** What the user has, by account: what is reserved stands in accounts of its own. */
  balancesOf({ userId }: TestUser): Promise<{ kind: string; balance: string }[]> {
    return this.app.owner.query(
      `select kind, trim_scale(balance)::text as balance from ledger_account
        where owner_id = $1 and balance <> 0 order by kind`,
      [userId],
    );
  }

  /** Goes to the page as somebody who has been logged in before. */
  async goAs({ token, userId }: TestUser, path: string, language = 'en', origin = this.app.url): Promise<void> {
    await this.engine.goto(`${origin}/pages/user/login/agree`);
    await this.call.post('preferences', { language }, { token });
    const { message } = await this.call.get('user/center', { token });
    expect(String((message as { id: number }).id)).toBe(userId);
    await this.engine.evaluate(
      `(token, user, language) => {
        for (const [name, value] of Object.entries({ token, user, 'language-mark': language, preferences: JSON.stringify({ language }) }))
          localStorage.setItem(name, value);
      }`,
      token,
      JSON.stringify(message),
      language,
    );
    await this.engine.goto(origin + path);
  }

  /** Goes to the page as a guest. */
  async goAsGuest(path: string): Promise<void> {
    await this.engine.goto(`${this.app.url}/pages/user/login/agree`);
    await this.engine.evaluate(`() => {
      for (const name of ['token', 'user']) localStorage.removeItem(name);
      localStorage.setItem('preferences', JSON.stringify({ language: 'en' }));
    }`);
    await this.engine.goto(this.app.url + path);
  }

  /** Goes on to another page of the same document. */
  walk(path: string): Promise<void> {
    return this.engine.evaluate(GO, path);
  }

  pathname(): Promise<string> {
    return this.engine.evaluate<string>('() => location.pathname');
  }

  /** Waits until the way has led there. */
  async comesTo(path: string): Promise<void> {
    await this.until(async () => (await this.pathname()) === path, `the way leads to ${path}`);
  }

  /** The page is there with what it reads, and nothing of it moves any more. */
  async isDrawn(path: string): Promise<void> {
    const drawn = `() => document.querySelector('main:not([role=status])') !== null
      && !document.querySelector('[class*="_bone_"]')
      && !document.getAnimations().some((one) => one.playState === 'running' && Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))`;
    await this.until(() => this.engine.evaluate<boolean>(drawn), `${path} is drawn`);
  }

  finds(sought: Sought): Promise<boolean> {
    return this.engine.evaluate<boolean>(`(sought) => (${FIND})(sought) !== null`, sought);
  }

  async sees(name: string, within?: string): Promise<void> {
    await this.until(() => this.finds({ role: 'text', name, within }), `the page says ${name}`);
  }

  /** What is there now is there no longer. */
  async loses(sought: Sought): Promise<void> {
    await this.until(async () => !(await this.finds(sought)), `${sought.name} is gone`);
  }

  /** The fact of a card or a sheet says so. */
  async says(label: string, value: string): Promise<void> {
    const found = `(label, value) => [...document.querySelectorAll('dl > div')].some((fact) => {
      const words = fact.innerText.replace(/\\s+/g, ' ');
      return words.includes(label) && words.includes(value);
    })`;
    await this.until(() => this.engine.evaluate<boolean>(found, label, value), `${label} is ${value}`);
  }

  async press(sought: Sought): Promise<void> {
    await this.until(() => this.engine.press(FIND, sought), `${sought.role} ${sought.name} is pressed`);
  }

  pressButton(name: string, within?: string, begins?: boolean): Promise<void> {
    return this.press({ role: 'button', name, within, begins });
  }

  pressLink(name: string): Promise<void> {
    return this.press({ role: 'link', name });
  }

  /** Presses the first that the selector finds. */
  async pressAt(selector: string): Promise<void> {
    await this.until(() => this.engine.press(FIRST, selector), `${selector} is pressed`);
  }

  /** Ticks the box that the selector finds; a press while the page still moves may hit nothing. */
  async tick(selector: string): Promise<void> {
    const isTicked = `(selector) => document.querySelector(selector)?.checked === true`;
    await this.until(async () => {
      if (await this.engine.evaluate<boolean>(isTicked, selector)) return true;
      await this.engine.press(FIRST, selector);
      await sleep(500);
      return this.engine.evaluate<boolean>(isTicked, selector);
    }, `${selector} is ticked`);
  }

  /** Presses what opens something until that is there: a press while the page still moves may hit nothing. */
  async pressToSee(sought: Sought, seen: Sought): Promise<void> {
    await this.press(sought);
    await this.until(async () => {
      if (await this.finds(seen)) return true;
      await sleep(1000);
      if (!(await this.finds(seen))) await this.engine.press(FIND, sought);
      return false;
    }, `${seen.name} is there after ${sought.name} is pressed`);
  }

  async fill(name: string, text: string, within?: string): Promise<void> {
    await this.press({ role: 'field', name, within });
    await this.write(text);
  }

  async fillAt(selector: string, text: string): Promise<void> {
    await this.pressAt(selector);
    await this.write(text);
  }

  /** Digit by digit into the boxes of a code, as a hand does. */
  async fillCode(code: string, label = 'Verification code'): Promise<void> {
    await this.until(() => this.engine.press(FIRST_BOX, label), `the boxes of ${label}`);
    await this.engine.type(code);
  }

  /** Asks for a code on the page and types it in. */
  async enterCode(): Promise<void> {
    // One a minute is the rule; the test does not wait for it.
    await this.app.owner.query('delete from account_limit');
    const before = this.codes().length;
    await this.pressButton('Send code');
    await this.sees('Sent to ');
    await this.until(async () => this.codes().length > before, 'a code in the mailbox');
    await this.fillCode(this.codes().at(-1) ?? '');
  }

  valueAt(selector: string): Promise<string> {
    return this.engine.evaluate<string>(`(selector) => document.querySelector(selector)?.value ?? ''`, selector);
  }

  /** Asks again until it is so; where pictures are asked for, there is one of what it was instead. */
  async until(condition: () => Promise<boolean>, what: string, withinMs = STEP_MS): Promise<void> {
    try {
      await eventually(condition, what, withinMs);
    } catch (failure) {
      await this.shoot(`failed-${what.replace(/[^\w]+/g, '-').slice(0, 60)}`);
      throw failure;
    }
  }

  /** A picture for somebody who looks, where one is asked for. */
  async shoot(name: string): Promise<void> {
    if (SHOTS) await this.engine.picture(join(SHOTS, `${this.name}-${name}.png`));
  }

  private async write(text: string): Promise<void> {
    // What stands there goes, as it does for somebody who types over it.
    await this.engine.evaluate(`() => document.activeElement?.select?.()`);
    await this.engine.type(text);
  }

  private codes(): string[] {
    const file = join(this.folder, 'mailbox.jsonl');
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (text === '') return [];
    return text.split('\n').flatMap((line) => (JSON.parse(line) as { code: string | null }).code ?? []);
  }
}
