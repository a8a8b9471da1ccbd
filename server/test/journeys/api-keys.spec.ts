import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import type { Frame } from '../../contract/channels.js';
import { KEY_HEADERS, signedText } from '../../contract/rules/api-keys.rules.js';
import { UsedSignatures } from '../../features/account/api-keys/used-signatures.js';
import { UsersStore } from '../../features/account/users/index.js';
import { RedisConnections } from '../../platform/redis/redis.module.js';
import {
  answerOf,
  type AskedKey,
  keyFields,
  makeKey,
  type OwnKey,
  sendSigned,
  signature,
  type SignedCall,
  signedHandshake,
  signedHeaders,
  type SignedReply,
} from '../factories/api-keys.js';
import { FuturesWorld } from '../factories/futures-world.js';
import { BTC, PASSWORD, people, type Person, USDT } from '../faults/people.js';
import { SECRETS } from '../faults/product.js';
import { connectBare, until } from '../gateway.js';
import { rawRequest, sendRaw } from '../raw-http.js';

let world: FuturesWorld;
let sql: Pool;
let url: string;
/** Each signature has an instant of its own. */
let instant = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ ...SECRETS, RATE_FACTOR: '100000', TRUSTED_PROXIES: '1' });
  sql = new Pool({ connectionString: world.app.database.url, max: 4 });
  sql.on('error', () => undefined);
  url = world.app.url;
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await world?.app.close();
});

const portOf = (address: string): number => Number(new URL(address).port);

const now = (): number => {
  instant = Math.max(instant + 1, world.clock.now() - 2000);
  return instant;
};

async function aPerson(): Promise<Person> {
  const [person] = (await people(sql, 1, { spot: '10000', option: '10000', contract: '10000' })) as [Person];
  return person;
}

async function withKey(asked: AskedKey = {}): Promise<Person & { own: OwnKey }> {
  const person = await aPerson();
  return { ...person, own: await makeKey(url, person.token, asked) };
}

const page = async (token: string, path: string, fields: Record<string, string> = {}): Promise<SignedReply> =>
  answerOf(
    await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: token, lang: 'en', 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    }),
  );

const looked: Omit<SignedCall, 'at'> = { path: '/api/coin/list' };
const look = (own: OwnKey, call: Partial<SignedCall> = {}) => sendSigned(url, own, { ...looked, at: now(), ...call });

const ORDER = { legal_id: USDT, currency_id: BTC, type: '1', amount: '0.001', target_price: '50000' };
const order = (own: OwnKey, changes: Record<string, string> = {}, call: Partial<SignedCall> = {}) => {
  world.refresh();
  const body = JSON.stringify({ ...ORDER, ...changes });
  return sendSigned(url, own, { verb: 'POST', path: '/api/coin/trade', body, at: now(), ...call });
};
const orders = async (userId: string): Promise<{ id: string; demo: boolean; status: string }[]> =>
  (await sql.query('select id::text, demo, status from spot_order where user_id = $1 order by id', [userId])).rows;

