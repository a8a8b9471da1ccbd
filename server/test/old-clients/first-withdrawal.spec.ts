import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { Secret, TOTP } from 'otpauth';
import { SetUpDepositAddresses } from '../../features/wallet/deposits/index.js';
import { creditByTwo } from '../factories/credits.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Reply } from '../calls.js';
import { AccountWorld, anEmail, PASSWORD } from '../factories/account-world.js';
import { anOperator, callDesk, type TestOperator } from '../factories/operators.js';
import { codeTo, mailbox } from '../mailbox.js';

/**
 * From nothing to the first withdrawal, word by word as the mobile client sends it: no field for a proof beside the first fund
 * password, beside an address or a card, and codes that it asks for without saying for what.
 */
const [MINUTE, HOUR] = [60_000, 3_600_000];
const PIN = '582913';
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const OTHER_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CARD = {
  bank_name: 'A Bank',
  bank_account: '4111111111111111',
  bank_address: '',
  swift_code: '',
  real_name: 'Ann Example',
  residence_address: '',
  postal_code: '',
};

let world: AccountWorld;
let ahead = 0;
const forward = (milliseconds: number) => (ahead += milliseconds);

beforeAll(async () => {
  world = await AccountWorld.open({
    ROLES: 'gateway',
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '1',
    HOLD_HOURS_NEW_ADDRESS: '1',
    HOLD_HOURS_SECURITY: '24',
  });
  const { application } = world.app;
  const clock = application.get(Clock);
  const real = clock.now.bind(clock);
  clock.now = () => real() + ahead;
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
  await application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
}, 60_000);

afterAll(() => world?.close());

interface Person {
  email: string;
  token: string;
  post: (path: string, fields?: Record<string, string>, from?: string) => Promise<Reply>;
}

const logIn = (email: string) =>
  world.call.post('user/login', { user_type: 'email', areacode: '1', user_string: email, password: PASSWORD });

/** Registered and logged in, from the address that tests come from. */
async function aPerson(): Promise<Person> {
  const email = anEmail();
  await world.call.post('user/sms_mail', { user_string: email, type: 'register' });
  const code = await codeTo(world.app, email);
  const typed = { code, password: PASSWORD, re_password: PASSWORD, extension_code: '' };
  const form = { type: 'email', areacode: '1', user_string: email, ...typed };
  expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
  return personWith(email, String((await logIn(email)).message));
}

function personWith(email: string, token: string): Person {
  const post = (path: string, fields: Record<string, string> = {}, from?: string) =>
    world.call.post(path, fields, { token, ...(from && { headers: { 'x-forwarded-for': from } }) });
  return { email, token, post };
}

const setPin = ({ post }: Person, fields: Record<string, string> = {}, from?: string) =>
  post('safe/update_password', { oldpassword: '', password: PIN, re_password: PIN, ...fields }, from);
const hasPin = async ({ post }: Person) => (await post('user/has_password')).message === 1;
const add = ({ post }: Person, code: string, address = TRON, fields: Record<string, string> = {}) =>
  post('wallet/addaddress', { currency_id: '3', address, notes: 'USDT', netType: 'TRC20', code, ...fields });
const bind = ({ post }: Person, fields: Record<string, string> = {}, from?: string) =>
  post('user/cash_save', { ...CARD, ...fields }, from);
const bookOf = async ({ post }: Person) => {
  const { type, message } = await post('wallet/get_address', { currency: '3' });
  return type === 'ok' ? (message as { id: string; address: string; usable: number; usable_at: string }[]) : [];
};

/** Asked for as these clients do, without a word, more than a minute after the one before. */
async function aCode({ email, post }: Person, fields: Record<string, string> = {}): Promise<string> {
  const before = (await mailbox(world.app)).filter(({ to }) => to === email).length;
  forward(MINUTE + 1000);
  expect(await post('set/sms_other_mail', fields)).toMatchObject({ type: 'ok' });
  return codeTo(world.app, email, before + 1);
}

