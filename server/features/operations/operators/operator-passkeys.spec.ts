import { randomBytes } from 'node:crypto';
import { type TOTP, URI } from 'otpauth';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { DESK_ROUTES } from '../../../test/desk-routes.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../../../test/factories/operators.js';
import { anAuthenticator, type Authenticator, type Said } from '../../../test/factories/passkeys.js';
import { effectsOfActs, watchTables } from '../../../test/touched-tables.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { ManageOperators } from './manage-operators.js';
import { untilFound } from '../../../test/factories/until-found.js';

const OWN = 'a horse of one own color';
const site = { origin: 'https://desk.example:8443', rpId: 'desk.example' };

let database: TestDatabase;
let app: TestApp;
let source: DataSource;
let logins = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await watchTables(database.url);
  const environment = { ROLES: 'gateway', LOG_LEVEL: 'silent', OPS_URL: site.origin, DATABASE_POOL_SIZE: '12' };
  app = await bootApp(environment, database);
  source = app.owner;
}, 60_000);
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

interface Invited {
  login: string;
  id: string;
  password: string;
}

interface Creation {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
  authenticatorSelection: { userVerification: string };
}

const post = (path: string, body: object = {}, by?: TestOperator): Promise<DeskReply> =>
  callDesk(app.url, path, { body, ...(by ? { by } : {}) });
const manage = () => app.application.get(ManageOperators);

async function invited(): Promise<Invited> {
  const login = `holder-${++logins}`;
  const { operator, oneTimePassword: password } = await manage().add(COMMAND_LINE, login, ['auditor']);
  return { login, id: operator.id, password };
}

async function firstOptions({ login, password }: Invited): Promise<Creation> {
  return (await post('enrol/passkey_options', { login, password })).message as Creation;
}

async function enrol(person: Invited, key: Authenticator, said: Said & Partial<typeof site> = {}): Promise<DeskReply> {
  const { challenge, user } = await firstOptions(person);
  const { origin = site.origin, rpId = site.rpId, ...more } = said;
  const { login, password } = person;
  const passkey = key.make({ origin, rpId, challenge, user: user.id }, more);
  return post('enrol/passkey', { login, password, name: 'Key ring', passkey });
}

/** An operator who comes by passkey alone, at the desk. */
async function aHolder(): Promise<{ person: Invited; key: Authenticator; by: TestOperator }> {
  const [person, key] = [await invited(), anAuthenticator()];
  const reply = await enrol(person, key);
  expect(reply).toMatchObject({ type: 'ok' });
  const { token } = reply.message as { token: string };
  return { person, key, by: { operatorId: person.id, login: person.login, token } };
}

async function logIn(key: Authenticator, said: Said & Partial<typeof site> = {}): Promise<DeskReply> {
  const { challenge } = (await post('passkey_login/options')).message as { challenge: string };
  const { origin = site.origin, rpId = site.rpId, ...more } = said;
  return post('passkey_login', { passkey: key.use({ origin, rpId, challenge }, more) });
}

async function proof(by: TestOperator, key: Authenticator): Promise<{ passkey: string }> {
  const { challenge } = (await post('me/passkeys/proof', {}, by)).message as { challenge: string };
  return { passkey: key.use({ ...site, challenge }) };
}

async function add(by: TestOperator, key: Authenticator, given: object): Promise<DeskReply> {
  const options = await post('me/passkeys/options', given, by);
  if (options.type !== 'ok') return options;
  const { challenge, user } = options.message as Creation;
  const passkey = key.make({ ...site, challenge, user: user.id });
  return post('me/passkeys', { name: 'Second', passkey }, by);
}

const passkeysOf = async (by: TestOperator) =>
  (await callDesk(app.url, 'me/passkeys', { by })).message as { id: string; name: string; lastUsedAt: number | null }[];

const linesOf = async (id: string): Promise<string[]> => {
  const rows: { action: string }[] = await source.query(
    `select action from audit_entry where subject = 'operator' and subject_id = $1 order by id`,
    [id],
  );
  return rows.map(({ action }) => action);
};

const failed = { code: 'account.passkey-login-failed' };

