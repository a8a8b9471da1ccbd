import { PasswordHasher } from '../../features/account/security/index.js';
import { AccountWorld, aPhone, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { PIN, TRON_ADDRESS, WithdrawalWorld } from '../factories/withdrawal-world.js';
import { codeTo, mailbox } from '../mailbox.js';

/**
 * What existing clients of the contract send, as the facts of the wire have it: everything as JSON with numbers, a phone
 * without its dial code, other names for the fund password and the network.
 */
let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open();
}, 60_000);

afterAll(() => world?.close());

const logIn = (fields: object) => world.call.postJson('user/login', { type: 1, ...fields });

/** By phone, with its dial code, as every client registers. */
async function registerPhone(areacode: string, phone: string): Promise<void> {
  await world.call.post('user/sms_send', { user_string: phone, areacode, type: 'register' });
  const code = await codeTo(world.app, `+${areacode}${phone}`);
  const form = { type: 'mobile', areacode, user_string: phone, code, password: PASSWORD, re_password: PASSWORD };
  expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
}

/** An account with this phone and {@link PASSWORD}, which was sent no code. */
async function insertPhoneAccount(dialCode: string, phone: string): Promise<void> {
  const hash = await world.app.application.get(PasswordHasher).hash(PASSWORD);
  const columns = '(phone, password_hash, extension_code, language, created_at)';
  await world.database.query(`insert into account_user ${columns} values ($1, $2, $3, 'en', now())`, [
    `+${dialCode}${phone}`,
    hash,
    `T${dialCode}${phone.slice(-6)}`,
  ]);
}

