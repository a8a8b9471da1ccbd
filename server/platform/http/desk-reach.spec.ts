import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { bootApp, type TestApp } from '../../test/app.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { rawRequest, type RawReply, sendRaw } from '../../test/raw-http.js';
import { DeskPort } from './desk-port.js';
import { RouteList } from './route-list.js';

const PAGE = '<!doctype html><title>The page</title>';
const SCRIPT = 'export default "the desk";';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://trade.example',
  PASSWORD_PEPPER: 'p'.repeat(32),
  SECRET_KEY: 's'.repeat(32),
};

/** Addresses of the desk: its page, its calls, its files, its board. */
const ADDRESSES = [
  '/ops',
  '/ops/',
  '/ops/deposits/7',
  '/ops/api/me',
  '/ops/api/login',
  '/ops/api/users?search=a',
  '/ops/queues',
  '/ops/queues/',
  '/ops/queues/api/queues',
  '/ops/assets/ops-abcdef12.js',
];

type Respell = (text: string, places: readonly number[]) => string;

const at = (text: string, places: readonly number[], change: (letter: string) => string): string =>
  [...text].map((letter, index) => (places.includes(index) ? change(letter) : letter)).join('');
const code = (letter: string): string => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;

const RESPELLINGS: Record<string, Respell> = {
  plain: (text) => text,
  'percent codes': (text, places) => at(text, places, code),
  'percent codes in capitals': (text, places) => at(text, places, (letter) => code(letter).toUpperCase()),
  'double percent codes': (text, places) => at(text, places, (letter) => code(letter).replace('%', '%25')),
  'letters coded': (text, places) => at(text, places, (letter) => (/[a-z]/.test(letter) ? code(letter) : letter)),
  'capital letters': (text, places) => at(text, places, (letter) => letter.toUpperCase()),
  'doubled slashes': (text, places) => at(text, places, (letter) => (letter === '/' ? '//' : letter)),
  dots: (text, places) => at(text, places, (letter) => (letter === '/' ? '/./' : letter)),
  'dots back': (text, places) => at(text, places, (letter) => (letter === '/' ? '/x/../' : letter)),
  'coded dots': (text, places) => at(text, places, (letter) => (letter === '/' ? '/%2e/' : letter)),
  semicolons: (text, places) => at(text, places, (letter) => (letter === '/' ? ';x=1/' : letter)),
  'semicolon at the end': (text) => `${text};x=1`,
  backslashes: (text, places) => at(text, places, (letter) => (letter === '/' ? '\\' : letter)),
  'other characters': (text, places) => at(text, places, (letter) => `${letter}%00`),
};
const HOSTS = ['', 'http://x', 'http://127.0.0.1:1', 'HTTPS://ops', 'http://', '//x', 'x:', 'http:'];

const spelling = record({
  address: constantFrom(...ADDRESSES),
  how: array(constantFrom(...Object.keys(RESPELLINGS)), { minLength: 1, maxLength: 2 }),
  places: array(nat(8), { maxLength: 6 }),
  host: constantFrom(...HOSTS),
  method: constantFrom('GET', 'GET', 'POST', 'HEAD', 'PUT', 'OPTIONS'),
}).map(({ address, how, places, host, method }) => ({
  method,
  target: host + how.reduce((text, name) => RESPELLINGS[name]?.(text, places) ?? text, address),
}));

/** The first part of the address that the target names, read once as a server does. */
function firstPart(target: string): string {
  const path = target.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path).split('/')[1] ?? '';
  } catch {
    return '';
  }
}

/** Nothing of the desk: not found, not readable, or the users' page, which is the same for every address. */
function isNothing({ status, body }: RawReply, target: string): boolean {
  const isRefused = status === 400 || status === 404 || body.includes('request.unknown-route');
  if (isRefused) return !body.includes('the desk');
  return status === 200 && (body === PAGE || body === '') && firstPart(target) !== 'ops';
}

const ask = (port: number, method: string, target: string): Promise<RawReply> =>
  sendRaw(port, rawRequest(method, target, [], method === 'POST' ? '{}' : ''));

describe('the desk is where the configuration says, for every spelling', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-reach-'));
  const apps: TestApp[] = [];
  let database: TestDatabase;

  beforeAll(async () => {
    mkdirSync(join(folder, 'ops/assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'ops/assets/ops-abcdef12.js'), SCRIPT);
    database = await createTestDatabase();
  }, 60_000);
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function boot(environment: Record<string, string>): Promise<TestApp> {
    const settings = { ROLES: 'gateway', LOG_LEVEL: 'silent', CLIENT_FOLDER: folder };
    const app = await bootApp({ ...settings, ...environment }, database);
    apps.push(app);
    return app;
  }

  function expectNotRegistered(app: TestApp): void {
    const routes = app.application.get(RouteList).all();
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.filter(({ path, access }) => path.startsWith('ops/') || access.kind === 'operator')).toEqual([]);
  }

  it.each<[string, Record<string, string>]>([
    ['switched off: its calls are not even registered, and', { OPS_ENABLED: 'off' }],
    ['switched off in production: its calls are not even registered, and', { ...PRODUCTION, OPS_ENABLED: 'off' }],
    ['in production without a port: its calls are not even registered, and', PRODUCTION],
    ['with a port of its own:', { OPS_PORT: '0' }],
    ['with a port of its own in production:', { ...PRODUCTION, OPS_PORT: '0' }],
  ])(
    '%s never at the public port',
    async (_how, environment) => {
      const app = await boot(environment);
      if (!('OPS_PORT' in environment)) expectNotRegistered(app);
      await app.application.get(DeskPort).listen();
      const port = Number(new URL(app.url).port);
      for (const address of ADDRESSES) {
        for (const target of [
          address,
          address.replace('ops', '%6fps'),
          address.replace('ops', 'o%70s'),
          `http://x${address}`,
        ]) {
          for (const method of ['GET', 'POST']) {
            const reply = await ask(port, method, target);
            expect({ method, target, status: reply.status, body: reply.body }).toMatchObject({
              status: 404,
              body: expect.stringContaining('request.unknown-route'),
            });
          }
        }
      }
      await assert(
        asyncProperty(spelling, async ({ method, target }) => {
          const reply = await ask(port, method, target);
          if (isNothing(reply, target)) return;
          throw new Error(`${method} ${target}: ${reply.status} ${reply.body.slice(0, 200)}`);
        }),
        { numRuns: 250 },
      );
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    },
    120_000,
  );

  it('in a worker: its calls are not even registered', async () => {
    expectNotRegistered(await boot({ ROLES: 'worker' }));
  });

  it('at its own port it answers, in the spellings that the router reads', async () => {
    const app = await boot({ OPS_PORT: '0' });
    const port = (await app.application.get(DeskPort).listen()) ?? 0;
    for (const target of ['/ops/api/me', '/%6fps/api/me', 'http://x/ops/api/me', '/ops/queues/']) {
      expect({ target, ...(await ask(port, 'GET', target)) }).toMatchObject({
        target,
        body: expect.stringContaining('"999"'),
      });
    }
    expect(await ask(port, 'GET', '/ops/assets/ops-abcdef12.js')).toMatchObject({ status: 200, body: SCRIPT });
    expect(await ask(port, 'GET', '/ops')).toMatchObject({ status: 200, body: PAGE });
    expect((await ask(port, 'POST', '/ops/api/me')).status).toBe(405);
    expect((await ask(port, 'GET', '/ops/nothing.js')).status).toBe(404);
  });
});