async function messagesTo({ email }: Person, kind: string): Promise<string[]> {
  return (await mailbox(world.app))
    .filter((entry) => entry.to === email && entry.kind === kind)
    .map(({ text }) => text);
}

/** Somebody at the desk, by the clock that was moved. */
async function anOperatorNow(role: 'reviewer' | 'treasurer'): Promise<TestOperator> {
  const by = await anOperator(world.app.owner, role);
  await world.app.owner.query(
    `update operator_session set last_used_at = last_used_at + make_interval(secs => $2),
        expires_at = expires_at + make_interval(secs => $2) where operator_id = $1`,
    [by.operatorId, ahead / 1000],
  );
  return by;
}

/** In the way of the form, and through the desk. */
async function verify({ post, token }: Person): Promise<void> {
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  const person = { country: 'Japan', name: 'Ann Example', card_id: `TK ${1_000_000 + id}`, address: '1 Street, Tokyo' };
  expect(await post('user/real_name', person)).toMatchObject({ type: 'ok' });
  const by = await anOperatorNow('reviewer');
  const desk = (path: string, body?: object) =>
    callDesk(world.app.url, path, { by, ...(body === undefined ? {} : { body }) });
  const { list } = (await desk(`verification?user=${id}`)).message as { list: { id: string }[] };
  const [waiting] = list;
  await desk(`verification/${waiting?.id}/claim`, { version: 1 });
  expect(await desk(`verification/${waiting?.id}/approve`, { version: 1 })).toMatchObject({ type: 'ok' });
}

async function deposit({ post, token }: Person): Promise<void> {
  const claim = { currency: '3', amount: '500', account: '', imgs: '', sub_type: 'TRC20' };
  const hash = randomBytes(32).toString('hex');
  expect(await post('wallet/charge_req', { ...claim, hash })).toMatchObject({ type: 'ok' });
  const log = await world.call.get('charge_mention/log2?page=1&limit=10', { token });
  const [row] = (log.message as { data: { id: string }[] }).data;
  await creditByTwo(world.app, row?.id ?? '');
}

describe('the first withdrawal of a client that was never changed', () => {
  it('is prepared and asked for by calls alone, and waits as long as it has to', async () => {
    const person = await aPerson();
    const { post, token } = person;
    expect(await post('user/has_password')).toMatchObject({ message: 2 });
    expect(await setPin(person)).toMatchObject({ type: 'ok' });
    expect(await post('user/has_password')).toMatchObject({ message: 1 });
    expect(await messagesTo(person, 'fund-password-set')).toHaveLength(1);
    await verify(person);
    await deposit(person);

    forward(HOUR);
    expect(await add(person, await aCode(person))).toMatchObject({ type: 'ok', message: 'Bind success' });
    const [notice] = await messagesTo(person, 'address-added');
    expect(notice).toContain('TUEZSd…hGWYdH');
    const [line] = await bookOf(person);
    expect(line).toMatchObject({ address: TRON, usable: 0 });

    const out = { currency: '3', number: '100', rate: '1', address: TRON, pay_password: PIN };
    // The hold of the fund password ends an hour before that of the address.
    forward(22.5 * HOUR);
    expect(await post('wallet/out', { ...out, code: await aCode(person) })).toMatchObject({ code: 'withdrawals.held' });
    forward(HOUR);
    expect(await post('wallet/out', { ...out, code: await aCode(person) })).toMatchObject({
      code: 'withdrawals.address-held',
    });
    forward(HOUR);
    const code = await aCode(person);
    expect(await post('wallet/out', { ...out, pay_password: '111222', code })).toMatchObject({
      code: 'account.fund-password-wrong',
    });
    expect(await post('wallet/out', { ...out, code })).toMatchObject({ type: 'ok', message: 'Submit success' });
    const log = await world.call.get('charge_mention/log3?page=1&limit=10', { token });
    expect((log.message as { data: object[] }).data).toMatchObject([
      { name: 'USDT', address: TRON, number: '100.00000000', status: 1 },
    ]);
  });

  it('is seen at the desk as one to an address that was bound with less', async () => {
    const person = await aPerson();
    await setPin(person);
    await verify(person);
    await deposit(person);
    await add(person, await aCode(person));
    forward(25 * HOUR);
    const out = { currency: '3', number: '100', rate: '1', address: TRON, pay_password: PIN };
    expect(await person.post('wallet/out', { ...out, code: await aCode(person) })).toMatchObject({ type: 'ok' });
    const [row] = await world.app.owner.query(
      `select d.id from withdrawal d join account_user u on u.id = d.user_id where u.email = $1`,
      [person.email],
    );
    const by = await anOperatorNow('treasurer');
    expect(await callDesk(world.app.url, `withdrawals/${row.id}`, { by })).toMatchObject({
      message: { plainlyProven: true, addressWaitHours: 24 },
    });
  });
});

