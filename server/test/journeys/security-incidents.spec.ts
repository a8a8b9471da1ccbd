import { SecondFactor, totpContext } from '../../features/account/codes/second-factor.js';
import { NoteIncident } from '../../features/account/notices/index.js';
import { PasswordHasher } from '../../features/account/security/index.js';
import { SecretBox } from '../../features/account/users/index.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { AccountWorld, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { anOperator, callDesk } from '../factories/operators.js';
import type { MailboxEntry } from '../../platform/messages/development-mailbox.js';
import { mailbox } from '../mailbox.js';
import { recordedLog } from '../recorded-log.js';

/** What may be an attack is in the user's events, in the process log and in the figures. */

const PIN = '271839';
const WRONG_PIN = '271838';

let world: AccountWorld;
let lines: string[];

beforeAll(async () => {
  world = await AccountWorld.open();
  lines = recordedLog();
}, 60_000);
afterAll(() => world?.close());

interface Person {
  id: string;
  email: string;
  token: string;
}

async function aPerson(): Promise<Person> {
  const { email, token } = await world.aSignedInUser();
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  return { id: String(id), email, token };
}

const logInWrongly = ({ email }: Person) =>
  world.call.post('user/login', { user_string: email, password: OTHER_PASSWORD });

const changeFundPassword = ({ token }: Person, oldpassword: string) =>
  world.call.post('safe/update_password', { oldpassword, password: '918273', re_password: '918273' }, { token });

async function setFundPassword({ token }: Person): Promise<void> {
  const fields = { password: PIN, re_password: PIN, login_password: PASSWORD };
  expect(await world.call.post('safe/update_password', fields, { token })).toMatchObject({ type: 'ok' });
}

async function eventsOf({ id }: Person): Promise<string[]> {
  const { rows } = await world.database.query<{ kind: string; about: string }>(
    `select kind, about from account_security_event where user_id = $1 order by id`,
    [id],
  );
  return rows.map(({ kind, about }) => (about === '' ? kind : `${kind} ${about}`));
}

/** The lines about the user, or about what fits. */
const said = (fits: Record<string, unknown>) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => Object.entries(fits).every(([name, value]) => line[name] === value));

async function messageOf(email: string, kind: string): Promise<MailboxEntry> {
  const isIt = (entry: MailboxEntry) => entry.to === email && entry.kind === kind;
  for (const end = performance.now() + 5000; performance.now() < end; ) {
    const found = (await mailbox(world.app)).find(isIt);
    if (found) return found;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`No ${kind} came to ${email}`);
}

async function countOf(kind: string): Promise<number> {
  const metric = await world.app.application.get(Metrics).securityEvents.get();
  return metric.values.find(({ labels }) => labels.kind === kind)?.value ?? Number.NaN;
}

it('wrong logins are written, with from where and the number of the request; then that it is locked', async () => {
  const person = await aPerson();
  const [failed, locked] = [await countOf('login-failed'), await countOf('login-locked')];
  for (let tries = 0; tries < 7; tries += 1) await logInWrongly(person);
  expect((await eventsOf(person)).slice(2)).toEqual([
    ...Array.from({ length: 5 }, () => 'login-failed'),
    ...Array.from({ length: 2 }, () => 'login-locked'),
  ]);
  expect([(await countOf('login-failed')) - failed, (await countOf('login-locked')) - locked]).toEqual([5, 2]);
  const [line] = said({ event: 'login-failed', user: person.id });
  expect(line).toMatchObject({ level: 40, context: 'Security', address: '127.0.0.1', request: expect.any(String) });
  const { rows } = await world.database.query(
    `select ip, request from account_security_event where user_id = $1 and kind = 'login-failed' order by id limit 1`,
    [person.id],
  );
  expect(rows).toEqual([{ ip: '127.0.0.1', request: line?.request }]);
});

it('who is no account leaves a line and a count, and nothing of what was typed', async () => {
  const before = await countOf('login-failed');
  const typed = 'nobody-canary-4711';
  await world.call.post('user/login', { user_string: typed, password: 'wrong' });
  expect((await countOf('login-failed')) - before).toBe(1);
  expect(said({ event: 'login-failed', user: null })).toHaveLength(1);
  expect(lines.join('')).not.toContain(typed);
  const { rows } = await world.database.query(`select from account_limit where subject like '%canary%'`);
  expect(rows).toEqual([]);
});

