import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { SecretBox } from '../../features/account/users/secret-box.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller, type Reply } from '../calls.js';
import { anEmail, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { giveMoney } from '../factories/given-money.js';
import { aWallet } from '../factories/wallets.js';
import { codeTo, mailbox } from '../mailbox.js';

const PIN = '582913';
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const OTHER_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CARD = { real_name: 'Ann Example', bank_name: 'A Bank', bank_account: '4111111111111111' };

let app: TestApp;
let call: Caller;
let database: Pool;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '1', DATABASE_POOL_SIZE: '4' });
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 2 });
}, 60_000);

afterAll(async () => {
  await database.end();
  await app.close();
});

interface Somebody {
  id: string;
  token: string;
  name: string;
  post: (path: string, fields?: Record<string, string>) => Promise<Reply>;
}

async function somebody(name: string, token: string): Promise<Somebody> {
  const { id } = (await call.get('user/center', { token })).message as { id: number };
  // Waiting a minute between two codes is another test's matter.
  const post = async (path: string, fields: Record<string, string> = {}) => {
    await database.query(`delete from account_limit where kind like 'code-%' and kind <> 'code-wrong'`);
    return call.post(path, fields, { token });
  };
  return { id: String(id), token, name, post };
}

async function byName(): Promise<Somebody> {
  const user_string = `owner${randomBytes(4).toString('hex')}`;
  const form = { type: 'username', user_string, password: PASSWORD, re_password: PASSWORD };
  expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
  const { message } = await call.post('user/login', { user_string, password: PASSWORD });
  return somebody(user_string, String(message));
}

async function byMail(): Promise<Somebody> {
  const email = anEmail();
  await call.post('sms_mail', { user_string: email, type: 'register' });
  const code = await codeTo(app, email);
  const form = { type: 'email', user_string: email, code, password: PASSWORD, re_password: PASSWORD };
  expect(await call.post('user/register', form)).toMatchObject({ type: 'ok' });
  const { message } = await call.post('user/login', { user_string: email, password: PASSWORD });
  return somebody(email, String(message));
}

async function byWallet() {
  const wallet = aWallet('ERC');
  const asked = { chain: 'ERC', address: wallet.address };
  const { message, nonce } = (await call.post('user/wallet_nonce', asked)).message as Record<string, string>;
  const signature = wallet.sign(message ?? '');
  const reply = await call.post('user/wallet_login', { ...asked, nonce: nonce ?? '', signature });
  const user = await somebody('', String(reply.message));
  const ask = async (act: Record<string, string>) =>
    (await user.post('user/proof_nonce', { ...asked, ...act })).message as { message: string; nonce: string };
  const prove = async (act: Record<string, string>) => {
    const text = await ask(act);
    return { proof_nonce: text.nonce, proof_signature: wallet.sign(text.message) };
  };
  return { ...user, wallet, ask, prove };
}

async function verified<User extends Somebody>(user: User): Promise<User> {
  await database.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [user.id, app.application.get(SecretBox).seal(Buffer.from(`id ${user.id}`), idNumberContext(user.id))],
  );
  await database.query(
    `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
    [user.id],
  );
  return user;
}

async function messagesTo(to: string) {
  return (await mailbox(app)).filter((entry) => entry.to === to);
}

/** Sending happens behind the reply. */
async function notificationTo(to: string, kind: string) {
  for (let round = 0; round < 200; round += 1) {
    const sent = (await messagesTo(to)).filter((entry) => entry.kind === kind).at(-1);
    if (sent) return sent;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${to} was not told of ${kind}`);
}