async function seen(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

const incidents = async (userId: string): Promise<string[]> =>
  (await sql.query('select kind, about from account_security_event where user_id = $1 order by id', [userId])).rows.map(
    ({ kind, about }: { kind: string; about: string }) => `${kind} ${about}`.trim(),
  );
const notices = async (userId: string): Promise<string[]> =>
  (await sql.query('select kind from account_notice where user_id = $1 order by id', [userId])).rows.map(
    ({ kind }: { kind: string }) => kind,
  );

describe('making a key', () => {
  it('takes the fund password and a code, shows the secret once, and is an event and a notice', async () => {
    const person = await aPerson();
    const made = await page(
      person.token,
      'user/api_keys/add',
      keyFields({ name: 'Grid bot', addresses: '203.0.113.7' }),
    );
    expect(made).toMatchObject({
      type: 'ok',
      message: {
        name: 'Grid bot',
        kind: 'hmac',
        key: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
        secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        scopes: ['read', 'trade.spot', 'trade.futures', 'trade.options'],
        account_type: 'real_account',
        addresses: ['203.0.113.7'],
        state: 'active',
        last_used_at: '',
      },
    });
    const { secret } = made.message as { secret: string };
    const list = await page(person.token, 'user/api_keys');
    expect(list.message).toHaveLength(1);
    expect(JSON.stringify(list)).not.toContain(secret);
    // What is kept is sealed: the secret is in no column of the row.
    const { rows } = await sql.query('select row_to_json(k)::text as row from account_api_key k where user_id = $1', [
      person.userId,
    ]);
    expect(rows[0].row).not.toContain(secret);
    expect(rows[0].row).not.toContain(Buffer.from(secret).toString('hex'));
    expect(await incidents(person.userId)).toContain('api-key-added Grid bot');
    expect(await notices(person.userId)).toContain('api-key-added');
  });

  it.each<[string, Record<string, string>, string]>([
    ['without the fund password', { pay_password: '' }, 'account.fund-password-format'],
    ['with a wrong fund password', { pay_password: '111222' }, 'account.fund-password-wrong'],
    ['without a code', { code: '' }, 'account.totp-required'],
    ['with a wrong code', { code: 'aaaaa-aaaaa' }, 'account.totp-wrong'],
    ['without a scope', { scopes: ',' }, 'api-key.scopes-invalid'],
    ['to withdraw', { scopes: 'read,withdraw' }, 'api-key.scopes-invalid'],
    ['for every address', { addresses: '0.0.0.0/0' }, 'api-key.addresses-invalid'],
    ['for good and from everywhere', { days: '' }, 'api-key.days-invalid'],
    ['for half a year and from everywhere', { days: '180' }, 'api-key.days-invalid'],
    ['with a public key that is none', { kind: 'ed25519', public_key: 'AAAA' }, 'api-key.public-key-invalid'],
    ['with a blank name', { name: '  ' }, 'request.invalid'],
    ['of an unknown kind', { kind: 'rsa' }, 'request.invalid'],
    ['for both kinds of money', { account_type: '' }, 'request.invalid'],
  ])('is refused %s, and nothing is made', async (_how, changes, code) => {
    const person = await aPerson();
    expect(await page(person.token, 'user/api_keys/add', { ...keyFields(), ...changes })).toMatchObject({ code });
    expect((await page(person.token, 'user/api_keys')).message).toEqual([]);
  });

  it('makes twenty at most, however many come at once, and one that ended leaves its place', async () => {
    const person = await aPerson();
    await sql.query(
      `insert into account_api_key (user_id, public_id, name, kind, public_key, scopes, is_demo, addresses, created_at, expires_at)
       select $1::bigint, substr(md5($1::bigint || '-' || i), 1, 24), 'Key ' || i, 'ed25519', decode(md5('a' || i) || md5('b' || i), 'hex'), '{read}', false, '{}',
              $2::timestamptz, $2::timestamptz + interval '90 days' from generate_series(1, 18) i`,
      [person.userId, new Date(world.clock.now())],
    );
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => page(person.token, 'user/api_keys/add', keyFields())),
    );
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(2);
    expect(new Set(replies.flatMap(({ code }) => code ?? []))).toEqual(new Set(['api-key.too-many']));
    const [newest] = (await page(person.token, 'user/api_keys')).message as { id: string }[];
    const revoke = { id: newest?.id ?? '' };
    expect(await page(person.token, 'user/api_keys/revoke', revoke)).toMatchObject({ type: 'ok' });
    expect(await page(person.token, 'user/api_keys/add', keyFields())).toMatchObject({ type: 'ok' });
    expect(await page(person.token, 'user/api_keys/add', keyFields())).toMatchObject({ code: 'api-key.too-many' });
  });

  it('is renamed and revoked by its owner alone', async () => {
    const { own, token } = await withKey();
    const other = await aPerson();
    const unknown = { code: 'api-key.unknown' };
    expect(await page(other.token, 'user/api_keys/rename', { id: own.id, name: 'Mine' })).toMatchObject(unknown);
    const revoke = { id: own.id };
    expect(await page(other.token, 'user/api_keys/revoke', revoke)).toMatchObject(unknown);
    expect(await page(token, 'user/api_keys/rename', { id: own.id, name: 'Mine' })).toMatchObject({ type: 'ok' });
    expect(await page(token, 'user/api_keys')).toMatchObject({ message: [{ name: 'Mine', state: 'active' }] });
    expect((await look(own)).type).toBe('ok');
  });

  it('is revoked by a session of its owner alone: nobody who locks the fund password keeps it alive', async () => {
    const { own, token } = await withKey();
    const codes = [];
    for (let time = 0; time < 5; time += 1)
      codes.push((await page(token, 'user/api_keys/add', { ...keyFields(), pay_password: '111222' })).code);
    expect(codes.at(-1)).toBe('account.fund-password-locked');
    const ended = await page(token, 'user/api_keys/revoke', { id: own.id });
    expect([ended.type, ended.headers.get('ratelimit-policy')?.split(';', 1)[0]]).toEqual(['ok', '"protect"']);
    expect(await look(own)).toMatchObject({ status: 401, code: 'api-key.ended' });
  });
});

