import { randomBytes, randomInt } from 'node:crypto';
import { Pool } from 'pg';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { codeTo, mailbox, messageTo } from '../mailbox.js';

const PASSWORD = 'correct horse 7';
const OTHER_PASSWORD = 'battery staple 9';

let app: TestApp;
let call: Caller;
let database: Pool;

beforeAll(async () => {
  // Few connections: whoever waits for a second one inside its transaction is caught waiting for itself.
  app = await bootApp({ DATABASE_POOL_SIZE: '4' });
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 2 });
}, 60_000);

afterAll(async () => {
  await database.end();
  await app.close();
});

const anEmail = () => `someone-${randomBytes(6).toString('hex')}@example.com`;
const aPhone = () => `139${randomInt(100_000_000).toString().padStart(8, '0')}`;

async function register(fields: Record<string, string> = {}) {
  const email = anEmail();
  await call.post('sms_mail', { user_string: email, type: 'register' });
  const code = await codeTo(app, email);
  const form = { type: 'email', user_string: email, code, password: PASSWORD, re_password: PASSWORD, ...fields };
  return { email, code, reply: await call.post('user/register', form) };
}

async function logIn(user_string: string, password = PASSWORD): Promise<string> {
  const reply = await call.post('user/login', { user_type: 'email', user_string, password });
  expect(reply).toMatchObject({ type: 'ok', message: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
  return String(reply.message);
}

async function aSignedInUser() {
  const { email, reply } = await register();
  expect(reply.type).toBe('ok');
  return { email, token: await logIn(email) };
}

describe('from registration to a dead token', () => {
  it('registers, logs in, reads the centre, changes the password and is logged out everywhere', async () => {
    const { email, reply } = await register({ agree: '1', sms_agree: '1' });
    expect(reply).toMatchObject({ status: 200, type: 'ok', message: 'Registration successful' });

    const token = await logIn(email);
    const elsewhere = await logIn(email);
    const center = await call.get('user/center', { token });
    expect(center).toMatchObject({
      type: 'ok',
      message: { id: expect.any(Number), email, phone: '', review_status: 0, account_number: email },
    });

    const change = { old_password: PASSWORD, password: OTHER_PASSWORD };
    expect(await call.post('user/e_pwd', change, { token })).toMatchObject({
      type: 'ok',
      message: 'Modified successfully',
    });
    for (const dead of [token, elsewhere]) {
      expect(await call.get('user/center', { token: dead })).toMatchObject({ status: 200, type: '999' });
    }
    expect(await call.post('user/login', { user_string: email, password: PASSWORD })).toMatchObject({
      code: 'account.login-wrong',
    });
    await logIn(email, OTHER_PASSWORD);
  });

  it('answers the same words for every kind of token that is not alive', async () => {
    const { token } = await aSignedInUser();
    await call.post('user/logout', {}, { token });
    const dead = [undefined, null, '', 'undefined', 'x', `Bearer ${token}`, token, 'a'.repeat(43), 'a'.repeat(5000)];
    const replies = await Promise.all(dead.map((each) => call.get('user/center', { token: each })));
    for (const { status, type, message, code } of replies) {
      expect({ status, type, message, code }).toEqual({
        status: 200,
        type: '999',
        message: 'Please log in first',
        code: 'session.required',
      });
    }
  });

  it('passes a stale token over on a public call', async () => {
    expect(await call.post('get/lang', {}, { token: 'a'.repeat(43) })).toMatchObject({ type: 'ok', message: 'en' });
    expect(await call.post('set/lang', { lang: 'jp' }, { token: 'a'.repeat(43) })).toMatchObject({ type: 'ok' });
  });

  it('never takes the cookie for a token', async () => {
    const { email } = await aSignedInUser();
    const reply = await call.post('user/login', { user_string: email, password: PASSWORD });
    const cookie = reply.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^session=[A-Za-z0-9_-]{43}; Path=\/socket\.io; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const sent = cookie.split(';', 1)[0] ?? '';
    expect(await call.get('user/center', { headers: { cookie: sent } })).toMatchObject({ type: '999' });
  });

  it('keeps the language that a user chose', async () => {
    const { token } = await aSignedInUser();
    await call.post('set/lang', { lang: 'th' }, { token });
    expect(await call.get('user/center', { token })).toMatchObject({ message: { lang: 'th' } });
  });
});

describe('registration by phone and by user name', () => {
  it('knows a phone in all its spellings', async () => {
    const phone = aPhone();
    await call.post('user/sms_send', { user_string: phone, areacode: '86', type: 'register' });
    const code = await codeTo(app, `+86${phone}`);
    const form = {
      type: 'mobile',
      areacode: '86',
      user_string: phone,
      code,
      password: PASSWORD,
      re_password: PASSWORD,
    };
    expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
    const names: Record<string, string>[] = [
      { user_string: phone, areacode: '86' },
      { user_string: phone, area_code: '+86' },
      { user_string: `0${phone}`, area_code: '86' },
      { user_string: `+86${phone}`, areacode: '86' },
      { user_string: `+86${phone}` },
    ];
    for (const name of names) {
      expect(await call.post('user/login', { ...name, password: PASSWORD })).toMatchObject({ type: 'ok' });
    }
  });

  it('needs no code for a user name, and knows it in every case', async () => {
    const name = `Zoe${randomBytes(4).toString('hex')}`;
    const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
    expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
    expect(await call.post('user/register', { ...form, user_string: name.toUpperCase() })).toMatchObject({
      code: 'account.username-taken',
    });
    expect(await call.post('user/login', { user_string: name.toLowerCase(), password: PASSWORD })).toMatchObject({
      type: 'ok',
    });
  });

  it.each([
    ['a Cyrillic a', '\u0430dmin1'],
    ['a zero-width joiner', 'ad\u200dmin'],
    ['an override of the direction', 'ad\u202emin'],
    ['two letters', 'ab'],
    ['a blank', 'john doe'],
    ['a leading digit', '1john'],
    ['NUL', 'john\u0000'],
    ['33 letters', 'a'.repeat(33)],
  ])('refuses a user name with %s', async (_what, name) => {
    const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
    const reply = await call.post('user/register', form);
    expect(reply).toMatchObject({ status: 200, type: 'error' });
    expect(['account.username-invalid', 'request.invalid']).toContain(reply.code);
  });

  it('joins whoever brings an invitation code to its owner', async () => {
    const inviter = await aSignedInUser();
    const center = await call.get('user/center', { token: inviter.token });
    const { extension_code, id } = center.message as { extension_code: string; id: number };
    expect(await call.post('user/checkExtcode', { extension_code })).toMatchObject({ type: 'ok' });
    const { email, reply } = await register({ extension_code: extension_code.toLowerCase() });
    expect(reply.type).toBe('ok');
    const rows = await database.query('select invited_by from account_user where email = $1', [email]);
    expect(rows.rows).toEqual([{ invited_by: String(id) }]);
    await expect(database.query('update account_user set invited_by = null where email = $1', [email])).rejects.toThrow(
      'who invited a user never changes',
    );
  });
});

describe('every refusal of registration', () => {
  it.each<[string, Record<string, string>, string]>([
    ['two passwords that differ', { re_password: OTHER_PASSWORD }, 'account.passwords-differ'],
    ['no second password', { re_password: '' }, 'account.passwords-differ'],
    ['five characters', { password: 'ab1!x', re_password: 'ab1!x' }, 'account.password-length'],
    ['129 characters', { password: 'xy'.repeat(65), re_password: 'xy'.repeat(65) }, 'account.password-length'],
    ['a row of digits', { password: '12345678', re_password: '12345678' }, 'account.password-weak'],
    ['the favourite password', { password: 'Password', re_password: 'Password' }, 'account.password-weak'],
    [
      'one that ten thousand others have',
      { password: 'liverpool1', re_password: 'liverpool1' },
      'account.password-weak',
    ],
    ['the agreement not ticked', { agree: '0' }, 'account.consent-required'],
    ['a fund password of five digits', { withdraw_password: '27183' }, 'account.fund-password-format'],
    ['a fund password of full-width digits', { withdraw_password: '２７１８３９' }, 'account.fund-password-format'],
    ['a weak fund password', { withdraw_password: '123456' }, 'account.fund-password-weak'],
    [
      'fund passwords that differ',
      { withdraw_password: '271839', re_withdraw_password: '271838' },
      'account.passwords-differ',
    ],
    ['an unknown invitation code', { extension_code: 'NOBODY99' }, 'account.invitation-unknown'],
    ['no code', { code: '' }, 'account.code-required'],
    ['letters for a code', { code: 'abcdef' }, 'account.code-required'],
    ['something that is no address', { user_string: 'a@b' }, 'account.email-invalid'],
    ['an address with a line break', { user_string: 'a@example.com\r\nBcc: b@example.com' }, 'request.invalid'],
    ['a phone that cannot be one', { type: 'mobile', user_string: '0', areacode: '86' }, 'account.phone-invalid'],
    ['letters for a phone', { type: 'mobile', user_string: '07x', areacode: '86' }, 'account.phone-invalid'],
    [
      'a dial code said twice',
      { type: 'mobile', user_string: '+8613912345678', areacode: '44' },
      'account.phone-invalid',
    ],
  ])('%s', async (_what, fields, code) => {
    const email = anEmail();
    const form = { type: 'email', user_string: email, code: '000000', password: PASSWORD, re_password: PASSWORD };
    const reply = await call.post('user/register', { ...form, ...fields });
    expect(reply).toMatchObject({ status: 200, type: 'error', code });
    expect(reply.message).not.toBe('');
  });

  it('consent to text messages is asked of whoever registers by phone', async () => {
    const form = { type: 'mobile', areacode: '86', user_string: aPhone(), password: PASSWORD, re_password: PASSWORD };
    expect(await call.post('user/register', { ...form, code: '000000', agree: '1', sms_agree: '0' })).toMatchObject({
      code: 'account.sms-consent-required',
    });
  });

  it('a wrong code costs a try, and after five the right one is dead', async () => {
    const email = anEmail();
    await call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(app, email);
    const wrong = code === '111111' ? '222222' : '111111';
    const form = { type: 'email', user_string: email, password: PASSWORD, re_password: PASSWORD };
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await call.post('user/register', { ...form, code: wrong })).toMatchObject({ code: 'account.code-wrong' });
    }
    expect(await call.post('user/register', { ...form, code })).toMatchObject({ code: 'account.code-wrong' });
  });

  it('a code is good for one contact and one purpose', async () => {
    const email = anEmail();
    await call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(app, email);
    const form = { type: 'email', code, password: PASSWORD, re_password: PASSWORD };
    expect(await call.post('user/register', { ...form, user_string: anEmail() })).toMatchObject({
      code: 'account.code-wrong',
    });
    const forget = { account: email, password: PASSWORD, repassword: PASSWORD, code };
    expect(await call.post('user/forget', forget)).toMatchObject({ code: 'account.code-wrong' });
    expect(await call.post('user/register', { ...form, user_string: email })).toMatchObject({ type: 'ok' });
  });

  it('an old code is dead', async () => {
    const email = anEmail();
    await call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(app, email);
    await database.query(`update account_code set expires_at = now() - interval '1 second' where target = $1`, [email]);
    const form = { type: 'email', user_string: email, code, password: PASSWORD, re_password: PASSWORD };
    expect(await call.post('user/register', form)).toMatchObject({ code: 'account.code-wrong' });
  });
});

