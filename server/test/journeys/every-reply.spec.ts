import { createHmac } from 'node:crypto';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { ACCESS_TABLE } from '../access-matrix.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase } from '../database.js';
import { aUser, type TestUser } from '../factories/users.js';
import { connectBare } from '../gateway.js';
import { messageTo } from '../mailbox.js';
import { sendRaw } from '../raw-http.js';
import { allTouched, watchTables } from '../touched-tables.js';

/** What holds for the reply of every call, whatever it is about. */

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  const database = await createTestDatabase('own');
  await watchTables(database.url);
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' }, database);
  user = await aUser(database.url);
}, 60_000);
afterAll(async () => {
  await app?.close();
  await app?.database.drop();
});

interface Call {
  verb: string;
  path: string;
}

const CALLS: Call[] = ACCESS_TABLE.map(({ call }) => {
  const [verb = '', pattern = ''] = call.split(' ');
  const path = pattern.replace(/:\w+/g, '7');
  return { verb, path: /^(healthz|readyz|metrics|ops\/)/.test(path) ? path : `api/${path}` };
});

function ask({ verb, path }: Call, headers: Record<string, string> = {}): Promise<Response> {
  const json = { 'content-type': 'application/json' };
  const body = verb === 'GET' ? {} : { body: '{}', headers: { ...json, ...headers } };
  return fetch(`${app.url}/${path}`, { method: verb, headers, ...body });
}

/** What is wrong with the replies of which calls. */
async function wrong(calls: readonly Call[], judge: (call: Call) => Promise<string | null>): Promise<string[]> {
  const found: string[] = [];
  for (const call of calls) {
    const fault = await judge(call);
    if (fault !== null) found.push(`${call.verb} ${call.path}: ${fault}`);
  }
  expect(calls.length).toBeGreaterThan(0);
  return found;
}