describe('the fund password beside a login of a moment ago', () => {
  it('is not set eleven minutes after it, and is after the next', async () => {
    const person = await aPerson();
    forward(11 * MINUTE);
    expect(await setPin(person)).toMatchObject({ code: 'account.login-again' });
    expect(await hasPin(person)).toBe(false);
    const again = personWith(person.email, String((await logIn(person.email)).message));
    // The old session stays what it is.
    expect(await setPin(person)).toMatchObject({ code: 'account.login-again' });
    expect(await setPin(again)).toMatchObject({ type: 'ok' });
  });

  it('is not set by a token that was carried to another network', async () => {
    const person = await aPerson();
    expect(await setPin(person, {}, '203.0.113.77')).toMatchObject({ code: 'account.login-again' });
    expect(await bindVerified(person, '203.0.113.77')).toMatchObject({ code: 'account.login-again' });
    expect(await hasPin(person)).toBe(false);
  });

  it.each(['wallet', 'passkey'])('is not set in a session that was begun with a %s', async (method) => {
    const person = await aPerson();
    await world.database.query(
      `update account_session s set method = $2 from account_user u where u.id = s.user_id and u.email = $1`,
      [person.email, method],
    );
    expect(await setPin(person)).toMatchObject({ code: 'account.login-again' });
    expect(await hasPin(person)).toBe(false);
  });

  it('does not stand in for a proof that was brought and is wrong', async () => {
    const person = await aPerson();
    expect(await setPin(person, { login_password: 'wrong' })).toMatchObject({ code: 'account.old-password-wrong' });
    await aCode(person, { act: 'fund-password' });
    expect(await setPin(person, { code: '000000' })).toMatchObject({ code: 'account.code-wrong' });
    expect(await hasPin(person)).toBe(false);
  });

  it('is changed with the old one, and never reset', async () => {
    const person = await aPerson();
    await setPin(person);
    const other = { password: '481927', re_password: '481927' };
    expect((await setPin(person, other)).type).toBe('error');
    expect(await setPin(person, { ...other, oldpassword: '111222' })).toMatchObject({
      code: 'account.fund-password-wrong',
    });
    forward(11 * MINUTE);
    expect(await setPin(person, { ...other, oldpassword: PIN })).toMatchObject({ code: 'account.login-again' });
    const again = personWith(person.email, String((await logIn(person.email)).message));
    expect(await setPin(again, { ...other, oldpassword: PIN })).toMatchObject({ type: 'ok' });
    expect(await messagesTo(person, 'fund-password-changed')).toHaveLength(1);
  });
});