describe('known and unknown contacts', () => {
  it('get the same answer when a code is asked for, and only the owner learns more', async () => {
    const { email } = await aSignedInUser();
    await database.query('delete from account_limit');
    const unknown = anEmail();
    const known = await call.post('sms_mail', { user_string: email, type: 'register' });
    const other = await call.post('sms_mail', { user_string: unknown, type: 'register' });
    expect({ ...known, headers: null }).toEqual({ ...other, headers: null });
    await codeTo(app, unknown);
    const messages = (await mailbox(app)).filter(({ to, kind }) => to === email && kind === 'known-contact');
    expect(messages).toEqual([expect.objectContaining({ code: null })]);
  });

  it('get the same answer to a forgotten password, but nothing is sent to a stranger', async () => {
    const unknown = anEmail();
    expect(await call.post('sms_mail', { user_string: unknown, type: 'forget' })).toMatchObject({ type: 'ok' });
    const form = { account: unknown, password: PASSWORD, repassword: PASSWORD, code: '123456' };
    expect(await call.post('user/forget', form)).toMatchObject({ code: 'account.code-wrong' });
    expect((await mailbox(app)).some(({ to }) => to === unknown)).toBe(false);
  });

  it('get the same answer to a login', async () => {
    const { email } = await aSignedInUser();
    const known = await call.post('user/login', { user_string: email, password: 'wrong' });
    const unknown = await call.post('user/login', { user_string: anEmail(), password: 'wrong' });
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null });
  });
});

