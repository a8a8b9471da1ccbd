import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { refusalText } from '../../../server/contract/languages/index.js';
import { MarketBoard } from '../../../server/features/markets/market-board/index.js';
import { aPhone, PASSWORD } from '../../../server/test/factories/account-world.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { codeTo } from '../../../server/test/mailbox.js';
import { photoFile } from './money-world.js';
import { PageWorld } from './page-world.js';
import { PHONE, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const SHOTS = process.env.SHOTS_FOLDER;
const CLIENT = join(__dirname, 'old-client');

/** A folder with an older client in the place of ours, as somebody who keeps theirs has it served. */
function oldClientFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'old-client-'));
  mkdirSync(join(folder, 'assets'));
  cpSync(join(CLIENT, 'index.html'), join(folder, 'index.html'));
  cpSync(join(CLIENT, 'old-client.js'), join(folder, 'assets/old-client.js'));
  const library = dirname(require.resolve('socket.io-client-v2/package.json'));
  cpSync(join(library, 'dist/socket.io.js'), join(folder, 'assets/socket.io.js'));
  return folder;
}

/** A page of another site whose form hands a photo in at the product. */
async function anotherSite(product: string): Promise<{ url: string; server: Server }> {
  const form = `<form method="post" enctype="multipart/form-data" action="${product}/api/upload">
    <input type="file" name="file"><button>Send</button></form>`;
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(form));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, server };
}