describe('a fund password that the login alone proved', () => {
  const isPlain = async ({ email }: Person): Promise<boolean> => {
    const { rows } = await world.database.query(
      `select f.plainly_proven as plain from account_fund_password f join account_user u on u.id = f.user_id where u.email = $1`,
      [email],
    );
    return rows[0].plain;
  };

  it.each([
    ['of a moment ago', {}],
    ['that was typed', { login_password: PASSWORD }],
  ])('%s is marked, and no second one by the old one and the login takes the mark away', async (_name, proof) => {
    const person = await aPerson();
    expect(await setPin(person, proof)).toMatchObject({ type: 'ok' });
    expect(await isPlain(person)).toBe(true);
    const other = { password: '481927', re_password: '481927', oldpassword: PIN };
    expect(await setPin(person, { ...other, ...proof })).toMatchObject({ type: 'ok' });
    expect(await isPlain(person)).toBe(true);
  });

  it('is free of the mark once one is set with a code, and stays so when the login changes it', async () => {
    const person = await aPerson();
    await setPin(person);
    const code = await aCode(person, { act: 'fund-password' });
    const other = { password: '481927', re_password: '481927', oldpassword: PIN };
    expect(await setPin(person, { ...other, code })).toMatchObject({ type: 'ok' });
    expect(await isPlain(person)).toBe(false);
    const back = { password: PIN, re_password: PIN, oldpassword: '481927', login_password: PASSWORD };
    expect(await setPin(person, back)).toMatchObject({ type: 'ok' });
    expect(await isPlain(person)).toBe(false);
  });

  it('is free of it when it is reset with the login and a code, and is never marked where a code set the first', async () => {
    const [person, careful] = [await aPerson(), await aPerson()];
    await setPin(person);
    const code = await aCode(person, { act: 'fund-password-reset' });
    const reset = { password: '481927', re_password: '481927', login_password: PASSWORD, code };
    expect(await setPin(person, reset)).toMatchObject({ type: 'ok' });
    expect(await isPlain(person)).toBe(false);
    const first = { code: await aCode(careful, { act: 'fund-password' }), login_password: PASSWORD };
    expect(await setPin(careful, first)).toMatchObject({ type: 'ok' });
    expect(await isPlain(careful)).toBe(false);
  });
});

async function bindVerified(person: Person, from?: string): Promise<Reply> {
  await verify(person);
  return bind(person, {}, from);
}

describe('with an authenticator on', () => {
  it('neither a login of a moment ago nor a code that was sent does anything', async () => {
    const person = await aPerson();
    const { post } = person;
    const set = { password: PASSWORD, code: await aCode(person, { act: 'authenticator' }) };
    const { secret } = (await post('user/totp/setup', set)).message as { secret: string };
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = totp.generate({ timestamp: Date.now() + ahead });
    expect(await post('user/totp/confirm', { code })).toMatchObject({ type: 'ok' });
    expect(await setPin(person)).toMatchObject({ code: 'account.totp-required' });
    expect(await bindVerified(person)).toMatchObject({ code: 'account.totp-required' });
    forward(MINUTE);
    const next = totp.generate({ timestamp: Date.now() + ahead });
    expect(await setPin(person, { code: next })).toMatchObject({ type: 'ok' });
    expect(await add(person, await aCode(person))).toMatchObject({ code: 'account.totp-wrong' });
    expect(await bookOf(person)).toEqual([]);
  });
});