describe('a forgotten password', () => {
  it.each(['repassword', 're_password'])('is set anew with a code (%s) and ends every session', async (repeated) => {
    const { email, token } = await aSignedInUser();
    await database.query('delete from account_limit');
    const before = (await mailbox(app)).filter(({ to }) => to === email).length;
    await call.post('user/sms_mail', { user_string: email, type: 'forget' });
    const code = await codeTo(app, email, before + 1);
    expect(await call.post('user/check_email', { email_code: code })).toMatchObject({ type: 'ok' });
    expect(await call.post('user/check_email', { email_code: code, user_string: email })).toMatchObject({ type: 'ok' });
    const form = { account: email, password: OTHER_PASSWORD, [repeated]: OTHER_PASSWORD, code };
    expect(await call.post('user/forget', form)).toMatchObject({ type: 'ok' });
    expect(await call.post('user/forget', form)).toMatchObject({ code: 'account.code-wrong' });
    expect(await call.get('user/center', { token })).toMatchObject({ type: '999' });
    await logIn(email, OTHER_PASSWORD);
  });
});

describe('codes', () => {
  it('go out once a minute for one contact', async () => {
    const email = anEmail();
    expect(await call.post('sms_mail', { user_string: email })).toMatchObject({ type: 'ok' });
    expect(await call.post('user/sms_mail', { user_string: email.toUpperCase() })).toMatchObject({
      code: 'account.code-too-many',
    });
    const [local = '', domain = ''] = email.split('@');
    expect(await call.post('sms_mail', { user_string: `${local}+tag@${domain}` })).toMatchObject({
      code: 'account.code-too-many',
    });
  });

  it('are in no reply, and in no table', async () => {
    const email = anEmail();
    const reply = await call.post('sms_mail', { user_string: email });
    const code = await codeTo(app, email);
    expect(JSON.stringify(reply)).not.toContain(code);
    const rows = await database.query('select account_code::text as text from account_code where target = $1', [email]);
    expect(rows.rows).toHaveLength(1);
    expect(rows.rows[0].text).not.toContain(code);
  });

  it('are shown to the developer', async () => {
    const { email } = await register();
    const reply = await call.get('dev/mailbox');
    expect(reply.message).toEqual(expect.arrayContaining([expect.objectContaining({ to: email, kind: 'register' })]));
  });

  it.each(['user_string=a@b', 'user_string=', 'user_string[]=a@example.com', '', 'user_string=a@example.com&type=x'])(
    'are refused for %s',
    async (body) => {
      const reply = await fetch(`${app.url}/api/sms_mail`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toMatchObject({ type: 'error' });
    },
  );
});

describe('login', () => {
  it('locks an account after five wrong tries, whichever name is used, and survives nothing less than time', async () => {
    const { email } = await aSignedInUser();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await call.post('user/login', { user_string: email, password: 'wrong' })).toMatchObject({
        code: 'account.login-wrong',
      });
    }
    expect(await call.post('user/login', { user_string: email.toUpperCase(), password: PASSWORD })).toMatchObject({
      code: 'account.locked',
      message: 'Too many wrong tries, please try again in 15 minutes',
    });
    await database.query(
      `update account_limit set taken = array(select t - interval '15 minutes' from unnest(taken) t)
        where kind = 'login-account'`,
    );
    await logIn(email);
  });

  it('counts 50 wrong tries at the same time as 50, and looks at five', async () => {
    const { email } = await aSignedInUser();
    const user = await database.query('select id from account_user where email = $1', [email]);
    const tries = Array.from({ length: 50 }, () => call.post('user/login', { user_string: email, password: 'wrong' }));
    const codes = (await Promise.all(tries)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'account.login-wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'account.locked')).toHaveLength(45);
    const counted = await database.query(
      `select tries::int as tries from account_limit where kind = 'login-account' and subject = $1`,
      [`user:${user.rows[0].id}`],
    );
    expect(counted.rows).toEqual([{ tries: 50 }]);
  });

  it('refuses a disabled user, whose sessions are dead too', async () => {
    const { email, token } = await aSignedInUser();
    await database.query('update account_user set disabled_at = now() where email = $1', [email]);
    expect(await call.get('user/center', { token })).toMatchObject({ type: '999' });
    expect(await call.post('user/login', { user_string: email, password: PASSWORD })).toMatchObject({
      code: 'account.disabled',
    });
    expect(await call.post('user/login', { user_string: email, password: 'wrong' })).toMatchObject({
      code: 'account.login-wrong',
    });
  });

  it('keeps ten sessions; the eleventh ends the oldest', async () => {
    const { email, token } = await aSignedInUser();
    for (let count = 0; count < 10; count += 1) await logIn(email);
    expect(await call.get('user/center', { token })).toMatchObject({ type: '999' });
    const rows = await database.query(
      `select count(*)::int as live from account_session s join account_user u on u.id = s.user_id
        where u.email = $1 and s.ended_at is null`,
      [email],
    );
    expect(rows.rows).toEqual([{ live: 10 }]);
  });

  it('keeps nothing of a token but its digest', async () => {
    const { token } = await aSignedInUser();
    const rows = await database.query(
      `select account_session::text as text from account_session order by id desc limit 1`,
    );
    expect(rows.rows[0].text).not.toContain(token);
  });

  it.each<[string, string]>([
    ['idle for more than seven days', `last_used_at = now() - interval '7 days 1 minute'`],
    ['older than 30 days', `expires_at = now() - interval '1 second'`],
  ])('a session that is %s is dead', async (_what, change) => {
    const { token } = await aSignedInUser();
    await database.query(`update account_session set ${change} where id = (select max(id) from account_session)`);
    expect(await call.get('user/center', { token })).toMatchObject({ type: '999' });
  });
});

