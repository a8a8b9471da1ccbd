import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootApp, type TestApp } from '../../test/app.js';
import { DeskPort } from './desk-port.js';

const PAGE =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><!-- early {"/":"<link>","*":"<other>"} --><title>The page</title>';
const SCRIPT = '/assets/ops-abcdef12.js';

describe('the page of the desk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-page-'));
  let own: TestApp;
  let shared: TestApp;
  let desk: string;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, SCRIPT), 'export default 1;');
    const settings = { ROLES: 'gateway', LOG_LEVEL: 'silent', CLIENT_FOLDER: folder };
    own = await bootApp({ ...settings, OPS_PORT: '0' });
    desk = `http://127.0.0.1:${await own.application.get(DeskPort).listen()}`;
    shared = await bootApp(settings, own.database);
  }, 60_000);

  afterAll(async () => {
    await shared?.close();
    await own?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const text = async (address: string) => {
    const reply = await fetch(address);
    return { status: reply.status, policy: reply.headers.get('content-security-policy'), body: await reply.text() };
  };

  it.each(['/ops', '/ops/', '/ops/deposits/7', '/ops/users?search=ann'])(
    'is served at the port of its own at %s, and not at the public one',
    async (path) => {
      const page = await text(desk + path);
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<title>The page</title>') });
      expect(page.policy).toContain("script-src 'self'");
      expect(page.body).not.toContain('__CSP_NONCE__');
      expect(page.body).not.toContain('<other>');
      expect(await text(own.url + path)).toMatchObject({
        status: 404,
        body: expect.stringContaining('"type":"error"'),
      });
      expect(await text(shared.url + path)).toMatchObject({ status: 200 });
    },
  );

  it('leaves to the pages of users what those need first: at some addresses their own, at all others the same', async () => {
    const [first, other] = [await text(`${own.url}/`), await text(`${own.url}/pages/my/index`)];
    expect([first.body.includes('<link>'), first.body.includes('<other>')]).toEqual([true, false]);
    expect([other.body.includes('<link>'), other.body.includes('<other>')]).toEqual([false, true]);
  });

  it('finds its files and its calls at the same port', async () => {
    expect(await text(desk + SCRIPT)).toMatchObject({ status: 200, body: 'export default 1;' });
    expect(await text(`${desk}/ops/api/me`)).toMatchObject({ body: expect.stringContaining('"999"') });
    expect(await text(`${desk}/ops/api/no-such-call`)).toMatchObject({ status: 404 });
    expect(await text(`${desk}/ops/no-such-file.js`)).toMatchObject({ status: 404 });
  });
});
