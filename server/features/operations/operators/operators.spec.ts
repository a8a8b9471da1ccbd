import { type TOTP, URI } from 'otpauth';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { DESK_ROUTES } from '../../../test/desk-routes.js';
import { effectsOfActs, watchTables } from '../../../test/touched-tables.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { DeskPort } from '../../../platform/http/desk-port.js';
import { DeskTries } from './desk-tries.js';
import { isStrongEnough } from './operator-password.rules.js';
import { ManageOperators } from './manage-operators.js';

const OWN = 'a horse of one own color';

let database: TestDatabase;
let app: TestApp;
let source: DataSource;
let logins = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await watchTables(database.url);
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' }, database);
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
  totp: TOTP;
}

const manage = () => app.application.get(ManageOperators);
const enrol = (login: string, password: string) => callDesk(app.url, 'enrol', { body: { login, password } });

async function anAuthenticator(login: string, password: string): Promise<TOTP> {
  const { message } = await enrol(login, password);
  return URI.parse((message as { totpUri: string }).totpUri) as TOTP;
}

/** Somebody with a one-time password and an authenticator. */
async function invite(): Promise<Invited> {
  const login = `person-${++logins}`;
  const { operator, oneTimePassword: password } = await manage().add(COMMAND_LINE, login, ['administrator', 'auditor']);
  return { login, id: operator.id, password, totp: await anAuthenticator(login, password) };
}

const logIn = ({ login, totp }: Invited, fields: object) =>
  callDesk(app.url, 'login', { body: { login, totp: totp.generate(), ...fields } });

const actions = async (operatorId: string): Promise<string[]> => {
  const rows: { action: string }[] = await source.query(
    'select action from audit_entry where operator_id = $1 order by id',
    [operatorId],
  );
  return rows.map(({ action }) => action);
};

it('the first login takes the one-time password and the code, and an own password in its place', async () => {
  const person = await invite();
  const { password } = person;
  expect(await logIn(person, { password: 'wrong' })).toMatchObject({ code: 'operations.login-wrong' });
  expect(await logIn(person, { password, totp: '000000' })).toMatchObject({ code: 'operations.login-wrong' });
  expect(await logIn(person, { password })).toMatchObject({ code: 'operations.new-password-required' });
  for (const newPassword of ['short', password, `${person.login}-and-more`, 'aaaaaaaaaaaaaaaa']) {
    expect(await logIn(person, { password, newPassword })).toMatchObject({ code: 'operations.password-weak' });
  }
  const first = await logIn(person, { password, newPassword: OWN });
  expect(first).toMatchObject({
    type: 'ok',
    message: {
      operator: { login: person.login, status: 'active', roles: ['administrator', 'auditor'] },
      idleMinutes: 30,
    },
  });
  // The same code again, and the one-time password with the next code.
  expect(await logIn(person, { password: OWN })).toMatchObject({ code: 'operations.login-wrong' });
  const next = person.totp.generate({ timestamp: Date.now() + 30_000 });
  expect(await logIn(person, { password, totp: next })).toMatchObject({ code: 'operations.login-wrong' });
  expect(await actions(person.id)).toEqual(['operator.enrol', 'operator.login']);
});

it('tries at one login count together, whether there is such an operator or not', async () => {
  for (const login of [(await invite()).login, 'nobody-of-that-name']) {
    const body = { login, password: 'wrong', totp: '123456' };
    const replies = await Promise.all(Array.from({ length: 9 }, () => callDesk(app.url, 'login', { body })));
    expect(replies.filter(({ code }) => code === 'operations.login-wrong')).toHaveLength(5);
    expect(replies.filter(({ code }) => code === 'operations.locked')).toHaveLength(4);
  }
});

describe('wrong tries over a month', () => {
  const tries = () => app.application.get(DeskTries);
  const caller = { ...COMMAND_LINE, address: '203.0.113.40', request: 'a-1' };
  const codeOf = ({ code }: { code: string }) => code;

  it('are at most a hundred, and what was right between them counts for none', async () => {
    const login = `month-${++logins}`;
    let at = Date.UTC(2031, 0, 1);
    const attempt = () => tries().begin(login, caller, new Date(at));
    for (let count = 0; count < 100; count += 1) {
      if (count % 4 === 0) await tries().wasRight(await attempt());
      await attempt();
      at += count % 4 === 3 ? 900_001 : 1000;
    }
    await expect(attempt().catch(codeOf)).resolves.toBe('operations.locked');
    at += 29 * 86_400_000;
    await expect(attempt().catch(codeOf)).resolves.toBe('operations.locked');
    at += 2 * 86_400_000;
    await expect(attempt()).resolves.toMatchObject({ login });
  });
});