describe('a code that was asked for without an act', () => {
  async function aSaver(): Promise<Person> {
    const person = await aPerson();
    expect(await setPin(person)).toMatchObject({ type: 'ok' });
    return person;
  }

  it('says in the mail what it can do', async () => {
    const person = await aSaver();
    await aCode(person);
    expect((await messagesTo(person, 'confirm')).at(-1)).toContain('Save a withdrawal address, or withdraw to one');
  });

  it('binds one address: not a second one, and no withdrawal after it', async () => {
    const person = await aSaver();
    await verify(person);
    await deposit(person);
    const code = await aCode(person);
    expect(await add(person, code)).toMatchObject({ type: 'ok' });
    expect(await add(person, code, OTHER_TRON)).toMatchObject({ code: 'account.code-wrong' });
    const out = { currency: '3', number: '100', rate: '1', address: TRON, pay_password: PIN, code };
    expect((await person.post('wallet/out', out)).type).toBe('error');
    expect((await bookOf(person)).map(({ address }) => address)).toEqual([TRON]);
  });

  it('binds none where no fund password is set, and none once one was guessed at five times', async () => {
    const none = await aPerson();
    expect(await add(none, await aCode(none))).toMatchObject({ code: 'account.fund-password-missing' });
    const person = await aSaver();
    const code = await aCode(person);
    for (let index = 0; index < 5; index += 1) {
      const wrong = ((Number(code) + 1 + index) % 1_000_000).toString().padStart(6, '0');
      expect(await add(person, wrong)).toMatchObject({ code: 'account.code-wrong' });
    }
    expect(await add(person, code)).toMatchObject({ code: 'account.code-wrong' });
    expect(await bookOf(person)).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['a withdrawal with its amount', { act: 'withdrawal', amount: '100', coin: 'USDT', target: TRON }],
    ['another address', { act: 'address', target: OTHER_TRON }],
    ['a card', { act: 'bank-card', target: TRON }],
  ])('is not one for %s', async (_what, act) => {
    const person = await aSaver();
    expect(await add(person, await aCode(person, act))).toMatchObject({ code: 'account.code-wrong' });
    expect(await bookOf(person)).toEqual([]);
  });

  it('is not one for this very address either: beside that the fund password is asked for', async () => {
    const person = await aSaver();
    const code = await aCode(person, { act: 'address', target: TRON });
    expect(await add(person, code)).toMatchObject({ code: 'account.fund-password-format' });
    expect(await add(person, code, TRON, { pay_password: PIN })).toMatchObject({ type: 'ok' });
  });

  it('binds with the right fund password beside it too, never with a wrong one, and waits as long', async () => {
    const person = await aSaver();
    const code = await aCode(person);
    expect(await add(person, code, TRON, { pay_password: '111222' })).toMatchObject({
      code: 'account.fund-password-wrong',
    });
    expect(await add(person, code, TRON, { pay_password: PIN })).toMatchObject({ type: 'ok' });
    forward(2 * HOUR);
    expect(await bookOf(person)).toMatchObject([{ usable: 0 }]);
  });

  it('waits anew after the address was taken away and added again', async () => {
    const person = await aSaver();
    await add(person, await aCode(person));
    forward(23 * HOUR);
    const [first] = await bookOf(person);
    expect(await add(person, await aCode(person))).toMatchObject({ code: 'withdrawals.address-exists' });
    expect(await person.post('wallet/deladdress', { address_id: first?.id ?? '' })).toMatchObject({ type: 'ok' });
    expect(await add(person, await aCode(person))).toMatchObject({ type: 'ok' });
    forward(2 * HOUR);
    const [second] = await bookOf(person);
    expect(second).toMatchObject({ address: TRON, usable: 0 });
    expect(await messagesTo(person, 'address-added')).toHaveLength(2);
  });
});

describe('a card beside a login of a moment ago', () => {
  it('is bound in the own name, told with its end, and waits as a changed password does', async () => {
    const person = await aPerson();
    await verify(person);
    expect(await bind(person, { real_name: 'A Thief' })).toMatchObject({ code: 'account.card-name-differs' });
    expect(await bind(person)).toMatchObject({ type: 'ok', message: 'Bind success' });
    const [notice] = await messagesTo(person, 'bank-card-changed');
    expect(notice).toContain('…1111');
    const { rows } = await world.database.query(
      `select c.plainly_proven, extract(epoch from c.usable_at - c.updated_at)::int / 3600 as hours
         from account_bank_card c join account_user u on u.id = c.user_id where u.email = $1`,
      [person.email],
    );
    expect(rows).toEqual([{ plainly_proven: true, hours: 24 }]);
    // With its password typed it waits no longer than any other.
    expect(await bind(person, { login_password: PASSWORD })).toMatchObject({ type: 'ok' });
    forward(2 * HOUR);
    expect((await person.post('user/cash_info')).message).toMatchObject({ bank_account: CARD.bank_account });
  });

  it('is not bound eleven minutes after it, nor does it take the place of the one before', async () => {
    const person = await aPerson();
    await verify(person);
    await bind(person);
    forward(11 * MINUTE);
    expect(await bind(person, { bank_account: '5555555555554444' })).toMatchObject({ code: 'account.login-again' });
    expect((await person.post('user/cash_info')).message).toMatchObject({ bank_account: CARD.bank_account });
  });
});
