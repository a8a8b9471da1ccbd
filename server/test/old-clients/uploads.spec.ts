import { Pool } from 'pg';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { PASSWORD } from '../factories/account-world.js';
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { codeTo } from '../mailbox.js';

/**
 * Photos as the upload parts of those clients send them: a form with the part `file` and no header of theirs, in a browser
 * that has the cookie of the login.
 */
let app: TestApp;
let call: Caller;
let database: Pool;
let photo: Buffer;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://trade.example' });
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 2 });
  photo = await aPhoto({ width: 64, height: 48 });
}, 180_000);

afterAll(async () => {
  await database?.end();
  await app?.close();
});

let people = 0;

/** Somebody who is logged in, with what the browser keeps of it. */
async function aVisitor() {
  people += 1;
  const user_string = `uploader-${people}@example.com`;
  await call.post('sms_mail', { user_string, type: 'register' });
  const code = await codeTo(app, user_string);
  const form = { type: 'email', user_string, code, password: PASSWORD, re_password: PASSWORD };
  expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
  const login = await call.post('user/login', { user_type: 'email', user_string, password: PASSWORD });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { token: String(login.message), cookie: cookie.join('; ') };
}

/** What a browser says of a page of the site itself; tests that go by another name than the site's say so as well. */
const ownPage = () => ({ origin: `https://${new URL(app.url).host}`, 'sec-fetch-site': 'same-origin' });

async function upload(headers: Record<string, string>) {
  const reply = await fetch(`${app.url}/api/upload`, {
    method: 'POST',
    body: new Uint8Array(formBytes([{ name: 'file', body: photo }])),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, lang: 'en', ...headers },
  });
  const { type, message } = (await reply.json()) as { type: string; message: string };
  return { status: reply.status, type, message };
}

const TAKEN = { status: 200, type: 'ok', message: expect.stringMatching(/^[0-9a-f]{32}$/) };
const REFUSED = { status: 200, type: '999' };

it('are taken by the cookie of the login, and are that user’s to use', async () => {
  const { token, cookie } = await aVisitor();
  const sent = await upload({ cookie, ...ownPage() });
  expect(sent).toMatchObject(TAKEN);
  const download = await fetch(`${app.url}/api/upload/${sent.message}`, { headers: { authorization: token } });
  expect(download.status).toBe(200);
  // The cookie is good for handing in alone: nothing is shown for it.
  const shown = await fetch(`${app.url}/api/upload/${sent.message}`, { headers: { cookie, ...ownPage() } });
  expect(await shown.json()).toMatchObject({ type: '999' });
});

it('belong to whom the header names, where one comes', async () => {
  const [owner, other] = [await aVisitor(), await aVisitor()];
  const { message } = await upload({ cookie: other.cookie, authorization: owner.token, ...ownPage() });
  const { rows } = await database.query('select user_id::text from upload where id = $1', [message]);
  const center = await call.get('user/center', { token: owner.token });
  expect(rows).toEqual([{ user_id: String((center.message as { id: number }).id) }]);
  for (const authorization of ['', 'null', 'a'.repeat(43)])
    expect(await upload({ cookie: owner.cookie, authorization, ...ownPage() })).toMatchObject(REFUSED);
});

it.each<Record<string, string>>([
  {},
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('are not taken from another page: %o', async (page) => {
  const { cookie } = await aVisitor();
  expect(await upload({ cookie, ...page })).toMatchObject(REFUSED);
  expect(await upload({ cookie, ...ownPage(), ...page })).toMatchObject(Object.keys(page).length > 0 ? REFUSED : TAKEN);
});

it('are not taken any more by the cookie of a session that has ended, which the logout takes away', async () => {
  const { token, cookie } = await aVisitor();
  expect(await upload({ cookie, ...ownPage() })).toMatchObject(TAKEN);
  const { headers } = await call.post('user/logout', {}, { token });
  expect(headers.getSetCookie()).toEqual(['__Host-session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure']);
  expect(await upload({ cookie, ...ownPage() })).toMatchObject(REFUSED);
});
