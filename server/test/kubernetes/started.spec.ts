import { bootApp, type TestApp } from '../app.js';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';
import { DeskPort } from '../../platform/http/desk-port.js';
import { MetricsPort } from '../../platform/http/metrics-port.js';
import { settingsOf } from './manifests.js';

/** The product, started with what the manifests say of each role, answers where they ask it and nowhere else. */
let proxy: TcpProxy;
let app: TestApp | null = null;

beforeAll(async () => {
  proxy = await startTcpProxy(Number(new URL(process.env.TEST_REDIS_URL ?? '').port));
});
afterEach(async () => {
  proxy.mend();
  await app?.close();
  app = null;
});
afterAll(() => proxy.close());

/** What stands in a set of settings, but for where the cluster's own servers and secrets are, and for the port, which is a free one. */
async function start(name: string): Promise<{ url: string; inner: string | null; figures: string }> {
  const { DATABASE_URL: _database, REDIS_URL: _redis, OPS_PORT, ...settings } = settingsOf('base', name);
  const redis = new URL(process.env.TEST_REDIS_URL ?? '');
  redis.port = String(proxy.port);
  const own = Object.fromEntries(Object.entries(settings).filter(([setting]) => !setting.endsWith('_FILE')));
  expect(settingsOf('base', 'settings').METRICS_PORT).toBe('9464');
  const ports: Record<string, string> = { METRICS_PORT: '0', ...(OPS_PORT === undefined ? {} : { OPS_PORT: '0' }) };
  app = await bootApp({
    ...own,
    ...ports,
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    REDIS_URL: redis.toString(),
    // Nobody waits for a balancer here.
    DRAIN_NOTICE_MS: '0',
  });
  const port = await app.application.get(DeskPort).listen();
  const figures = `http://127.0.0.1:${await app.application.get(MetricsPort).listen()}`;
  return { url: app.url, inner: port === null ? null : `http://127.0.0.1:${port}`, figures };
}

const statuses = async (url: string, paths: string[]) =>
  Promise.all(paths.map(async (path) => [path, (await fetch(url + path, { redirect: 'manual' })).status]));

it('a gateway serves everybody at one port, and its figures at another; it has no desk at either', async () => {
  const { url, inner, figures } = await start('gateway');
  const call = '/api/currency/quotation_new';
  expect(await statuses(url, ['/healthz', '/readyz', call, '/metrics', '/ops', '/ops/api/me'])).toEqual([
    ['/healthz', 200],
    ['/readyz', 200],
    [call, 200],
    // Of what a stranger may not know, and of a desk that is not there, nothing is told.
    ['/metrics', 404],
    ['/ops', 404],
    ['/ops/api/me', 404],
  ]);
  expect(await statuses(inner ?? '', ['/metrics', '/readyz', '/ops', '/ops/api/me'])).toEqual([
    ['/metrics', 404],
    ['/readyz', 200],
    ['/ops', 404],
    ['/ops/api/me', 404],
  ]);
  expect(await (await fetch(`${figures}/metrics`)).text()).toMatch(/^gateway_sockets\{protocol="channels"\} 0$/m);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ state: expect.any(String) });
});

it('a desk answers at the inner port alone', async () => {
  const { url, inner, figures } = await start('desk');
  expect(await statuses(url, ['/ops', '/ops/api/me'])).toEqual([
    ['/ops', 404],
    ['/ops/api/me', 404],
  ]);
  expect(await statuses(inner ?? '', ['/ops', '/metrics'])).toEqual([
    ['/ops', 200],
    ['/metrics', 404],
  ]);
  // However it is spelled, the door of Prometheus leads to no desk.
  const spellings = ['/ops', '/ops/api/me', '/metrics/../ops', '//ops', '/%6fps', '/metrics?x', '/api/docs', '/'];
  expect(await statuses(figures, ['/metrics', '/healthz', ...spellings])).toEqual([
    ['/metrics', 200],
    ['/healthz', 200],
    ...spellings.map((path) => [path, 404]),
  ]);
  // It knows the call, and asks who that is.
  expect(await (await fetch(`${inner}/ops/api/me`)).text()).toContain('"999"');
});

it('lives, and says so at once, while Redis answers nobody and Postgres is gone', async () => {
  const { url, figures } = await start('worker');
  expect(await statuses(url, ['/metrics'])).toEqual([['/metrics', 404]]);
  expect(await (await fetch(`${figures}/metrics`)).text()).toMatch(
    /^gateway_database_connections\{pool="commands",state="idle"\} \d+$/m,
  );
  expect(await statuses(url, ['/healthz'])).toEqual([['/healthz', 200]]);
  proxy.cut('stalled');
  await app?.database.drop();
  expect(await statuses(url, ['/healthz', '/readyz'])).toEqual([
    ['/healthz', 200],
    ['/readyz', 503],
  ]);
});
