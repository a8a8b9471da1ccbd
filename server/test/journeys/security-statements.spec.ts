import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { GetHolds } from '../../features/account/notices/index.js';
import { ACCESS_TABLE } from '../access-matrix.js';
import { AccountWorld, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { aWallet } from '../factories/wallets.js';
import { codeTo, mailbox } from '../mailbox.js';

/** Statements of `asvs.map.json` that nothing else shows. */

const PIN = '582913';
const STEP_MS = 30_000;

let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open({ ROLES: 'gateway', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://trade.example:8443' });
}, 60_000);
afterAll(() => world?.close());

async function idOf(token: string): Promise<string> {
  return String(((await world.call.get('user/center', { token })).message as { id: number }).id);
}

/** Somebody by user name, whose password alone proves an authenticator. */
async function byName(): Promise<{ name: string; token: string }> {
  const name = `owner${randomBytes(5).toString('hex')}`;
  const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
  expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
  const { message } = await world.call.post('user/login', { user_string: name, password: PASSWORD });
  return { name, token: String(message) };
}

/** An authenticator that is on, with its recovery codes; the code of the confirmation was one step early. */
async function withAuthenticator(token: string, proof: Record<string, string>) {
  const proposal = await world.call.post('user/totp/setup', proof, { token });
  expect(proposal).toMatchObject({ type: 'ok' });
  const { secret } = proposal.message as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  const confirmed = await world.call.post('user/totp/confirm', { code: at(-1) }, { token });
  expect(confirmed).toMatchObject({ type: 'ok' });
  return { at, codes: (confirmed.message as { recovery_codes: string[] }).recovery_codes };
}

it('a reset holds withdrawals, opens no session and leaves the fund password as it is', async () => {
  const { email, token } = await world.aSignedInUser();
  const id = await idOf(token);
  const first = { password: PIN, re_password: PIN, login_password: PASSWORD };
  expect(await world.call.post('safe/update_password', first, { token })).toMatchObject({ type: 'ok' });
  const storedHashes = async () =>
    (await world.database.query('select password_hash from account_fund_password where user_id = $1', [id])).rows;
  const before = await storedHashes();
  expect(before).toHaveLength(1);
  await world.database.query('delete from account_limit');
  const sent = (await mailbox(world.app)).filter(({ to }) => to === email).length;
  await world.call.post('user/sms_mail', { user_string: email, type: 'forget' });
  const code = await codeTo(world.app, email, sent + 1);
  const form = { account: email, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD, code };
  const reply = await world.call.post('user/forget', form);
  expect(reply).toMatchObject({ type: 'ok' });
  expect(reply.headers.get('set-cookie') ?? '').not.toMatch(/session=[^;]/);
  const live = await world.database.query('select 1 from account_session where user_id = $1 and ended_at is null', [
    id,
  ]);
  expect(live.rows).toEqual([]);
  expect(await storedHashes()).toEqual(before);
  const holds = await world.app.application.get(GetHolds).execute(id);
  expect(holds.map(({ reason }) => reason)).toContain('password');
});

it('a code of an authenticator two steps off is refused, either way', async () => {
  const { name, token } = await byName();
  const { at } = await withAuthenticator(token, { password: PASSWORD });
  const form = { user_string: name, password: PASSWORD };
  // Three steps, because the step may change between here and there.
  for (const steps of [-3, 3]) {
    expect(await world.call.post('user/login', { ...form, totp_code: at(steps) })).toMatchObject({
      code: 'account.totp-wrong',
    });
  }
  expect(await world.call.post('user/login', { ...form, totp_code: at(1) })).toMatchObject({ type: 'ok' });
});

it('recovery codes are kept as digests', async () => {
  const { token } = await byName();
  const { codes } = await withAuthenticator(token, { password: PASSWORD });
  expect(codes).toHaveLength(10);
  const { rows } = await world.database.query<{ text: string; length: number }>(
    'select c::text as text, length(code_hash) as length from account_recovery_code c where user_id = $1',
    [await idOf(token)],
  );
  expect(rows.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 32));
  const plain = codes.map((code) => Buffer.from(code).toString('hex'));
  expect(rows.filter(({ text }) => [...codes, ...plain].some((code) => text.includes(code)))).toEqual([]);
});

it('a login by wallet asks for the authenticator that is on', async () => {
  const wallet = aWallet('ERC');
  const enter = async (fields: Record<string, string> = {}) => {
    const asked = await world.call.post('user/wallet_nonce', { chain: 'ERC', address: wallet.address });
    const { message, nonce } = asked.message as { message: string; nonce: string };
    const form = { chain: 'ERC', address: wallet.address, nonce, signature: wallet.sign(message) };
    return world.call.post('user/wallet_login', { ...form, ...fields });
  };
  const token = String((await enter()).message);
  const act = (
    await world.call.post(
      'user/proof_nonce',
      { act: 'authenticator', chain: 'ERC', address: wallet.address },
      { token },
    )
  ).message as { message: string; nonce: string };
  const { at } = await withAuthenticator(token, { proof_nonce: act.nonce, proof_signature: wallet.sign(act.message) });
  expect(await enter()).toMatchObject({ code: 'account.totp-required' });
  expect(await enter({ totp_code: '000000' })).toMatchObject({ code: 'account.totp-wrong' });
  expect(await enter({ totp_code: at(1) })).toMatchObject({ type: 'ok' });
});

it('a session ends after 30 days at all, whoever opened it', async () => {
  const { token } = await world.aSignedInUser();
  const { rows } = await world.database.query<{ days: string }>(
    `select extract(epoch from expires_at - created_at) / 86400 as days from account_session where user_id = $1`,
    [await idOf(token)],
  );
  expect(rows.map(({ days }) => Number(days))).toEqual([30]);
});

