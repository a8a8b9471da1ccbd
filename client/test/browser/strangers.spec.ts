import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright-core';
import { PASSWORD } from '../../../server/test/factories/account-world.js';
import { HOSTILE_MARKUP } from '../../../server/test/fixtures/hostile-markup.js';
import { codeTo } from '../../../server/test/mailbox.js';
import { fillCode } from './code-boxes.js';
import { PAGES } from './page-paths.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { openAtRest, walkAtRest } from './rest.js';
import { aRichUser } from './rich-user.js';

/** What other sites and hostile texts can do to the pages. */

let world: PageWorld;
/** A page of another site, which shows in a frame whatever its address names. */
let other: Server;
let otherUrl: string;

beforeAll(async () => {
  world = await PageWorld.open({ RATE_FACTOR: '1000' });
  other = createServer((request, reply) => {
    const framed = new URL(request.url ?? '/', 'http://other').searchParams.get('framed');
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    reply.end(framed === null ? '<p>its own</p>' : `<p>around</p><iframe src="${framed}"></iframe>`);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  other?.close();
  await world?.close();
});

describe('in a frame of another site', () => {
  /** What the frame holds in the end. */
  async function framedBy(address: string): Promise<{ shown: string; said: string }> {
    const { page, context } = await openPhone(world.browser);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${otherUrl}/?framed=${encodeURIComponent(address)}`);
    await page.getByText('around').waitFor();
    const frame = page.frames().find((one) => one.parentFrame() !== null);
    await frame?.waitForLoadState();
    const shown = frame?.url() ?? '';
    await context.close();
    return { shown, said: said.join('\n') };
  }

  it('its own page is shown', async () => {
    expect(await framedBy(`${otherUrl}/`)).toMatchObject({ shown: `${otherUrl}/` });
  }, 60_000);

  it.each([
    '/',
    '/pages/user/login/login',
    '/pages/assets/withdraw',
    '/ops',
    '/ops/withdrawals/1',
    '/ops/queues',
    '/api/docs',
    '/api/get/reg',
    '/no/such/page',
    '/socket.io/?EIO=4&transport=polling',
  ])(
    'nothing of %s is',
    async (path) => {
      const { shown, said } = await framedBy(world.app.url + path);
      expect(shown).toBe('chrome-error://chromewebdata/');
      expect(said).toContain('frame-ancestors');
    },
    60_000,
  );
});

describe('an invitation with an address of another site to return to', () => {
  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const LURES = [
    'https://evil.example/',
    '//evil.example/pages/index/index',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'https:evil.example',
  ];

  it('fills in the code, registers, and stays at this site', async () => {
    const { page, context } = await openPhone(world.browser, 'en');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const inviter = await world.aUser();
    const { message } = await world.call.get('user/center', { token: inviter.token });
    const { extension_code: code } = message as { extension_code: string };
    const query = new URLSearchParams({
      code,
      backpage: LURES[0] ?? '',
      url: LURES[0] ?? '',
      redirect: LURES[0] ?? '',
    });
    await openAtRest(page, `${world.app.url}/pages/user/login/register?${query}`);
    await soon(async () => expect(await page.getByLabel(/^Invitation code/).inputValue()).toBe(code));
    const email = 'lured@example.com';
    await field(page, 'E-mail').fill(email);
    await button(page, 'Send code').click();
    await page.getByText(`Sent to ${email}`).waitFor();
    await fillCode(page, await codeTo(world.app, email, 1));
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'Register').click();
    await soon(async () => expect(page.url()).toBe(`${world.app.url}/pages/index/index`));
    expect(asked.filter((url) => !url.startsWith(world.app.url) && /^https?:/.test(url))).toEqual([]);
    const [joined] = await world.source.query(
      'select 1 as is_there from account_user u join account_user i on i.id = u.invited_by where u.email = $1 and i.id = $2',
      [email, inviter.userId],
    );
    expect(joined).toEqual({ is_there: 1 });
    await context.close();
  }, 120_000);

  it.each(LURES)(
    'a login does, too: %j',
    async (lure) => {
      const name = `lured${Buffer.from(lure).toString('hex').slice(0, 16)}`;
      const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
      expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
      const { page, context } = await openPhone(world.browser, 'en');
      await openAtRest(page, `${world.app.url}/pages/user/login/login?${new URLSearchParams({ backpage: lure })}`);
      await page.getByRole('tab', { name: 'Username' }).click();
      await field(page, 'Username').fill(name);
      await field(page, 'Password').fill(PASSWORD);
      await button(page, 'Log in').click();
      await soon(async () => expect(page.url()).toBe(`${world.app.url}/pages/index/index`));
      await context.close();
    },
    60_000,
  );
});

describe('hostile texts', () => {
  /** Fields in which a user or an operator has written something; articles are markup by nature, and are cleaned. */
  const WRITTEN =
    /^(name|real_name|nickname|merchant|remark|notes?|reason|text|title|abstract|message_text|subject|device|user_agent|account|user|holder|bank\w*|address|label|login|word|comment)$/;
  const SHOWN = /\S/;
  /** Which account a figure is of is a word of ours, and pages ask with it. */
  const OURS = /^(all|spot|option|contract|trust)$/;

  it('are 200 and more', () => expect(new Set(HOSTILE_MARKUP).size).toBeGreaterThanOrEqual(200));

  /** Puts a hostile text into each written field of a reply, the next one each time. */
  function poison(value: unknown, next: () => string): unknown {
    if (Array.isArray(value)) return value.map((one) => poison(one, next));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        typeof one === 'string' && WRITTEN.test(name) && SHOWN.test(one) && !OURS.test(one)
          ? next()
          : poison(one, next),
      ]),
    );
  }

  it('are texts on every page, wherever somebody wrote something', async () => {
    const user = await aRichUser(world);
    const parameters = (index: number) => JSON.stringify({ title: HOSTILE_MARKUP[index], text: HOSTILE_MARKUP[index] });
    for (const index of HOSTILE_MARKUP.keys()) {
      if (HOSTILE_MARKUP[index]?.includes('\0')) continue;
      await world.source.query(
        `insert into account_notice (user_id, kind, parameters, at) values ($1, 'announcement', $2, now())`,
        [user.userId, parameters(index)],
      );
    }
    const { page, context } = await world.openAs(user);
    const asked: string[] = [];
    const ran: string[] = [];
    const put: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    const next = () => {
      const text = HOSTILE_MARKUP[put.length % HOSTILE_MARKUP.length] ?? '';
      put.push(text);
      return text;
    };
    await page.route(/\/api\//, async (route: Route) => {
      const reply = await route.fetch();
      const text = await reply.text();
      const isJson = (reply.headers()['content-type'] ?? '').includes('json');
      await route.fulfill({ response: reply, body: isJson ? JSON.stringify(poison(JSON.parse(text), next)) : text });
    });
    let shown = 0;
    const paths = [...PAGES, '/pages/notice/index?kind=own', '/pages/notice/index?kind=news'];
    for (const [place, path] of paths.entries()) {
      const address = world.app.url + path.replace('ORDER', user.trustOrder);
      // Walked to like people do: a load of each of them takes three times as long, and shows the same.
      await (place === 0 ? openAtRest : walkAtRest)(page, address);
      shown += await page.evaluate(
        (texts) => texts.filter((text) => document.body.innerText.includes(text)).length,
        HOSTILE_MARKUP.filter((text) => !/\s{2}|[\0\r\n\t]/.test(text)),
      );
      const made = await page.evaluate(() =>
        [...document.body.querySelectorAll('*')]
          .filter(
            (node) =>
              /^(SCRIPT|IFRAME|FRAMESET|OBJECT|EMBED|BASE|META|LINK|MARQUEE|APPLET|MATH|FOREIGNOBJECT)$/i.test(
                node.tagName,
              ) ||
              [...node.attributes].some(
                ({ name, value }) =>
                  /^on/i.test(name) || name === 'srcdoc' || /^\s*(javascript|vbscript|data:text|data:app)/i.test(value),
              ) ||
              /evil\.example/.test(node.getAttribute('href') ?? node.getAttribute('src') ?? ''),
          )
          .map((node) => node.outerHTML.slice(0, 200)),
      );
      expect({ path, made }).toEqual({ path, made: [] });
    }
    expect(ran).toEqual([]);
    expect(asked.filter((url) => /evil\.example/.test(url))).toEqual([]);
    // They were there to be seen.
    expect(put.length).toBeGreaterThan(100);
    expect(shown).toBeGreaterThan(50);
    await context.close();
  }, 600_000);
});
