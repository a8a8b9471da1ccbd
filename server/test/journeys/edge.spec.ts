import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { UploadPlaces } from '../../features/account/uploads/upload-places.js';
import { DeskPort } from '../../platform/http/desk-port.js';
import { bootApp, type TestApp } from '../app.js';
import { aUser } from '../factories/users.js';
import { connectBare } from '../gateway.js';
import { sendRaw } from '../raw-http.js';

/** What a stranger meets before anything of the product: connections, addresses, polls, cookies. */

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  port = Number(new URL(app.url).port);
}, 60_000);
afterAll(() => app?.close());

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=(self)'),
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
};

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: ?(.*)/s, 2) as [string, string])
      .map(([name, value]) => [name.toLowerCase(), value]),
  );

describe('polls of old clients', () => {
  const poll = (query: string) => fetch(`${app.url}/socket.io/?${query}`);

  it.each(['EIO=3&transport=polling&j=0', 'EIO=4&transport=polling&j=12', 'EIO=3&transport=polling&%6a=0'])(
    'are no scripts that any page may read: %s',
    async (query) => {
      const reply = await poll(query);
      const text = await reply.text();
      expect({ status: reply.status, text }).toEqual({ status: 403, text: expect.stringContaining('JSONP') });
      expect(text).not.toContain('___eio');
      expect(Object.fromEntries(reply.headers)).toMatchObject(HEADERS);
    },
  );

  it.each(['EIO=3&transport=polling', 'EIO=3&transport=polling&b64=1&t=abc', 'EIO=4&transport=polling'])(
    'go on: %s',
    async (query) => {
      const reply = await poll(query);
      expect(reply.status).toBe(200);
      expect(await reply.text()).toContain('"sid"');
      expect(Object.fromEntries(reply.headers)).toMatchObject(HEADERS);
    },
  );
});

describe('whatever else comes to the sockets', () => {
  const request = (line: string, ...headers: string[]) =>
    sendRaw(port, [line, `Host: 127.0.0.1:${port}`, ...headers, '', ''].join('\r\n'));
  const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const CASES: [string, string, string[], number][] = [
    [
      'an upgrade by a foreign page',
      'EIO=4&transport=websocket',
      [...UPGRADE, KEY, 'Origin: https://evil.example'],
      400,
    ],
    ['an upgrade to another transport', 'EIO=4&transport=carrier', [...UPGRADE, KEY], 400],
    ['an upgrade of an unknown connection', 'EIO=4&transport=websocket&sid=none', [...UPGRADE, KEY], 400],
    ['an upgrade without a key', 'EIO=4&transport=websocket', UPGRADE, 400],
    ['an upgrade with a key that is none', 'EIO=4&transport=websocket', [...UPGRADE, 'Sec-WebSocket-Key: x'], 400],
    ['a poll that says Upgrade', 'EIO=4&transport=polling', ['Upgrade: websocket', 'Connection: close'], 200],
    ['a poll by a foreign page', 'EIO=4&transport=polling', ['Origin: https://evil.example', 'Connection: close'], 403],
    ['a poll of an unknown connection', 'EIO=4&transport=polling&sid=none', ['Connection: close'], 400],
    ['an unknown transport', 'EIO=4&transport=carrier', ['Connection: close'], 400],
    ['no transport', '', ['Connection: close'], 400],
  ];

  it.each(CASES)('%s is answered with the headers of every reply', async (_what, query, headers, status) => {
    const reply = await request(`GET /socket.io/?${query} HTTP/1.1`, ...headers);
    expect(reply.status).toBe(status);
    expect(headersOf(reply.head)).toMatchObject(HEADERS);
  });

  it.each(['POST', 'OPTIONS', 'DELETE'])('%s without a connection, too', async (method) => {
    const reply = await request(`${method} /socket.io/?EIO=4&transport=polling HTTP/1.1`, 'Connection: close');
    expect(headersOf(reply.head)).toMatchObject(HEADERS);
  });

  it('an upgrade that is accepted has nothing else in its reply', async () => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    const { statusCode, headers } = await new Promise<IncomingMessage>((done, fail) => {
      socket.once('upgrade', done);
      socket.once('error', fail);
    });
    socket.once('error', () => undefined).terminate();
    expect([statusCode, headers['content-security-policy']]).toEqual([101, undefined]);
  });
});

describe('the cookie of a login', () => {
  const own = () => new URL(app.url).origin;
  const cases: [string, () => Record<string, string>, boolean][] = [
    ['with our own Origin', () => ({ origin: own() }), true],
    ['with fetch metadata of the same origin', () => ({ 'sec-fetch-site': 'same-origin' }), true],
    ['with nothing', () => ({}), false],
    ['from the same site', () => ({ 'sec-fetch-site': 'same-site' }), false],
    ['from another site', () => ({ 'sec-fetch-site': 'cross-site' }), false],
    ['typed by a person', () => ({ 'sec-fetch-site': 'none' }), false],
  ];

  it.each(cases)('%s', async (_how, headers, isProof) => {
    const user = await aUser(app.database.url);
    const extraHeaders = { cookie: `session=${user.token}`, ...headers() };
    const client = await connectBare(app.url, { extraHeaders }, { protocol: REALTIME_PROTOCOL });
    try {
      expect((await client.subscribe({ ch: 'account.events', key: {} })).ok).toBe(isProof);
    } finally {
      client.socket.disconnect();
    }
  });

  it('is not asked for where the token itself comes along', async () => {
    const user = await aUser(app.database.url);
    const client = await connectBare(app.url, {}, { protocol: REALTIME_PROTOCOL, token: user.token });
    expect((await client.subscribe({ ch: 'account.events', key: {} })).ok).toBe(true);
    client.socket.disconnect();
  });
});

