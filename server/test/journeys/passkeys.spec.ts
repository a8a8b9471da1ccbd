import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { SecretBox } from '../../features/account/users/secret-box.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller, type Reply } from '../calls.js';
import { anEmail, PASSWORD } from '../factories/account-world.js';
import { giveMoney } from '../factories/given-money.js';
import { anAuthenticator, type Authenticator, type Said } from '../factories/passkeys.js';
import { codeTo, mailbox } from '../mailbox.js';
import { untilFound } from '../factories/until-found.js';

const ORIGIN = 'https://trade.example:8443';
const RP = 'trade.example';
const PIN = '582913';

let app: TestApp;
let call: Caller;
let database: Pool;

beforeAll(async () => {
  const environment = { ROLES: 'gateway', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '1', PUBLIC_URL: ORIGIN };
  app = await bootApp({ ...environment, DATABASE_POOL_SIZE: '12' });
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 4 });
}, 60_000);

afterAll(async () => {
  await database.end();
  await app.close();
});

interface Creation {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string };
  excludeCredentials: { id: string }[];
  authenticatorSelection: { userVerification: string; residentKey: string };
}

interface Request {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
  userVerification: string;
}

interface Owner {
  id: string;
  name: string;
  token: string;
  post: (path: string, fields?: Record<string, string>) => Promise<Reply>;
}

const site = { origin: ORIGIN, rpId: RP };

async function byName(): Promise<Owner> {
  const name = `owner${randomBytes(4).toString('hex')}`;
  const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
  expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
  return ownerOf(name, String((await call.post('user/login', { user_string: name, password: PASSWORD })).message));
}

async function byMail(): Promise<Owner> {
  const email = anEmail();
  await call.post('sms_mail', { user_string: email, type: 'register' });
  const form = { type: 'email', user_string: email, password: PASSWORD, re_password: PASSWORD };
  await call.post('user/register', { ...form, code: await codeTo(app, email) });
  return ownerOf(email, String((await call.post('user/login', { user_string: email, password: PASSWORD })).message));
}

async function ownerOf(name: string, token: string): Promise<Owner> {
  const { id } = (await call.get('user/center', { token })).message as { id: number };
  const post = (path: string, fields: Record<string, string> = {}) => call.post(path, fields, { token });
  return { id: String(id), name, token, post };
}

async function creation(owner: Owner, proof: Record<string, string> = { login_password: PASSWORD }): Promise<Creation> {
  const reply = await owner.post('user/passkeys/options', proof);
  expect(reply).toMatchObject({ type: 'ok' });
  return reply.message as Creation;
}

async function add(owner: Owner, key: Authenticator, name = 'My phone', proof?: Record<string, string>) {
  const { challenge, user } = await creation(owner, proof);
  return owner.post('user/passkeys/add', { name, passkey: key.make({ ...site, challenge, user: user.id }) });
}

async function withPasskey(owner: Owner, proof?: Record<string, string>) {
  const key = anAuthenticator();
  expect(await add(owner, key, 'My phone', proof)).toMatchObject({ type: 'ok' });
  return key;
}

async function loginOptions(fields: Record<string, string> = {}): Promise<Request> {
  return (await call.post('user/passkey_login/options', fields)).message as Request;
}

async function logIn(key: Authenticator, said: Said & Partial<typeof site> = {}, named: Record<string, string> = {}) {
  const { challenge } = await loginOptions(named);
  const { origin = ORIGIN, rpId = RP, ...more } = said;
  return call.post('user/passkey_login', { passkey: key.use({ origin, rpId, challenge }, more) });
}

async function proofOf(owner: Owner, key: Authenticator, act: Record<string, string>): Promise<Record<string, string>> {
  const { message } = await owner.post('user/proof_passkey', act);
  return { passkey: key.use({ ...site, challenge: (message as Request).challenge }) };
}

async function eventsOf(owner: Owner): Promise<string[]> {
  const rows = await database.query('select kind from account_security_event where user_id = $1 order by id', [
    owner.id,
  ]);
  return rows.rows.map(({ kind }: { kind: string }) => kind);
}

async function passkeysOf(owner: Owner) {
  return (await owner.post('user/passkeys')).message as { id: string; name: string; last_used_at: string }[];
}

