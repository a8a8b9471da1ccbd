import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PasswordHasher } from '../../../server/features/account/security/index.js';
import { bootApp, type TestApp, withoutFarHistory } from '../../../server/test/app.js';
import { createTestDatabase, withClient } from '../../../server/test/database.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { restrictToMarkets } from '../../../server/test/factories/markets.js';
import { aUser, type TestUser } from '../../../server/test/factories/users.js';
import { approvePerson } from '../browser/known-person.js';
import { photoFile } from '../browser/money-world.js';
import { PAGES } from '../browser/page-paths.js';
import { BEAT_MS, eventually, sleep, soon } from '../browser/product.js';
import { type Engine, FIND, type Sought } from './engine.js';
import { openFirefox } from './firefox.js';
import { openWebKit } from './webkit.js';

/** Bounds against hanging, not expectations of speed: the machine may be busy. */
const HANGING_MS = 600_000;
const STEP_MS = 60_000;
const MARKETS = ['BTC/USDT', 'ETH/USDT', 'USDC/USDT', 'GOLD/USDT', 'AAPL/USD'];
const PASSWORD = 'Str0ng-Passw0rd!9';
const MARKET = '?symbol=BTC%2FUSDT';
const SHEET = '[role=dialog]';
const TICKET = '[role=dialog] [aria-label="Order ticket"], [aria-label="Order ticket"]';

/** Notes what a page throws from now on; an engine has no common way to say it. */
const NOTE_ERRORS = `() => {
  window.thrown = [];
  addEventListener('error', ({ message }) => window.thrown.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.thrown.push(String(reason)));
}`;

/** Goes to a page as a link of the app does: the document stays, and so does who notes what the page throws while it comes. */
const GO = `(path) => {
  history.pushState({}, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}`;

