import { SecretBox } from '../../features/account/users/secret-box.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import { AccountWorld, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { codeTo, mailbox } from '../mailbox.js';

let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open();
}, 60_000);

afterAll(() => world?.close());

describe('the login password', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a wrong old one', { old_password: 'wrong' }, 'account.old-password-wrong'],
    ['the same again', { password: PASSWORD }, 'account.password-unchanged'],
    ['two that differ', { re_password: 'another' }, 'account.passwords-differ'],
    ['a short one', { password: 'ab1!x' }, 'account.password-length'],
    ['a weak one', { password: 'qwerty' }, 'account.password-weak'],
    ['no old one', { old_password: '' }, 'account.old-password-wrong'],
  ])('is not changed with %s', async (_what, fields, code) => {
    const { token, email } = await world.aSignedInUser();
    const form = { old_password: PASSWORD, password: OTHER_PASSWORD, ...fields };
    expect(await world.call.post('user/e_pwd', form, { token })).toMatchObject({ type: 'error', code });
    await world.logIn(email);
  });

  it.each([
    ['six characters', 'x9#kQ2'],
    ['128 characters', `${'long phrase '.repeat(10)}and more`],
    ['blanks at both ends', '  blanks count  '],
    ['emoji', '🦆🦆🦊🐢🐌🦑'],
  ])('may have %s, and is taken exactly', async (_what, password) => {
    const { email, reply } = await world.register({ password, re_password: password });
    expect(reply.type).toBe('ok');
    await world.logIn(email, password);
    for (const wrong of [password.toUpperCase() + ' ', password.slice(0, -1), ` ${password}`]) {
      expect(await world.call.post('user/login', { user_string: email, password: wrong })).toMatchObject({
        code: 'account.login-wrong',
      });
    }
  });

  it('holds withdrawals after a change, and the hold is told to whoever asks the front door', async () => {
    const { GetHolds } = await import('../../features/account/notices/index.js');
    const { token } = await world.aSignedInUser();
    const { id } = (await world.call.get('user/center', { token })).message as { id: number };
    const holds = world.app.application.get(GetHolds);
    expect(await holds.execute(String(id))).toEqual([]);
    await world.call.post('user/e_pwd', { old_password: PASSWORD, password: OTHER_PASSWORD }, { token });
    const [hold] = await holds.execute(String(id));
    expect(hold?.reason).toBe('password');
    const hours = ((hold?.until.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });
});