describe('a client that sends everything as JSON, with numbers', () => {
  it('logs in by phone without a dial code, and pages through its statement', async () => {
    const phone = aPhone();
    await registerPhone('86', phone);
    const login = await logIn({ user_string: phone, password: PASSWORD, area_code_id: 0 });
    expect(login).toMatchObject({ status: 200, type: 'ok', message: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
    // The phone itself as a number, as a form's input of that type gives it.
    expect(await logIn({ user_string: Number(phone), password: PASSWORD })).toMatchObject({ type: 'ok' });
    const token = String(login.message);
    const log = await world.call.postJson('wallet/legal_log', { page: 1, limit: 10, type: null }, { token });
    expect(log).toMatchObject({ type: 'ok', message: { list: [], count: 0, page: 1, limit: 10 } });
    const moved = { currency_id: 3, number: 0.001, from_field: 'change', to_field: 'lever' };
    expect(await world.call.postJson('wallet/change', moved, { token })).toMatchObject({
      status: 200,
      code: 'wallet.transfer-insufficient',
    });
  });

  it('sets a forgotten password anew by phone without a dial code', async () => {
    const phone = aPhone();
    await insertPhoneAccount('86', phone);
    expect(await world.call.postJson('sms_send', { mobile: phone, type: 'forget' })).toMatchObject({ type: 'ok' });
    const code = await codeTo(world.app, `+86${phone}`);
    const wish = { account: phone, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD };
    expect(await world.call.postJson('user/forget', { ...wish, code })).toMatchObject({ type: 'ok' });
    expect(await logIn({ user_string: phone, password: OTHER_PASSWORD })).toMatchObject({ type: 'ok' });
  });

  it('is told the same of a number that is nobody’s as of a wrong password', async () => {
    const phone = aPhone();
    await registerPhone('86', phone);
    const wrong = await logIn({ user_string: phone, password: OTHER_PASSWORD });
    const nobodys = await logIn({ user_string: aPhone(), password: OTHER_PASSWORD });
    expect([wrong.code, wrong.message]).toEqual([nobodys.code, nobodys.message]);
    const forget = (account: string) =>
      world.call.postJson('user/forget', {
        account,
        password: OTHER_PASSWORD,
        repassword: OTHER_PASSWORD,
        code: '000000',
      });
    const [known, unknown] = [await forget(phone), await forget(aPhone())];
    expect([known.code, known.message]).toEqual([unknown.code, unknown.message]);
  });

  it('learns by no refusal whose number it is: whatever was tried with the dial code says nothing without it', async () => {
    const [known, unknown] = [aPhone(), aPhone()];
    await insertPhoneAccount('86', known);
    const outcomes = async (phone: string) => {
      const codes: unknown[] = [];
      const ask = async (fields: Record<string, string>) => {
        const wish = { mobile: phone, type: 'forget', ...fields };
        codes.push((await world.call.postJson('sms_send', wish)).code ?? 'sent');
      };
      await ask({ areacode: '86' });
      await ask({});
      await ask({});
      const wrong = { user_string: phone, password: OTHER_PASSWORD };
      for (let tries = 0; tries < 6; tries += 1) codes.push((await logIn({ ...wrong, area_code: '86' })).code);
      for (let tries = 0; tries < 6; tries += 1) codes.push((await logIn(wrong)).code);
      return codes;
    };
    const five = Array.from({ length: 5 }, () => 'account.login-wrong');
    const locked = [...five, 'account.locked'];
    expect(await outcomes(known)).toEqual(['sent', 'sent', 'account.code-too-many', ...locked, ...locked]);
    expect(await outcomes(unknown)).toEqual(['sent', 'sent', 'account.code-too-many', ...locked, ...locked]);
  });

  it('keeps the code that it was sent, where another one is not sent without a word', async () => {
    const phone = aPhone();
    await insertPhoneAccount('86', phone);
    const wish = { mobile: phone, type: 'forget' };
    expect(await world.call.postJson('sms_send', { ...wish, areacode: '86' })).toMatchObject({ type: 'ok' });
    const code = await codeTo(world.app, `+86${phone}`);
    expect(await world.call.postJson('sms_send', wish)).toMatchObject({ type: 'ok' });
    const reset = { account: phone, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD, code };
    expect(await world.call.postJson('user/forget', reset)).toMatchObject({ type: 'ok' });
    const codes = (await mailbox(world.app)).filter((entry) => entry.to === `+86${phone}` && entry.code);
    expect(codes).toHaveLength(1);
  });

  it('of two accounts with the same number in two countries neither is meant', async () => {
    // The same ten digits are a number in North America and one in India.
    const digits = '8042' + String(Date.now() % 1_000_000).padStart(6, '0');
    for (const dialCode of ['1', '91']) await insertPhoneAccount(dialCode, digits);
    expect(await logIn({ user_string: digits, password: PASSWORD })).toMatchObject({ code: 'account.login-wrong' });
    expect(await logIn({ user_string: digits, password: PASSWORD, area_code: '91' })).toMatchObject({ type: 'ok' });
  });
});

describe('the statement of the fiat account', () => {
  it.each(['1', 'legal'])('%s has no line', async (type) => {
    const { token } = await world.aSignedInUser();
    expect(await world.call.post('wallet/legal_log', { type }, { token })).toMatchObject({
      message: { list: [], count: 0 },
    });
  });
});

describe('a withdrawal in the words of another client', () => {
  it('takes `pass` for the fund password and `type` for the network', async () => {
    const savers = await WithdrawalWorld.over(world.app);
    const saver = await savers.aSaver();
    const { token } = saver;
    const code = await savers.aCode(saver.id);
    const wish = { currency: 3, number: 100, rate: 0.1, address: TRON_ADDRESS, type: 'TRC20', code };
    const wrong = await world.call.postJson('wallet/out', { ...wish, pass: '111119' }, { token });
    expect(wrong.code).toBe('account.fund-password-wrong');
    const none = await world.call.postJson('wallet/out', wish, { token });
    expect(none.code).toBe('account.fund-password-format');
    const other = await world.call.postJson('wallet/out', { ...wish, type: 'ERC20', pass: PIN }, { token });
    expect(other.code).toBe('withdrawals.address-missing');
    expect(await world.call.postJson('wallet/out', { ...wish, pass: PIN }, { token })).toMatchObject({ type: 'ok' });
    expect(await savers.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
  });
});