const ENGINES: [string, () => Promise<Engine>][] = [
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

/** The built pages, in the engines of other browsers than the one that all journeys run in. */
describe.each(ENGINES)('the pages in %s', (_name, open) => {
  let app: TestApp;
  let engine: Engine;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'engines-'));
    const database = await createTestDatabase();
    await withClient(database.url, (client) => restrictToMarkets(client, MARKETS));
    const settings = { FEED: 'simulated', LOG_LEVEL: 'silent', SIMULATION_BEAT_MS: BEAT_MS, DATA_FOLDER: folder };
    app = await bootApp(settings, database, withoutFarHistory);
    engine = await open();
  }, HANGING_MS);

  afterAll(async () => {
    await engine?.close();
    await app?.close();
    await app?.database.drop();
    rmSync(folder, { recursive: true, force: true });
  }, HANGING_MS);

  const finds = (sought: Sought) => engine.evaluate<boolean>(`(sought) => (${FIND})(sought) !== null`, sought);
  const sees = (name: string, within?: string) =>
    eventually(() => finds({ role: 'text', name, within }), `the page says ${name}`, STEP_MS);
  const press = (sought: Sought) =>
    eventually(() => engine.press(FIND, sought), `${sought.role} ${sought.name} is pressed`, STEP_MS);
  const pressButton = (name: string, within?: string, begins?: boolean) =>
    press({ role: 'button', name, within, begins });

  /** Presses what opens something until that is there: a press while the page still moves may hit nothing. */
  async function pressToSee(sought: Sought, seen: Sought): Promise<void> {
    await press(sought);
    await eventually(
      async () => {
        if (await finds(seen)) return true;
        await sleep(1000);
        if (!(await finds(seen))) await engine.press(FIND, sought);
        return false;
      },
      `${seen.name} is there after ${sought.name} is pressed`,
      STEP_MS,
    );
  }

  async function fill(name: string, text: string, within?: string): Promise<void> {
    await press({ role: 'field', name, within });
    // What stands there goes, as it does for somebody who types over it.
    await engine.evaluate(`() => document.activeElement?.select?.()`);
    await engine.type(text);
  }

  /** Goes to the page as somebody who has been logged in before. */
  async function goAs({ token, userId }: TestUser, path: string, language = 'en'): Promise<void> {
    await engine.goto(`${app.url}/pages/user/login/agree`);
    const reply = await fetch(`${app.url}/api/user/center`, { headers: { Authorization: token } });
    const { message } = (await reply.json()) as { message: { id: number } };
    expect(String(message.id)).toBe(userId);
    await engine.evaluate(
      `(token, user, language) => {
        for (const [name, value] of Object.entries({ token, user, 'language-mark': language, preferences: JSON.stringify({ language }) }))
          localStorage.setItem(name, value);
      }`,
      token,
      JSON.stringify(message),
      language,
    );
    await engine.goto(app.url + path);
  }

  async function aTrader(kind: 'change' | 'contract' | 'option'): Promise<TestUser> {
    const user = await aUser(app.database.url);
    await app.owner.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
      user.userId,
    ]);
    await fund(app.owner, user.userId, '10000', kind === 'change' ? {} : { kind });
    return user;
  }

  it(
    'move with the market, and draw its chart',
    async () => {
      await engine.goto(`${app.url}/pages/user/login/agree`);
      await engine.evaluate(`() => localStorage.setItem('preferences', JSON.stringify({ language: 'en' }))`);
      await engine.goto(`${app.url}/pages/trade/index${MARKET}`);
      await sees('BTC/USDT');
      const price = () =>
        engine.evaluate<string>(`() => document.querySelector('[data-part="last-price"]')?.innerText ?? ''`);
      await eventually(async () => /\d/.test(await price()), 'there is a price', STEP_MS);
      const before = await price();
      await eventually(async () => (await price()) !== before, 'the price moves', STEP_MS);
      const colours = `() => {
        const seen = new Set();
        for (const canvas of document.querySelectorAll('[role=application] canvas')) {
          if (canvas.width === 0 || canvas.height === 0) continue;
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          for (let at = 0; at < data.length; at += 4) seen.add(data[at] + ' ' + data[at + 1] + ' ' + data[at + 2]);
        }
        return seen.size;
      }`;
      await eventually(async () => (await engine.evaluate<number>(colours)) > 3, 'candles are drawn', STEP_MS);
    },
    HANGING_MS,
  );

  it(
    'let nobody in with a wrong password, and keep who is in over a reload',
    async () => {
      const { userId, email } = await aUser(app.database.url);
      const hash = await app.application.get(PasswordHasher).hash(PASSWORD);
      await app.owner.query('update account_user set password_hash = $2 where id = $1', [userId, hash]);
      await engine.evaluate(`() => { localStorage.removeItem('token'); localStorage.removeItem('user'); }`);
      await engine.goto(`${app.url}/pages/user/login/login?backpage=%2Fpages%2Fsettings%2Findex`);
      await fill('E-mail', email);
      await fill('Password', 'Wr0ng-Passw0rd!9');
      await pressButton('Log in');
      await sees('password');
      expect(await engine.evaluate<string | null>(`() => localStorage.getItem('token')`)).toBeNull();
      await engine.evaluate(`() => document.querySelector('input[type=password]').select()`);
      await engine.type(PASSWORD);
      await pressButton('Log in');
      await eventually(
        async () => (await engine.evaluate<string>(`() => location.pathname`)) === '/pages/settings/index',
        'the way goes back to where it began',
        STEP_MS,
      );
      await engine.goto(`${app.url}/pages/account/index`);
      await eventually(
        async () => (await engine.evaluate<string>(`() => location.pathname`)) === '/pages/account/index',
        'the session is kept',
        STEP_MS,
      );
    },
    HANGING_MS,
  );

  it(
    'buy at the market, and close a sheet by the way back',
    async () => {
      const user = await aTrader('change');
      await goAs(user, `/pages/trade/index${MARKET}`);
      const buy = { role: 'button', name: 'Buy', within: '[data-bar="over"]' } as const;
      await pressToSee(buy, { role: 'text', name: '10,000', within: TICKET });
      await engine.back();
      await eventually(
        async () => !(await finds({ role: 'text', name: '10,000', within: TICKET })),
        'the sheet is closed',
        STEP_MS,
      );
      expect(await engine.evaluate<string>(`() => location.pathname`)).toBe('/pages/trade/index');

      await pressToSee(buy, { role: 'text', name: '10,000', within: TICKET });
      await press({ role: 'option', name: 'Market', within: TICKET });
      await fill('Quantity (BTC)', '0.01', TICKET);
      await pressButton('Buy BTC');
      await sees('Worst price', SHEET);
      await pressButton('Confirm', SHEET);
      await soon(async () => {
        const orders = await app.owner.query('select side, status from spot_order where user_id = $1', [user.userId]);
        expect(orders).toEqual([{ side: 'buy', status: 'filled' }]);
      }, STEP_MS);
      await sees('Bought 0.01 BTC');
    },
    HANGING_MS,
  );

  it(
    'open a contract and close it',
    async () => {
      const user = await aTrader('contract');
      await goAs(user, `/pages/contract/index${MARKET}`);
      await sees('Your open positions will be here.');
      await pressToSee({ role: 'button', name: 'Long' }, { role: 'field', name: 'Lots', within: SHEET });
      await fill('Lots', '10', SHEET);
      await eventually(
        () =>
          engine.evaluate<boolean>(
            `(sheet) => /Available afterwards\\s*[\\d,.]/.test(document.querySelector(sheet)?.innerText ?? '')`,
            SHEET,
          ),
        'the order is previewed',
        STEP_MS,
      );
      await pressButton('Next', SHEET);
      await sees('Confirm long', SHEET);
      await pressButton('Open long', SHEET, true);
      await sees('10 lots', '[data-position]');
      const whole = { role: 'button', name: 'Close the whole position', within: SHEET } as const;
      await pressToSee({ role: 'button', name: 'Close', within: '[data-position]' }, whole);
      await press(whole);
      await sees('Your open positions will be here.');
      const rows = await app.owner.query('select status from futures_position where user_id = $1', [user.userId]);
      expect(rows).toHaveLength(1);
    },
    HANGING_MS,
  );

  it(
    'upload the photo of a document',
    async () => {
      const user = await aUser(app.database.url);
      await approvePerson(app, user.userId);
      const path = join(folder, 'photo.jpg');
      writeFileSync(path, (await photoFile('#446644')).buffer);
      await goAs(user, '/pages/verification/advanced');
      const input = `() => document.querySelector('input[type=file]')`;
      await eventually(
        () => engine.evaluate<boolean>(`() => (${input})() !== null`),
        'there is a place for it',
        STEP_MS,
      );
      await engine.choose(input, path);
      await sees('Replace');
      const files = await app.owner.query('select from upload where user_id = $1', [user.userId]);
      expect(files).toHaveLength(1);
    },
    HANGING_MS,
  );

  it.each(['en', 'zh'])(
    'throw nothing, and have nothing that sticks out (%s)',
    async (language) => {
      const user = await aTrader('change');
      const faults: string[] = [];
      await goAs(user, '/pages/index/index', language);
      await sees('BTC');
      await engine.evaluate(NOTE_ERRORS);
      for (const path of PAGES.filter((one) => !one.includes('ORDER'))) {
        await engine.evaluate(GO, path);
        await eventually(
          () =>
            engine.evaluate<boolean>(
              `() => document.querySelector('main:not([role=status])') !== null && !document.querySelector('[class*="_bone_"]')`,
            ),
          `${path} is drawn`,
          STEP_MS,
        );
        // What a page does by itself once it is there.
        await sleep(300);
        const { wide, thrown, spoken } = await engine.evaluate<{ wide: number; thrown: string[]; spoken: string }>(
          `() => ({
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            thrown: window.thrown.splice(0),
            spoken: document.documentElement.lang,
          })`,
        );
        if (wide > 0) faults.push(`${path} sticks out by ${wide} px`);
        if (spoken !== language) faults.push(`${path} speaks ${spoken}`);
        faults.push(...thrown.map((message) => `${path} ${message}`));
      }
      expect(faults).toEqual([]);
    },
    HANGING_MS,
  );
});