/** The code that went to the owner's address for the act. */
async function ownCode(owner: Owner, act: Record<string, string>): Promise<string> {
  const codes = async () => (await mailbox(app)).flatMap(({ to, code }) => (to === owner.name && code ? [code] : []));
  const before = (await codes()).length;
  await database.query(`delete from account_limit where kind like 'code-%' and kind <> 'code-wrong'`);
  expect(await owner.post('sms_other_mail', act)).toMatchObject({ type: 'ok' });
  for (let round = 0; round < 200; round += 1) {
    const sent = (await codes())[before];
    if (sent) return sent;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No code came to ${owner.name}`);
}

async function verified(owner: Owner): Promise<void> {
  await database.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [owner.id, app.application.get(SecretBox).seal(Buffer.from(`id ${owner.id}`), idNumberContext(owner.id))],
  );
  await database.query(
    `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
    [owner.id],
  );
}

async function funded(owner: Owner): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('begin');
    const ask = async (sql: string, values?: unknown[]) => (await client.query(sql, values)).rows;
    await giveMoney(ask, [owner.id], { kind: 'spot', amount: '1000' });
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Past the holds of what was set up. Nobody seals the events here, so that they can be moved. */
async function rested(owner: Owner): Promise<void> {
  await database.query('alter table account_security_event disable trigger account_security_event_append_only');
  await database.query(`update account_security_event set at = at - interval '40 days' where user_id = $1`, [owner.id]);
  await database.query('alter table account_security_event enable always trigger account_security_event_append_only');
}

