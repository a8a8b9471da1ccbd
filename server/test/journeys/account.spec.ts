import { randomBytes } from 'node:crypto';
import { AccountWorld, anEmail, aPhone, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { codeTo, mailbox } from '../mailbox.js';

let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open();
}, 60_000);

afterAll(() => world?.close());

describe('from registration to a dead token', () => {
  it('registers, logs in, reads the centre, changes the password and is logged out everywhere', async () => {
    const { email, reply } = await world.register({ agree: '1', sms_agree: '1' });
    expect(reply).toMatchObject({ status: 200, type: 'ok', message: 'Registration successful' });

    const token = await world.logIn(email);
    const elsewhere = await world.logIn(email);
    const center = await world.call.get('user/center', { token });
    expect(center).toMatchObject({
      type: 'ok',
      message: { id: expect.any(Number), email, phone: '', review_status: 0, account_number: email },
    });

    const change = { old_password: PASSWORD, password: OTHER_PASSWORD };
    expect(await world.call.post('user/e_pwd', change, { token })).toMatchObject({
      type: 'ok',
      message: 'Modified successfully',
    });
    for (const dead of [token, elsewhere]) {
      expect(await world.call.get('user/center', { token: dead })).toMatchObject({ status: 200, type: '999' });
    }
    expect(await world.call.post('user/login', { user_string: email, password: PASSWORD })).toMatchObject({
      code: 'account.login-wrong',
    });
    await world.logIn(email, OTHER_PASSWORD);
  });

  it('answers the same words for every kind of token that is not alive', async () => {
    const { token } = await world.aSignedInUser();
    await world.call.post('user/logout', {}, { token });
    const dead = [undefined, null, '', 'undefined', 'x', `Bearer ${token}`, token, 'a'.repeat(43), 'a'.repeat(5000)];
    const replies = await Promise.all(dead.map((each) => world.call.get('user/center', { token: each })));
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
    expect(await world.call.post('get/lang', {}, { token: 'a'.repeat(43) })).toMatchObject({
      type: 'ok',
      message: 'en',
    });
    expect(await world.call.post('set/lang', { lang: 'jp' }, { token: 'a'.repeat(43) })).toMatchObject({ type: 'ok' });
  });

  it('never takes the cookie for a token', async () => {
    const { email } = await world.aSignedInUser();
    const reply = await world.call.post('user/login', { user_string: email, password: PASSWORD });
    const [cookie = '', atUploads, device] = reply.headers.getSetCookie();
    expect(cookie).toMatch(
      /^session=[A-Za-z0-9_-]{43}; Path=\/socket\.io; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    expect(atUploads).toBe(cookie.replace('/socket.io', '/api/upload'));
    expect(device).toMatch(/^device=[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}; Path=\/api; HttpOnly; SameSite=Strict; /);
    const sent = cookie.split(';', 1)[0] ?? '';
    expect(await world.call.get('user/center', { headers: { cookie: sent } })).toMatchObject({ type: '999' });
  });

  it('keeps the language that a user chose', async () => {
    const { token } = await world.aSignedInUser();
    await world.call.post('set/lang', { lang: 'th' }, { token });
    expect(await world.call.get('user/center', { token })).toMatchObject({ message: { lang: 'th' } });
  });
});

describe('registration by phone and by user name', () => {
  it('knows a phone in all its spellings', async () => {
    const phone = aPhone();
    await world.call.post('user/sms_send', { user_string: phone, areacode: '86', type: 'register' });
    const code = await codeTo(world.app, `+86${phone}`);
    const form = {
      type: 'mobile',
      areacode: '86',
      user_string: phone,
      code,
      password: PASSWORD,
      re_password: PASSWORD,
    };
    expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
    const names: Record<string, string>[] = [
      { user_string: phone, areacode: '86' },
      { user_string: phone, area_code: '+86' },
      { user_string: `0${phone}`, area_code: '86' },
      { user_string: `+86${phone}`, areacode: '86' },
      { user_string: `+86${phone}` },
    ];
    for (const name of names) {
      expect(await world.call.post('user/login', { ...name, password: PASSWORD })).toMatchObject({ type: 'ok' });
    }
  });

  it('needs no code for a user name, and knows it in every case', async () => {
    const name = `Zoe${randomBytes(4).toString('hex')}`;
    const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
    expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
    expect(await world.call.post('user/register', { ...form, user_string: name.toUpperCase() })).toMatchObject({
      code: 'account.username-taken',
    });
    expect(await world.call.post('user/login', { user_string: name.toLowerCase(), password: PASSWORD })).toMatchObject({
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
    const reply = await world.call.post('user/register', form);
    expect(reply).toMatchObject({ status: 200, type: 'error' });
    expect(['account.username-invalid', 'request.invalid']).toContain(reply.code);
  });

  it('joins whoever brings an invitation code to its owner', async () => {
    const inviter = await world.aSignedInUser();
    const center = await world.call.get('user/center', { token: inviter.token });
    const { extension_code, id } = center.message as { extension_code: string; id: number };
    expect(await world.call.post('user/checkExtcode', { extension_code })).toMatchObject({ type: 'ok' });
    const { email, reply } = await world.register({ extension_code: extension_code.toLowerCase() });
    expect(reply.type).toBe('ok');
    const rows = await world.database.query('select invited_by from account_user where email = $1', [email]);
    expect(rows.rows).toEqual([{ invited_by: String(id) }]);
    await expect(
      world.database.query('update account_user set invited_by = null where email = $1', [email]),
    ).rejects.toThrow('who invited a user never changes');
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
    const reply = await world.call.post('user/register', { ...form, ...fields });
    expect(reply).toMatchObject({ status: 200, type: 'error', code });
    expect(reply.message).not.toBe('');
  });

  it('consent to text messages is asked of whoever registers by phone', async () => {
    const form = { type: 'mobile', areacode: '86', user_string: aPhone(), password: PASSWORD, re_password: PASSWORD };
    expect(
      await world.call.post('user/register', { ...form, code: '000000', agree: '1', sms_agree: '0' }),
    ).toMatchObject({
      code: 'account.sms-consent-required',
    });
  });

  it('a wrong code costs a try, and after five the right one is dead', async () => {
    const email = anEmail();
    await world.call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(world.app, email);
    const wrong = code === '111111' ? '222222' : '111111';
    const form = { type: 'email', user_string: email, password: PASSWORD, re_password: PASSWORD };
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await world.call.post('user/register', { ...form, code: wrong })).toMatchObject({
        code: 'account.code-wrong',
      });
    }
    expect(await world.call.post('user/register', { ...form, code })).toMatchObject({ code: 'account.code-wrong' });
  });

  it('a code is good for one contact and one purpose', async () => {
    const email = anEmail();
    await world.call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(world.app, email);
    const form = { type: 'email', code, password: PASSWORD, re_password: PASSWORD };
    expect(await world.call.post('user/register', { ...form, user_string: anEmail() })).toMatchObject({
      code: 'account.code-wrong',
    });
    const forget = { account: email, password: PASSWORD, repassword: PASSWORD, code };
    expect(await world.call.post('user/forget', forget)).toMatchObject({ code: 'account.code-wrong' });
    expect(await world.call.post('user/register', { ...form, user_string: email })).toMatchObject({ type: 'ok' });
  });

  it('an old code is dead', async () => {
    const email = anEmail();
    await world.call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(world.app, email);
    await world.database.query(`update account_code set expires_at = now() - interval '1 second' where target = $1`, [
      email,
    ]);
    const form = { type: 'email', user_string: email, code, password: PASSWORD, re_password: PASSWORD };
    expect(await world.call.post('user/register', form)).toMatchObject({ code: 'account.code-wrong' });
  });
});

describe('known and unknown contacts', () => {
  it('get the same answer when a code is asked for, and only the owner learns more', async () => {
    const { email } = await world.aSignedInUser();
    await world.database.query('delete from account_limit');
    const unknown = anEmail();
    const known = await world.call.post('sms_mail', { user_string: email, type: 'register' });
    const other = await world.call.post('sms_mail', { user_string: unknown, type: 'register' });
    expect({ ...known, headers: null }).toEqual({ ...other, headers: null });
    await codeTo(world.app, unknown);
    const messages = (await mailbox(world.app)).filter(({ to, kind }) => to === email && kind === 'known-contact');
    expect(messages).toEqual([expect.objectContaining({ code: null })]);
  });

  it('get the same answer to a forgotten password, but nothing is sent to a stranger', async () => {
    const unknown = anEmail();
    expect(await world.call.post('sms_mail', { user_string: unknown, type: 'forget' })).toMatchObject({ type: 'ok' });
    const form = { account: unknown, password: PASSWORD, repassword: PASSWORD, code: '123456' };
    expect(await world.call.post('user/forget', form)).toMatchObject({ code: 'account.code-wrong' });
    expect((await mailbox(world.app)).some(({ to }) => to === unknown)).toBe(false);
  });

  it('get the same answer to a login', async () => {
    const { email } = await world.aSignedInUser();
    const known = await world.call.post('user/login', { user_string: email, password: 'wrong' });
    const unknown = await world.call.post('user/login', { user_string: anEmail(), password: 'wrong' });
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null });
  });
});