describe('sessions', () => {
  it('are listed and ended one by one, and never those of somebody else', async () => {
    const { email, token } = await aSignedInUser();
    const other = await logIn(email);
    const stranger = await aSignedInUser();
    const list = (await call.post('user/sessions', {}, { token })).message as { id: string; current: number }[];
    expect(list.map(({ current }) => current).sort((left, right) => left - right)).toEqual([0, 1]);
    const id = list.find(({ current }) => current === 0)?.id ?? '';
    for (const [whose, session] of [
      [stranger.token, id],
      [token, '0'],
      [token, '99999999999999999999'],
      [token, 'x'],
    ]) {
      expect(await call.post('user/sessions/revoke', { id: session ?? '' }, { token: whose })).toMatchObject({
        type: 'error',
        code: 'account.session-unknown',
      });
    }
    expect(await call.get('user/center', { token: other })).toMatchObject({ type: 'ok' });
    expect(await call.post('user/sessions/revoke', { id }, { token })).toMatchObject({ type: 'ok' });
    expect(await call.get('user/center', { token: other })).toMatchObject({ type: '999' });
    expect(await call.get('user/center', { token })).toMatchObject({ type: 'ok' });
  });

  it('from a new device are told to the user', async () => {
    const { email, token } = await aSignedInUser();
    await call.post(
      'user/login',
      { user_string: email, password: PASSWORD },
      { headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' } },
    );
    const notices = await call.get('user/userLog?page=1&limit=10', { token });
    expect(notices.message).toMatchObject({
      list: expect.arrayContaining([
        expect.objectContaining({ content: 'Login from a new device: iPhone, Safari' }),
        expect.objectContaining({ kind: 'registered' }),
      ]),
    });
  });
});

describe('the login password', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a wrong old one', { old_password: 'wrong' }, 'account.old-password-wrong'],
    ['the same again', { password: PASSWORD }, 'account.password-unchanged'],
    ['two that differ', { re_password: 'another' }, 'account.passwords-differ'],
    ['a short one', { password: 'ab1!x' }, 'account.password-length'],
    ['a weak one', { password: 'qwerty' }, 'account.password-weak'],
    ['no old one', { old_password: '' }, 'account.old-password-wrong'],
  ])('is not changed with %s', async (_what, fields, code) => {
    const { token, email } = await aSignedInUser();
    const form = { old_password: PASSWORD, password: OTHER_PASSWORD, ...fields };
    expect(await call.post('user/e_pwd', form, { token })).toMatchObject({ type: 'error', code });
    await logIn(email);
  });

  it.each([
    ['six characters', 'x9#kQ2'],
    ['128 characters', `${'long phrase '.repeat(10)}and more`],
    ['blanks at both ends', '  blanks count  '],
    ['emoji', '🦆🦆🦊🐢🐌🦑'],
  ])('may have %s, and is taken exactly', async (_what, password) => {
    const { email, reply } = await register({ password, re_password: password });
    expect(reply.type).toBe('ok');
    await logIn(email, password);
    for (const wrong of [password.toUpperCase() + ' ', password.slice(0, -1), ` ${password}`]) {
      expect(await call.post('user/login', { user_string: email, password: wrong })).toMatchObject({
        code: 'account.login-wrong',
      });
    }
  });

  it('holds withdrawals after a change, and the hold is told to whoever asks the front door', async () => {
    const { GetHolds } = await import('../../features/notices/index.js');
    const { token } = await aSignedInUser();
    const { id } = (await call.get('user/center', { token })).message as { id: number };
    const holds = app.application.get(GetHolds);
    expect(await holds.execute(String(id))).toEqual([]);
    await call.post('user/e_pwd', { old_password: PASSWORD, password: OTHER_PASSWORD }, { token });
    const [hold] = await holds.execute(String(id));
    expect(hold?.reason).toBe('password');
    const hours = ((hold?.until.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });
});