describe.each(['hmac', 'ed25519'] as const)('a request that a key (%s) has signed', (kind) => {
  let owner: Person & { own: OwnKey };
  beforeAll(async () => {
    owner = await withKey({ kind });
  });

  it('is its user’s, and its last use is kept to the minute', async () => {
    const reply = await order(owner.own, {}, { headers: { 'x-forwarded-for': '198.51.100.9' } });
    expect(reply).toMatchObject({ status: 200, type: 'ok' });
    expect(await orders(owner.userId)).toMatchObject([{ demo: false, status: 'open' }]);
    const [key] = (await page(owner.token, 'user/api_keys')).message as {
      last_used_at: string;
      last_used_ip: string;
    }[];
    expect(key?.last_used_at).not.toBe('');
    expect(key?.last_used_ip).toBe('198.51.100.9');
    const row = 'select xmin::text as version from account_api_key where id = $1';
    const before = (await sql.query(row, [owner.own.id])).rows;
    await look(owner.own);
    expect((await sql.query(row, [owner.own.id])).rows).toEqual(before);
  });

  const signedOf = (changes: Partial<SignedCall> = {}): SignedCall => {
    const body = JSON.stringify(ORDER);
    return {
      verb: 'POST',
      path: '/api/coin/trade?x=1',
      body,
      at: now(),
      window: '6000',
      idempotencyKey: 'command-1',
      ...changes,
    };
  };

  it.each<[string, (call: SignedCall) => Partial<SignedCall>]>([
    ['a blank more in the body', ({ body = '' }) => ({ body: `${body} ` })],
    ['a line feed more in the body', ({ body = '' }) => ({ body: `${body}\n` })],
    [
      'the same members in another order',
      () => ({ body: JSON.stringify(Object.fromEntries(Object.entries(ORDER).reverse())) }),
    ],
    ['no body', () => ({ body: '' })],
    ['an amount ten times as large', ({ body = '' }) => ({ body: body.replace('0.001', '0.01') })],
    ['letters that look the same', ({ body = '' }) => ({ body: body.replace('legal_id', 'lega\u04cf_id') })],
    ['another path', () => ({ path: '/api/spot/stop?x=1' })],
    ['a parameter more', () => ({ path: '/api/coin/trade?x=1&x=1' })],
    ['a parameter written otherwise', () => ({ path: '/api/coin/trade?%78=1' })],
    ['the path written otherwise', () => ({ path: '/api/coin/%74rade?x=1' })],
    ['a slash more', () => ({ path: '/api//coin/trade?x=1' })],
    ['no query', () => ({ path: '/api/coin/trade' })],
    ['another verb', () => ({ verb: 'PUT' })],
    ['another timestamp', ({ at }) => ({ at: at + 1 })],
    ['a wider window', () => ({ window: '6001' })],
    ['no window', () => ({ window: undefined as unknown as string })],
    ['another Idempotency-Key', () => ({ idempotencyKey: 'command-2' })],
    ['no Idempotency-Key', () => ({ idempotencyKey: undefined as unknown as string })],
  ])('is not accepted with %s', async (_what, change) => {
    const before = await orders(owner.userId);
    const call = signedOf();
    const sent = { ...call, ...change(call) };
    const headers = { ...signedHeaders(owner.own, sent), [KEY_HEADERS.signature]: signature(owner.own, call) };
    const reply = await answerOf(
      await fetch(`${url}${sent.path}`, { method: sent.verb ?? 'GET', headers, body: sent.body ?? null }),
    );
    expect(['api-key.not-accepted', 'request.unknown-route', 'api-key.call-closed']).toContain(reply.code);
    expect(await orders(owner.userId)).toEqual(before);
  });

  it('is one command: of a hundred at once one is done', async () => {
    world.refresh();
    const { userId, own } = await withKey({ kind });
    const call: SignedCall = { verb: 'POST', path: '/api/coin/trade', body: JSON.stringify(ORDER), at: now() };
    const headers = signedHeaders(own, call);
    const replies = await Promise.all(
      Array.from({ length: 100 }, async () =>
        answerOf(await fetch(`${url}${call.path}`, { method: 'POST', headers, body: call.body ?? null })),
      ),
    );
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(new Set(replies.flatMap(({ code }) => code ?? []))).toEqual(new Set(['api-key.replayed']));
    expect(await orders(userId)).toHaveLength(1);
  });

  it('does once what is sent again while Redis has forgotten it, also in another moment of the window', async () => {
    world.refresh();
    const { userId, own } = await withKey({ kind });
    const { commands, prefix } = world.get(RedisConnections);
    const call: SignedCall = {
      verb: 'POST',
      path: '/api/coin/trade',
      body: JSON.stringify(ORDER),
      at: now(),
      window: '60000',
    };
    const headers = signedHeaders(own, call);
    for (let time = 0; time < 4; time += 1) {
      const names = await commands.keys(`${prefix}signed:*`);
      if (names.length > 0) await commands.del(...names);
      // As another process that it is sent to, or this one begun anew.
      Object.assign(world.get(UsedSignatures), new UsedSignatures(world.get(RedisConnections), world.clock));
      // Longer than old clients' commands without a key are held to be one.
      world.pass(4000);
      const reply = await fetch(`${url}${call.path}`, { method: 'POST', headers, body: call.body ?? null });
      expect(await answerOf(reply)).toMatchObject({ type: 'ok' });
    }
    expect(await orders(userId)).toHaveLength(1);
  });

  it.each([
    [-5000, undefined, 'ok'],
    [-5001, undefined, 'api-key.window'],
    [1000, undefined, 'ok'],
    [1001, undefined, 'api-key.window'],
    [-59_999, '60000', 'ok'],
    [-60_001, '60000', 'api-key.window'],
    [-1, '60001', 'api-key.malformed'],
    [-1, '0', 'api-key.malformed'],
    [-1, '05000', 'api-key.malformed'],
    [-1, '5e3', 'api-key.malformed'],
    [-1, '-1', 'api-key.malformed'],
  ])('%d ms from now with a window of %s: %s', async (from, window, expected) => {
    world.pass(3000);
    const call = { at: world.clock.now() + from, ...(window === undefined ? {} : { window }) };
    const { type, code } = await look(owner.own, call);
    expect(code ?? type).toBe(expected);
  });

  it('repeats nothing for another key of the same user', async () => {
    const second = await makeKey(url, owner.token, { kind });
    const at = now();
    expect((await look(owner.own, { at })).type).toBe('ok');
    expect((await look(second, { at })).type).toBe('ok');
    expect((await look(second, { at })).code).toBe('api-key.replayed');
  });
});