async function notificationTo(to: string, kind: string) {
  for (let round = 0; round < 200; round += 1) {
    const sent = (await mailbox(app)).find((entry) => entry.to === to && entry.kind === kind);
    if (sent) return sent;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${to} was not told of ${kind}`);
}

const setPin = (owner: Owner, fields: Record<string, string>) =>
  owner.post('safe/update_password', { password: PIN, re_password: PIN, ...fields });

describe('a passkey', () => {
  it('is made for this site, verified, found without a name, and its owner is told', async () => {
    const owner = await byMail();
    const code = await ownCode(owner, { act: 'passkey' });
    const proof = { login_password: PASSWORD, code };
    const options = await creation(owner, proof);
    expect(options).toMatchObject({
      rp: { id: RP },
      user: { name: owner.name },
      excludeCredentials: [],
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    const key = anAuthenticator();
    const { challenge, user } = options;
    const made = key.make({ ...site, challenge, user: user.id });
    expect(await owner.post('user/passkeys/add', { name: ' Ann’s phone ', passkey: made })).toMatchObject({
      type: 'ok',
    });
    expect(await passkeysOf(owner)).toMatchObject([{ name: 'Ann’s phone', last_used_at: '' }]);
    expect((await notificationTo(owner.name, 'passkey-added')).text).toContain('Ann’s phone');
    expect(await eventsOf(owner)).toContain('passkey-added');
    const facts = (await owner.post('user/proofs', { act: 'passkey' })).message as { hold_hours: number };
    expect(facts.hold_hours).toBe(24);
  });

  it('logs in whom no password does: the second factor is in it', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    const request = await loginOptions();
    expect(request).toMatchObject({ rpId: RP, allowCredentials: [], userVerification: 'required' });
    const reply = await logIn(key);
    expect(reply).toMatchObject({ type: 'ok' });
    expect(reply.headers.get('set-cookie')).toMatch(/^__Host-session=.*, device=/);
    const token = String(reply.message);
    expect(await call.get('user/center', { token })).toMatchObject({ message: { id: Number(owner.id) } });
    const sessions = (await call.post('user/sessions', {}, { token })).message as { method: string }[];
    expect(sessions.map(({ method }) => method).sort()).toEqual(['passkey', 'password']);
    expect((await passkeysOf(owner))[0]?.last_used_at).not.toBe('');
    expect(await logIn(key, {}, { user_string: owner.name })).toMatchObject({ type: 'ok' });
  });

  it('lets its owner in while others guess at the password', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    const guess = () =>
      call.post(
        'user/login',
        { user_string: owner.name, password: 'wrong' },
        { headers: { 'x-forwarded-for': '203.0.113.7' } },
      );
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 6; round += 1) codes.push((await guess()).code);
    expect(codes.at(-1)).toBe('account.locked');
    expect(await logIn(key)).toMatchObject({ type: 'ok' });
    expect(await logIn(key, {}, { user_string: owner.name })).toMatchObject({ type: 'ok' });
  });

  it('opens no account that is disabled', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    await database.query('update account_user set disabled_at = now() where id = $1', [owner.id]);
    expect(await logIn(key)).toMatchObject({ code: 'account.disabled' });
  });

  it('is renamed and removed by its owner alone, and is none afterwards', async () => {
    const [owner, other] = [await byName(), await byName()];
    const key = await withPasskey(owner);
    const [{ id } = { id: '' }] = await passkeysOf(owner);
    const unknown = { code: 'account.passkey-unknown' };
    expect(await other.post('user/passkeys/rename', { id, name: 'Mine' })).toMatchObject(unknown);
    expect(await other.post('user/passkeys/remove', { id, login_password: PASSWORD })).toMatchObject(unknown);
    expect(await owner.post('user/passkeys/rename', { id: 'x', name: 'Mine' })).toMatchObject(unknown);
    expect(await owner.post('user/passkeys/rename', { id, name: '  ' })).toMatchObject({ code: 'request.invalid' });
    expect(await owner.post('user/passkeys/rename', { id, name: 'Key ring' })).toMatchObject({ type: 'ok' });
    expect(await passkeysOf(owner)).toMatchObject([{ name: 'Key ring' }]);
    expect(await owner.post('user/passkeys/remove', { id })).toMatchObject({ code: 'account.old-password-wrong' });
    const byItself = await proofOf(owner, key, { act: 'passkey' });
    expect((await owner.post('user/passkeys/remove', { id, ...byItself })).type).toBe('error');
    expect(await owner.post('user/passkeys/remove', { id, login_password: PASSWORD, ...byItself })).toMatchObject({
      type: 'ok',
    });
    expect(await passkeysOf(owner)).toEqual([]);
    expect(await eventsOf(owner)).toContain('passkey-removed');
    expect(await logIn(key)).toMatchObject({ code: 'account.passkey-login-failed' });
  });
});

describe('a stolen session', () => {
  it('adds no passkey and removes none', async () => {
    const thief = await byMail();
    expect((await thief.post('user/passkeys/options')).type).toBe('error');
    expect(await thief.post('user/passkeys/options', { login_password: PASSWORD })).toMatchObject({
      code: 'account.code-required',
    });
    expect(await thief.post('user/passkeys/options', { login_password: 'wrong', code: '000000' })).toMatchObject({
      code: 'account.old-password-wrong',
    });
  });

  it('puts no passkey in the place of the only one with the password alone', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    const [{ id } = { id: '' }] = await passkeysOf(owner);
    const alone = { login_password: PASSWORD };
    expect((await owner.post('user/passkeys/options', alone)).type).toBe('error');
    expect((await owner.post('user/passkeys/remove', { id, ...alone })).type).toBe('error');
    const strange = await proofOf(owner, anAuthenticator(), { act: 'passkey' });
    expect(await owner.post('user/passkeys/options', { ...alone, ...strange })).toMatchObject({
      code: 'account.passkey-proof-wrong',
    });
    const other = await proofOf(owner, key, { act: 'fund-password' });
    expect(await owner.post('user/passkeys/options', { ...alone, ...other })).toMatchObject({
      code: 'account.passkey-proof-wrong',
    });
    expect(await passkeysOf(owner)).toHaveLength(1);
    const second = { ...alone, ...(await proofOf(owner, key, { act: 'passkey' })) };
    expect(await add(owner, anAuthenticator(), 'Second', second)).toMatchObject({ type: 'ok' });
    expect((await owner.post('user/passkeys/options', second)).code).toBe('account.passkey-expired');
  });

  it('adds none under the options of another session', async () => {
    const owner = await byName();
    const { challenge, user } = await creation(owner);
    const again = await call.post('user/login', { user_string: owner.name, password: PASSWORD });
    const passkey = anAuthenticator().make({ ...site, challenge, user: user.id });
    const reply = await call.post('user/passkeys/add', { name: 'x', passkey }, { token: String(again.message) });
    expect(reply).toMatchObject({ code: 'account.passkey-not-added' });
    expect(await passkeysOf(owner)).toEqual([]);
  });
});

describe('what is no answer to what was asked', () => {
  const wrong = { code: 'account.passkey-login-failed' };

  it.each<[string, Said & Partial<typeof site>]>([
    ['of another site', { origin: 'https://trade.example.evil' }],
    ['of the site at another port', { origin: 'https://trade.example:9999' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without verification of its holder', { verified: false }],
    ['that names another user', { handle: randomBytes(32).toString('base64url') }],
    ['of another kind', { type: 'webauthn.create' }],
  ])('a signature %s', async (_name, said) => {
    const owner = await byName();
    const key = await withPasskey(owner);
    expect(await logIn(key, said)).toMatchObject(wrong);
    expect(await eventsOf(owner)).toContain('passkey-wrong');
  });

  it('a signature on a page within the page of another site', async () => {
    const key = await withPasskey(await byName());
    expect(await logIn(key, { crossOrigin: true })).toMatchObject(wrong);
  });

  it('a signature that is changed, of a key that nobody added, or under the name of another account', async () => {
    const [owner, other] = [await byName(), await byName()];
    const key = await withPasskey(owner);
    const { challenge } = await loginOptions();
    const answer = JSON.parse(key.use({ ...site, challenge })) as { response: { signature: string } };
    answer.response.signature =
      anAuthenticator()
        .use({ ...site, challenge })
        .slice(0, 0) + 'MEUCIQ';
    expect(await call.post('user/passkey_login', { passkey: JSON.stringify(answer) })).toMatchObject(wrong);
    expect(await logIn(anAuthenticator())).toMatchObject(wrong);
    expect(await logIn(key, {}, { user_string: other.name })).toMatchObject(wrong);
    expect(await logIn(key, {}, { user_string: `nobody${randomBytes(4).toString('hex')}` })).toMatchObject(wrong);
  });

  it('the same answer twice, at once or later', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    const { challenge } = await loginOptions();
    const passkey = key.use({ ...site, challenge });
    const replies = await Promise.all(Array.from({ length: 10 }, () => call.post('user/passkey_login', { passkey })));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'account.passkey-expired')).toHaveLength(9);
    const late = await loginOptions();
    await database.query('update account_passkey_challenge set expires_at = now() where challenge = $1', [
      late.challenge,
    ]);
    const tooLate = { passkey: key.use({ ...site, challenge: late.challenge }) };
    expect(await call.post('user/passkey_login', tooLate)).toMatchObject({ code: 'account.passkey-expired' });
  });

  it('a challenge that was given out for something else', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    const proof = await proofOf(owner, key, { act: 'fund-password' });
    expect(await call.post('user/passkey_login', proof)).toMatchObject({ code: 'account.passkey-expired' });
    const login = { passkey: key.use({ ...site, challenge: (await loginOptions()).challenge }) };
    expect(await setPin(owner, login)).toMatchObject({ code: 'account.passkey-expired' });
    const other = anAuthenticator().make({ ...site, challenge: (await loginOptions()).challenge, user: 'AAAA' });
    expect(await owner.post('user/passkeys/add', { name: 'x', passkey: other })).toMatchObject({
      code: 'account.passkey-expired',
    });
  });

  it('a counter that does not grow: there is a copy, and its owner reads of it', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    expect(await logIn(key, { counter: 7 })).toMatchObject({ type: 'ok' });
    expect(await logIn(key, { counter: 7 })).toMatchObject({ code: 'account.passkey-copied' });
    expect(await logIn(key, { counter: 0 })).toMatchObject({ code: 'account.passkey-copied' });
    expect(await eventsOf(owner)).toContain('passkey-copied');
    expect(await logIn(key, { counter: 8 })).toMatchObject({ type: 'ok' });
  });

  it('text of any other kind', async () => {
    const owner = await byName();
    const named = { id: 'AA', rawId: 'AA', type: 'public-key' };
    const texts = [
      'x',
      'null',
      '[]',
      '{}',
      JSON.stringify(named),
      JSON.stringify({ ...named, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }),
      JSON.stringify({ ...named, response: { clientDataJSON: 'e30', attestationObject: 'AA' } }),
    ];
    for (const passkey of texts) {
      expect(await call.post('user/passkey_login', { passkey })).toMatchObject({ ...wrong, status: 200 });
      const added = await owner.post('user/passkeys/add', { name: 'x', passkey });
      expect(added).toMatchObject({ code: 'account.passkey-not-added', status: 200 });
    }
    expect(await call.post('user/passkey_login', { passkey: 'x'.repeat(9000) })).toMatchObject({
      code: 'request.invalid',
    });
    const spoken = await call.post('user/passkey_login', { passkey: 'x' }, { language: 'th' });
    expect(spoken.message).toBe('เข้าสู่ระบบด้วยพาสคีย์ไม่สำเร็จ โปรดลองอีกครั้ง');
  });

  it('a broken key under a right challenge', async () => {
    const owner = await byName();
    for (const attestationObject of ['AA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUEA', 'v_8', 'gA']) {
      const { challenge } = await creation(owner);
      const clientData = { type: 'webauthn.create', challenge, origin: ORIGIN };
      const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
      const passkey = JSON.stringify({
        id: 'AA',
        rawId: 'AA',
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
      });
      expect(await owner.post('user/passkeys/add', { name: 'x', passkey })).toMatchObject({
        code: 'account.passkey-not-added',
      });
    }
  });
});

describe('making one', () => {
  it.each<[string, Said & Partial<typeof site>]>([
    ['on another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without verification of its holder', { verified: false }],
    ['by a use', { type: 'webauthn.get' }],
    ['within the page of another site', { crossOrigin: true }],
  ])('%s adds none', async (_name, said) => {
    const owner = await byName();
    const { challenge, user } = await creation(owner);
    const { origin = ORIGIN, rpId = RP, ...more } = said;
    const passkey = anAuthenticator().make({ origin, rpId, challenge, user: user.id }, more);
    const refused = { code: 'account.passkey-not-added' };
    expect(await owner.post('user/passkeys/add', { name: 'x', passkey })).toMatchObject(refused);
    expect(await passkeysOf(owner)).toEqual([]);
  });

  it('with a certificate adds none: nobody has our server read an address', async () => {
    const owner = await byName();
    const { challenge, user } = await creation(owner);
    const key = anAuthenticator({ attestation: { fmt: 'packed', x5c: randomBytes(200) } });
    const passkey = key.make({ ...site, challenge, user: user.id });
    expect(await owner.post('user/passkeys/add', { name: 'x', passkey })).toMatchObject({
      code: 'account.passkey-not-added',
    });
  });

  it('twice adds one, for whoever came first', async () => {
    const [owner, other] = [await byName(), await byName()];
    const key = await withPasskey(owner);
    const proof = { login_password: PASSWORD, ...(await proofOf(owner, key, { act: 'passkey' })) };
    expect((await creation(owner, proof)).excludeCredentials).toMatchObject([{ id: key.id }]);
    expect(await add(other, key)).toMatchObject({ code: 'account.passkey-known' });
    expect(await logIn(key)).toMatchObject({ code: 'account.passkey-login-failed' });
  });

  it('adds the ninth and the tenth, and neither proposes nor adds one more', async () => {
    const owner = await byName();
    const first = await withPasskey(owner);
    const proof = async () => ({ login_password: PASSWORD, ...(await proofOf(owner, first, { act: 'passkey' })) });
    for (let count = 1; count < 8; count += 1) await withPasskey(owner, await proof());
    const asked: Creation[] = [];
    for (let count = 0; count < 3; count += 1) asked.push(await creation(owner, await proof()));
    const outcomes: string[] = [];
    for (const { challenge, user } of asked) {
      const passkey = anAuthenticator().make({ ...site, challenge, user: user.id });
      const { type, code } = await owner.post('user/passkeys/add', { name: 'x', passkey });
      outcomes.push(code ?? type);
      const next = await owner.post('user/passkeys/options', await proof());
      outcomes.push(`${next.code ?? next.type} next`);
    }
    const full = 'account.passkeys-full';
    expect(outcomes).toEqual(['ok', 'ok next', 'ok', `${full} next`, full, `${full} next`]);
  });

  it('adds none by a session that is ended while it is added', async () => {
    const owner = await byName();
    const { challenge, user } = await creation(owner);
    const passkey = anAuthenticator().make({ ...site, challenge, user: user.id });
    const held = await database.connect();
    try {
      await held.query('begin');
      await held.query('select from account_user where id = $1 for no key update', [owner.id]);
      const asked = owner.post('user/passkeys/add', { name: 'x', passkey });
      await untilFound(async () => {
        const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await database.query(waiting)).rows;
      }, 'somebody who waits for the user');
      await held.query(`update account_session set ended_at = now(), end_reason = 'password' where user_id = $1`, [
        owner.id,
      ]);
      await held.query('commit');
      expect(await asked).toMatchObject({ code: 'session.required' });
    } finally {
      held.release(true);
    }
    const { rows } = await database.query('select id from account_passkey where user_id = $1', [owner.id]);
    expect(rows).toEqual([]);
  });

  it('adds ten at most, however many come at once', async () => {
    const owner = await byName();
    const first = await withPasskey(owner);
    const proof = async () => ({ login_password: PASSWORD, ...(await proofOf(owner, first, { act: 'passkey' })) });
    for (let round = 0; round < 6; round += 1) await withPasskey(owner, await proof());
    const asked = [];
    for (let round = 0; round < 6; round += 1) asked.push(await creation(owner, await proof()));
    const replies = await Promise.all(
      asked.map(({ challenge, user }) => {
        const passkey = anAuthenticator().make({ ...site, challenge, user: user.id });
        return owner.post('user/passkeys/add', { name: 'x', passkey });
      }),
    );
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(3);
    const refused = replies.find(({ code }) => code === 'account.passkeys-full');
    expect(refused?.message).toBe('There can be at most 10 passkeys; remove one first');
    expect(await passkeysOf(owner)).toHaveLength(10);
    expect(await owner.post('user/passkeys/options', await proof())).toMatchObject({ code: 'account.passkeys-full' });
  });
});

describe('as a proof', () => {
  it('stands beside what the user has, and takes none of it away', async () => {
    const owner = await byName();
    const groups = async (act: string) =>
      ((await owner.post('user/proofs', { act })).message as { groups: string[][] }).groups;
    expect(await owner.post('user/proof_passkey', { act: 'fund-password' })).toMatchObject({
      code: 'account.passkey-unknown',
    });
    expect(await groups('withdrawal')).toEqual([]);
    await withPasskey(owner);
    expect(await groups('withdrawal')).toEqual([['passkey']]);
    expect(await groups('fund-password')).toEqual([['passkey', 'login-password']]);
    expect(await groups('contact')).toEqual([['login-password'], ['passkey']]);
    expect(await groups('authenticator')).toEqual([['login-password'], ['passkey']]);
    expect(await groups('passkey')).toEqual([['login-password'], ['passkey']]);
  });

  it('confirms one act of its owner with its values, once', async () => {
    const [owner, other] = [await byName(), await byName()];
    const [key, strange] = [await withPasskey(owner), await withPasskey(other)];
    const wrong = { code: 'account.passkey-proof-wrong' };
    expect(await setPin(owner, await proofOf(owner, key, { act: 'bank-card', target: '4111' }))).toMatchObject(wrong);
    expect(await setPin(owner, await proofOf(other, strange, { act: 'fund-password' }))).toMatchObject(wrong);
    expect(await setPin(owner, await proofOf(owner, strange, { act: 'fund-password' }))).toMatchObject(wrong);
    const proof = await proofOf(owner, key, { act: 'fund-password' });
    expect(await setPin(owner, proof)).toMatchObject({ type: 'ok' });
    const change = { oldpassword: PIN, password: '481927', re_password: '481927' };
    expect(await owner.post('safe/update_password', { ...change, ...proof })).toMatchObject({
      code: 'account.passkey-expired',
    });
  });

  it('sets a new login password for an owner who forgot it', async () => {
    const owner = await byName();
    const key = await withPasskey(owner);
    const password = `${randomBytes(9).toString('base64url')}Aa1!`;
    const proof = await proofOf(owner, key, { act: 'login-password' });
    expect(await owner.post('user/e_pwd', { password, re_password: password, ...proof })).toMatchObject({ type: 'ok' });
    expect(await call.post('user/login', { user_string: owner.name, password })).toMatchObject({ type: 'ok' });
  });

  it('lets an account with nothing but a name withdraw for the first time, after the hold that it starts', async () => {
    const owner = await byName();
    await verified(owner);
    await funded(owner);
    const target = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    expect(await setPin(owner, { login_password: PASSWORD })).toMatchObject({ type: 'ok' });
    const bookEntry = {
      currency_id: '3',
      address: target,
      netType: 'TRC20',
      pay_password: PIN,
      login_password: PASSWORD,
    };
    expect(await owner.post('wallet/addaddress', bookEntry)).toMatchObject({ type: 'ok' });
    await rested(owner);
    const out = { currency: '3', number: '100', address: target, pay_password: PIN };
    const act = { act: 'withdrawal', amount: '100', coin: 'USDT', target };
    expect(await owner.post('wallet/out', out)).toMatchObject({ code: 'account.second-factor-required' });
    const key = await withPasskey(owner);
    expect(await owner.post('wallet/out', out)).toMatchObject({ code: 'withdrawals.held' });
    await rested(owner);
    expect(await owner.post('wallet/out', out)).toMatchObject({ code: 'account.proof-required' });
    const other = await proofOf(owner, key, { ...act, amount: '99' });
    expect(await owner.post('wallet/out', { ...out, ...other })).toMatchObject({ code: 'account.passkey-proof-wrong' });
    expect(await owner.post('wallet/out', { ...out, ...(await proofOf(owner, key, act)) })).toMatchObject({
      type: 'ok',
    });
  });
});