describe('the fund password', () => {
  const set = (token: string, fields: Record<string, string>) => call.post('safe/update_password', fields, { token });

  it('is set, asked for, changed with the old one', async () => {
    const { token } = await aSignedInUser();
    expect(await call.post('user/has_password', {}, { token })).toMatchObject({ type: 'ok', message: 2 });
    expect(await set(token, { password: '271839', re_password: '271839' })).toMatchObject({ type: 'ok' });
    expect(await call.post('user/has_password', {}, { token })).toMatchObject({ type: 'ok', message: 1 });
    expect(await set(token, { password: '918273', re_password: '918273' })).toMatchObject({
      code: 'account.old-password-wrong',
    });
    expect(await set(token, { oldpassword: '271838', password: '918273', re_password: '918273' })).toMatchObject({
      code: 'account.fund-password-wrong',
    });
    expect(await set(token, { oldpassword: '271839', password: '918273', re_password: '918273' })).toMatchObject({
      type: 'ok',
    });
  });

  it.each([
    '000000',
    '123456',
    '654321',
    '112233',
    '121212',
    '123321',
    '199001',
    '311299',
    '27183',
    '2718399',
    '２７１８３９',
    '27183a',
    '-27183',
  ])('is not %s', async (pin) => {
    const { token } = await aSignedInUser();
    const reply = await set(token, { password: pin, re_password: pin });
    expect(reply.type).toBe('error');
    expect(reply.code).toMatch(/^account\.fund-password-(format|weak)$/);
  });

  it('locks for a day after five wrong ones in parallel or not, and for good the third time', async () => {
    const { CheckFundPassword } = await import('../../features/security/index.js');
    const { token, email } = await aSignedInUser();
    const { id } = (await call.get('user/center', { token })).message as { id: number };
    const userId = String(id);
    const check = app.application.get(CheckFundPassword);
    const outcome = (pin: string) =>
      check.execute(userId, pin).then(
        () => 'right',
        (error: Error) => error.message,
      );
    expect(await outcome('271839')).toBe('account.fund-password-missing');
    await set(token, { password: '271839', re_password: '271839' });
    expect(await outcome('271839')).toBe('right');
    for (const round of [1, 2, 3]) {
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome('271830')));
      const wrong = outcomes.filter((text) => text === 'account.fund-password-wrong').length;
      expect(wrong).toBe(4);
      expect(await outcome('271839')).toBe(
        round === 3 ? 'account.fund-password-stays-locked' : 'account.fund-password-locked',
      );
      await database.query(
        `update account_fund_password set locked_until = now() - interval '1 second' where user_id = $1`,
        [userId],
      );
    }
    expect(await outcome('271839')).toBe('account.fund-password-stays-locked');
    await database.query('delete from account_limit');
    const before = (await mailbox(app)).filter(({ to }) => to === email).length;
    await call.post('set/sms_other_mail', {}, { token });
    const code = await codeTo(app, email, before + 1);
    const reset = { password: '918273', re_password: '918273', code, login_password: PASSWORD };
    expect(await set(token, { ...reset, code: '000000' })).toMatchObject({ code: 'account.code-wrong' });
    expect(await set(token, { ...reset, login_password: 'wrong' })).toMatchObject({
      code: 'account.old-password-wrong',
    });
    expect(await set(token, reset)).toMatchObject({ type: 'ok' });
    expect(await outcome('918273')).toBe('right');
  });

  it('may come with the registration', async () => {
    const { email } = await register({ withdraw_password: '271839', re_withdraw_password: '271839' });
    const token = await logIn(email);
    expect(await call.post('user/has_password', {}, { token })).toMatchObject({ message: 1 });
  });
});

