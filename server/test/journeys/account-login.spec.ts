import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DataSource } from 'typeorm';
import { PasswordHasher } from '../../features/account/security/index.js';
import { AccountWorld, anEmail, aPhone, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { codeTo, mailbox } from '../mailbox.js';

let world: AccountWorld;

beforeAll(async () => {
  // Ten calls may wait for each connection; with four of them some of fifty calls at once would be refused.
  world = await AccountWorld.open({ DATABASE_POOL_SIZE: '10' });
}, 60_000);

afterAll(() => world?.close());

describe('a forgotten password', () => {
  it.each(['repassword', 're_password'])('is set anew with a code (%s) and ends every session', async (repeated) => {
    const { email, token } = await world.aSignedInUser();
    await world.database.query('delete from account_limit');
    const before = (await mailbox(world.app)).filter(({ to }) => to === email).length;
    await world.call.post('user/sms_mail', { user_string: email, type: 'forget' });
    const code = await codeTo(world.app, email, before + 1);
    expect(await world.call.post('user/check_email', { email_code: code })).toMatchObject({ type: 'ok' });
    expect(await world.call.post('user/check_email', { email_code: code, user_string: email })).toMatchObject({
      type: 'ok',
    });
    const form = { account: email, password: OTHER_PASSWORD, [repeated]: OTHER_PASSWORD, code };
    expect(await world.call.post('user/forget', form)).toMatchObject({ type: 'ok' });
    expect(await world.call.post('user/forget', form)).toMatchObject({ code: 'account.code-wrong' });
    expect(await world.call.get('user/center', { token })).toMatchObject({ type: '999' });
    await world.logIn(email, OTHER_PASSWORD);
  });
});

describe('codes', () => {
  it('go out once a minute for one contact', async () => {
    const email = anEmail();
    expect(await world.call.post('sms_mail', { user_string: email })).toMatchObject({ type: 'ok' });
    expect(await world.call.post('user/sms_mail', { user_string: email.toUpperCase() })).toMatchObject({
      code: 'account.code-too-many',
      // How long it takes, and that nothing is lost meanwhile.
      message: 'Too many codes were asked for. Please ask again in 1 min; a code that was sent already still works',
    });
    const [local = '', domain = ''] = email.split('@');
    expect(await world.call.post('sms_mail', { user_string: `${local}+tag@${domain}` })).toMatchObject({
      code: 'account.code-too-many',
    });
  });

  it('are in no reply, and in no table', async () => {
    const email = anEmail();
    const reply = await world.call.post('sms_mail', { user_string: email });
    const code = await codeTo(world.app, email);
    expect(JSON.stringify(reply)).not.toContain(code);
    const rows = await world.database.query('select account_code::text as text from account_code where target = $1', [
      email,
    ]);
    expect(rows.rows).toHaveLength(1);
    expect(rows.rows[0].text).not.toContain(code);
  });

  it('are shown to the developer', async () => {
    const { email } = await world.register();
    const reply = await world.call.get('dev/mailbox');
    expect(reply.message).toEqual(expect.arrayContaining([expect.objectContaining({ to: email, kind: 'register' })]));
  });

  it.each(['user_string=a@b', 'user_string=', 'user_string[]=a@example.com', '', 'user_string=a@example.com&type=x'])(
    'are refused for %s',
    async (body) => {
      const reply = await fetch(`${world.app.url}/api/sms_mail`, {
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
  it('takes the longest password, however a keyboard composes its letters', async () => {
    const letters = [...'ắằẳẵặấầẩẫậếềểễệốồổỗộớờởỡợ'];
    const password = Array.from({ length: 128 }, (_, place) => letters[(place * place) % letters.length])
      .join('')
      .normalize('NFD');
    const { email, reply } = await world.register({ password, re_password: password });
    expect(reply).toMatchObject({ type: 'ok' });
    await world.database.query('delete from account_limit');
    await world.logIn(email, password);
    await world.logIn(email, password.normalize('NFC'));
    const longer = await world.call.post('user/login', { user_string: email, password: `${password}o` });
    expect(longer).toMatchObject({ code: 'account.login-wrong' });
  });

  it('locks an account after five wrong tries, whichever name is used, and survives nothing less than time', async () => {
    const { email } = await world.aSignedInUser();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await world.call.post('user/login', { user_string: email, password: 'wrong' })).toMatchObject({
        code: 'account.login-wrong',
      });
    }
    expect(await world.call.post('user/login', { user_string: email.toUpperCase(), password: PASSWORD })).toMatchObject(
      {
        code: 'account.locked',
        message: 'Too many wrong tries, please try again in 15 minutes',
      },
    );
    await world.database.query(
      `update account_limit set taken = array(select t - interval '15 minutes' from unnest(taken) t)
        where kind in ('login-account', 'login-name')`,
    );
    await world.logIn(email);
  });

  it('tells nobody by its locks that a mail and a phone are of one account, and lets nobody try more for it', async () => {
    const { email } = await world.aSignedInUser();
    const phone = aPhone();
    await world.database.query('update account_user set phone = $2 where email = $1', [email, `+86${phone}`]);
    const from = { headers: { 'user-agent': 'somebody else' } };
    const at = async (user_string: string, password: string) =>
      (await world.call.post('user/login', { user_string, area_code: '86', password }, from)).code;
    const six = async (name: string, password: string) => {
      const answers: (string | undefined)[] = [];
      for (let tries = 0; tries < 6; tries += 1) answers.push(await at(name, password));
      return answers;
    };
    const ofNobody = await six(aPhone(), 'wrong');
    expect(ofNobody).toEqual([...Array.from({ length: 5 }, () => 'account.login-wrong'), 'account.locked']);
    expect(await six(email, 'wrong')).toEqual(ofNobody);
    // The account is locked by now: the right password is none, and is not told apart.
    expect(await six(phone, PASSWORD)).toEqual(ofNobody);
    await world.database.query(
      `update account_limit set taken = array(select t - interval '15 minutes' from unnest(taken) t)
        where kind like 'login-%'`,
    );
    expect(await at(phone, PASSWORD)).toBeUndefined();
  });

  it('does the same work for known and unknown names', async () => {
    const { email } = await world.aSignedInUser();
    await world.database.query('delete from account_limit');
    const hasher = world.app.application.get(PasswordHasher);
    const source = world.app.application.get(DataSource);
    // Only what belongs to a call, until its reply: other parts of the process ask for themselves.
    const calls = new AsyncLocalStorage<{ isOpen: boolean }>();
    const server = world.app.application.getHttpServer();
    server.prependListener('request', (_request: IncomingMessage, reply: ServerResponse) => {
      const call = { isOpen: true };
      calls.enterWith(call);
      reply.once('finish', () => {
        call.isOpen = false;
      });
    });
    const work = async (path: string, fields: Record<string, string>) => {
      const asked: string[] = [];
      const ask = source.query.bind(source);
      const statements = jest.spyOn(source, 'query').mockImplementation((sql: string, ...given: unknown[]) => {
        if (calls.getStore()?.isOpen) asked.push(sql.replace(/\s+/g, ' ').trim());
        return ask(sql, ...(given as []));
      });
      const hashes = jest.spyOn(hasher, 'verify');
      const { code, message } = await world.call.post(path, fields);
      const hashed = hashes.mock.calls.length;
      statements.mockRestore();
      hashes.mockRestore();
      // What an owner is told is waited for by nobody.
      const own = asked.filter((sql) => /account_|security_incident/.test(sql) && !sql.includes('account_notice'));
      return { code, message, hashed, own };
    };
    const login = (user_string: string) => work('user/login', { user_string, password: 'wrong' });
    // The first of all makes the hash that nobody has.
    await login(anEmail());
    const known = await login(email);
    expect(known).toMatchObject({ code: 'account.login-wrong', hashed: 1 });
    expect(known.own.length).toBeGreaterThanOrEqual(5);
    expect(await login(anEmail())).toEqual(known);
    for (const type of ['register', 'forget'] as const) {
      const byMail = (user_string: string) => work('user/check_email', { email_code: '000000', user_string, type });
      const stranger = anEmail();
      // Once without a code that was asked for, and once with one.
      for (const least of [1, 4]) {
        const ofKnown = await byMail(email);
        expect(ofKnown.code).toBe('account.code-wrong');
        expect(ofKnown.own.length).toBeGreaterThanOrEqual(least);
        expect(await byMail(stranger)).toEqual(ofKnown);
        await world.database.query('delete from account_limit');
        for (const user_string of [email, stranger])
          expect(await world.call.post('user/sms_mail', { user_string, type })).toMatchObject({ type: 'ok' });
      }
      const phone = aPhone();
      await world.database.query('update account_user set phone = $2 where email = $1', [email, `+86${phone}`]);
      const byPhone = (user_string: string) =>
        work('user/check_mobile', { mobile_code: '000000', user_string, area_code: '86', type });
      const ofPhone = await byPhone(phone);
      expect(ofPhone.code).toBe('account.code-wrong');
      expect(await byPhone(aPhone())).toEqual(ofPhone);
    }
  });

  it('counts 50 wrong tries at the same time as 50, and looks at five', async () => {
    const { email } = await world.aSignedInUser();
    const user = await world.database.query('select id from account_user where email = $1', [email]);
    const tries = Array.from({ length: 50 }, () =>
      world.call.post('user/login', { user_string: email, password: 'wrong' }),
    );
    const codes = (await Promise.all(tries)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'account.login-wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'account.locked')).toHaveLength(45);
    const counted = await world.database.query(
      // From an address that the user logged in from, so strangers have a count of their own.
      `select tries::int as tries from account_limit where kind = 'login-account' and subject like $1`,
      [`user:${user.rows[0].id}%`],
    );
    expect(counted.rows).toEqual([{ tries: 50 }]);
  });

  it('refuses a disabled user, whose sessions are dead too', async () => {
    const { email, token } = await world.aSignedInUser();
    await world.database.query('update account_user set disabled_at = now() where email = $1', [email]);
    expect(await world.call.get('user/center', { token })).toMatchObject({ type: '999' });
    expect(await world.call.post('user/login', { user_string: email, password: PASSWORD })).toMatchObject({
      code: 'account.disabled',
    });
    expect(await world.call.post('user/login', { user_string: email, password: 'wrong' })).toMatchObject({
      code: 'account.login-wrong',
    });
  });

  it('keeps ten sessions; the eleventh ends the oldest', async () => {
    const { email, token } = await world.aSignedInUser();
    for (let count = 0; count < 10; count += 1) await world.logIn(email);
    expect(await world.call.get('user/center', { token })).toMatchObject({ type: '999' });
    const rows = await world.database.query(
      `select count(*)::int as live from account_session s join account_user u on u.id = s.user_id
        where u.email = $1 and s.ended_at is null`,
      [email],
    );
    expect(rows.rows).toEqual([{ live: 10 }]);
  });

  it('keeps nothing of a token but its digest', async () => {
    const { token } = await world.aSignedInUser();
    const rows = await world.database.query(
      `select account_session::text as text from account_session order by id desc limit 1`,
    );
    expect(rows.rows[0].text).not.toContain(token);
  });

  it.each<[string, string]>([
    ['idle for more than seven days', `last_used_at = now() - interval '7 days 1 minute'`],
    ['older than 30 days', `expires_at = now() - interval '1 second'`],
  ])('a session that is %s is dead', async (_what, change) => {
    const { token } = await world.aSignedInUser();
    await world.database.query(`update account_session set ${change} where id = (select max(id) from account_session)`);
    expect(await world.call.get('user/center', { token })).toMatchObject({ type: '999' });
  });
});

describe('sessions', () => {
  it('are listed and ended one by one, and never those of somebody else', async () => {
    const { email, token } = await world.aSignedInUser();
    const other = await world.logIn(email);
    const stranger = await world.aSignedInUser();
    const list = (await world.call.post('user/sessions', {}, { token })).message as { id: string; current: number }[];
    expect(list.map(({ current }) => current).sort((left, right) => left - right)).toEqual([0, 1]);
    const id = list.find(({ current }) => current === 0)?.id ?? '';
    for (const [whose, session] of [
      [stranger.token, id],
      [token, '0'],
      [token, '99999999999999999999'],
      [token, 'x'],
    ]) {
      expect(await world.call.post('user/sessions/revoke', { id: session ?? '' }, { token: whose })).toMatchObject({
        type: 'error',
        code: 'account.session-unknown',
      });
    }
    expect(await world.call.get('user/center', { token: other })).toMatchObject({ type: 'ok' });
    expect(await world.call.post('user/sessions/revoke', { id }, { token })).toMatchObject({ type: 'ok' });
    expect(await world.call.get('user/center', { token: other })).toMatchObject({ type: '999' });
    expect(await world.call.get('user/center', { token })).toMatchObject({ type: 'ok' });
  });

  it('from a new device are told to the user', async () => {
    const { email, token } = await world.aSignedInUser();
    await world.call.post(
      'user/login',
      { user_string: email, password: PASSWORD },
      { headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' } },
    );
    const notices = await world.call.get('user/userLog?page=1&limit=10', { token });
    expect(notices.message).toMatchObject({
      list: expect.arrayContaining([
        expect.objectContaining({ content: 'Login from a new device: iPhone, Safari' }),
        expect.objectContaining({ kind: 'registered' }),
      ]),
    });
  });
});