describe('the first login', () => {
  it('takes a passkey in the place of the one-time password, and leaves no password', async () => {
    const person = await invited();
    const options = await firstOptions(person);
    expect(options).toMatchObject({
      rp: { id: site.rpId },
      excludeCredentials: [],
      authenticatorSelection: { userVerification: 'required' },
    });
    const key = anAuthenticator();
    expect(await enrol(person, key)).toMatchObject({
      message: { operator: { login: person.login, status: 'active', hasPassword: false }, idleMinutes: 30 },
    });
    expect(await source.query('select password_hash, one_time_until from operator where id = $1', [person.id])).toEqual(
      [{ password_hash: null, one_time_until: null }],
    );
    const { login, password } = person;
    expect(await post('enrol', { login, password })).toMatchObject({ code: 'operations.login-wrong' });
    expect(await post('enrol/passkey_options', { login, password })).toMatchObject({ code: 'operations.login-wrong' });
    const wrong = { login, password, totp: '123456', newPassword: OWN };
    expect(await post('login', wrong)).toMatchObject({ code: 'operations.login-wrong' });
    expect(await logIn(key)).toMatchObject({ message: { operator: { login } } });
    expect(await linesOf(person.id)).toEqual(['operator.add', 'operator.enrol', 'operator.login', 'operator.login']);
  });

  it.each<[string, Said & Partial<typeof site>]>([
    ['on the site of the users', { origin: 'https://trade.example', rpId: 'trade.example' }],
    ['at another port', { origin: 'https://desk.example' }],
    ['without verification of its holder', { verified: false }],
    ['within the page of another site', { crossOrigin: true }],
  ])('takes none that was made %s', async (_what, said) => {
    const [person, key] = [await invited(), anAuthenticator()];
    expect(await enrol(person, key, said)).toMatchObject({ code: 'account.passkey-not-added' });
    // The invitation stands.
    expect(await enrol(person, anAuthenticator())).toMatchObject({ type: 'ok' });
  });

  it('takes none that was made under the invitation of somebody else, nor after the hour', async () => {
    const [person, other] = [await invited(), await invited()];
    const { challenge, user } = await firstOptions(other);
    const passkey = anAuthenticator().make({ ...site, challenge, user: user.id });
    const { login, password } = person;
    expect(await post('enrol/passkey', { login, password, name: 'x', passkey })).toMatchObject({
      code: 'account.passkey-expired',
    });
    await source.query(`update operator set one_time_until = now() - interval '1 second' where id = $1`, [person.id]);
    expect(await post('enrol/passkey_options', { login, password })).toMatchObject({
      code: 'operations.invitation-expired',
    });
  });

  it('happens once, however often it is sent at once', async () => {
    const person = await invited();
    const tries = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { challenge, user } = await firstOptions(person);
        return anAuthenticator().make({ ...site, challenge, user: user.id });
      }),
    );
    const { login, password } = person;
    const replies = await Promise.all(
      tries.map((passkey) => post('enrol/passkey', { login, password, name: 'x', passkey })),
    );
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await source.query('select 1 from operator_passkey where operator_id = $1', [person.id])).toHaveLength(1);
  });
});

