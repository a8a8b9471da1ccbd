import { randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { AccountWorld, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { codeTo, mailbox } from '../mailbox.js';

/** What happens to an account reaches every contact that it had before, and the pages. */

const PHONE_BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open({ ROLES: 'gateway', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '1' });
}, 60_000);
afterAll(() => world?.close());

interface Person {
  id: string;
  email: string;
  phone: string;
  token: string;
}

/** With a mail and a phone, both as old as the account. */
async function aPerson(): Promise<Person> {
  const { email, token } = await world.aSignedInUser();
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  const phone = `+86139${randomInt(100_000_000).toString().padStart(8, '0')}`;
  await world.database.query('update account_user set phone = $2, anti_phishing_word = $3 where id = $1', [
    id,
    phone,
    'marigold',
  ]);
  return { id: String(id), email, phone, token };
}

const messagesOf = async (to: string, kind: string) =>
  (await mailbox(world.app)).filter((entry) => entry.to === to && entry.kind === kind);

/** Sending happens behind the reply. */
async function bothNotified({ email, phone }: Person, kind: string): Promise<string[]> {
  for (const end = performance.now() + 20_000; performance.now() < end; ) {
    const found = [(await messagesOf(email, kind)).at(-1), (await messagesOf(phone, kind)).at(-1)];
    if (found.every((entry) => entry !== undefined)) return found.map((entry) => entry?.text ?? '');
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`${kind} did not reach both contacts`);
}

async function noticesOf({ token }: Person, kind: string): Promise<number> {
  const { list } = (await world.call.get('user/userLog?page=1&limit=50', { token })).message as {
    list: { kind: string }[];
  };
  return list.filter((notice) => notice.kind === kind).length;
}

const logIn = (email: string, headers: Record<string, string>) =>
  world.call.post('user/login', { user_string: email, password: PASSWORD }, { headers });

it('a login on another device of the same system and browser is a new device; with the cookie of the device it is none', async () => {
  const person = await aPerson();
  const at = (address: string) => ({ 'user-agent': PHONE_BROWSER, 'x-forwarded-for': address });
  const first = await logIn(person.email, at('203.0.113.1'));
  expect((await bothNotified(person, 'new-device'))[0]).toContain('iPhone, Safari');
  const cookie = /device=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
  expect(await noticesOf(person, 'new-device')).toBe(1);
  // The owner on the way, and at home without the cookie.
  expect(await logIn(person.email, { ...at('203.0.113.2'), cookie })).toMatchObject({ type: 'ok' });
  expect(await logIn(person.email, at('203.0.113.1'))).toMatchObject({ type: 'ok' });
  expect(await noticesOf(person, 'new-device')).toBe(1);
  // A thief with the same telephone elsewhere, with no cookie or with one of an account of their own.
  expect(await logIn(person.email, at('203.0.113.3'))).toMatchObject({ type: 'ok' });
  expect(await noticesOf(person, 'new-device')).toBe(2);
  const thief = await aPerson();
  const own = await logIn(thief.email, at('203.0.113.4'));
  const theirs = /device=[^;]+/.exec(own.headers.get('set-cookie') ?? '')?.[0] ?? '';
  expect(await logIn(person.email, { ...at('203.0.113.4'), cookie: theirs })).toMatchObject({ type: 'ok' });
  expect(await noticesOf(person, 'new-device')).toBe(3);
});

it('a changed password reaches the mail and the phone, with the own word', async () => {
  const person = await aPerson();
  const change = { old_password: PASSWORD, password: OTHER_PASSWORD };
  expect(await world.call.post('user/e_pwd', change, { token: person.token })).toMatchObject({ type: 'ok' });
  for (const text of await bothNotified(person, 'password-changed')) expect(text).toContain('marigold');
});

it('a password that was reset reaches both', async () => {
  const person = await aPerson();
  await world.database.query('delete from account_limit');
  const before = (await mailbox(world.app)).filter(({ to }) => to === person.email).length;
  await world.call.post('user/sms_mail', { user_string: person.email, type: 'forget' });
  const code = await codeTo(world.app, person.email, before + 1);
  const form = { account: person.email, code, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD };
  expect(await world.call.post('user/forget', form)).toMatchObject({ type: 'ok' });
  await bothNotified(person, 'password-reset');
});

it('an authenticator that was turned on reaches both', async () => {
  const person = await aPerson();
  const { token } = person;
  await world.database.query('delete from account_limit');
  const before = (await mailbox(world.app)).filter(({ to }) => to === person.email).length;
  expect(await world.call.post('sms_other_mail', { act: 'authenticator' }, { token })).toMatchObject({ type: 'ok' });
  const code = await codeTo(world.app, person.email, before + 1);
  const setUp = await world.call.post('user/totp/setup', { password: PASSWORD, code }, { token });
  expect(setUp).toMatchObject({ type: 'ok' });
  const { secret } = setUp.message as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  expect(await world.call.post('user/totp/confirm', { code: totp.generate() }, { token })).toMatchObject({
    type: 'ok',
  });
  await bothNotified(person, 'totp-on');
});

it('five wrong passwords and codes within a day are told to both, once', async () => {
  const person = await aPerson();
  const wrong = (address: string) =>
    world.call.post(
      'user/login',
      { user_string: person.email, password: `wrong ${randomBytes(4).toString('hex')}` },
      { headers: { 'x-forwarded-for': address } },
    );
  for (let tries = 0; tries < 4; tries += 1) await wrong('203.0.113.9');
  await world.database.query('delete from account_limit');
  expect([await messagesOf(person.email, 'wrong-tries'), await noticesOf(person, 'wrong-tries')]).toEqual([[], 0]);
  const change = { old_password: OTHER_PASSWORD, password: 'battery staple 10' };
  expect(await world.call.post('user/e_pwd', change, { token: person.token })).toMatchObject({
    code: 'account.old-password-wrong',
  });
  for (const text of await bothNotified(person, 'wrong-tries')) expect(text).toMatch(/marigold/);
  for (let tries = 0; tries < 7; tries += 1) await wrong('203.0.113.9');
  // What comes after them was told after them, if at all.
  const later = { old_password: PASSWORD, password: OTHER_PASSWORD };
  expect(await world.call.post('user/e_pwd', later, { token: person.token })).toMatchObject({ type: 'ok' });
  await bothNotified(person, 'password-changed');
  const token = String(
    (await world.call.post('user/login', { user_string: person.email, password: OTHER_PASSWORD })).message,
  );
  expect(await noticesOf({ ...person, token }, 'wrong-tries')).toBe(1);
});