describe('a token in an address', () => {
  it.each(ACCESS_TABLE.filter(({ who, call }) => who === 'user' && !call.includes(':')).map(({ call }) => call))(
    '%s counts for nothing',
    async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const { token } = await shared();
      const query = new URLSearchParams({ token, authorization: token, Authorization: token, session: token });
      const address = `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
      const reply = await fetch(`${world.app.url}/api/${address}`, {
        method,
        ...(method === 'GET' ? {} : { body: new URLSearchParams({ token }) }),
      });
      expect(await reply.json()).toMatchObject({ type: '999', code: 'session.required' });
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );

  let known: { email: string; token: string } | null = null;
  async function shared() {
    known ??= await world.aSignedInUser();
    return known;
  }
});

/** Calls by whom they are for, with the parts of their addresses filled in. */
const callsFor = (who: 'everybody' | 'user') =>
  ACCESS_TABLE.filter((row) => row.who === who).map(({ call }) => {
    const [verb = '', pattern = ''] = call.split(' ');
    return { verb, path: pattern.replace(/:\w+/g, '0'), isBare: /^(healthz|readyz|metrics)$/.test(pattern) };
  });

async function ask(call: ReturnType<typeof callsFor>[number], headers: Record<string, string>): Promise<Response> {
  const form = call.verb === 'GET' ? {} : { body: '', 'content-type': 'application/x-www-form-urlencoded' };
  const { body, ...own } = form as { body?: string };
  return fetch(`${world.app.url}/${call.isBare ? '' : 'api/'}${call.path}`, {
    method: call.verb,
    headers: { lang: 'en', ...own, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

it('what a signed-in user reads is kept by nobody on the way', async () => {
  const { token } = await world.aSignedInUser();
  const calls = callsFor('user').filter(({ path }) => path !== 'user/logout');
  expect(calls.length).toBeGreaterThan(120);
  const cacheable: string[] = [];
  for (const call of calls) {
    const reply = await ask(call, { authorization: token });
    await reply.arrayBuffer();
    const caching = reply.headers.get('cache-control');
    if (caching !== 'no-store') cacheable.push(`${call.verb} ${call.path}: ${caching}`);
  }
  expect(cacheable).toEqual([]);
}, 120_000);

it('a public reply is the same whatever headers ask for it, and holds none of them', async () => {
  const mark = `canary${randomBytes(6).toString('hex')}`;
  const { token } = await world.aSignedInUser();
  const varied: Record<string, string>[] = [
    { 'x-forwarded-host': `${mark}.example`, authorization: token },
    { 'x-forwarded-proto': mark, 'x-original-url': `/${mark}`, 'x-rewrite-url': `/${mark}`, authorization: mark },
    { forwarded: `host=${mark}.example`, 'x-forwarded-port': '1', 'x-forwarded-prefix': `/${mark}`, 'x-host': mark },
    {
      cookie: `session=${mark}`,
      'user-agent': mark,
      referer: `https://${mark}.example/`,
      origin: `https://${mark}.example`,
    },
    { accept: 'text/html', 'accept-language': `${mark};q=1`, 'x-http-method-override': 'DELETE', range: 'bytes=0-1' },
  ];
  const calls = callsFor('everybody');
  expect(calls.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  const read = async (call: (typeof calls)[number], headers: Record<string, string>) => {
    const reply = await ask(call, headers);
    return { text: await reply.text(), headers: JSON.stringify([...reply.headers]), status: reply.status };
  };
  // What the product says of its own state (readyz) may change there and back between two looks; what heeds a
  // header differs every time that it is sent.
  const heeds = async (call: (typeof calls)[number], headers: Record<string, string>) => {
    for (let turn = 0; turn < 6; turn += 1) {
      const [without, sent] = [await read(call, {}), await read(call, headers)];
      if (without.text === sent.text && without.status === sent.status) return false;
    }
    return true;
  };
  let compared = 0;
  for (const call of calls) {
    const plain = await read(call, {});
    // What says the time, or counts, differs from itself; the rest must not differ by anything.
    const isSteady = (await read(call, {})).text === plain.text && !/"code":"rate/.test(plain.text);
    for (const headers of varied) {
      const reply = await read(call, headers);
      if (reply.text.includes(mark) || reply.headers.includes(mark))
        wrong.push(`${call.verb} ${call.path} repeats ${Object.keys(headers).join()}`);
      // The mailbox of development asks on purpose whether somebody stands between.
      if (!isSteady || call.path === 'dev/mailbox' || /session_user|"user":/.test(plain.text)) continue;
      compared += 1;
      const isAsBefore = reply.text === plain.text && reply.status === plain.status;
      if (!isAsBefore && (await heeds(call, headers)))
        wrong.push(`${call.verb} ${call.path} heeds ${Object.keys(headers).join()}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(200);
}, 300_000);

it('a name with a line break or another control character is none', async () => {
  for (const bad of ['\r\n', '\n', '\u0000', '\u001b[2J', '\u2028']) {
    const name = `ann${bad}forged${randomBytes(3).toString('hex')}`;
    const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
    expect((await world.call.post('user/register', form)).type).toBe('error');
  }
});

it('every way into an account and back into one stands in the document of the ways in', () => {
  const text = readFileSync(join(__dirname, '../../documents/security.md'), 'utf8');
  const ways = ACCESS_TABLE.map(({ call }) => call).filter((call) =>
    /user\/(register|login|forget|wallet_login|passkey_login)$|ops\/api\/(login|enrol|passkey_login|enrol\/passkey)$/.test(
      call,
    ),
  );
  expect(ways.length).toBeGreaterThan(7);
  expect(ways.filter((call) => !text.includes(`\`${call.split(' ')[1]}\``))).toEqual([]);
});
