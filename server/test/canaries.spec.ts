import { Pool } from 'pg';
import { REALTIME_PROTOCOL } from '../contract/channels.js';
import { OPERATOR_ROLES } from '../contract/operations/words.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { RedisConnections } from '../platform/redis/redis.module.js';
import type { RedisClient } from '../platform/redis/redis.js';
import { bootApp, type TestApp } from './app.js';
import { inLanes } from './faults/calls.js';
import { fuzzRoutes, GOOD } from './faults/fuzz-routes.js';
import { operators, people, PASSWORD, PIN } from './faults/people.js';
import { SECRETS } from './faults/product.js';
import { connectBare } from './gateway.js';
import { mailbox } from './mailbox.js';
import { recordedLog } from './recorded-log.js';

/**
 * Every call of the API with a mark of its own in every field: no mark is in the process log, in the figures, in Redis with
 * its queues, or in a refusal. A mark says which call and which field it came from.
 */

const routes = fuzzRoutes();
const LANES = 8;
const USERS = 20;
const TEXT = /zq(\d+)q(\d+)zq/gi;
const NUMBER = /7310(\d{3})(\d{2})0137/g;
/** What is six digits long cannot say where it came from. */
const SIX_DIGITS = '731964';
const MARKED_TOKEN = 'zq900q0zq'.padEnd(43, 'A');

type Shape = 'text' | 'number' | 'nearly right';

const textMark = (route: number, field: number) => `zq${route}q${field}zq`;
const numberMark = (route: number, field: number) =>
  `7310${route.toString().padStart(3, '0')}${field.toString().padStart(2, '0')}0137`;