it('says UTF-8, cannot be framed, and no page of another origin may read it', async () => {
  const faults = await wrong(CALLS, async (call) => {
    const reply = await ask(call, { origin: 'https://evil.example' });
    const text = await reply.text();
    const policy = reply.headers.get('content-security-policy') ?? '';
    if (!policy.split('; ').includes("frame-ancestors 'none'")) return `policy ${policy}`;
    const open = [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'));
    if (open.length > 0) return `says ${open.join(', ')}`;
    const type = reply.headers.get('content-type') ?? 'none';
    return text === '' || /; charset=utf-8$/i.test(type) ? null : `type ${type}`;
  });
  expect(faults).toEqual([]);
}, 60_000);

it.each(['', 'pages/trade/index', 'ops', 'ops/queues', 'api/docs', 'api/docs-json', 'socket.io/?EIO=9'])(
  'nor can /%s',
  async (path) => {
    const reply = await fetch(`${app.url}/${path}`);
    expect((reply.headers.get('content-security-policy') ?? '').split('; ')).toContain("frame-ancestors 'none'");
  },
);

it('names the verbs that are served, also where an address has a parameter', async () => {
  const verbs = new Map<string, string[]>();
  for (const { verb, path } of CALLS) verbs.set(path, [...(verbs.get(path) ?? []), verb]);
  const faults = await wrong(CALLS, async ({ path }) => {
    const reply = await fetch(`${app.url}/${path}?x=1`, { method: 'PATCH' });
    const served = (reply.headers.get('allow') ?? '').split(', ').sort();
    // An address with a parameter may be another call's as well.
    const missing = (verbs.get(path) ?? []).filter((verb) => !served.includes(verb));
    // The desk's own page reads a status, clients of the contract read the envelope alone.
    const status = path.startsWith('api/') ? 200 : 405;
    const { code } = await reply.json();
    const isRefused = reply.status === status && code === 'request.method-not-allowed';
    return isRefused && missing.length === 0 ? null : `${reply.status} ${served.join(' ')}`;
  });
  expect(CALLS.some(({ path }) => path === 'ops/api/users/7')).toBe(true);
  expect(faults).toEqual([]);
  for (const [path, status] of Object.entries({
    'api/nothing': 200,
    'ops/api/users/7/nothing': 404,
    'ops/api/users//': 404,
  })) {
    const reply = await fetch(`${app.url}/${path}`, { method: 'PATCH' });
    const { code } = await reply.json();
    expect({ path, status: reply.status, code }).toEqual({ path, status, code: 'request.unknown-route' });
  }
}, 60_000);

describe('a token that somebody made', () => {
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = () => encoded({ sub: user.userId, user_id: user.userId, role: 'administrator', exp: 4_102_444_800 });
  const unsigned = (algorithm: string) => `${encoded({ alg: algorithm, typ: 'JWT' })}.${claims()}.`;
  const signed = (key: string) => {
    const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${claims()}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const TOKENS: [string, () => string][] = [
    ['a JWT without a signature', () => unsigned('none')],
    ['a JWT without a signature, spelled otherwise', () => unsigned('nOnE')],
    ['a JWT signed with a guessed key', () => signed('secret')],
    ['a JWT signed with nothing', () => signed('')],
    ['the digest that is kept of a session', () => 'f'.repeat(64)],
    ["the number of a user's session", () => user.sessionId],
  ];

  it.each(TOKENS)('%s opens nothing', async (_what, token) => {
    const { message } = await (
      await ask({ verb: 'GET', path: 'api/user/center' }, { authorization: user.token })
    ).json();
    expect(JSON.stringify(message)).toContain(user.email);
    const made = token();
    const ways: Record<string, string>[] = [
      { authorization: made },
      { authorization: `Bearer ${made}` },
      { cookie: `session=${made}` },
    ];
    for (const headers of ways) {
      for (const path of ['api/user/center', 'ops/api/me']) {
        const reply = await (await ask({ verb: 'GET', path }, headers)).json();
        expect({ path, type: reply.type, code: reply.code }).toEqual({ path, type: '999', code: 'session.required' });
      }
    }
    const client = await connectBare(app.url, {}, { protocol: REALTIME_PROTOCOL, token: made });
    try {
      expect((await client.subscribe({ ch: 'account.events', key: {} })).ok).toBe(false);
    } finally {
      client.socket.disconnect();
    }
  });
});

it('no GET of the users changes anything but when the session was used', async () => {
  const before = await allTouched(app.database.url);
  const gets = CALLS.filter(({ verb, path }) => verb === 'GET' && !path.startsWith('ops/'));
  const fields = new URLSearchParams({
    id: '1',
    currency_id: '1',
    legal_id: '3',
    symbol: 'BTC/USDT',
    page: '1',
    number: '5',
    to: '9',
  });
  const faults = await wrong(gets, async ({ verb, path }) => {
    const reply = await ask({ verb, path: `${path}?${fields}` }, { authorization: user.token });
    await reply.text();
    return reply.status < 500 || path === 'readyz' ? null : String(reply.status);
  });
  expect(faults).toEqual([]);
  const after = await allTouched(app.database.url);
  // The watch itself is seen to work: the user of this test was added before.
  expect(before).toContain('+account_user');
  expect(after.filter((place) => !before.includes(place) && place !== 'account_session.last_used_at')).toEqual([]);
}, 60_000);

describe('a message', () => {
  const FORGED = 'evil.example';

  it.each(['zh', 'hk', 'en', 'jp', 'kr', 'sp', 'th'])(
    'holds no link, whatever host the request names (%s)',
    async (lang) => {
      const email = `forged-${lang}@example.com`;
      const body = new URLSearchParams({ user_string: email, type: 'register', lang }).toString();
      const forged = [`Host: ${FORGED}`, `X-Forwarded-Host: ${FORGED}`, `Forwarded: host=${FORGED}`, `lang: ${lang}`];
      const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`];
      const text = ['POST /api/sms_mail HTTP/1.1', ...forged, ...form, 'Connection: close', '', body].join('\r\n');
      expect((await sendRaw(Number(new URL(app.url).port), text)).body).toContain('"type":"ok"');
      const sent = await messageTo(app, email);
      expect(sent.text).toContain(sent.code);
      expect(sent.text).not.toMatch(/https?:|www\.|\/\/|evil/i);
    },
  );
});