describe('what cannot be read in one way only', () => {
  let owner: Person & { own: OwnKey };
  beforeAll(async () => {
    owner = await withKey();
  });

  it.each(Object.values(KEY_HEADERS))('the header %s twice', async (name) => {
    const call = { path: looked.path, at: now(), window: '5000' };
    const headers = Object.entries(signedHeaders(owner.own, call));
    const value = headers.find(([header]) => header === name)?.[1] ?? '';
    const lines = [...headers, [name, value]].map(([header, text]) => `${header}: ${text}`);
    const { body } = await sendRaw(portOf(url), rawRequest('GET', call.path, lines));
    expect(body).toContain('"code":"api-key.malformed"');
  });

  it.each([KEY_HEADERS.key, KEY_HEADERS.timestamp, KEY_HEADERS.signature])('a request without %s', async (name) => {
    const headers = signedHeaders(owner.own, { path: looked.path, at: now() });
    delete headers[name];
    const reply = await answerOf(await fetch(`${url}${looked.path}`, { headers }));
    expect(reply).toMatchObject({ status: 400, code: 'api-key.malformed' });
  });

  it('a session beside the key', async () => {
    const reply = await look(owner.own, { headers: { authorization: owner.token } });
    expect(reply).toMatchObject({ status: 400, code: 'api-key.malformed' });
  });

  it('a body that nobody reads', async () => {
    const headers = Object.entries(signedHeaders(owner.own, { path: looked.path, at: now() }));
    const lines = [...headers.map(([header, text]) => `${header}: ${text}`), 'content-length: 2'];
    const { body } = await sendRaw(portOf(url), rawRequest('GET', looked.path, lines, '{}'));
    expect(body).toContain('"code":"api-key.malformed"');
  });

  it.each(['кey', '１'.repeat(24), 'a'.repeat(23), 'a'.repeat(25), `${'a'.repeat(23)} `, '../../../etc/passwd'])(
    'a key called %j',
    async (key) => {
      const call = { path: looked.path, at: now() };
      const headers = { ...signedHeaders(owner.own, call), [KEY_HEADERS.key]: encodeURIComponent(key) };
      expect((await answerOf(await fetch(`${url}${looked.path}`, { headers }))).code).toMatch(
        /^api-key\.(malformed|not-accepted)$/,
      );
    },
  );

  it('field twice in the query is signed as it is sent, and refused as for everybody', async () => {
    const reply = await look(owner.own, {
      path: '/api/coin/list?account_type=real_account&account_type=simulation_account',
    });
    expect(reply.code).toBe('api-key.money');
  });

  it('words beyond ASCII are signed as their bytes', async () => {
    const path = `/api/coin/list?lang=${encodeURIComponent('日本語')}`;
    expect((await look(owner.own, { path })).type).toBe('ok');
    const body = JSON.stringify({ ...ORDER, note: '注文 \u{1F680} é e\u0301' });
    expect((await order(owner.own, {}, { body })).type).toBe('ok');
  });

  it('a form is signed as it is sent, too', async () => {
    const body = new URLSearchParams(ORDER).toString();
    expect(await order(owner.own, {}, { body, type: 'application/x-www-form-urlencoded' })).toMatchObject({
      type: 'ok',
    });
  });
});

