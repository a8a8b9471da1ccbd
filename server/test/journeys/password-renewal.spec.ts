import { hash } from '@node-rs/argon2';
import { createHmac, randomBytes } from 'node:crypto';
import { CheckFundPassword, PasswordHasher } from '../../features/account/security/index.js';
import { AccountWorld, PASSWORD } from '../factories/account-world.js';

/** Hashes of a former pepper or of former parameters are made anew at the next right entry, and never at a wrong one. */

const FORMER = randomBytes(32).toString('hex');
const PIN = '582913';
const CALLER = { ip: '127.0.0.1', userAgent: 'test' };

let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open({ ROLES: 'gateway', LOG_LEVEL: 'silent', PASSWORD_PEPPER_PREVIOUS: FORMER });
}, 60_000);
afterAll(() => world?.close());

/** As it was made before there were marks: with the former pepper and less memory. */
const before = (password: string) =>
  hash(createHmac('sha256', FORMER).update(password).digest('hex'), { memoryCost: 64, timeCost: 1, parallelism: 1 });

async function aUser() {
  const { email, token } = await world.aSignedInUser();
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  return { email, token, id: String(id) };
}

async function hashIn(table: 'account_user' | 'account_fund_password', id: string): Promise<string> {
  const key = table === 'account_user' ? 'id' : 'user_id';
  const { rows } = await world.database.query(`select password_hash as hash from ${table} where ${key} = $1`, [id]);
  return rows[0].hash;
}

const isOfToday = (hashed: string) => !world.app.application.get(PasswordHasher).isOutdated(hashed);

it('a login password is hashed anew at a login, and stays as it is after a wrong one', async () => {
  const { email, id } = await aUser();
  const old = await before(PASSWORD);
  await world.database.query('update account_user set password_hash = $2 where id = $1', [id, old]);
  expect(await world.call.post('user/login', { user_string: email, password: `${PASSWORD}x` })).toMatchObject({
    code: 'account.login-wrong',
  });
  expect(await hashIn('account_user', id)).toBe(old);
  // Of several at once each is let in, and they leave one hash.
  const many = await Promise.all(
    [1, 2, 3].map(() => world.call.post('user/login', { user_string: email, password: PASSWORD })),
  );
  expect(many.map(({ type }) => type)).toEqual(['ok', 'ok', 'ok']);
  const renewed = await hashIn('account_user', id);
  expect(isOfToday(renewed)).toBe(true);
  await world.logIn(email);
  expect(await hashIn('account_user', id)).toBe(renewed);
});

it('a fund password is hashed anew where it is entered, and right ones at once leave nothing counted', async () => {
  const { id } = await aUser();
  const old = await before(PIN);
  await world.database.query(
    'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())',
    [id, old],
  );
  const check = world.app.application.get(CheckFundPassword);
  await expect(check.execute(id, '582914', CALLER)).rejects.toMatchObject({ code: 'account.fund-password-wrong' });
  expect(await hashIn('account_fund_password', id)).toBe(old);
  const answers = await Promise.all([1, 2, 3].map(() => check.execute(id, PIN, CALLER)));
  const renewed = await hashIn('account_fund_password', id);
  expect(isOfToday(renewed)).toBe(true);
  // Whoever changes it next names the hash that stands there.
  expect(new Set(answers)).toEqual(new Set([renewed]));
  const { rows } = await world.database.query(
    'select wrong, locked_until, stays_locked, locks from account_fund_password where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ wrong: 0, locked_until: null, stays_locked: false, locks: [] }]);
  expect(await check.execute(id, PIN, CALLER)).toBe(renewed);
});