describe('a login by passkey', () => {
  it('is asked for without a name, and told to nobody who has none', async () => {
    const options = (await post('passkey_login/options')).message;
    expect(options).toMatchObject({ rpId: site.rpId, allowCredentials: [], userVerification: 'required' });
    expect(await logIn(anAuthenticator())).toMatchObject(failed);
  });

  it.each<[string, Said & Partial<typeof site>]>([
    ['on another site', { origin: 'https://desk.example.evil' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without verification of its holder', { verified: false }],
    ['naming another operator', { handle: randomBytes(32).toString('base64url') }],
    ['within the page of another site', { crossOrigin: true }],
    ['as one that is made', { type: 'webauthn.create' }],
  ])('that was signed %s is none, and is written down', async (_what, said) => {
    const { person, key } = await aHolder();
    expect(await logIn(key, said)).toMatchObject(failed);
    const refused: unknown[] = await source.query(
      `select 1 from audit_entry where action = 'operator.refuse' and detail = '{"by":"passkey"}' and at > now() - interval '1 minute'`,
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(await logIn(key)).toMatchObject({ type: 'ok' });
    expect(person.login).not.toBe('');
  });

  it('is good once, at once or later, and no proof or invitation is one', async () => {
    const { key, by } = await aHolder();
    const { challenge } = (await post('passkey_login/options')).message as { challenge: string };
    const passkey = key.use({ ...site, challenge });
    const replies = await Promise.all(Array.from({ length: 8 }, () => post('passkey_login', { passkey })));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'account.passkey-expired')).toHaveLength(7);
    expect(await post('passkey_login', await proof(by, key))).toMatchObject({ code: 'account.passkey-expired' });
  });

  it('with a counter that does not grow is a copy', async () => {
    const { key } = await aHolder();
    expect(await logIn(key, { counter: 1 })).toMatchObject({ code: 'account.passkey-copied' });
  });

  it('opens nothing for who is disabled or was reset', async () => {
    const [one, other] = [await aHolder(), await aHolder()];
    await manage().setDisabled(COMMAND_LINE, one.person.id, true);
    expect(await logIn(one.key)).toMatchObject(failed);
    await manage().reset(COMMAND_LINE, other.person.id);
    expect(await logIn(other.key)).toMatchObject(failed);
    expect(await source.query('select 1 from operator_passkey where operator_id = $1', [other.person.id])).toEqual([]);
    expect(await callDesk(app.url, 'me', { by: other.by })).toMatchObject({ code: 'session.required' });
  });

  it('opens no account of a user, and a passkey of a user opens no desk', async () => {
    const { key } = await aHolder();
    const form = (path: string, fields: Record<string, string> = {}) =>
      fetch(`${app.url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields) }).then(
        (reply) => reply.json() as Promise<{ message: { challenge: string }; code?: string }>,
      );
    const { challenge } = (await form('user/passkey_login/options')).message;
    const foreign = key.use({ origin: 'http://localhost:3000', rpId: 'localhost', challenge });
    expect(await form('user/passkey_login', { passkey: foreign })).toMatchObject(failed);
  });

  it('goes on while others guess at the password', async () => {
    const { person, key } = await aHolder();
    for (let tries = 0; tries < 6; tries += 1) {
      await post('login', { login: person.login, password: 'wrong', totp: '123456' });
    }
    expect(await post('login', { login: person.login, password: 'wrong', totp: '123456' })).toMatchObject({
      code: 'operations.locked',
    });
    expect(await logIn(key)).toMatchObject({ type: 'ok' });
    const locks: unknown[] = await source.query(
      `select 1 from audit_entry where action = 'desk.lock' and subject_id like $1`,
      [`${person.login.slice(0, 2)}…%`],
    );
    expect(locks).toHaveLength(1);
  });
});

describe('a session at the desk', () => {
  it('adds no passkey and removes none by itself', async () => {
    const { key, by } = await aHolder();
    const [{ id } = { id: '' }] = await passkeysOf(by);
    expect(await post('me/passkeys/options', {}, by)).toMatchObject({ code: 'operations.login-wrong' });
    expect(await post(`me/passkeys/${id}/remove`, {}, by)).toMatchObject({ code: 'operations.login-wrong' });
    const other = await aHolder();
    expect(await add(by, anAuthenticator(), await proof(other.by, other.key))).toMatchObject({
      code: 'account.passkey-expired',
    });
    expect(await add(by, anAuthenticator(), await proof(by, key))).toMatchObject({ type: 'ok' });
  });

  it('adds none that was asked for in another one', async () => {
    const { key, by } = await aHolder();
    const second = { ...by, token: ((await logIn(key)).message as { token: string }).token };
    expect(await add(second, anAuthenticator(), await proof(by, key))).toMatchObject({
      code: 'account.passkey-expired',
    });
    const options = (await post('me/passkeys/options', await proof(by, key), by)).message as Creation;
    const passkey = anAuthenticator().make({ ...site, challenge: options.challenge, user: options.user.id });
    expect(await post('me/passkeys', { name: 'x', passkey }, second)).toMatchObject({
      code: 'account.passkey-expired',
    });
  });

  it('removes a passkey with a proof, and never the only way in; other sessions end', async () => {
    const { key, by, person } = await aHolder();
    const second = { ...by, token: ((await logIn(key)).message as { token: string }).token };
    const [{ id } = { id: '' }] = await passkeysOf(by);
    expect(await post(`me/passkeys/${id}/remove`, await proof(by, key), by)).toMatchObject({
      code: 'operations.last-passkey',
    });
    const spare = anAuthenticator();
    expect(await add(by, spare, await proof(by, key))).toMatchObject({ type: 'ok' });
    const stranger = await aHolder();
    expect(await post(`me/passkeys/${id}/remove`, await proof(stranger.by, stranger.key), stranger.by)).toMatchObject({
      code: 'account.passkey-unknown',
    });
    expect(await post(`me/passkeys/${id}/remove`, await proof(by, spare), by)).toMatchObject({ type: 'ok' });
    expect(await logIn(key)).toMatchObject(failed);
    expect(await callDesk(app.url, 'me', { by: second })).toMatchObject({ code: 'session.required' });
    expect(await callDesk(app.url, 'me', { by })).toMatchObject({ type: 'ok' });
    expect(await linesOf(person.id)).toEqual(
      expect.arrayContaining(['operator.passkey-ask', 'operator.passkey-add', 'operator.passkey-remove']),
    );
  });

  it.each<[string, (by: TestOperator, key: Authenticator) => Promise<() => Promise<DeskReply>>]>([
    [
      'adds none',
      async (by, key) => {
        const { challenge, user } = (await post('me/passkeys/options', await proof(by, key), by)).message as Creation;
        const passkey = anAuthenticator().make({ ...site, challenge, user: user.id });
        return () => post('me/passkeys', { name: 'x', passkey }, by);
      },
    ],
    [
      'removes none',
      async (by, key) => {
        const spare = anAuthenticator();
        await add(by, spare, await proof(by, key));
        const [{ id } = { id: '' }] = await passkeysOf(by);
        const given = await proof(by, spare);
        return () => post(`me/passkeys/${id}/remove`, given, by);
      },
    ],
  ])('that was ended while it waited for its operator %s', async (_what, prepare) => {
    const { key, by, person } = await aHolder();
    const act = await prepare(by, key);
    const passkeys = () =>
      source.query('select id from operator_passkey where operator_id = $1 order by id', [person.id]);
    const before: unknown = await passkeys();
    const held = source.createQueryRunner();
    try {
      await held.startTransaction();
      await held.query('select from operator where id = $1 for no key update', [person.id]);
      const asked = act();
      const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await untilFound(() => source.query(waiting), 'somebody who waits for the operator');
      await held.query('update operator_session set ended_at = now() where operator_id = $1', [person.id]);
      await held.commitTransaction();
      expect(await asked).toMatchObject({ code: 'session.required' });
    } finally {
      await held.release();
    }
    expect(await passkeys()).toEqual(before);
  });

  it('of who has password and authenticator adds one with both, a code being good once', async () => {
    const { login, password, id } = await invited();
    const { message } = await post('enrol', { login, password });
    const totp = URI.parse((message as { totpUri: string }).totpUri) as TOTP;
    const first = await post('login', { login, password, newPassword: OWN, totp: totp.generate() });
    const by = { operatorId: id, login, token: (first.message as { token: string }).token };
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const key = anAuthenticator();
    expect(await add(by, key, { password: 'wrong', totp: code })).toMatchObject({ code: 'operations.login-wrong' });
    expect(await add(by, key, { password: OWN, totp: code })).toMatchObject({ type: 'ok' });
    expect(await add(by, anAuthenticator(), { password: OWN, totp: code })).toMatchObject({
      code: 'operations.login-wrong',
    });
    expect(await logIn(key)).toMatchObject({ message: { operator: { login, hasPassword: true } } });
    const [{ id: passkey } = { id: '' }] = await passkeysOf(by);
    expect(await post(`me/passkeys/${passkey}/remove`, await proof(by, key), by)).toMatchObject({ type: 'ok' });
  });

  it('has the ninth and the tenth passkey, not the eleventh', async () => {
    const { key, by } = await aHolder();
    const outcomes: string[] = [];
    for (let count = 2; count <= 11; count += 1) {
      const { type, code } = await add(by, anAuthenticator(), await proof(by, key));
      outcomes.push(code ?? type);
    }
    expect(outcomes.slice(-3)).toEqual(['ok', 'ok', 'account.passkeys-full']);
    expect(await passkeysOf(by)).toHaveLength(10);
  });

  it('has ten passkeys at most, however many come at once', async () => {
    const { key, by } = await aHolder();
    // Each proof is of another key: what one key signs counts up, and is refused out of order.
    const keys = Array.from({ length: 7 }, () => anAuthenticator());
    for (const one of keys) expect(await add(by, one, await proof(by, key))).toMatchObject({ type: 'ok' });
    const proofs = [];
    for (const one of keys.slice(0, 5)) proofs.push(await proof(by, one));
    const replies = await Promise.all(proofs.map((given) => add(by, anAuthenticator(), given)));
    expect(await passkeysOf(by)).toHaveLength(10);
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(2);
  });
});

describe('a call that the roles do not allow', () => {
  it('is a line of the sealed log, once for ten minutes', async () => {
    const by = await anOperator(source, 'support');
    for (let count = 0; count < 3; count += 1) {
      expect(await callDesk(app.url, 'audit', { by })).toMatchObject({ code: 'access.forbidden' });
    }
    expect(await callDesk(app.url, 'jobs', { by })).toMatchObject({ code: 'access.forbidden' });
    const lines: object[] = await source.query(
      `select operator, detail from audit_entry where action = 'desk.forbid' and operator_id = $1 order by id`,
      [by.operatorId],
    );
    expect(lines).toEqual([
      { operator: by.login, detail: { route: 'GET /ops/api/audit' } },
      { operator: by.login, detail: { route: 'GET /ops/api/jobs' } },
    ]);
  });
});

it('every act did what the list of the desk says, and nothing else', async () => {
  const allowed = new Map(DESK_ROUTES.flatMap(({ actions }) => Object.entries(actions)));
  const effects = await effectsOfActs(source);
  const byHand = /^operator\.(add|reset|disable)$/;
  const beyond = effects
    .filter(({ action }) => !byHand.test(action))
    .flatMap(({ action, touched }) =>
      touched.filter((place) => !allowed.get(action)?.includes(place)).map((place) => `${action}: ${place}`),
    );
  expect(beyond).toEqual([]);
  const seen = effects.map(({ action }) => action);
  expect(
    [...allowed.keys()].filter((action) => action.startsWith('operator.passkey') && !seen.includes(action)),
  ).toEqual([]);
});