describe('wrong tries from elsewhere', () => {
  let behind: TestApp;
  beforeAll(async () => {
    behind = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '1' }, database);
  }, 60_000);
  afterAll(() => behind?.close());

  const from = (address: string, body: object) =>
    callDesk(behind.url, 'login', { body, headers: { 'x-forwarded-for': address } });

  it('count by the network of an IPv6 address', async () => {
    const strict = await bootApp(
      { ROLES: 'gateway', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '1', WRONG_LOGINS_PER_ADDRESS: '2' },
      database,
    );
    try {
      const codes = [];
      for (const end of ['::1', '::2', '::3']) {
        const body = { login: `unknown${end.at(-1)}`, password: 'wrong', totp: '123456' };
        const headers = { 'x-forwarded-for': `2001:db8:0:9${end}` };
        codes.push((await callDesk(strict.url, 'login', { body, headers })).code);
      }
      expect(codes).toEqual(['operations.login-wrong', 'operations.login-wrong', 'operations.locked']);
    } finally {
      await strict.close();
    }
  });

  it('shut nobody out in the IPv6 network where the operator has logged in before', async () => {
    const { login, password, totp } = await invite();
    const first = { login, password, newPassword: OWN, totp: totp.generate() };
    expect(await from('2001:db8:0:8::1', first)).toMatchObject({ type: 'ok' });
    for (let count = 0; count < 6; count += 1) {
      await from('198.51.100.60', { login, password: 'wrong', totp: '123456' });
    }
    const next = { login, password: OWN, totp: totp.generate({ timestamp: Date.now() + 30_000 }) };
    expect(await from('2001:db8:0:8::2', next)).toMatchObject({ type: 'ok' });
  });

  it('shut nobody out where the operator has logged in before, and everybody where not', async () => {
    const { login, password, totp } = await invite();
    const first = { login, password, newPassword: OWN, totp: totp.generate() };
    expect(await from('203.0.113.10', first)).toMatchObject({ type: 'ok' });
    for (let count = 0; count < 12; count += 1) {
      await from(`198.51.100.${count % 4}`, { login, password: 'wrong', totp: '123456' });
    }
    const next = { login, password: OWN, totp: totp.generate({ timestamp: Date.now() + 30_000 }) };
    expect(await from('198.51.100.9', next)).toMatchObject({ code: 'operations.locked' });
    expect(await from('203.0.113.10', next)).toMatchObject({ type: 'ok' });
  });

  it('count where the operator has logged in before, too', async () => {
    const { login, password, totp } = await invite();
    const first = { login, password, newPassword: OWN, totp: totp.generate() };
    expect(await from('203.0.113.11', first)).toMatchObject({ type: 'ok' });
    const replies = [];
    for (let count = 0; count < 7; count += 1) {
      replies.push((await from('203.0.113.11', { login, password: 'wrong', totp: '123456' })).code);
    }
    expect(replies.slice(4)).toEqual(['operations.login-wrong', 'operations.locked', 'operations.locked']);
  });

  it('are not forgotten for ever: an address of a month ago is known no more', async () => {
    const { login, password, totp, id } = await invite();
    const first = { login, password, newPassword: OWN, totp: totp.generate() };
    expect(await from('203.0.113.12', first)).toMatchObject({ type: 'ok' });
    await source.query(
      `update operator_session set created_at = created_at - interval '31 days', last_used_at = created_at - interval '31 days'
        where operator_id = $1`,
      [id],
    );
    for (let count = 0; count < 5; count += 1) await from('198.51.100.1', { login, password: 'wrong', totp: '123456' });
    const next = { login, password: OWN, totp: totp.generate({ timestamp: Date.now() + 30_000 }) };
    expect(await from('203.0.113.12', next)).toMatchObject({ code: 'operations.locked' });
  });
});

