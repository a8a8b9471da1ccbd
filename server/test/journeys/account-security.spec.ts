import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Secret, TOTP } from 'otpauth';
import { Pool } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { type ByeMessage, REALTIME_PROTOCOL } from '../../contract/channels.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { codeTo, mailbox } from '../mailbox.js';

const PASSWORD = 'correct horse 7';
const OTHER_PASSWORD = 'battery staple 9';
const PREFIX = `account-security-${randomBytes(4).toString('hex')}:`;

/** What a device that has forgotten its token keeps of it. */
const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

let app: TestApp;
/** A second process of the same product. */
let other: TestApp;
let call: Caller;
let database: Pool;

beforeAll(async () => {
  const environment = { REDIS_PREFIX: PREFIX, PUBLIC_URL: 'https://trade.example:8443' };
  app = await bootApp(environment);
  other = await bootApp({ ...environment, ROLES: 'gateway' }, app.database);
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 2 });
}, 60_000);

afterAll(async () => {
  await database.end();
  await other.close();
  await app.close();
});

async function aSignedInUser() {
  const user_string = `Kim${randomBytes(5).toString('hex')}`;
  const form = { type: 'username', user_string, password: PASSWORD, re_password: PASSWORD };
  expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
  return { user_string, ...(await logIn(user_string)) };
}