it('twenty at once leave ten events an hour and fifty a day, and none of them hides another kind', async () => {
  const person = await aPerson();
  const note = world.app.application.get(NoteIncident);
  const caller = { ip: '203.0.113.9', userAgent: '' };
  const guess = (kind: 'login-failed' | 'code-wrong') =>
    Promise.all(Array.from({ length: 20 }, () => note.execute({ kind, userId: person.id, caller })));
  const written = async (kind: string) => (await eventsOf(person)).filter((event) => event === kind).length;
  await guess('login-failed');
  expect(await written('login-failed')).toBe(10);
  await guess('code-wrong');
  expect(await written('code-wrong')).toBe(10);
  const source = world.app.owner;
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const later = (hours: number) =>
    source.query(`select security_incident_note($1, 'login-failed', '', '', '', '', $2, 10, 50)`, [
      person.id,
      at(hours),
    ]);
  for (let hours = 1; hours <= 6; hours += 1)
    for (let tries = 0; tries < 11; tries += 1) await later(hours + hours / 60);
  expect(await written('login-failed')).toBe(50);
  for (let tries = 0; tries < 11; tries += 1) await later(40);
  expect(await written('login-failed')).toBe(60);
});

it('a try whose event cannot be written is refused all the same, and the log says so', async () => {
  const person = await aPerson();
  const rename = (from: string, to: string) => world.database.query(`alter function ${from} rename to ${to}`);
  await rename('security_incident_note', 'security_incident_away');
  expect(await logInWrongly(person)).toMatchObject({ code: 'account.login-wrong' });
  await rename('security_incident_away', 'security_incident_note');
  // On a slow machine others, for which there was no connection, were said before.
  const lines = said({ event: 'not-written' }).filter((line) =>
    JSON.stringify(line).includes('security_incident_note'),
  );
  expect(lines).toHaveLength(1);
});

it('a wrong old password, a wrong code and a wrong code of the authenticator are written', async () => {
  const person = await aPerson();
  const { token, email } = person;
  const weak = { old_password: OTHER_PASSWORD, password: 'battery staple 10' };
  expect(await world.call.post('user/e_pwd', weak, { token })).toMatchObject({ code: 'account.old-password-wrong' });
  await world.database.query('delete from account_limit');
  await world.call.post('sms_mail', { user_string: email, type: 'forget' });
  const { code: sent } = await messageOf(email, 'forget');
  const wrong = sent === '000000' ? '000001' : '000000';
  const forget = { account: email, code: wrong, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD };
  expect(await world.call.post('user/forget', forget)).toMatchObject({ code: 'account.code-wrong' });
  const factor = world.app.application.get(SecondFactor);
  const sealed = world.app.application.get(SecretBox).seal(Buffer.from('x'.repeat(20)), totpContext(person.id));
  await world.database.query('insert into account_totp (user_id, secret, created_at) values ($1, $2, now())', [
    person.id,
    sealed,
  ]);
  for (let tries = 0; tries < 6; tries += 1) {
    const caller = { ip: '203.0.113.9', userAgent: '' };
    await expect(factor.check(person.id, 'none', caller)).rejects.toThrow(/totp-wrong|locked/);
  }
  expect((await eventsOf(person)).slice(2)).toEqual([
    'password-wrong',
    'code-wrong forget',
    ...Array.from({ length: 5 }, () => 'totp-wrong'),
    'totp-locked',
  ]);
});

it('whoever guesses the fund password leaves events, and the lock is told to its owner, once', async () => {
  const person = await aPerson();
  await setFundPassword(person);
  await Promise.all(Array.from({ length: 5 }, () => changeFundPassword(person, WRONG_PIN)));
  expect(await changeFundPassword(person, PIN)).toMatchObject({ code: 'account.fund-password-locked' });
  const events = await eventsOf(person);
  expect(events.filter((kind) => kind === 'fund-password-wrong')).toHaveLength(5);
  expect(events.filter((kind) => kind === 'fund-password-locked')).toHaveLength(1);
  expect(events.at(-1)).toBe('fund-password-wrong locked');
  const { text } = await messageOf(person.email, 'fund-password-locked');
  expect(text).toMatch(/fund password too often|交易密码多次输入错误/);
  const notices = (await world.call.get('user/userLog', { token: person.token })).message as {
    list: { kind: string }[];
  };
  expect(notices.list.filter(({ kind }) => kind === 'fund-password-locked')).toHaveLength(1);
});