/** What people would not want to read elsewhere, in a form that comes past the first checks. */
const SECRETS_OF_PEOPLE: Record<string, (mark: string) => string> = {
  user_string: (mark) => `${mark}@example.com`,
  account: (mark) => `${mark}@example.com`,
  login: (mark) => mark,
  name: (mark) => `Ann ${mark}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? ''),
  card_id: (mark) => mark.toUpperCase(),
  ...Object.fromEntries(
    ['password', 're_password', 'repassword', 'old_password', 'login_password', 'newPassword'].map((name) => [
      name,
      (mark: string) => `Horse-${mark}-7`,
    ]),
  ),
  ...Object.fromEntries(
    'code new_code totp totp_code mobile_code email_code pay_password oldpassword withdraw_password re_withdraw_password'
      .split(' ')
      .map((name) => [name, () => SIX_DIGITS]),
  ),
  mobile: () => `+4915173${SIX_DIGITS}`,
  ...Object.fromEntries(
    'word real_name bank_account bank_address residence_address address notes remark search cardHolder cardNumber'
      .split(' ')
      .map((name) => [name, (mark: string) => mark]),
  ),
};

function valueOf(shape: Shape, name: string, route: number, field: number): string {
  const mark = textMark(route, field);
  if (shape === 'text') return mark;
  // Every other one is longer than any column is.
  if (shape === 'number') return `${numberMark(route, field)}${'0'.repeat(field % 2 === 0 ? 0 : 27)}`;
  return SECRETS_OF_PEOPLE[name]?.(mark) ?? GOOD[name]?.[0] ?? mark;
}

let app: TestApp;
let sql: Pool;
let lines: string[];
let users: string[];
let desk: string[];
/** Refusals and failures, as they were sent. */
const refusals: string[] = [];

beforeAll(async () => {
  app = await bootApp({ ...SECRETS, RATE_FACTOR: '1000000' });
  sql = new Pool({ connectionString: app.database.url, max: 4 });
  sql.on('error', () => undefined);
  users = (await people(sql, USERS, { spot: '1000' })).map(({ token }) => token);
  desk = await operators(sql, 4, [...OPERATOR_ROLES]);
  lines = recordedLog();
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await app?.close();
});

async function send(path: string, init: RequestInit): Promise<void> {
  const reply = await fetch(`${app.url}${path}`, init);
  const text = await reply.text();
  if (!/^\{"type":"ok"|^\{"code":1,/.test(text)) refusals.push(text);
}

async function call(route: number, shape: Shape): Promise<void> {
  const [verb, pattern, names] = routes[route] as (typeof routes)[number];
  const fields = names.map((name, field): [string, string] => [name, valueOf(shape, name, route, field)]);
  const path = pattern.replace(/:([a-zA-Z]+)/g, () => encodeURIComponent(valueOf(shape, 'id', route, 99)));
  const address = path.startsWith('/') ? path : `/api/${path}`;
  const isDesk = pattern.startsWith('/ops');
  // Now and then nobody is signed in, or somebody with a token that is none.
  const own = isDesk ? desk[route % desk.length] : users[route % USERS];
  const headers = { authorization: (shape === 'text' && route % 3 === 0 ? MARKED_TOKEN : own) ?? '', lang: 'en' };
  const query = new URLSearchParams(fields).toString();
  if (verb === 'GET') return send(`${address}?${query}`, { headers });
  const isJson = isDesk || route % 2 === 0;
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = isJson ? JSON.stringify(Object.fromEntries(fields)) : query;
  return send(address, { method: verb, headers: { ...headers, 'content-type': type }, body });
}

const everyCall = (shape: Shape) => inLanes(routes.length, LANES, (route) => call(route, shape));

/** Everything under the prefix of this test. */
async function inRedis({ commands, prefix }: RedisConnections): Promise<string> {
  const stored: unknown[] = [];
  let cursor = '0';
  do {
    const [next, keys] = await commands.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 500);
    cursor = next;
    for (const key of keys) stored.push([key, await valueIn(commands, key)]);
  } while (cursor !== '0');
  return JSON.stringify(stored);
}

async function valueIn(commands: RedisClient, key: string): Promise<unknown> {
  const type = await commands.type(key);
  if (type === 'hash') return commands.hgetall(key);
  if (type === 'list') return commands.lrange(key, 0, -1);
  if (type === 'set') return commands.smembers(key);
  if (type === 'zset') return commands.zrange(key, '0', '-1');
  if (type === 'stream') return commands.xrange(key, '-', '+');
  return type === 'string' ? commands.get(key) : null;
}

/** The calls and fields whose marks are in the text, and what else of people is. */
function marksIn(text: string, secrets: readonly string[]): string[] {
  const from = (route: string, field: string) => {
    const [verb, path, names] = routes[Number(route)] ?? ['', `number ${route}`, []];
    return `${verb} ${path} ${names[Number(field)] ?? field}`;
  };
  return [
    ...new Set([
      ...[...text.matchAll(TEXT), ...text.matchAll(NUMBER)].map(([, route = '', field = '']) => from(route, field)),
      ...secrets.filter((secret) => text.includes(secret)),
      ...(new RegExp(`(?<![\\da-f.-])${SIX_DIGITS}(?![\\da-f-])`).test(text) ? ['six digits'] : []),
    ]),
  ].sort();
}

async function leaks(): Promise<Record<string, string[]>> {
  const secrets = [...users, ...desk, PASSWORD, PIN];
  const codes = (await mailbox(app)).flatMap(({ code }) => (code === null ? [] : [`"${code}"`, ` ${code} `]));
  const marks = async (text: string | Promise<string>) => marksIn(await text, [...secrets, ...codes]);
  return {
    log: await marks(lines.join('')),
    figures: await marks(app.application.get(Metrics).text()),
    redis: await marks(inRedis(app.application.get(RedisConnections))),
    refusals: await marks(refusals.join('\n')),
  };
}

const NOWHERE = { log: [], figures: [], redis: [], refusals: [] };

it('finds the marks where there are some', () => {
  expect(marksIn(`x ${textMark(0, 1)} "${numberMark(2, 99)}" code ${SIX_DIGITS}.`, ['secret'])).toHaveLength(3);
  expect(routes.length).toBeGreaterThan(150);
});

it('no mark of any call leaves it', async () => {
  for (const shape of ['text', 'number', 'nearly right'] as const) await everyCall(shape);
  expect(lines.length).toBeGreaterThan(10);
  expect(refusals.length).toBeGreaterThan(routes.length);
  expect(await leaks()).toEqual(NOWHERE);
}, 60_000);

it('the texts of mails and messages carry their code, and nothing that anybody typed', async () => {
  const sent = await mailbox(app);
  expect(sent.length).toBeGreaterThan(0);
  const marked = sent.map(({ kind, text, code }) => {
    const said = text.replaceAll(code ?? '\u0000', '');
    return { kind, marks: marksIn(said, [...users, ...desk, PASSWORD, PIN]) };
  });
  expect(marked.filter(({ marks }) => marks.length > 0)).toEqual([]);
}, 60_000);

it('nor one that came to no call, in an address, a broken body or at a socket', async () => {
  const mark = textMark(901, 0);
  await send(`/api/${mark}`, {});
  await send(`/api/user/center?token=${mark}&authorization=${mark}`, {});
  await send(`/ops/api/users?token=${mark}`, {});
  await send('/api/user/login', { method: 'DELETE', body: mark });
  const json = { 'content-type': 'application/json' };
  await send('/api/user/login', { method: 'POST', headers: json, body: `{"password":"${mark}` });
  await send('/api/user/login', { method: 'POST', headers: json, body: `{"password":"${mark.repeat(200_000)}"}` });
  const client = await connectBare(app.url, {}, { protocol: REALTIME_PROTOCOL, token: MARKED_TOKEN });
  await client.subscribe({ ch: mark, key: { symbol: mark } });
  await client.subscribe({ ch: 'markets.ticker', key: { symbols: [mark] } });
  client.socket.disconnect();
  expect(await leaks()).toEqual(NOWHERE);
}, 60_000);

it('nor one of a call that the database fails', async () => {
  const before = lines.length;
  for (const table of ['account_limit', 'account_fund_password', 'withdrawal_address', 'audit_entry'])
    await sql.query(`alter table ${table} rename to ${table}_away`);
  await everyCall('nearly right');
  expect(refusals.filter((text) => text.includes('request.failed')).length).toBeGreaterThan(20);
  expect(lines.slice(before).filter((line) => line.includes('QueryFailedError')).length).toBeGreaterThan(20);
  expect(await leaks()).toEqual(NOWHERE);
}, 60_000);