async function logIn(user_string: string, fields: Record<string, string> = {}) {
  const reply = await call.post('user/login', { user_string, password: PASSWORD, ...fields });
  expect(reply).toMatchObject({ type: 'ok' });
  return { token: String(reply.message), cookie: (reply.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '' };
}

describe('the sockets of a session', () => {
  const sockets: { disconnect(): unknown }[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });

  async function connect(at: TestApp, token: string): Promise<Socket> {
    const auth = { protocol: REALTIME_PROTOCOL, token };
    const socket = io(at.url, { transports: ['websocket'], auth, reconnection: false });
    sockets.push(socket);
    await new Promise<void>((done, failed) => {
      socket.once('connect', done);
      socket.once('connect_error', failed);
    });
    return socket;
  }

  const subscribeOwn = (socket: Socket): Promise<{ ok: boolean }> =>
    socket.timeout(5000).emitWithAck('sub', { ch: 'account.events', key: {} }) as Promise<{ ok: boolean }>;

  /** Why it was closed. A socket that asks for nothing is closed some time anyhow. */
  const ended = (socket: Pick<Socket, 'once'>) =>
    new Promise<string>((done) => {
      let why = '';
      socket.once('bye', ({ reason }: ByeMessage) => (why = reason));
      socket.once('disconnect', () => done(why));
    });

  it('get private channels by the token, and none without or with a dead one', async () => {
    const { token } = await aSignedInUser();
    expect(await subscribeOwn(await connect(app, token))).toMatchObject({ ok: true });
    await call.post('user/logout', {}, { token });
    for (const dead of ['', 'x', token]) {
      expect(await subscribeOwn(await connect(app, dead))).toMatchObject({ ok: false });
    }
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['a logout', (token) => call.post('user/logout', {}, { token })],
    ['a logout that is told late', (token) => call.post('user/sessions/end', { session: digestOf(token) })],
    [
      'a change of the password',
      (token) => call.post('user/e_pwd', { old_password: PASSWORD, password: 'battery staple 9' }, { token }),
    ],
  ])('are closed by %s, on every process', async (_what, end) => {
    const { token } = await aSignedInUser();
    const open = await Promise.all([connect(app, token), connect(other, token)]);
    const closed = Promise.all(open.map(ended));
    await end(token);
    expect(await closed).toEqual(['session-revoked', 'session-revoked']);
  });

  async function byMail() {
    const user_string = `${randomBytes(6).toString('hex')}@example.com`;
    await call.post('sms_mail', { user_string, type: 'register' });
    const code = await codeTo(app, user_string);
    const form = { type: 'email', user_string, code, password: PASSWORD, re_password: PASSWORD };
    expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
    const { token } = await logIn(user_string);
    const { id } = (await call.get('user/center', { token })).message as { id: number };
    return { email: user_string, token, id };
  }

  const disable = ({ id }: { id: number }) =>
    database.query('update account_user set disabled_at = now() where id = $1', [id]);
  const reset = async ({ email }: { email: string }) => {
    await database.query('delete from account_limit');
    const before = (await mailbox(app)).filter(({ to }) => to === email).length;
    await call.post('sms_mail', { user_string: email, type: 'forget' });
    const form = { account: email, code: await codeTo(app, email, before + 1), password: OTHER_PASSWORD };
    expect(await call.post('user/forget', { ...form, repassword: OTHER_PASSWORD })).toMatchObject({ type: 'ok' });
  };

  // They are subscribed to nothing: before the look at all sessions, after 60 s, they would be closed for that, after 30.
  it.each([
    ['whose user was disabled in the database', disable],
    ['whose password was reset with a code', reset],
  ])('of a session %s are closed at once, on every process', async (_what, end) => {
    const user = await byMail();
    const open = await Promise.all([connect(app, user.token), connect(other, user.token)]);
    const closed = Promise.all(open.map(ended));
    await end(user);
    expect(await closed).toEqual(['session-revoked', 'session-revoked']);
    expect(await call.get('user/center', { token: user.token })).toMatchObject({ type: '999' });
  });

  it('of a session whose time is up are closed at once', async () => {
    const { id, token } = await byMail();
    await database.query(`update account_session set expires_at = now() + interval '15 s' where user_id = $1`, [id]);
    expect(await ended(await connect(app, token))).toBe('session-revoked');
  });

  it.each(['token', 'auth', 'authorization', 'session'])('take no token from the address (%s)', async (name) => {
    const { token } = await aSignedInUser();
    const socket = io(app.url, {
      transports: ['websocket'],
      auth: { protocol: REALTIME_PROTOCOL },
      query: { [name]: name === 'auth' ? JSON.stringify({ token }) : token },
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    await new Promise<void>((done) => socket.once('connect', done));
    expect(await subscribeOwn(socket)).toEqual({ ok: false, code: 'realtime.not-allowed' });
  });

  it('of another session of the same user stay', async () => {
    const { user_string, token } = await aSignedInUser();
    const { token: second } = await logIn(user_string);
    const [mine, remaining] = await Promise.all([connect(other, token), connect(other, second)]);
    const closed = ended(mine);
    await call.post('user/logout', {}, { token });
    expect(await closed).toBe('session-revoked');
    expect(remaining.connected).toBe(true);
    expect(await subscribeOwn(remaining)).toMatchObject({ ok: true });
  });

  it('of an old client are closed too: its proof is the cookie of the login', async () => {
    const { token, cookie } = await aSignedInUser();
    const openOld = createRequire(__filename)('socket.io-client-v2') as (url: string, options: unknown) => Socket;
    const socket = openOld(app.url, {
      transports: ['websocket'],
      reconnection: false,
      transportOptions: { websocket: { extraHeaders: { cookie, origin: app.url } } },
    });
    sockets.push(socket);
    await new Promise<void>((done) => socket.once('connect', () => done()));
    const closed = new Promise<void>((done) => socket.once('disconnect', () => done()));
    await call.post('user/logout', {}, { token });
    await closed;
  });
});

describe('a logout that is told late', () => {
  it('ends the session of the digest and no other, and is no login', async () => {
    const { user_string, token } = await aSignedInUser();
    const { token: second } = await logIn(user_string);
    const session = digestOf(token);
    expect(await call.get('user/center', { token: session })).toMatchObject({ type: '999' });
    expect(await call.post('user/sessions/end', { session })).toMatchObject({ type: 'ok' });
    expect(await call.get('user/center', { token })).toMatchObject({ type: '999' });
    expect(await call.get('user/center', { token: second })).toMatchObject({ type: 'ok' });
  });

  it('is begun by another site’s page without a cookie, which would be of an account of its own', async () => {
    const { user_string } = await aSignedInUser();
    const logInFrom = async (headers: Record<string, string>) => {
      const reply = await call.post('user/login', { user_string, password: PASSWORD }, { headers });
      expect(reply).toMatchObject({ type: 'ok', message: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
      return reply.headers.get('set-cookie');
    };
    const foreign: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
    for (const headers of foreign) {
      expect(await logInFrom(headers)).toBeNull();
    }
    expect(await logInFrom({})).toMatch(/^__Host-session=.*device=/);
  });

  it('takes the cookie of that session from the device, and of no other', async () => {
    const [mine, others] = [await aSignedInUser(), await aSignedInUser()];
    const cookiesAfter = async (cookie: string) => {
      const headers = { cookie: `device=x; __Host-session=${cookie}` };
      const reply = await call.post('user/sessions/end', { session: digestOf(mine.token) }, { headers });
      return reply.headers.get('set-cookie');
    };
    expect(await cookiesAfter(others.token)).toBeNull();
    expect(await cookiesAfter(mine.token)).toMatch(/^__Host-session=; .*Max-Age=0/);
  });

  it('says the same of a session that there never was, and takes nothing but a digest', async () => {
    const { token } = await aSignedInUser();
    const known = await call.post('user/sessions/end', { session: digestOf((await aSignedInUser()).token) });
    for (const session of [digestOf('nobody'), token, '', 'x'.repeat(64), digestOf(token).toUpperCase()]) {
      const { type, message } = await call.post('user/sessions/end', { session });
      expect({ session, type, message }).toEqual({ session, type: known.type, message: known.message });
    }
    expect(await call.get('user/center', { token })).toMatchObject({ type: 'ok' });
  });
});

describe('the authenticator', () => {
  async function withTotp() {
    const user = await aSignedInUser();
    const { token } = user;
    const proposal = await call.post('user/totp/setup', { password: PASSWORD }, { token });
    const { secret, uri } = proposal.message as { secret: string; uri: string };
    expect(uri).toContain('otpauth://totp/Trading:');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (stepsAhead: number) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
    const confirmed = await call.post('user/totp/confirm', { code: code(-1) }, { token });
    const { recovery_codes } = confirmed.message as { recovery_codes: string[] };
    return { ...user, code, secret, recovery_codes };
  }

  it('is asked for at the login from then on; each code is good once', async () => {
    const { user_string, code, recovery_codes, token } = await withTotp();
    expect(recovery_codes).toHaveLength(10);
    expect(await call.get('user/center', { token })).toMatchObject({ message: { totp: 1 } });
    const form = { user_string, password: PASSWORD };
    expect(await call.post('user/login', form)).toMatchObject({ code: 'account.totp-required' });
    expect(await call.post('user/login', { ...form, totp_code: '000000' })).toMatchObject({
      code: 'account.totp-wrong',
    });
    const used = code(0);
    const parallel = await Promise.all(
      Array.from({ length: 4 }, () => call.post('user/login', { ...form, totp_code: used })),
    );
    expect(parallel.filter(({ type }) => type === 'ok')).toHaveLength(1);
    await logIn(user_string, { totp_code: recovery_codes[0] ?? '' });
    expect(await call.post('user/login', { ...form, totp_code: recovery_codes[0] ?? '' })).toMatchObject({
      code: 'account.totp-wrong',
    });
  });

  it('is set up, and turned off, with the password only', async () => {
    const { token } = await aSignedInUser();
    expect(await call.post('user/totp/setup', { password: 'wrong' }, { token })).toMatchObject({
      code: 'account.old-password-wrong',
    });
    expect(await call.post('user/totp/confirm', { code: '123456' }, { token })).toMatchObject({
      code: 'account.totp-not-set-up',
    });
    const on = await withTotp();
    expect(await call.post('user/totp/setup', { password: PASSWORD }, { token: on.token })).toMatchObject({
      code: 'account.totp-on',
    });
    const off = { password: PASSWORD, code: on.recovery_codes[1] ?? '' };
    expect(await call.post('user/totp/disable', { ...off, password: 'no' }, { token: on.token })).toMatchObject({
      code: 'account.old-password-wrong',
    });
    expect(await call.post('user/totp/disable', off, { token: on.token })).toMatchObject({ type: 'ok' });
    await logIn(on.user_string);
  });

  it('keeps its secret sealed', async () => {
    const { secret } = await withTotp();
    const rows = await database.query<{ secret: Buffer }>('select secret from account_totp');
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    expect(rows.rows.length).toBeGreaterThan(0);
    for (const row of rows.rows) expect(row.secret.includes(plain)).toBe(false);
  });
});

describe('in production', () => {
  let live: TestApp;
  let liveCall: Caller;

  beforeAll(async () => {
    const secrets = { PASSWORD_PEPPER: 'p'.repeat(32), SECRET_KEY: 's'.repeat(32) };
    live = await bootApp({
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      ROLES: 'gateway',
      TRUSTED_PROXIES: '1',
      // The limits of calls are tighter than what is looked at here.
      RATE_FACTOR: '100',
      ...secrets,
    });
    liveCall = new Caller(live);
  }, 60_000);
  afterAll(() => live.close());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  it('there is no mailbox to look into', async () => {
    expect(await liveCall.get('dev/mailbox')).toMatchObject({ status: 200, code: 'request.unknown-route' });
  });

  it('one address gets twenty wrong logins in a quarter of an hour, at however many accounts', async () => {
    const wrong = (index: number, address: string) =>
      liveCall.post('user/login', { user_string: `nobody${index}`, password: 'wrong' }, from(address));
    const replies = await Promise.all(Array.from({ length: 25 }, (_nothing, index) => wrong(index, '203.0.113.7')));
    expect(replies.filter(({ code }) => code === 'account.login-wrong')).toHaveLength(20);
    expect(replies.filter(({ code }) => code === 'account.locked')).toHaveLength(5);
    // The proxy in front writes the last address; what a client puts before it moves nothing.
    expect(await wrong(30, '198.51.100.1, 203.0.113.7')).toMatchObject({ code: 'account.locked' });
    expect(await wrong(31, '203.0.113.8')).toMatchObject({ code: 'account.login-wrong' });
  });

  it('one address is sent ten codes an hour, and opens ten accounts', async () => {
    const code = (index: number) =>
      liveCall.post('sms_mail', { user_string: `someone${index}@example.com` }, from('203.0.113.9'));
    const replies = await Promise.all(Array.from({ length: 12 }, (_nothing, index) => code(index)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(10);
    const form = { type: 'username', password: PASSWORD, re_password: PASSWORD };
    const accounts = await Promise.all(
      Array.from({ length: 12 }, (_nothing, index) =>
        liveCall.post('user/register', { ...form, user_string: `somebody${index}` }, from('203.0.113.9')),
      ),
    );
    expect(accounts.filter(({ type }) => type === 'ok')).toHaveLength(10);
    expect(
      accounts.filter(({ status, code: refusal }) => status === 429 && refusal === 'request.too-many'),
    ).toHaveLength(2);
  });

  it('a registration with a wrong code, or with none, takes none of the ten; a name that is taken does', async () => {
    const at = from('203.0.113.10');
    const form = { password: PASSWORD, re_password: PASSWORD };
    const named = (user_string: string) =>
      liveCall.post('user/register', { ...form, type: 'username', user_string }, at);
    for (const [code, refusal] of [
      ['123456', 'account.code-wrong'],
      ['', 'account.code-required'],
    ] as const) {
      const mail = { ...form, type: 'email', user_string: 'nobody-asked@example.com', code };
      const replies = [];
      for (let count = 0; count < 11; count += 1) replies.push((await liveCall.post('user/register', mail, at)).code);
      expect(new Set(replies)).toEqual(new Set([refusal]));
    }
    const user_string = `Taken${randomBytes(4).toString('hex')}`;
    expect((await named(user_string)).type).toBe('ok');
    const codes = [];
    for (let count = 0; count < 10; count += 1) codes.push((await named(user_string)).code);
    expect(codes).toEqual([...Array.from({ length: 9 }, () => 'account.username-taken'), 'request.too-many']);
  });

  it('one browser opens five accounts a day, from whichever addresses, and another one its own', async () => {
    const form = { type: 'username', password: PASSWORD, re_password: PASSWORD };
    let address = 0;
    /** As a browser does it: it keeps the cookie that the login of each account gives it. */
    const open = async (cookie: string, ip = `198.51.100.${(address += 1)}`) => {
      const user_string = `Lee${randomBytes(5).toString('hex')}`;
      const headers = { 'x-forwarded-for': ip, ...(cookie === '' ? {} : { cookie }) };
      const { status } = await liveCall.post('user/register', { ...form, user_string }, { headers });
      if (status === 429) return { status, cookie };
      const reply = await liveCall.post('user/login', { user_string, password: PASSWORD }, { headers });
      const given = /device=[^;]+/.exec(reply.headers.get('set-cookie') ?? '')?.[0] ?? '';
      expect(given).not.toBe('');
      return { status, cookie: given };
    };
    let browser = { status: 0, cookie: '' };
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      browser = await open(browser.cookie);
      statuses.push(browser.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    // What the browser is refused for takes none of its network's places.
    const network = '203.0.113.11';
    for (let count = 0; count < 10; count += 1) expect((await open(browser.cookie, network)).status).toBe(429);
    expect((await open('', network)).status).toBe(200);
  });
});