it('ended sessions are written, with the reason', async () => {
  const person = await aPerson();
  const second = await world.logIn(person.email);
  const sessions = (await world.call.post('user/sessions', {}, { token: second })).message as {
    id: string;
    current: number;
  }[];
  const other = sessions.find(({ current }) => current === 0)?.id ?? '';
  await world.call.post('user/sessions/revoke', { id: other }, { token: second });
  await world.call.post('user/logout', {}, { token: second });
  const third = await world.logIn(person.email);
  const change = { old_password: PASSWORD, password: OTHER_PASSWORD };
  expect(await world.call.post('user/e_pwd', change, { token: third })).toMatchObject({ type: 'ok' });
  const ended = (await eventsOf(person)).filter((event) => event.startsWith('session-ended'));
  expect(ended).toEqual(['session-ended revoked', 'session-ended logout', 'session-ended password 1']);
  expect(said({ event: 'session-ended', user: person.id }).map(({ about }) => about)).toEqual([
    'revoked',
    'logout',
    'password',
  ]);
});

describe('at the desk', () => {
  const source = () => world.app.owner;

  it('a call without the role is said, with who, what and from where', async () => {
    const operator = await anOperator(source(), 'support');
    const before = await countOf('desk-forbidden');
    expect(await callDesk(world.app.url, 'audit', { by: operator })).toMatchObject({ code: 'access.forbidden' });
    expect((await countOf('desk-forbidden')) - before).toBe(1);
    expect(said({ event: 'desk-forbidden', operator: operator.operatorId })).toEqual([
      expect.objectContaining({ about: 'GET /ops/api/audit', address: '127.0.0.1', request: expect.any(String) }),
    ]);
  });

  it('a password typed as the login is kept nowhere, and five wrong tries at it are locked', async () => {
    const typed = 'correct horse battery canary';
    const body = { login: typed, password: 'x', totp: '000000' };
    const before = [await countOf('desk-login-failed'), await countOf('desk-locked')];
    for (let tries = 0; tries < 6; tries += 1) await callDesk(world.app.url, 'login', { body });
    const after = [await countOf('desk-login-failed'), await countOf('desk-locked')];
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([5, 1]);
    const { rows } = await world.database.query<{ line: string }>(
      `select subject_id as line from audit_entry where action = 'operator.refuse'`,
    );
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ line }) => line)).size).toBe(1);
    expect(rows[0]?.line).toMatch(/^co… #[0-9a-f]{12}$/);
    const matches = await world.database.query(
      `select from audit_entry where audit_entry::text like '%horse%'
        union all select from account_limit where subject like '%horse%'`,
    );
    expect(matches.rows).toEqual([]);
    expect(lines.join('')).not.toContain('horse');
  });

  it('an operator whose password was wrong is named', async () => {
    const { login, operatorId } = await anOperator(source(), 'support');
    const hash = await world.app.application.get(PasswordHasher).hash('another one');
    await world.database.query('update operator set password_hash = $2 where id = $1', [operatorId, hash]);
    await callDesk(world.app.url, 'login', { body: { login, password: 'x', totp: '000000' } });
    const { rows } = await world.database.query(`select from audit_entry where subject_id = $1`, [login]);
    expect(rows).toHaveLength(1);
  });
});

it('nobody takes the events away, not all at once either', async () => {
  await expect(world.database.query('truncate account_security_event')).rejects.toThrow('is written once');
  await world.database.query(`set session_replication_role = 'replica'`);
  await expect(world.database.query('delete from account_security_event')).rejects.toThrow('is written once');
});

describe('the user', () => {
  it('reads all of it, newest first, in its language, and nobody else does', async () => {
    const person = await aPerson();
    const other = await aPerson();
    await logInWrongly(person);
    const log = async (token: string, query = 'page=1&limit=10', language = 'en') =>
      (await world.call.get(`user/securityLog?${query}`, { token, language })).message as {
        list: { kind: string; content: string; device: string; ip: string; created_time: string }[];
        count: number;
      };
    const { list, count } = await log(person.token);
    expect(list.map(({ kind }) => kind)).toEqual(['login-failed', 'login', 'registered']);
    expect(count).toBe(3);
    expect(list[0]).toMatchObject({
      content: 'Login failed: wrong password',
      ip: '127.0.0.1',
      created_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect((await log(person.token, 'page=2&limit=2')).list.map(({ kind }) => kind)).toEqual(['registered']);
    expect((await log(person.token, 'page=1&limit=1', 'zh')).list[0]?.content).toBe('登录失败：密码错误');
    expect((await log(other.token)).list.map(({ kind }) => kind)).toEqual(['login', 'registered']);
  });
});