describe('bank cards', () => {
  const domestic = {
    real_name: 'Zhang San',
    bank_name: 'A Bank',
    bank_account: '4111 1111 1111 1111',
    bank_branch: 'Main',
  };
  const international = {
    real_name: 'Erika Mustermann',
    bank_name: 'A Bank',
    bank_address: '1 Road',
    bank_account: 'GB82 WEST 1234 5698 7654 32',
    swift_code: 'DEUTDEFF',
    residence_address: '2 Street',
    postal_code: '10115',
  };

  it('are kept, shown and replaced', async () => {
    const { token } = await aSignedInUser();
    expect(await call.post('user/cash_info', {}, { token })).toMatchObject({ type: 'ok', message: { banks: [] } });
    expect(await call.post('user/cash_save', domestic, { token })).toMatchObject({
      type: 'ok',
      message: 'Bind success',
    });
    const kept = await call.post('user/cash_info', { lang: 'en' }, { token });
    expect(kept.message).toMatchObject({ bank_account: '4111111111111111', real_name: 'Zhang San', swift_code: '' });
    await call.post('user/cash_save', international, { token });
    const replaced = await call.post('user/cash_info', {}, { token });
    expect(replaced.message).toMatchObject({ bank_account: 'GB82WEST12345698765432', swift_code: 'DEUTDEFF' });
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a card number with a wrong last digit',
      { ...domestic, bank_account: '4111111111111112' },
      'account.bank-account-invalid',
    ],
    ['letters for a card number', { ...domestic, bank_account: 'abcdefghijkl' }, 'account.bank-account-invalid'],
    [
      'an IBAN with wrong check digits',
      { ...international, bank_account: 'GB82WEST12345698765433' },
      'account.bank-account-invalid',
    ],
    ['a SWIFT code that is none', { ...international, swift_code: 'DEUT1EFF' }, 'account.swift-invalid'],
    ['no name', { ...domestic, real_name: 'x\u0000' }, 'request.invalid'],
  ])('are refused with %s', async (_what, fields, code) => {
    const { token } = await aSignedInUser();
    expect(await call.post('user/cash_save', fields, { token })).toMatchObject({ type: 'error', code });
  });
});