describe('the fund password', () => {
  const set = (token: string, fields: Record<string, string>) =>
    world.call.post('safe/update_password', fields, { token });

  it('is set, asked for, changed with the old one', async () => {
    const { email, token } = await world.aSignedInUser();
    // By itself the login proves nothing any more.
    await world.database.query(
      `update account_session s set created_at = s.created_at - interval '11 minutes'
         from account_user u where u.id = s.user_id and u.email = $1`,
      [email],
    );
    expect(await world.call.post('user/has_password', {}, { token })).toMatchObject({ type: 'ok', message: 2 });
    const login_password = PASSWORD;
    const first = { password: '271839', re_password: '271839' };
    expect(await set(token, first)).toMatchObject({ code: 'account.login-again' });
    expect(await set(token, { ...first, login_password })).toMatchObject({ type: 'ok' });
    expect(await world.call.post('user/has_password', {}, { token })).toMatchObject({ type: 'ok', message: 1 });
    const change = { password: '918273', re_password: '918273' };
    expect(await set(token, { ...change, login_password })).toMatchObject({ code: 'account.code-required' });
    expect(await set(token, { ...change, login_password, oldpassword: '271838' })).toMatchObject({
      code: 'account.fund-password-wrong',
    });
    expect(await set(token, { ...change, oldpassword: '271839' })).toMatchObject({ code: 'account.login-again' });
    expect(await set(token, { ...change, login_password, oldpassword: '271839' })).toMatchObject({ type: 'ok' });
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
    const { token } = await world.aSignedInUser();
    const reply = await set(token, { password: pin, re_password: pin });
    expect(reply.type).toBe('error');
    expect(reply.code).toMatch(/^account\.fund-password-(format|weak)$/);
  });

  it('locks for a day after five wrong ones in parallel or not, and for good the third time', async () => {
    const { CheckFundPassword } = await import('../../features/account/security/index.js');
    const { token, email } = await world.aSignedInUser();
    const { id } = (await world.call.get('user/center', { token })).message as { id: number };
    const userId = String(id);
    const check = world.app.application.get(CheckFundPassword);
    const outcome = (pin: string) =>
      check.execute(userId, pin, { ip: '203.0.113.4', userAgent: '' }).then(
        () => 'right',
        (error: Error) => error.message,
      );
    expect(await outcome('271839')).toBe('account.fund-password-missing');
    await set(token, { password: '271839', re_password: '271839', login_password: PASSWORD });
    expect(await outcome('271839')).toBe('right');
    for (const round of [1, 2, 3]) {
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome('271830')));
      const wrong = outcomes.filter((text) => text === 'account.fund-password-wrong').length;
      expect(wrong).toBe(4);
      expect(await outcome('271839')).toBe(
        round === 3 ? 'account.fund-password-stays-locked' : 'account.fund-password-locked',
      );
      const locked = await world.database.query(
        `select round(extract(epoch from locked_until - now()) / 3600)::integer as hours from account_fund_password
          where user_id = $1 and locked_until is not null`,
        [userId],
      );
      if (round < 3) expect(locked.rows).toEqual([{ hours: 24 }]);
      await world.database.query(
        `update account_fund_password set locked_until = now() - interval '1 second' where user_id = $1`,
        [userId],
      );
    }
    expect(await outcome('271839')).toBe('account.fund-password-stays-locked');
    await world.database.query('delete from account_limit');
    const before = (await mailbox(world.app)).filter(({ to }) => to === email).length;
    await world.call.post('set/sms_other_mail', { act: 'fund-password-reset' }, { token });
    const code = await codeTo(world.app, email, before + 1);
    const reset = { password: '918273', re_password: '918273', code, login_password: PASSWORD };
    expect(await set(token, { ...reset, code: '000000' })).toMatchObject({ code: 'account.code-wrong' });
    expect(await set(token, { ...reset, login_password: 'wrong' })).toMatchObject({
      code: 'account.old-password-wrong',
    });
    expect(await set(token, reset)).toMatchObject({ type: 'ok' });
    expect(await outcome('918273')).toBe('right');
  });

  it('may come with the registration', async () => {
    const { email } = await world.register({ withdraw_password: '271839', re_withdraw_password: '271839' });
    const token = await world.logIn(email);
    expect(await world.call.post('user/has_password', {}, { token })).toMatchObject({ message: 1 });
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

  /** As an operator would, in this name. */
  async function verify(token: string, name: string): Promise<void> {
    const { id } = (await world.call.get('user/center', { token })).message as { id: number };
    await world.database.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at)
       values ($1, 'basic', 'under-review', 1, 'CN', $2, 'passport', $3, sha256($3), 'Street 1', now())`,
      [id, name, world.app.application.get(SecretBox).seal(Buffer.from(`id ${id}`), idNumberContext(String(id)))],
    );
    await world.database.query(
      `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
      [id],
    );
  }

  it('are kept, shown and replaced', async () => {
    const { email, token } = await world.aSignedInUser();
    await verify(token, 'Zhang San');
    const login_password = PASSWORD;
    expect(await world.call.post('user/cash_info', {}, { token })).toMatchObject({
      type: 'ok',
      message: { account_number: email },
    });
    expect(await world.call.post('user/cash_save', { ...domestic, login_password }, { token })).toMatchObject({
      type: 'ok',
      message: 'Bind success',
    });
    const stored = await world.call.post('user/cash_info', { lang: 'en' }, { token });
    expect(stored.message).toMatchObject({ bank_account: '4111111111111111', real_name: 'Zhang San', swift_code: '' });
    await world.call.post('user/cash_save', { ...international, real_name: 'ZHANG san', login_password }, { token });
    const replaced = await world.call.post('user/cash_info', {}, { token });
    expect(replaced.message).toMatchObject({ bank_account: 'GB82WEST12345698765432', swift_code: 'DEUTDEFF' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['an account of too few digits', { ...domestic, bank_account: '4111111' }, 'account.bank-account-invalid'],
    ['letters for a card number', { ...domestic, bank_account: 'abcdefghijkl' }, 'account.bank-account-invalid'],
    [
      'an IBAN with wrong check digits',
      { ...international, bank_account: 'GB82WEST12345698765433' },
      'account.bank-account-invalid',
    ],
    ['a SWIFT code that is none', { ...international, swift_code: 'DEUT1EFF' }, 'account.swift-invalid'],
    ['no name', { ...domestic, real_name: 'x\u0000' }, 'request.invalid'],
  ])('are refused with %s', async (_what, fields, code) => {
    const { token } = await world.aSignedInUser();
    expect(await world.call.post('user/cash_save', fields, { token })).toMatchObject({ type: 'error', code });
  });
});