/** The newest code that went there. */
async function sentCode(user: Somebody, fields: Record<string, string>, to = user.name): Promise<string> {
  const codes = async () => (await messagesTo(to)).flatMap(({ code }) => code ?? []);
  const before = (await codes()).length;
  expect(await user.post('sms_other_mail', fields)).toMatchObject({ type: 'ok' });
  for (let round = 0; round < 200; round += 1) {
    const sent = (await codes())[before];
    if (sent) return sent;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No code came to ${to}`);
}

const setPin = (user: Somebody, fields: Record<string, string> = {}) =>
  user.post('safe/update_password', { password: PIN, re_password: PIN, ...fields });
const address = (fields: Record<string, string> = {}) => ({
  currency_id: '3',
  address: TRON,
  netType: 'TRC20',
  ...fields,
});

/** Eleven minutes after the login, when it proves nothing any more by itself. */
async function aged<User extends Somebody>(user: User): Promise<User> {
  await database.query(
    `update account_session set created_at = created_at - interval '11 minutes' where user_id = $1`,
    [user.id],
  );
  return user;
}

/** Past the holds of what was set up. Nobody seals the events here, so that they can be moved. */
async function rested(user: Somebody): Promise<void> {
  await database.query('alter table account_security_event disable trigger account_security_event_append_only');
  await database.query(`update account_security_event set at = at - interval '40 days' where user_id = $1`, [user.id]);
  await database.query('alter table account_security_event enable always trigger account_security_event_append_only');
}

async function funded(user: Somebody): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('begin');
    const ask = async (sql: string, values?: unknown[]) => (await client.query(sql, values)).rows;
    await giveMoney(ask, [user.id], { kind: 'spot', amount: '1000' });
    await client.query('commit');
  } finally {
    client.release();
  }
}

describe('a stolen session', () => {
  it('of a username account sets no fund password, binds no card and no address, and takes nothing', async () => {
    const thief = await aged(await verified(await byName()));
    expect((await setPin(thief)).type).toBe('error');
    expect(await thief.post('user/has_password')).toMatchObject({ message: 2 });
    await setPin(thief, { login_password: PASSWORD });
    await rested(thief);
    expect((await thief.post('wallet/addaddress', address())).type).toBe('error');
    expect((await thief.post('wallet/addaddress', address({ pay_password: PIN }))).type).toBe('error');
    expect((await thief.post('user/cash_save', CARD)).type).toBe('error');
    const rows = await database.query(
      `select user_id from withdrawal_address where user_id = $1 union select user_id from account_bank_card where user_id = $1`,
      [thief.id],
    );
    expect(rows.rows).toEqual([]);
  });

  it('of an account with mail sets no fund password', async () => {
    const thief = await aged(await byMail());
    expect(await setPin(thief)).toMatchObject({ code: 'account.login-again' });
    expect(await setPin(thief, { login_password: 'wrong' })).toMatchObject({ code: 'account.old-password-wrong' });
    expect(await setPin(thief, { code: '000000' })).toMatchObject({ code: 'account.code-wrong' });
    expect(await thief.post('user/has_password')).toMatchObject({ message: 2 });
  });

  it('with the password beside it sets up no authenticator: the contact has a say, and its code is good once', async () => {
    const thief = await byMail();
    expect(await thief.post('user/totp/setup', { password: PASSWORD })).toMatchObject({
      code: 'account.code-required',
    });
    const wrong = { password: PASSWORD, code: '000000' };
    expect(await thief.post('user/totp/setup', wrong)).toMatchObject({ code: 'account.code-wrong' });
    const code = await sentCode(thief, { act: 'authenticator' });
    expect(await thief.post('user/totp/setup', { password: 'wrong', code })).toMatchObject({
      code: 'account.old-password-wrong',
    });
    expect(await thief.post('user/totp/setup', { password: PASSWORD, code })).toMatchObject({ type: 'ok' });
    expect((await thief.post('user/totp/setup', { password: PASSWORD, code })).type).toBe('error');
  });

  it('of a wallet account changes nothing', async () => {
    const owner = await byWallet();
    expect((await setPin(owner)).type).toBe('error');
    const pin = await owner.prove({ act: 'fund-password' });
    expect(await setPin(owner, pin)).toMatchObject({ type: 'ok' });
    const stolen: [string, Record<string, string>][] = [
      ['safe/update_password', { password: '481927', re_password: '481927', login_password: 'anything' }],
      ['safe/update_password', { oldpassword: PIN, password: '481927', re_password: '481927' }],
      ['user/e_pwd', { old_password: 'whatever', password: PASSWORD }],
      ['user/totp/setup', { password: 'whatever' }],
      ['wallet/addaddress', address({ pay_password: PIN })],
      ['user/cash_save', CARD],
    ];
    await verified(owner);
    for (const [path, fields] of stolen) expect([path, (await owner.post(path, fields)).type]).toEqual([path, 'error']);
    const email = anEmail();
    await owner.post('user/contact_code', { user_string: email });
    const new_code = await codeTo(app, email);
    expect((await owner.post('user/contact', { user_string: email, new_code })).type).toBe('error');
    expect(await call.get('user/center', { token: owner.token })).toMatchObject({
      message: { email: '', totp: 0, has_login_password: 0 },
    });
  });
});

describe('the signature of a wallet', () => {
  it('proves one act with one target, once', async () => {
    const owner = await byWallet();
    await setPin(owner, await owner.prove({ act: 'fund-password' }));
    const text = await owner.ask({ act: 'address', target: TRON });
    expect(text.message).toContain(`Confirm: add the withdrawal address ${TRON}.`);
    const proof = { proof_nonce: text.nonce, proof_signature: owner.wallet.sign(text.message) };
    const add = (to: string, given: Record<string, string>) =>
      owner.post('wallet/addaddress', address({ address: to, pay_password: PIN, ...given }));
    expect(await add(OTHER_TRON, proof)).toMatchObject({ code: 'account.wallet-proof-wrong' });
    expect(await add(TRON, await owner.prove({ act: 'fund-password' }))).toMatchObject({
      code: 'account.wallet-proof-wrong',
    });
    const strange = aWallet('ERC').sign(text.message);
    expect(await add(TRON, { ...proof, proof_signature: strange })).toMatchObject({
      code: 'account.wallet-proof-wrong',
    });
    expect(await add(TRON, proof)).toMatchObject({ code: 'account.wallet-proof-wrong' });
    const right = await owner.prove({ act: 'address', target: TRON });
    expect(await add(TRON, right)).toMatchObject({ type: 'ok' });
    expect(await add(OTHER_TRON, right)).toMatchObject({ code: 'account.wallet-proof-wrong' });
  });

  it('over a text for an act is no login, and the other way round', async () => {
    const owner = await byWallet();
    const { message, nonce } = await owner.ask({ act: 'fund-password' });
    const form = { chain: 'ERC', address: owner.wallet.address, nonce, signature: owner.wallet.sign(message) };
    expect(await call.post('user/wallet_login', form)).toMatchObject({ code: 'account.wallet-login-failed' });
    const login = await call.post('user/wallet_nonce', { chain: 'ERC', address: owner.wallet.address });
    const text = login.message as { message: string; nonce: string };
    const proof = { proof_nonce: text.nonce, proof_signature: owner.wallet.sign(text.message) };
    expect(await setPin(owner, proof)).toMatchObject({ code: 'account.wallet-proof-wrong' });
  });

  it('is asked of own wallets only', async () => {
    const [owner, other] = [await byWallet(), await byWallet()];
    const asked = { chain: 'ERC', address: other.wallet.address, act: 'fund-password' };
    expect(await owner.post('user/proof_nonce', asked)).toMatchObject({ code: 'account.wallet-proof-wrong' });
  });
});

describe('a code', () => {
  async function saver() {
    const user = await verified(await byMail());
    expect(await setPin(user, { code: await sentCode(user, { act: 'fund-password' }) })).toMatchObject({ type: 'ok' });
    await funded(user);
    await rested(user);
    return user;
  }
  const add = (user: Somebody, fields: Record<string, string>) =>
    user.post('wallet/addaddress', address({ pay_password: PIN, ...fields }));

  it('that an old client asked for sets no fund password and binds no card', async () => {
    const user = await saver();
    const code = await sentCode(user, {});
    expect(await user.post('user/cash_save', { ...CARD, code })).toMatchObject({ code: 'account.code-wrong' });
    expect(await setPin(user, { oldpassword: PIN, password: '481927', re_password: '481927', code })).toMatchObject({
      code: 'account.code-wrong',
    });
  });

  it('says what it confirms, and confirms no other address, amount or act', async () => {
    const user = await saver();
    const code = await sentCode(user, { act: 'address', target: TRON });
    const { text } = await notificationTo(user.name, 'confirm');
    expect(text).toContain('Add the withdrawal address TUEZSd…hGWYdH');
    expect(await add(user, { code, address: OTHER_TRON })).toMatchObject({ code: 'account.code-wrong' });
    expect(await add(user, { code, pay_password: '' })).toMatchObject({ code: 'account.fund-password-format' });
    expect(await add(user, { code })).toMatchObject({ type: 'ok' });
    expect((await notificationTo(user.name, 'address-added')).text).toContain('GWYdH');

    const act = { act: 'withdrawal', amount: '100.0', coin: 'USDT', target: TRON };
    const out = { currency: '3', number: '100', address: TRON, pay_password: PIN };
    const second = await sentCode(user, act);
    expect((await notificationTo(user.name, 'confirm')).text).toContain('Withdraw 100 USDT to TUEZSd…hGWYdH');
    expect(await user.post('wallet/out', { ...out, number: '200', code: second })).toMatchObject({
      code: 'account.code-wrong',
    });
    expect(await user.post('wallet/out', { ...out, code: second })).toMatchObject({ type: 'ok' });
    expect(await user.post('wallet/out', { ...out, remark: 'again', code: second })).toMatchObject({
      code: 'account.code-wrong',
    });
  });

  it('of an old client withdraws to an address of the book, with the fund password', async () => {
    const user = await saver();
    await add(user, { code: await sentCode(user, { act: 'address', target: TRON }) });
    const out = { currency: '3', number: '100', rate: '0', address: TRON, pay_password: PIN };
    expect(await user.post('wallet/out', out)).toMatchObject({ code: 'account.code-required' });
    expect(await user.post('wallet/out', { ...out, code: await sentCode(user, {}) })).toMatchObject({ type: 'ok' });
  });

  it.each([
    ['for the act', { act: 'address', target: TRON }],
    ['by an old client', {}],
  ])('that was sent %s to a contact which is the user’s no more proves nothing', async (_how, asked) => {
    const user = await saver();
    const phone = `+86139${String(Number.parseInt(randomBytes(4).toString('hex'), 16) % 1e8).padStart(8, '0')}`;
    await database.query('update account_user set phone = $2 where id = $1', [user.id, phone]);
    const former = await sentCode(user, asked);
    const email = anEmail();
    const code = await sentCode(user, { act: 'contact', target: email });
    await user.post('user/contact_code', { user_string: email });
    const new_code = await codeTo(app, email);
    const change = { user_string: email, new_code, code, password: PASSWORD };
    expect(await user.post('user/contact', change)).toMatchObject({ type: 'ok' });
    expect(await add(user, { code: former })).toMatchObject({ code: 'account.code-wrong' });
    const { rows } = await database.query('select id from withdrawal_address where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
    // The one that is sent now goes to the phone, and proves.
    expect(await add(user, { code: await sentCode(user, asked, phone) })).toMatchObject({ type: 'ok' });
  });

  it('goes to no contact that was bound lately, and the old ones hear of the new one', async () => {
    const user = await byMail();
    const email = anEmail();
    await user.post('user/contact_code', { user_string: email });
    const new_code = await codeTo(app, email);
    const code = await sentCode(user, { act: 'contact', target: email });
    const form = { user_string: email, new_code, code };
    expect((await user.post('user/contact', { ...form, user_string: email })).type).toBe('error');
    expect(await user.post('user/contact', { ...form, password: PASSWORD })).toMatchObject({ type: 'ok' });
    expect((await notificationTo(user.name, 'contact-changed')).text).toContain(`${email.slice(0, 2)}****@`);
    expect(await user.post('sms_other_mail', { act: 'fund-password' })).toMatchObject({
      code: 'account.contact-missing',
    });
    expect((await user.post('user/proofs', { act: 'fund-password' })).message).toMatchObject({
      groups: [['login-password']],
      possible: 1,
      sent_to: '',
    });
    await database.query(`update account_user set email_bound_at = now() - interval '73 hours' where id = $1`, [
      user.id,
    ]);
    await sentCode(user, { act: 'fund-password' }, email);
  });
});

describe('what was changed', () => {
  it('holds withdrawals: the first fund password and a new authenticator too', async () => {
    const { GetHolds } = await import('../../features/account/notices/index.js');
    const user = await byMail();
    await setPin(user, { login_password: PASSWORD });
    const holds = await app.application.get(GetHolds).execute(user.id);
    expect(holds.map(({ reason }) => reason)).toEqual(['fund-password']);
  });

  it('is told to the mail and to the phone', async () => {
    const user = await byMail();
    const phone = `+86139${String(Number.parseInt(randomBytes(4).toString('hex'), 16) % 1e8).padStart(8, '0')}`;
    await database.query('update account_user set phone = $2, anti_phishing_word = $3 where id = $1', [
      user.id,
      phone,
      'heron',
    ]);
    await setPin(user, { login_password: PASSWORD });
    for (const to of [user.name, phone]) {
      expect((await notificationTo(to, 'fund-password-set')).text).toContain('heron');
    }
  });
});

describe('a bank card', () => {
  it('is bound in the verified name only, and by a proof for its own number', async () => {
    const user = await aged(await byMail());
    const bind = (fields: Record<string, string>) => user.post('user/cash_save', { ...CARD, ...fields });
    expect(await bind({ login_password: PASSWORD })).toMatchObject({ type: '998', code: 'verification.required' });
    await verified(user);
    expect(await bind({ real_name: 'Thief', login_password: PASSWORD })).toMatchObject({
      code: 'account.card-name-differs',
    });
    expect(await bind({})).toMatchObject({ code: 'account.login-again' });
    const code = await sentCode(user, { act: 'bank-card', target: CARD.bank_account });
    expect(await bind({ bank_account: '5555555555554444', code })).toMatchObject({ code: 'account.code-wrong' });
    expect(await bind({ real_name: 'EXAMPLE  ann', code })).toMatchObject({ type: 'ok' });
    const { text } = await notificationTo(user.name, 'bank-card-changed');
    expect(text).toContain('…1111');
    expect(text).not.toContain('4111');
  });
});

describe('a username account', () => {
  it('withdraws only once it has a second factor', async () => {
    const user = await verified(await byName());
    await setPin(user, { login_password: PASSWORD });
    await funded(user);
    await rested(user);
    const proof = { login_password: PASSWORD };
    expect(await user.post('wallet/addaddress', address({ pay_password: PIN, ...proof }))).toMatchObject({
      type: 'ok',
    });
    const out = { currency: '3', number: '100', address: TRON, pay_password: PIN, ...proof };
    expect(await user.post('wallet/out', out)).toMatchObject({ code: 'account.second-factor-required' });
    expect((await user.post('user/proofs', { act: 'withdrawal' })).message).toMatchObject({ possible: 0 });
  });

  it('does not reset its fund password with the login password alone', async () => {
    const user = await byName();
    await setPin(user, { login_password: PASSWORD });
    const reset = { password: '481927', re_password: '481927', login_password: PASSWORD };
    expect(await user.post('safe/update_password', reset)).toMatchObject({ code: 'account.second-factor-required' });
  });
});

describe('strangers who guess', () => {
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

  it('at the code of a new password do not keep the owner out, and get ten tries a day', async () => {
    const owner = await byMail();
    const guess = (ip: string, code = '000000') =>
      call.post('user/check_email', { user_string: owner.name, email_code: code, type: 'forget' }, from(ip));
    // Where no code was asked for there is nothing to guess.
    for (let index = 0; index < 12; index += 1) await guess('203.0.113.7');
    await database.query(`delete from account_limit where kind like 'code-%' and kind <> 'code-wrong'`);
    const ask = async () => {
      const before = (await messagesTo(owner.name)).length;
      expect(await call.post('sms_mail', { user_string: owner.name, type: 'forget' })).toMatchObject({ type: 'ok' });
      return codeTo(app, owner.name, before + 1);
    };
    const code = await ask();
    for (let index = 0; index < 12; index += 1) expect((await guess(`203.0.113.${index}`)).type).toBe('error');
    // Five tries at one code are all that strangers have together.
    expect(await guess('203.0.113.20', code)).toMatchObject({ code: 'account.code-wrong' });
    const form = { account: owner.name, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD, code };
    expect(await call.post('user/forget', form)).toMatchObject({ type: 'ok' });
  });

  it('at the password lock themselves out, not the owner', async () => {
    const owner = await byMail();
    const form = { user_string: owner.name, password: 'wrong' };
    const codes: (string | undefined)[] = [];
    for (let index = 0; index < 7; index += 1) {
      codes.push((await call.post('user/login', form, from(`203.0.113.${index}`))).code);
    }
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'account.login-wrong'),
      'account.locked',
      'account.locked',
    ]);
    const right = { ...form, password: PASSWORD };
    expect(await call.post('user/login', right)).toMatchObject({ type: 'ok' });
    // From another network the device is known by its cookie.
    expect(await call.post('user/login', right, from('203.0.113.99'))).toMatchObject({ code: 'account.locked' });
    const login = await call.post('user/login', right);
    const cookie = /device=[^;]+/.exec(login.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const known = { headers: { 'x-forwarded-for': '203.0.113.99', cookie } };
    expect(await call.post('user/login', right, known)).toMatchObject({ type: 'ok' });
    const other = await byMail();
    const elsewhere = { user_string: other.name, password: 'wrong' };
    for (let index = 0; index < 5; index += 1) await call.post('user/login', elsewhere, from(`198.51.100.${index}`));
    const strange = { headers: { 'x-forwarded-for': '203.0.113.99', cookie } };
    const theirs = { ...elsewhere, password: PASSWORD };
    expect(await call.post('user/login', theirs, strange)).toMatchObject({ code: 'account.locked' });
  });
});