/** An existing client of the contract, in a real browser and unmodified. */
describe('an older client, in the browser', () => {
  let world: PageWorld;
  let folder: string;
  const phone = aPhone();

  beforeAll(async () => {
    folder = oldClientFolder();
    world = await PageWorld.open({ CLIENT_FOLDER: folder, ROLES: 'gateway,worker,feed' }, ['BTC/USDT', 'ETH/USDT']);
    await world.call.post('user/sms_send', { user_string: phone, areacode: '86', type: 'register' });
    const code = await codeTo(world.app, `+86${phone}`);
    const typed = { user_string: phone, code, password: PASSWORD, re_password: PASSWORD };
    expect(await world.call.post('user/register', { type: 'mobile', areacode: '86', ...typed })).toMatchObject({
      type: 'ok',
    });
  }, HANGING_MS);

  afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  }, HANGING_MS);

  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();
  const said = (page: Page) => page.getByRole('status');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');

  interface Visit {
    context: BrowserContext;
    page: Page;
    /** What the page complained of. */
    complaints: string[];
    /** Statuses of the product's replies by call. */
    statuses: Map<string, number>;
    requests: Request[];
  }

  async function visit(): Promise<Visit> {
    const context = await world.browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const [complaints, statuses, requests] = [[] as string[], new Map<string, number>(), [] as Request[]];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => requests.push(request));
    page.on('response', (reply) => statuses.set(new URL(reply.url()).pathname, reply.status()));
    await page.goto(world.app.url);
    return { context, page, complaints, statuses, requests };
  }

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('Phone').fill(phone);
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.getByText(/^Account \S/).waitFor();
  }

  /** The price that a part of the page shows is one of now, and has been another one before. */
  async function isLive(page: Page, id: string): Promise<void> {
    const text = () => page.locator(`#${id}`).innerText();
    await soon(async () => expect(await text()).toMatch(/\(\d+\)$/), PATIENCE_MS);
    const before = await text();
    await soon(async () => expect(await text()).not.toBe(before), PATIENCE_MS);
    const last = Number(world.app.application.get(MarketBoard).ticker('BTC/USDT', Date.now())?.last);
    expect(Math.abs(Number.parseFloat(await text()) / last - 1)).toBeLessThan(0.01);
  }

  it(
    'shows a guest the markets, their bars and live events by the library 2.x, and logs in by JSON with numbers',
    async () => {
      const { page, context, complaints, statuses, requests } = await visit();
      await soon(async () => expect(await list(page, 'Markets').allInnerTexts()).toHaveLength(2));
      await list(page, 'Markets')
        .filter({ hasText: /^BTC\/USDT \d+(\.\d+)? [+-]?\d+\.\d+$/ })
        .waitFor();
      await page.getByText(/^\d{3,4} bars, the last [01] min old, closed at \d+(\.\d+)?$/).waitFor();
      for (const id of ['kline', 'daymarket', 'market_depth', 'match_trade']) await isLive(page, id);
      // Quantities are numbers that can be added up.
      expect(await page.locator('#market_depth').innerText()).toContain('number');
      await page.getByLabel('Phone').fill(phone);
      await page.getByLabel('Password').fill('not the password');
      await button(page, 'Log in').click();
      await said(page).getByText(refusalText('en', 'account.login-wrong')).waitFor();
      await logIn(page);
      const [sent] = requests.filter((request) => request.url().includes('/api/user/login')).slice(-1);
      expect(sent?.postDataJSON()).toEqual({ user_string: phone, password: PASSWORD, area_code_id: 0, type: 1 });
      expect(statuses.get('/api/user/login')).toBe(200);
      // The browser keeps the login for uploads and the socket, and shows it to no script.
      const cookies = (await context.cookies([`${world.app.url}/api/upload`, `${world.app.url}/socket.io/`])).filter(
        ({ name }) => name === 'session',
      );
      expect(cookies.map(({ path, httpOnly, sameSite }) => ({ path, httpOnly, sameSite }))).toEqual(
        expect.arrayContaining([
          { path: '/api/upload', httpOnly: true, sameSite: 'Strict' },
          { path: '/socket.io', httpOnly: true, sameSite: 'Strict' },
        ]),
      );
      expect(await page.evaluate(() => document.cookie)).not.toContain('session');
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'trades contracts by JSON with numbers, is told of them by the socket, and is refused in words that its chains go on with',
    async () => {
      await world.source.query(`update account_user set created_at = now() - interval '1 year'`);
      const id = await world.source
        .query<{ id: string }[]>('select id from account_user where phone = $1', [`+86${phone}`])
        .then(([user]) => user?.id ?? '');
      await fund(world.source, id, '1234.5');
      await fund(world.source, id, '1000', { kind: 'contract' });
      const { page, context, complaints, statuses } = await visit();
      await logIn(page);
      // What can be traded with, and what others trade.
      await page.getByText('1234.5 USDT, 0 BTC', { exact: true }).waitFor();
      for (const name of ['In', 'Out', 'Complete'])
        await soon(async () => expect(await list(page, name).count()).toBeGreaterThan(1));
      await list(page, 'Complete')
        .filter({ hasText: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \d+(\.\d+)? × [\d.e-]+$/ })
        .first()
        .waitFor();
      await shoot(page, 'old-client');

      await button(page, 'Long 1.5').click();
      await said(page)
        .getByText(refusalText('en', 'request.invalid', { field: 'share' }))
        .waitFor();
      expect(statuses.get('/api/lever/submit')).toBe(200);
      await button(page, 'Unknown call').click();
      await said(page).getByText(refusalText('en', 'request.unknown-route')).waitFor();
      expect(statuses.get('/api/no/such/call')).toBe(200);
      await button(page, 'Long 1').click();
      await said(page).getByText('Submit success').waitFor();
      const row = list(page, 'Positions').filter({ hasText: /^#\d+ BTC\/USDT Long 1 × 10/ });
      await row.waitFor();
      await shoot(page, 'old-client-position');
      await row.getByRole('button', { name: 'Close' }).click();
      await row.waitFor({ state: 'detached' });
      const [position] = await world.source.query<{ id: string }[]>(
        'select id, lots_ordered as lots, leverage, status from futures_position where user_id = $1',
        [id],
      );
      expect(position).toMatchObject({ lots: 1, leverage: 10, status: 3 });
      await page.getByText(`Closed: ${position?.id}`).waitFor();

      // A token that is dead is said to be so in the envelope, and the login is there again.
      await world.source.query('update account_session set ended_at = now() where user_id = $1', [id]);
      await page.reload();
      await button(page, 'Log in').waitFor();
      expect(statuses.get('/api/user/info')).toBe(200);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'hands photos in by the cookie of the login alone, and an identity of two names and two photos; no other site can',
    async () => {
      const { page, context, complaints, requests } = await visit();
      await logIn(page);
      await page.getByLabel('Name').fill('张三');
      await page.getByLabel('Number').fill('110101199001011234');
      await page.getByLabel('Front').setInputFiles(await photoFile('#224455'));
      await said(page).getByText('Uploaded: front_pic').waitFor();
      await page.getByLabel('Back').setInputFiles(await photoFile('#552244'));
      await said(page).getByText('Uploaded: reverse_pic').waitFor();
      await button(page, 'Submit').click();
      await said(page).getByText('Submit success').waitFor();
      await page.getByText('Review: waiting 张三').waitFor();
      await shoot(page, 'old-client-identity');
      const headersOf = async (path: string) => {
        const request = requests.findLast((one) => new URL(one.url()).pathname === path);
        return (await request?.allHeaders()) ?? {};
      };
      const uploaded = await headersOf('/api/upload');
      expect([uploaded.authorization, uploaded.cookie]).toEqual([
        undefined,
        expect.stringMatching(/^session=[\w-]{43};/),
      ]);
      // Its path keeps it from every other call; what the device is known by goes with all of them.
      const named = (await headersOf('/api/user/real_name')).cookie ?? '';
      expect([named.includes('device='), named.includes('session=')]).toEqual([true, false]);
      const cases = await world.source.query(
        `select c.name, c.country, c.status, count(p.*)::int as photos from verification_case c
           join account_user u on u.id = c.user_id left join verification_photo p on p.case_id = c.id
          where u.phone = $1 group by c.id`,
        [`+86${phone}`],
      );
      expect(cases).toEqual([{ name: '张三', country: 'ZZ', status: 'under-review', photos: 2 }]);

      const { url, server } = await anotherSite(world.app.url);
      const [{ uploads: before }] = await world.source.query('select count(*)::int as uploads from upload');
      const stranger = await context.newPage();
      await stranger.goto(url);
      await stranger.locator('input').setInputFiles(await photoFile('#113355'));
      const posted = stranger.waitForRequest(`${world.app.url}/api/upload`);
      await stranger.getByRole('button', { name: 'Send' }).click();
      await stranger.getByText('"type":"999"').waitFor();
      expect((await (await posted).allHeaders()).cookie ?? '').not.toContain('session=');
      expect(await world.source.query('select count(*)::int as uploads from upload')).toEqual([{ uploads: before }]);
      server.close();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