describe('races', () => {
  it('one code used twenty times at once registers one user', async () => {
    for (let round = 0; round < 5; round += 1) {
      const phone = aPhone();
      await call.post('sms_send', { user_string: phone, area_code: '86' });
      await database.query('delete from account_limit');
      const code = await codeTo(app, `+86${phone}`);
      const form = {
        type: 'mobile',
        areacode: '86',
        user_string: phone,
        code,
        password: PASSWORD,
        re_password: PASSWORD,
      };
      const replies = await Promise.all(Array.from({ length: 20 }, () => call.post('user/register', form)));
      expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
      expect(new Set(replies.filter(({ type }) => type !== 'ok').map(({ code }) => code))).toEqual(
        new Set(['account.code-wrong']),
      );
      const users = await database.query('select count(*)::int as users from account_user where phone = $1', [
        `+86${phone}`,
      ]);
      expect(users.rows).toEqual([{ users: 1 }]);
    }
  }, 60_000);

  it('one user name registered twenty times at once is one user', async () => {
    const form = {
      type: 'username',
      user_string: `Max${randomBytes(4).toString('hex')}`,
      password: PASSWORD,
      re_password: PASSWORD,
    };
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.post('user/register', form)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    const others = replies.filter(({ type }) => type !== 'ok').map(({ code }) => code);
    expect(others).toEqual(Array.from({ length: 19 }, () => 'account.username-taken'));
  });

  it('one code used ten times at once sets one new password', async () => {
    const { email } = await aSignedInUser();
    await database.query('delete from account_limit');
    const before = (await mailbox(app)).filter(({ to }) => to === email).length;
    await call.post('sms_mail', { user_string: email, type: 'forget' });
    const code = await codeTo(app, email, before + 1);
    const forms = Array.from({ length: 10 }, (_nothing, index) => {
      const password = `battery staple ${index}`;
      return { account: email, password, repassword: password, code };
    });
    const replies = await Promise.all(forms.map((form) => call.post('user/forget', form)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(replies.filter(({ code: refusal }) => refusal === 'account.code-wrong')).toHaveLength(9);
    await logIn(email, `battery staple ${replies.findIndex(({ type }) => type === 'ok')}`);
  });

  it('of twenty requests for a code at once one sends', async () => {
    const email = anEmail();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.post('sms_mail', { user_string: email })));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    await messageTo(app, email);
    expect((await mailbox(app)).filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('a login beside a change of the password never outlives it', async () => {
    const { email, token } = await aSignedInUser();
    const [, ...logins] = await Promise.all([
      call.post('user/e_pwd', { old_password: PASSWORD, password: OTHER_PASSWORD }, { token }),
      ...Array.from({ length: 4 }, () => call.post('user/login', { user_string: email, password: PASSWORD })),
    ]);
    for (const { type, message } of logins) {
      if (type === 'ok')
        expect(await call.get('user/center', { token: String(message) })).toMatchObject({ type: '999' });
    }
    await logIn(email, OTHER_PASSWORD);
  });
});