describe('what somebody without the secret is told', () => {
  it('is the same of a key that there is not, that was revoked, that expired, whose user is disabled', async () => {
    const [live, revoked, expired, disabled] = [
      await withKey(),
      await withKey(),
      await withKey({ days: '7' }),
      await withKey(),
    ];
    await page(revoked.token, 'user/api_keys/revoke', { id: revoked.own.id });
    await sql.query('update account_user set disabled_at = now() where id = $1', [disabled.userId]);
    await sql.query(
      `update account_api_key set created_at = created_at - interval '30 days', expires_at = expires_at - interval '20 days' where id = $1`,
      [expired.own.id],
    );
    const answers = [];
    const keys = ['A'.repeat(24), live.own.key, revoked.own.key, expired.own.key, disabled.own.key];
    for (const key of keys) {
      for (const secret of [randomBytes(32).toString('base64url'), '']) {
        const { status, type, code, message } = await look({ id: '', key, secret });
        answers.push(JSON.stringify({ status, type, code, message }));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('api-key.not-accepted');
    // Whoever has the secret is told what is the matter.
    expect((await look(revoked.own)).code).toBe('api-key.ended');
    expect((await look(expired.own)).code).toBe('api-key.expired');
    expect((await look(disabled.own)).code).toBe('account.disabled');
    expect((await look(live.own)).type).toBe('ok');
  });

  it('is written down for the owner, so many times an hour, and the owner is told of one from elsewhere', async () => {
    const { userId, own } = await withKey({ addresses: '203.0.113.7,2001:db8::/48' });
    const from = (ip: string) => look(own, { headers: { 'x-forwarded-for': ip } });
    expect((await from('203.0.113.7')).type).toBe('ok');
    expect((await from('::ffff:203.0.113.7')).type).toBe('ok');
    expect((await from('2001:db8:0:1::5')).type).toBe('ok');
    for (const ip of ['203.0.113.8', '::ffff:203.0.113.8', '2001:db8:1::1', '127.0.0.1']) {
      expect(await from(ip)).toMatchObject({ status: 403, code: 'api-key.address' });
    }
    // What a client writes itself is before what the proxy has written, and is not believed.
    expect(await from('203.0.113.7, 198.51.100.1')).toMatchObject({ code: 'api-key.address' });
    expect(await incidents(userId)).toContain('api-key-refused api-key.address');
    await seen('the owner is told', async () => (await notices(userId)).includes('api-key-elsewhere'));
    await from('203.0.113.9');
    await new Promise((done) => setTimeout(done, 100));
    expect((await notices(userId)).filter((kind) => kind === 'api-key-elsewhere')).toHaveLength(1);
    for (let time = 0; time < 15; time += 1) await look({ ...own, secret: 'wrong' });
    const written = (await incidents(userId)).filter((line) => line.startsWith('api-key-refused'));
    expect(written.length).toBeLessThanOrEqual(10);
  });
});

describe('the end of a key', () => {
  it.each<[string, (owner: Person & { own: OwnKey }) => Promise<unknown>, string]>([
    ['revoked', ({ token, own }) => page(token, 'user/api_keys/revoke', { id: own.id }), 'revoked'],
    [
      'the login password is changed',
      ({ token }) =>
        page(token, 'user/e_pwd', {
          oldpassword: PASSWORD,
          password: 'Other-Horse-8',
          re_password: 'Other-Horse-8',
          login_password: PASSWORD,
        }),
      'password',
    ],
  ])('%s: it is accepted no more, its open order stays', async (_how, end, state) => {
    const owner = await withKey();
    expect((await order(owner.own)).type).toBe('ok');
    expect(await end(owner)).toMatchObject({ type: 'ok' });
    expect(await look(owner.own)).toMatchObject({ status: 401, code: 'api-key.ended' });
    expect(await orders(owner.userId)).toMatchObject([{ status: 'open' }]);
    const { rows } = await sql.query('select end_reason from account_api_key where id = $1', [owner.own.id]);
    expect(rows[0].end_reason).toBe(state);
    if (state === 'password') expect(await notices(owner.userId)).toContain('api-keys-ended');
  });

  it('its user is disabled: it is accepted no more, and again when the user is', async () => {
    const { userId, own } = await withKey();
    await sql.query('update account_user set disabled_at = now() where id = $1', [userId]);
    expect((await look(own)).code).toBe('account.disabled');
    await sql.query('update account_user set disabled_at = null where id = $1', [userId]);
    expect((await look(own)).type).toBe('ok');
  });

  it('races with its use: what comes after the answer to the revocation is refused', async () => {
    const { token, own } = await withKey();
    const uses: Promise<{ sent: number; reply: SignedReply }>[] = [];
    const over = new AbortController();
    const using = (async () => {
      while (!over.signal.aborted) {
        uses.push(look(own).then((reply) => ({ sent: uses.length, reply })));
        await new Promise((done) => setTimeout(done, 2));
      }
    })();
    await new Promise((done) => setTimeout(done, 50));
    expect((await page(token, 'user/api_keys/revoke', { id: own.id })).type).toBe('ok');
    const after = await Promise.all(Array.from({ length: 20 }, () => look(own)));
    over.abort();
    await using;
    expect(new Set(after.map(({ code }) => code))).toEqual(new Set(['api-key.ended']));
    const codes = (await Promise.all(uses)).map(({ reply }) => reply.code ?? reply.type);
    expect(new Set(codes)).toEqual(new Set(['ok', 'api-key.ended']));
  });

  it('and a password that is changed while keys are made leaves none', async () => {
    const person = await aPerson();
    const changed = {
      oldpassword: PASSWORD,
      password: 'Other-Horse-8',
      re_password: 'Other-Horse-8',
      login_password: PASSWORD,
    };
    await Promise.all([
      page(person.token, 'user/api_keys/add', keyFields()),
      page(person.token, 'user/e_pwd', changed),
      page(person.token, 'user/api_keys/add', keyFields()),
    ]);
    const kinds = await incidents(person.userId);
    expect(kinds.some((line) => line.startsWith('password-changed'))).toBe(true);
    const { rows } = await sql.query('select id from account_api_key where user_id = $1 and ended_at is null', [
      person.userId,
    ]);
    expect(rows).toEqual([]);
    expect(await world.get(UsersStore).byId(person.userId)).not.toBeNull();
  });

  it.each([
    ['is ended', `update account_session set ended_at = now(), end_reason = 'password' where user_id = $1`],
    [
      'is ended with those of everybody',
      'insert into account_session_cut (at, proposal_id) select s.created_at, 2 from account_session s where s.user_id = $1',
    ],
    ['loses its user', 'update account_user set disabled_at = now() where id = $1'],
    [
      'asks that the account be erased',
      "insert into account_erasure (user_id, asked_at, due_at) select $1, now(), now() + interval '1 day'",
    ],
  ])('and a session that %s while a key is made by it makes none', async (_how, change) => {
    const { userId, token } = await aPerson();
    const held = await sql.connect();
    try {
      await held.query('begin');
      await held.query('select from account_user where id = $1 for no key update', [userId]);
      const asked = page(token, 'user/api_keys/add', keyFields());
      await seen('the key waits for its owner', async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                            and query = 'select from account_user where id = $1 for no key update'`;
        return (await sql.query(waiting)).rows.length > 0;
      });
      // Past the proposal that two operators would have agreed on.
      await held.query('set local session_replication_role = replica');
      await held.query(change, [userId]);
      await held.query('commit');
      expect(await asked).toMatchObject({ code: 'session.required' });
    } finally {
      held.release(true);
    }
    expect((await sql.query('select id from account_api_key where user_id = $1', [userId])).rows).toEqual([]);
  });
});

describe('what a key may do', () => {
  it('is what its scopes say', async () => {
    const { own } = await withKey({ scopes: ['read'] });
    expect((await look(own)).type).toBe('ok');
    const refused = await order(own);
    expect(refused).toMatchObject({ status: 403, code: 'api-key.scope' });
    expect(refused.message).toContain('trade.spot');
    const trader = await withKey({ scopes: ['trade.spot'] });
    expect((await order(trader.own)).type).toBe('ok');
    expect((await look(trader.own)).code).toBe('api-key.scope');
  });

  it('is with its own money alone, by field and by row', async () => {
    const person = await aPerson();
    expect(await page(person.token, 'demo/enter')).toMatchObject({ type: 'ok' });
    const [real, demo] = [await makeKey(url, person.token), await makeKey(url, person.token, { demo: true })];
    const money = { status: 403, code: 'api-key.money' };
    const inDemo = { account_type: 'simulation_account' };
    expect(await order(demo)).toMatchObject(money);
    expect(await order(real, inDemo)).toMatchObject(money);
    expect(await order(demo, { account_type: 'Simulation_account' })).toMatchObject(money);
    expect(await order(demo, inDemo)).toMatchObject({ type: 'ok' });
    expect(await order(real)).toMatchObject({ type: 'ok' });
    // The query of a call that reads its body says nothing.
    expect(await order(demo, {}, { path: '/api/coin/trade?account_type=simulation_account' })).toMatchObject(money);
    const [inDemoRow, realRow] = await orders(person.userId);
    const cancel = (own: OwnKey, id = '') =>
      sendSigned(url, own, { verb: 'PUT', path: '/api/coin/trade/cancel', body: JSON.stringify({ id }), at: now() });
    expect(await cancel(demo, realRow?.id)).toMatchObject(money);
    expect(await cancel(real, inDemoRow?.id)).toMatchObject(money);
    expect(await cancel(demo, '999999999')).toMatchObject({ code: 'spot.not-found' });
    expect(await cancel(demo, ` ${inDemoRow?.id}`)).toMatchObject({ code: 'request.invalid' });
    expect(await cancel(demo, inDemoRow?.id)).toMatchObject({ type: 'ok' });
    expect((await orders(person.userId)).map(({ status }) => status)).toEqual(['cancelled', 'open']);
    expect(await look(demo)).toMatchObject(money);
    expect(await look(demo, { path: '/api/coin/list?account_type=simulation_account' })).toMatchObject({ type: 'ok' });
  });

  it('with futures and options as well: opens, closes, buys', async () => {
    const { userId, own } = await withKey();
    const send = (path: string, fields: Record<string, string>) => {
      world.refresh();
      return sendSigned(url, own, { verb: 'POST', path: `/api/${path}`, body: JSON.stringify(fields), at: now() });
    };
    const wish = {
      share: '1',
      multiple: '10',
      legal_id: USDT,
      currency_id: BTC,
      type: '1',
      status: '1',
      target_price: '',
    };
    expect(await send('lever/submit', wish)).toMatchObject({ type: 'ok' });
    const positions = await look(own, { path: '/api/futures/positions' });
    expect(positions).toMatchObject({ type: 'ok' });
    const { rows } = await sql.query('select id::text from futures_position where user_id = $1', [userId]);
    expect(await send('lever/close', { id: rows[0].id })).toMatchObject({ type: 'ok' });
    const reduce = { ...wish, reduce_only: '1' };
    expect(await send('lever/submit', { ...reduce, type: '2' })).toMatchObject({ code: 'futures.nothing-to-reduce' });
    expect(await send('lever/submit', { ...wish, share: '2', reduce_only: '0' })).toMatchObject({ type: 'ok' });
    const held = 'select id::text, side, lots from futures_position where user_id = $1 and status = 1';
    const [long] = (await sql.query(held, [userId])).rows;
    expect(await send('lever/reverse', { id: long.id })).toMatchObject({ type: 'ok' });
    expect((await sql.query(held, [userId])).rows).toMatchObject([{ side: -1, lots: 2 }]);
    expect(await send('lever/submit', { ...reduce, share: '5' })).toMatchObject({ type: 'ok' });
    expect((await sql.query(held, [userId])).rows).toEqual([]);
  });
});

describe('how often', () => {
  it('each key is counted by itself, all keys of a user together, and the pages of the user apart', async () => {
    const slow = await FuturesWorld.open(
      { ...SECRETS, RATE_LIMITS: 'command=2/600,read=1000/1,auth=1000/1' },
      world.app.database,
    );
    try {
      slow.clock.set(world.clock.now());
      const person = await aPerson();
      const keys = [];
      for (let count = 0; count < 6; count += 1) keys.push(await makeKey(slow.app.url, person.token));
      const path = '/api/wallet/list';
      const ask = (own: OwnKey) => sendSigned(slow.app.url, own, { verb: 'POST', path, body: '{}', at: now() });
      const first = await ask(keys[0]!);
      expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"command";q=2;w=600']);
      expect((await ask(keys[0]!)).status).toBe(200);
      const refused = await ask(keys[0]!);
      expect([refused.status, refused.code]).toEqual([429, 'request.too-many']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const statuses = [];
      for (const own of keys.slice(1)) statuses.push((await ask(own)).status, (await ask(own)).status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
      const own = await fetch(`${slow.app.url}${path}`, { method: 'POST', headers: { authorization: person.token } });
      expect(own.status).toBe(200);
    } finally {
      await slow.app.close();
    }
  });

  it('who is refused too often is told so, and what is right goes on', async () => {
    const slow = await FuturesWorld.open(
      { ...SECRETS, TRUSTED_PROXIES: '1', RATE_LIMITS: 'refused=3/600' },
      world.app.database,
    );
    try {
      slow.clock.set(world.clock.now());
      const { own } = await withKey();
      const from = (key: OwnKey, ip: string) =>
        sendSigned(slow.app.url, key, { path: looked.path, at: now(), headers: { 'x-forwarded-for': ip } });
      const codes = [];
      for (let time = 0; time < 5; time += 1) codes.push((await from({ ...own, secret: 'wrong' }, '203.0.113.7')).code);
      expect(codes).toEqual([
        ...Array.from({ length: 3 }, () => 'api-key.not-accepted'),
        'request.too-many',
        'request.too-many',
      ]);
      expect((await from(own, '203.0.113.7')).type).toBe('ok');
      expect((await from({ ...own, secret: 'wrong' }, '203.0.113.8')).code).toBe('api-key.not-accepted');
    } finally {
      await slow.app.close();
    }
  });
});

describe('a socket', () => {
  const problem = async (auth: Record<string, string>): Promise<string> =>
    connectBare(url, {}, auth).then(
      ({ socket }) => {
        socket.disconnect();
        return 'connected';
      },
      (error: Error) => error.message,
    );

  it('is its user’s, hears what happens, and is cut within a second of the revocation', async () => {
    const { token, own } = await withKey();
    const client = await connectBare(url, {}, signedHandshake(own, now()));
    expect(await client.subscribe({ ch: 'account.events', key: {} })).toMatchObject({ ok: true });
    expect((await order(own)).type).toBe('ok');
    await until('it hears of the order', () => client.frames.some(({ k }) => k === 'delta'), 20_000);
    const gone = new Promise<number>((resolve) => client.socket.once('disconnect', () => resolve(performance.now())));
    await page(token, 'user/api_keys/revoke', { id: own.id });
    await gone;
  });

  it('is cut also where the word of the revocation was lost', async () => {
    const { own } = await withKey();
    const client = await connectBare(url, {}, signedHandshake(own, now()));
    const gone = new Promise<void>((resolve) => client.socket.once('disconnect', () => resolve()));
    await sql.query(`update account_api_key set ended_at = now(), end_reason = 'revoked' where id = $1`, [own.id]);
    await gone;
  });

  describe('is told what the key is for', () => {
    interface StreamedEvent {
      sequence: number;
      kind: string;
      payload: { demo?: boolean; account?: string; product?: string };
    }
    /** What came, in order; a frame that does not join the one before is an error. */
    const eventsIn = (frames: Frame[], from: number | null = null): StreamedEvent[] => {
      let place = from;
      const events: StreamedEvent[] = [];
      for (const { k, s, ps, d } of frames) {
        if (k !== 'snap' && ps !== place) throw new Error(`A gap: ${ps} after ${place}`);
        if (k === 'delta') events.push(...(d as StreamedEvent[]));
        place = s;
      }
      return events;
    };
    const listen = async (own: OwnKey, from: { ep?: string; s?: number } = {}) => {
      const client = await connectBare(url, {}, signedHandshake(own, now()));
      const reply = await client.subscribe({ ch: 'account.events', key: {}, ...from });
      return { ...client, reply, place: () => client.frames.at(-1)?.s ?? from.s ?? -1 };
    };
    const newest = async (userId: string): Promise<number> =>
      Number(
        (await sql.query('select sequence from outbox_stream where user_id = $1', [userId])).rows[0]?.sequence ?? 0,
      );
    /** Each of another quantity: the same again would be the same command. */
    let times = 0;
    const inBook = (demo: boolean): Record<string, string> => (demo ? { account_type: 'simulation_account' } : {});
    const openFutures = async (token: string, demo = false) => {
      world.refresh();
      times += 1;
      const wish = { multiple: '10', legal_id: USDT, currency_id: BTC, type: '1', status: '1', target_price: '' };
      const reply = await page(token, 'lever/submit', { ...wish, share: String(times), ...inBook(demo) });
      expect(reply).toMatchObject({ type: 'ok' });
    };
    const openSpot = async (token: string, demo = false) => {
      world.refresh();
      times += 1;
      const reply = await page(token, 'coin/trade', { ...ORDER, amount: `0.00${times}`, ...inBook(demo) });
      expect(reply).toMatchObject({ type: 'ok' });
    };

    it('a key for spot hears of spot, and resumes without a gap where only futures moved', async () => {
      const person = await aPerson();
      const spot = await listen(await makeKey(url, person.token, { scopes: ['read', 'trade.spot'] }));
      const reader = await listen(await makeKey(url, person.token, { scopes: ['read'] }));
      await openFutures(person.token);
      await openSpot(person.token);
      await openFutures(person.token);
      const after = await newest(person.userId);
      // Also where nothing of its own follows, the number comes with a heartbeat.
      await until('both are at the last number', () => [spot, reader].every(({ place }) => place() === after), 20_000);
      const heard = eventsIn(spot.frames);
      expect(heard.map(({ kind }) => kind)).toContain('order');
      for (const { kind, payload } of heard) {
        expect(kind === 'balance' ? payload.account?.split('_')[0] : (payload.product ?? kind)).toBe('spot');
      }
      const all = eventsIn(reader.frames);
      expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['position', 'order', 'balance']));
      expect(all.map(({ kind }) => kind)).not.toContain('notice');
      // The same numbers: the key's events are those of the stream, some left out.
      const bySequence = new Map(all.map((event) => [event.sequence, event]));
      expect(heard).toEqual(heard.map(({ sequence }) => bySequence.get(sequence)));
      const ep = spot.frames.at(-1)?.ep ?? '';
      spot.socket.disconnect();
      await openFutures(person.token);
      await openSpot(person.token);
      const own = await makeKey(url, person.token, { scopes: ['read', 'trade.spot'] });
      const again = await listen(own, { ep, s: after });
      expect(again.reply).toMatchObject({ ok: true, recovered: true });
      const end = await newest(person.userId);
      expect(end).toBeGreaterThan(after);
      await until('it has caught up', () => again.place() === end, 20_000);
      const missed = eventsIn(again.frames, after);
      expect(missed.filter(({ kind }) => kind === 'order').length).toBeGreaterThan(0);
      expect(missed.filter(({ kind }) => kind === 'position')).toEqual([]);
      for (const { socket } of [reader, again]) socket.disconnect();
    });

    it('and each of its own money alone', async () => {
      const person = await aPerson();
      expect(await page(person.token, 'demo/enter')).toMatchObject({ type: 'ok' });
      const real = await listen(await makeKey(url, person.token));
      const demo = await listen(await makeKey(url, person.token, { demo: true }));
      for (const isDemo of [true, false]) {
        await openSpot(person.token, isDemo);
        await openFutures(person.token, isDemo);
      }
      const end = await newest(person.userId);
      await until('both are at the last number', () => [real, demo].every(({ place }) => place() === end), 20_000);
      for (const [{ frames }, isDemo] of [
        [real, false],
        [demo, true],
      ] as const) {
        const heard = eventsIn(frames);
        expect(heard.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order', 'position', 'balance']));
        expect(new Set(heard.map(({ payload }) => payload.demo))).toEqual(new Set([isDemo]));
      }
      for (const { socket } of [real, demo]) socket.disconnect();
    });
  });

  it('is refused with a word why, and never served as a guest’s', async () => {
    const [reader, trader, demo] = [
      await withKey({ scopes: ['read'] }),
      await withKey({ scopes: ['trade.spot'] }),
      await withKey({ demo: true }),
    ];
    expect(await problem(signedHandshake(reader.own, now()))).toBe('connected');
    expect(await problem(signedHandshake(trader.own, now()))).toBe('api-key.scope');
    expect(await problem(signedHandshake(demo.own, now()))).toBe('connected');
    expect(await problem(signedHandshake({ ...reader.own, secret: 'wrong' }, now()))).toBe('api-key.not-accepted');
    expect(await problem(signedHandshake(reader.own, now() - 60_000))).toBe('api-key.window');
    expect(await problem({ ...signedHandshake(reader.own, now()), token: reader.token })).toBe('api-key.malformed');
    const once = signedHandshake(reader.own, now());
    expect([await problem(once), await problem(once)]).toEqual(['connected', 'api-key.replayed']);
    // What was signed for a request opens no socket.
    const at = now();
    const auth = { ...signedHandshake(reader.own, at), signature: signature(reader.own, { path: '/socket.io/', at }) };
    expect(await problem(auth)).toBe('api-key.not-accepted');
  });
});

it('is signed as the page for authors says it, without any code of ours', async () => {
  const { own } = await withKey();
  const at = String(now());
  const lines = [at, own.key, '5000', 'GET', '/api/coin/list', '', createHash('sha256').update('').digest('hex')];
  const mac = createHmac('sha256', own.secret).update(lines.join('\n')).digest('hex');
  const headers = { 'X-API-KEY': own.key, 'X-API-TIMESTAMP': at, 'X-API-SIGN': mac };
  expect((await answerOf(await fetch(`${url}/api/coin/list`, { headers }))).type).toBe('ok');
  const parts = {
    timestamp: at,
    key: own.key,
    window: '5000',
    verb: 'GET',
    path: '/api/coin/list',
    idempotencyKey: '',
  };
  expect(signedText({ ...parts, bodyHash: lines[6] ?? '' })).toBe(lines.join('\n'));
});

it('ends with all sessions of everybody, and none that was made before lives again', async () => {
  const { token, userId, own } = await withKey();
  const client = await connectBare(url, {}, signedHandshake(own, now()));
  const gone = new Promise<void>((resolve) => client.socket.once('disconnect', () => resolve()));
  const asOwner = await sql.connect();
  try {
    // Past the proposal that two operators would have agreed on.
    await asOwner.query('set session_replication_role = replica');
    // The tests' clock may have run ahead of the database's: codes are not asked for twice within a minute.
    await asOwner.query(
      'insert into account_session_cut (at, proposal_id) values (greatest(clock_timestamp(), $1::timestamptz), 1)',
      [new Date(world.clock.now())],
    );
  } finally {
    asOwner.release(true);
  }
  expect((await look(own)).code).toBe('api-key.ended');
  expect((await page(token, 'user/api_keys')).type).toBe('999');
  await gone;
  const { rows } = await sql.query('select ended_at from account_api_key where user_id = $1', [userId]);
  expect(rows).toEqual([{ ended_at: null }]);
  world.clock.set(Math.max(world.clock.now(), Date.now()) + 1000);
  world.refresh();
  const person = await aPerson();
  await sql.query('update account_session set created_at = $2 where user_id = $1', [
    person.userId,
    new Date(world.clock.now()),
  ]);
  const fresh = await makeKey(url, person.token);
  expect((await look(fresh)).type).toBe('ok');
  expect((await look(own)).code).toBe('api-key.ended');
});