describe('an authenticator', () => {
  /** Somebody with a one-time password alone. */
  async function invited(): Promise<{ login: string; id: string; password: string }> {
    const login = `enrols-${++logins}`;
    const { operator, oneTimePassword: password } = await manage().add(COMMAND_LINE, login, ['auditor']);
    return { login, id: operator.id, password };
  }

  it('is made by its operator alone; before, no code is right', async () => {
    const { login, id, password } = await invited();
    const body = { login, password, totp: '123456', newPassword: OWN };
    expect(await callDesk(app.url, 'login', { body })).toMatchObject({ code: 'operations.login-wrong' });
    expect(await source.query('select totp_secret from operator where id = $1', [id])).toEqual([{ totp_secret: null }]);
    const totp = await anAuthenticator(login, password);
    expect(totp.label).toBe(`desk ${login}`);
    expect(await logIn({ login, id, password, totp }, { password, newPassword: OWN })).toMatchObject({ type: 'ok' });
  });

  it('takes the place of the one before, as long as the one-time password is unused', async () => {
    const { login, id, password } = await invited();
    const first = await anAuthenticator(login, password);
    const totp = await anAuthenticator(login, password);
    const fields = { password, newPassword: OWN };
    expect(await logIn({ login, id, password, totp: first }, fields)).toMatchObject({ code: 'operations.login-wrong' });
    expect(await logIn({ login, id, password, totp }, fields)).toMatchObject({ type: 'ok' });
    for (const spent of [password, OWN, 'wrong']) {
      expect(await enrol(login, spent)).toMatchObject({ code: 'operations.login-wrong' });
    }
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    expect(await logIn({ login, id, password, totp }, { password: OWN, totp: next })).toMatchObject({ type: 'ok' });
    expect(await actions(id)).toEqual(['operator.enrol', 'operator.enrol', 'operator.login', 'operator.login']);
  });

  it('is made for an hour, and not for whoever is disabled', async () => {
    const { login, id, password } = await invited();
    const rows: { hours: number }[] = await source.query(
      `select round(extract(epoch from one_time_until - created_at) / 3600)::integer as hours from operator where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ hours: 1 }]);
    await source.query('update operator set disabled_at = now() where id = $1', [id]);
    expect(await enrol(login, password)).toMatchObject({ code: 'operations.login-wrong' });
    await source.query(
      `update operator set disabled_at = null, one_time_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    expect(await enrol(login, password)).toMatchObject({ code: 'operations.invitation-expired' });
  });

  it('is gone with a reset, and with it whoever had it', async () => {
    const person = await invite();
    await logIn(person, { password: person.password, newPassword: OWN });
    const { oneTimePassword } = await manage().reset(COMMAND_LINE, person.id);
    const totp = person.totp.generate({ timestamp: Date.now() + 30_000 });
    const fields = { totp, password: oneTimePassword, newPassword: `${OWN} 2` };
    expect(await logIn(person, fields)).toMatchObject({ code: 'operations.login-wrong' });
    const again = await anAuthenticator(person.login, oneTimePassword);
    expect(await logIn(person, { ...fields, totp: again.generate() })).toMatchObject({ type: 'ok' });
  });

  it('is asked for with the tries of a login, together with them, whether there is such an operator or not', async () => {
    const person = await invited();
    for (const login of [person.login, `nobody-${++logins}`]) {
      const tries = Array.from({ length: 9 }, (_, index) =>
        index % 2 === 0
          ? enrol(login, 'wrong')
          : callDesk(app.url, 'login', { body: { login, password: 'wrong', totp: '123456' } }),
      );
      const codes = (await Promise.all(tries)).map(({ code }) => code);
      expect(codes.filter((code) => code === 'operations.login-wrong')).toHaveLength(5);
      expect(codes.filter((code) => code === 'operations.locked')).toHaveLength(4);
    }
    expect(await enrol(person.login, person.password)).toMatchObject({ code: 'operations.locked' });
  });

  it('changes nobody’s hands', async () => {
    const { login, id, password } = await invited();
    const count = () => source.query('select 1 from operator_change where operator_id = $1', [id]);
    const before = await count();
    await anAuthenticator(login, password);
    expect(await count()).toEqual(before);
  });

  it('stands behind every own password, whatever code runs', async () => {
    const { id } = await invited();
    await expect(source.query('update operator set one_time_until = null where id = $1', [id])).rejects.toThrow(
      'operator_second_factor',
    );
  });
});

it('an invitation that is too old is none', async () => {
  const person = await invite();
  await source.query(`update operator set one_time_until = now() - interval '1 second' where id = $1`, [person.id]);
  const { password } = person;
  expect(await logIn(person, { password, newPassword: OWN })).toMatchObject({ code: 'operations.invitation-expired' });
});

it.each([
  ['the desk itself', { 'sec-fetch-site': 'same-origin' }, true],
  ['a client without pages', {}, true],
  ["another site's page", { 'sec-fetch-site': 'cross-site' }, false],
  ["a sibling's page", { 'sec-fetch-site': 'same-site' }, false],
  ['another origin', { origin: 'https://evil.example' }, false],
])('a login leaves its cookie in the browser where no other page asked: %s', async (_who, headers, isLeft) => {
  const { login, password, totp } = await invite();
  const reply = await fetch(`${app.url}/ops/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ login, totp: totp.generate(), password, newPassword: OWN }),
  });
  expect(await reply.json()).toMatchObject({ type: 'ok' });
  expect(reply.headers.has('set-cookie')).toBe(isLeft);
});

it('a session is good by its header, or by its cookie from the desk itself, until it ends', async () => {
  const person = await invite();
  const reply = await fetch(`${app.url}/ops/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      login: person.login,
      totp: person.totp.generate(),
      password: person.password,
      newPassword: OWN,
    }),
  });
  const cookie = reply.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^desk=[A-Za-z0-9_-]{43}; Path=\/ops; HttpOnly; SameSite=Strict; Max-Age=43200$/);
  const { message } = (await reply.json()) as { message: { token: string } };
  const storedSessions: { token_hash: Buffer }[] = await source.query('select token_hash from operator_session');
  expect(storedSessions.some(({ token_hash }) => token_hash.includes(message.token))).toBe(false);

  const own = { cookie: cookie.split(';', 1)[0] ?? '' };
  const me = (headers: Record<string, string>) => callDesk(app.url, 'me', { headers });
  expect(await me({ authorization: message.token })).toMatchObject({ type: 'ok' });
  expect(await me(own)).toMatchObject({ type: 'ok', message: { operator: { login: person.login } } });
  expect(await me({ ...own, 'sec-fetch-site': 'same-origin', origin: app.url })).toMatchObject({ type: 'ok' });
  const foreigners: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ];
  for (const foreign of foreigners) {
    expect(await me({ ...own, ...foreign })).toMatchObject({ type: '999' });
  }
  expect(await me({})).toMatchObject({ type: '999' });

  await callDesk(app.url, 'logout', { body: {}, headers: own });
  expect(await me({ authorization: message.token })).toMatchObject({ type: '999' });
  expect(await actions(person.id)).toEqual(['operator.enrol', 'operator.login', 'operator.logout']);
});