describe('requests that no client sends', () => {
  const CASES: [string, string, number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers too large', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['two hosts alike', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n', 400],
    ['HTTP/1.0 without a host', 'GET /healthz HTTP/1.0\r\n\r\n', 400],
    ['HTTP/1.1 without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['HTTP/2.0 in letters', 'GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n', 400],
    ['HTTP/0.9 with a host', 'GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n', 400],
    ['HTTP/1.0 with a host', 'GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n', 200],
  ];

  it.each(CASES)('%s', async (_what, text, status) => {
    const reply = await sendRaw(port, text);
    expect(reply.status).toBe(status);
    expect(headersOf(reply.head)).toMatchObject(HEADERS);
    if (status !== 200) expect(reply.body).toContain('"type":"error"');
  });

  it('headers that take longer than ten seconds end the connection', async () => {
    const reply = await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ', 20_000);
    expect(reply.status).toBe(408);
    expect(headersOf(reply.head)).toMatchObject(HEADERS);
  }, 30_000);
});

describe('what tells how the product is', () => {
  const PATHS = ['metrics', 'api/docs', 'api/docs-json', 'api/docs-yaml', '%6detrics', 'api/%64ocs', 'api/dev/mailbox'];
  const production = { NODE_ENV: 'production', PASSWORD_PEPPER: 'p'.repeat(32), SECRET_KEY: 's'.repeat(32) };

  it.each<[string, Record<string, string>]>([
    ['without a port of the desk', {}],
    ['with one', { OPS_PORT: '0' }],
  ])(
    'is not at the public port in production, %s',
    async (_how, environment) => {
      const live = await bootApp(
        { ROLES: 'gateway', LOG_LEVEL: 'silent', ...production, ...environment },
        app.database,
      );
      try {
        const inner = await live.application.get(DeskPort).listen();
        for (const path of PATHS) {
          const { code } = await (await fetch(`${live.url}/${path}`)).json();
          expect({ path, code }).toEqual({ path, code: 'request.unknown-route' });
          if (inner === null || path.endsWith('mailbox')) continue;
          const { status } = await fetch(`http://127.0.0.1:${inner}/${path}`);
          expect({ path, status }).toEqual({ path, status: 200 });
        }
        for (const path of ['healthz', 'readyz']) {
          const reply = await fetch(`${live.url}/${path}`);
          expect({ path, status: reply.status, said: Object.keys(await reply.json()) }).toEqual({
            path,
            status: 200,
            said: ['state'],
          });
        }
        if (inner === null) return;
        const inside = await (await fetch(`http://127.0.0.1:${inner}/readyz`)).json();
        expect(Object.keys(inside)).toEqual(['state', 'roles', 'parts']);
      } finally {
        await live.close();
      }
    },
    60_000,
  );

  it('is no map of the page’s sources, built or served', async () => {
    const built = join(__dirname, '../../../dist/client');
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
    const texts = files.filter((file) => /\.(js|css|html|json|webmanifest)$/.test(file));
    expect(texts.length).toBeGreaterThan(50);
    expect(files.filter((file) => /\.map(\.br|\.gz)?$/.test(file))).toEqual([]);
    expect(texts.filter((file) => readFileSync(join(built, file), 'utf8').includes('sourceMappingURL='))).toEqual([]);
    const script = texts.find((file) => /^assets\/.*\.js$/.test(file)) ?? '';
    expect((await fetch(`${app.url}/${script}`)).status).toBe(200);
    const { code } = await (await fetch(`${app.url}/${script}.map`)).json();
    expect(code).toBe('request.unknown-route');
  });

  it('is found at every port of a worker, which strangers do not reach', async () => {
    const worker = await bootApp({ ROLES: 'worker', LOG_LEVEL: 'silent', ...production }, app.database);
    try {
      expect((await fetch(`${worker.url}/metrics`)).status).toBe(200);
    } finally {
      await worker.close();
    }
  }, 60_000);

  it.each<[string, Record<string, string>, 'ok' | 'error']>([
    ['this machine', {}, 'ok'],
    ['a name that was pointed at this machine', { Host: 'evil.example' }, 'error'],
    ['a proxy on this machine', { 'X-Forwarded-For': '8.8.8.8' }, 'error'],
    ['a proxy that names itself', { Via: '1.1 tunnel' }, 'error'],
  ])('the development mailbox answers %s alone', async (_who, headers, type) => {
    const lines = Object.entries({ Host: `localhost:${port}`, Connection: 'close', ...headers });
    const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { body } = await sendRaw(port, `GET /api/dev/mailbox HTTP/1.1\r\n${text}\r\n`);
    expect(body).toContain(`"type":"${type}"`);
  });
});

describe('places for uploads', () => {
  it('are counted by address as well: many accounts of one do not stop everybody', async () => {
    const places = new UploadPlaces();
    const ends: (() => void)[] = [];
    const hold = (userId: string, ip: string) =>
      places.hold({ userId, ip }, () => new Promise<void>((done) => ends.push(done)));
    const held = ['1', '1', '1', '2', '2', '2'].map((user) => hold(user, '203.0.113.1'));
    for (const user of ['2', '3', '4']) {
      await expect(hold(user, '203.0.113.1')).rejects.toMatchObject({ code: 'uploads.too-many' });
    }
    const other = hold('5', '203.0.113.2');
    for (const end of ends) end();
    await Promise.all([...held, other]);
    const again = hold('3', '203.0.113.1');
    ends.at(-1)?.();
    await again;
  });
});