describe('with somebody at the desk', () => {
  let admin: TestOperator;
  let second: TestOperator;
  beforeAll(async () => {
    admin = await anOperator(source, 'administrator');
    second = await anOperator(source, 'administrator');
  });
  const ask = (path: string, by: TestOperator, body?: object) =>
    callDesk(app.url, path, { by, ...(body ? { body } : {}) });

  it.each([
    ['not used for half an hour', `last_used_at = now() - interval '31 minutes'`],
    ['twelve hours old', `expires_at = now() - interval '1 second'`],
    ['ended', 'ended_at = now()'],
  ])('a session that is %s is dead', async (_what, change) => {
    const operator = await anOperator(source, 'support');
    expect(await ask('me', operator)).toMatchObject({ type: 'ok' });
    await source.query(`update operator_session set ${change} where operator_id = $1`, [operator.operatorId]);
    expect(await ask('me', operator)).toMatchObject({ type: '999' });
  });

  /** What one administrator proposes another one approves. */
  const together = async (path: string, body: object): Promise<unknown> => {
    const proposed = await ask(path, admin, { ...body, reason: 'As agreed' });
    expect(proposed).toMatchObject({ type: 'ok', message: { id: expect.stringMatching(/^[0-9]+$/) } });
    const { id } = proposed.message as { id: string };
    const approved = await ask(`proposals/${id}/approve`, second, {});
    expect(approved).toMatchObject({ type: 'ok' });
    return approved.message;
  };

  it('two administrators invite, change roles, reset and disable, at once and on the record', async () => {
    expect(await together('operators', { login: 'new.person', roles: ['reviewer'] })).toMatchObject({
      invitation: {
        login: 'new.person',
        oneTimePassword: expect.stringMatching(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/),
      },
    });
    const other = await anOperator(source, 'auditor');
    expect(await ask('operators', other)).toMatchObject({ type: 'ok' });
    expect(await together(`operators/${other.operatorId}/roles`, { roles: ['support'] })).toEqual({
      invitation: null,
      dueAt: null,
    });
    expect(await ask('operators', other)).toMatchObject({ code: 'access.forbidden' });
    expect(await ask(`operators/${other.operatorId}/disable`, other, { reason: 'Mine' })).toMatchObject({
      code: 'access.forbidden',
    });
    await together(`operators/${other.operatorId}/disable`, {});
    expect(await ask('me', other)).toMatchObject({ type: '999' });
    await together(`operators/${other.operatorId}/enable`, {});
    expect(await ask('me', other)).toMatchObject({ type: '999' });
    expect(await together(`operators/${other.operatorId}/reset`, {})).toMatchObject({
      invitation: { login: other.login },
    });
    expect((await ask('operators', admin)).message).toContainEqual(
      expect.objectContaining({ login: other.login, status: 'invited' }),
    );
    const acts = ['add', 'roles', 'disable', 'enable', 'reset'];
    expect(await actions(admin.operatorId)).toEqual(acts.map((act) => `operator-${act}.propose`));
    expect(await actions(second.operatorId)).toEqual(acts.flatMap((act) => ['proposal.approve', `operator.${act}`]));
  });

  it('who approved an invitation may have it made again', async () => {
    await together('operators', { login: 'lost.reply', roles: ['reviewer'] });
    const listed = (await ask('operators', admin)).message as { id: string; login: string }[];
    const id = listed.find(({ login }) => login === 'lost.reply')?.id ?? '';
    expect(await ask(`operators/${id}/invite_again`, second, {})).toMatchObject({ message: { login: 'lost.reply' } });
  });

  it('nobody changes their own access, and nobody changes somebody who is not there', async () => {
    for (const act of ['disable', 'reset', 'enable']) {
      const of = (id: string) => ask(`operators/${id}/${act}`, admin, { reason: 'As agreed' });
      expect(await of(admin.operatorId)).toMatchObject({ code: 'operations.own-account' });
      expect(await of('999999')).toMatchObject({ code: 'operations.operator-unknown' });
      expect(await of('x')).toMatchObject({ code: 'operations.operator-unknown' });
    }
  });

  it('an own password is changed with the old one and a code, and the other sessions end', async () => {
    const person = await invite();
    const first = await logIn(person, { password: person.password, newPassword: OWN });
    const { token } = first.message as { token: string };
    const change = (fields: object) =>
      callDesk(app.url, 'me/password', {
        headers: { authorization: token },
        body: { password: OWN, totp: person.totp.generate({ timestamp: Date.now() + 30_000 }), ...fields },
      });
    expect(await change({ newPassword: OWN })).toMatchObject({ code: 'operations.password-weak' });
    expect(await change({ password: 'wrong', newPassword: `${OWN} 2` })).toMatchObject({
      code: 'operations.login-wrong',
    });
    expect(await change({ newPassword: `${OWN} 2` })).toMatchObject({ type: 'ok' });
    expect(await callDesk(app.url, 'me', { headers: { authorization: token } })).toMatchObject({ type: 'ok' });
  });

  it('every act did what the list of the desk says, and nothing else', async () => {
    const allowed = new Map(DESK_ROUTES.flatMap(({ actions: acts }) => Object.entries(acts)));
    const effects = await effectsOfActs(source);
    const beyond = effects.flatMap(({ action, touched }) =>
      touched.filter((place) => !allowed.get(action)?.includes(place)).map((place) => `${action}: ${place}`),
    );
    expect(beyond).toEqual([]);
    const seen = effects.map(({ action }) => action);
    // Those of passkeys are in a specification of their own.
    const expected = [...allowed.keys()].filter((action) => /^(desk\.|operator[.-](?!passkey))/.test(action));
    expect(expected.filter((action) => !seen.includes(action))).toEqual([]);
  });

  it('no secret of theirs is ever in the audit log', async () => {
    const { login, password, totp } = await invite();
    const rows: { text: string }[] = await source.query(`select e::text as text from audit_entry e`);
    expect(rows.some(({ text }) => text.includes(login))).toBe(true);
    const secrets = [password, OWN, totp.secret.base32, totp.secret.hex];
    expect(rows.filter(({ text }) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });
});

describe('where the desk answers', () => {
  const secrets = { PASSWORD_PEPPER: 'p'.repeat(32), SECRET_KEY: 's'.repeat(32) };
  const boot = (environment: Record<string, string>) =>
    bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', ...environment }, app.database);

  it('nowhere in production without a port of its own, and nowhere when it is switched off', async () => {
    const settings: Record<string, string>[] = [{ NODE_ENV: 'production', ...secrets }, { OPS_ENABLED: 'off' }];
    for (const environment of settings) {
      const other = await boot(environment);
      try {
        for (const path of ['ops', 'ops/', 'ops/api/me', 'ops/api/login', 'ops?x=1', 'ops/users']) {
          expect((await fetch(`${other.url}/${path}`)).status).toBe(404);
        }
        expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
      } finally {
        await other.close();
      }
    }
  }, 30_000);

  it('at its own port alone, where one is set', async () => {
    const other = await boot({ NODE_ENV: 'production', ...secrets, OPS_PORT: '0' });
    try {
      const port = await other.application.get(DeskPort).listen();
      expect((await fetch(`${other.url}/ops/api/me`)).status).toBe(404);
      const reply = await fetch(`http://127.0.0.1:${port}/ops/api/me`);
      expect([reply.status, await reply.json()]).toMatchObject([200, { type: '999' }]);
    } finally {
      await other.close();
    }
  }, 30_000);

  it('with addresses of its own: what a client says about its address counts at no port but behind its proxies', async () => {
    const addressOf = async (base: string, forwarded: string): Promise<string> => {
      const login = `address-${++logins}`;
      const headers = { 'x-forwarded-for': forwarded };
      await callDesk(base, 'login', { body: { login, password: 'wrong', totp: '123456' }, headers });
      const rows: { address: string }[] = await source.query(
        `select address from audit_entry where action = 'operator.refuse' order by id desc limit 1`,
      );
      return rows[0]?.address ?? '';
    };
    const seen: Record<string, string> = {};
    for (const [proxies, own] of [
      ['1', '0'],
      ['0', '1'],
      ['1', '2'],
    ] as const) {
      const other = await boot({ TRUSTED_PROXIES: proxies, OPS_TRUSTED_PROXIES: own, OPS_PORT: '0' });
      const shared = await boot({ TRUSTED_PROXIES: proxies, OPS_TRUSTED_PROXIES: own });
      try {
        const port = await other.application.get(DeskPort).listen();
        seen[`${own} at its own port`] = await addressOf(`http://127.0.0.1:${port}`, '203.0.113.1, 203.0.113.2');
        seen[`${proxies} at the public port beside ${own}`] = await addressOf(shared.url, '203.0.113.1, 203.0.113.2');
      } finally {
        await other.close();
        await shared.close();
      }
    }
    expect(seen).toEqual({
      '0 at its own port': '127.0.0.1',
      '1 at its own port': '203.0.113.2',
      '2 at its own port': '203.0.113.1',
      '1 at the public port beside 0': '203.0.113.2',
      '0 at the public port beside 1': '127.0.0.1',
      '1 at the public port beside 2': '203.0.113.2',
    });
  }, 60_000);

  it('and what is not there is no page', async () => {
    expect(await callDesk(app.url, 'no-such-call')).toMatchObject({ status: 404, code: 'request.unknown-route' });
    expect((await (await fetch(`${app.url}/api/ops/api/me`)).json()).code).toBe('request.unknown-route');
  });
});

it.each([
  ['twelve chars!', true],
  ['short', false],
  ['abababababab', false],
  ['my-ops.person-x', false],
])('%s is strong enough: %s', (password, expected) => {
  expect(isStrongEnough(password, 'ops.person')).toBe(expected);
});
