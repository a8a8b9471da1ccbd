import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import { HoldOpenSession } from '../../features/account/sessions/index.js';
import { SecretBox } from '../../features/account/users/index.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import type { Reply } from '../calls.js';
import { AccountWorld, anEmail, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { codeTo, mailbox } from '../mailbox.js';

/** Whoever ends all sessions has not to wait for what one of them has begun: it comes to nothing. */
const PIN = '582913';
const OTHER_PIN = '481927';
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
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

beforeAll(async () => {
  world = await AccountWorld.open({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '1000000' });
}, 60_000);
afterAll(() => world?.close());

interface Person {
  id: string;
  email: string;
  post: (path: string, fields?: Record<string, string>) => Promise<Reply>;
}

async function aPerson(): Promise<Person> {
  const { email, token } = await world.aSignedInUser();
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  const post = async (path: string, fields: Record<string, string> = {}) => {
    await world.database.query(`delete from account_limit where kind like 'code-%'`);
    return world.call.post(path, fields, { token });
  };
  return { id: String(id), email, post };
}

/** The newest code to the person's own address, for the act. */
async function aCode({ email, post }: Person, fields: Record<string, string>): Promise<string> {
  const before = (await mailbox(world.app)).filter(({ to, code }) => to === email && code).length;
  expect(await post('sms_other_mail', fields)).toMatchObject({ type: 'ok' });
  for (let round = 0; round < 200; round += 1) {
    const sent = (await mailbox(world.app)).filter(({ to, code }) => to === email && code)[before];
    if (sent?.code) return sent.code;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('No code came');
}

async function setPin(person: Person): Promise<void> {
  const code = await aCode(person, { act: 'fund-password' });
  expect(await person.post('safe/update_password', { password: PIN, re_password: PIN, code })).toMatchObject({
    type: 'ok',
  });
}

async function verify({ id }: Person): Promise<void> {
  const sealed = world.app.application.get(SecretBox).seal(Buffer.from(`id ${id}`), idNumberContext(id));
  await world.database.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [id, sealed],
  );
  await world.database.query(
    `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
    [id],
  );
}

async function authenticatorOf(person: Person): Promise<() => string> {
  const set = { password: PASSWORD, code: await aCode(person, { act: 'authenticator' }) };
  const { secret } = (await person.post('user/totp/setup', set)).message as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  expect(await person.post('user/totp/confirm', { code: codeIn(-1) })).toMatchObject({ type: 'ok' });
  return () => codeIn(0);
}

/** The session is ended when everything is proven and the first transaction is about to begin. */
async function endedUnderway({ id }: Person, act: () => Promise<Reply>): Promise<Reply> {
  const transactions = world.app.application.get(Transactions);
  const run = transactions.run.bind(transactions);
  let isEnded = false;
  transactions.run = async (work) => {
    if (!isEnded) {
      isEnded = true;
      await world.database.query(
        `update account_session set ended_at = now(), end_reason = 'revoked' where user_id = $1`,
        [id],
      );
    }
    return run(work);
  };
  try {
    return await act();
  } finally {
    transactions.run = run;
    expect(isEnded).toBe(true);
  }
}

interface Act {
  /** What there has to be before, and the call. */
  prepare: (person: Person) => Promise<() => Promise<Reply>>;
  /** Of what it would have changed. */
  state: string;
}

const ACTS: Record<string, Act> = {
  'a first fund password': {
    prepare: async (person) => {
      const code = await aCode(person, { act: 'fund-password' });
      return () => person.post('safe/update_password', { password: PIN, re_password: PIN, code });
    },
    state: 'select count(*)::int as state from account_fund_password where user_id = $1',
  },
  'another fund password': {
    prepare: async (person) => {
      await setPin(person);
      const code = await aCode(person, { act: 'fund-password' });
      const changed = { oldpassword: PIN, password: OTHER_PIN, re_password: OTHER_PIN, code };
      return () => person.post('safe/update_password', changed);
    },
    state: 'select password_hash as state from account_fund_password where user_id = $1',
  },
  'another contact': {
    prepare: async (person) => {
      const email = anEmail();
      const code = await aCode(person, { act: 'contact', target: email });
      await person.post('user/contact_code', { user_string: email });
      const new_code = await codeTo(world.app, email);
      return () => person.post('user/contact', { user_string: email, password: PASSWORD, code, new_code });
    },
    state: 'select email as state from account_user where id = $1',
  },
  'another login password': {
    prepare: (person) => {
      const form = { old_password: PASSWORD, password: OTHER_PASSWORD, re_password: OTHER_PASSWORD };
      return Promise.resolve(() => person.post('user/e_pwd', form));
    },
    state: 'select password_hash as state from account_user where id = $1',
  },
  'a card': {
    prepare: async (person) => {
      await verify(person);
      const code = await aCode(person, { act: 'bank-card', target: CARD.bank_account });
      return () => person.post('user/cash_save', { ...CARD, code });
    },
    state: 'select count(*)::int as state from account_bank_card where user_id = $1',
  },
  'an address': {
    prepare: async (person) => {
      await setPin(person);
      const code = await aCode(person, { act: 'address', target: TRON });
      const form = { currency_id: '3', address: TRON, netType: 'TRC20', pay_password: PIN, code };
      return () => person.post('wallet/addaddress', form);
    },
    state: 'select count(*)::int as state from withdrawal_address where user_id = $1',
  },
  'the end of an authenticator': {
    prepare: async (person) => {
      const code = await authenticatorOf(person);
      return () => person.post('user/totp/disable', { password: PASSWORD, code: code() });
    },
    state: 'select count(*)::int as state from account_totp where user_id = $1',
  },
  'the end of a passkey': {
    prepare: async (person) => {
      const { rows } = await world.database.query(
        `insert into account_passkey (user_id, credential_id, public_key, counter, transports, name, can_be_backed_up,
           is_backed_up, created_at)
         values ($1, $2, $3, 0, '{}', 'key', false, false, now()) returning id`,
        [person.id, randomBytes(16).toString('base64url'), randomBytes(64)],
      );
      const code = await aCode(person, { act: 'passkey' });
      return () => person.post('user/passkeys/remove', { id: String(rows[0].id), login_password: PASSWORD, code });
    },
    state: 'select count(*)::int as state from account_passkey where user_id = $1',
  },
};

describe('a session that is ended while an act is under way', () => {
  it.each(Object.keys(ACTS))('changes nothing: %s', async (name) => {
    const { prepare, state } = ACTS[name] as Act;
    const person = await aPerson();
    const act = await prepare(person);
    const now = async () => (await world.database.query(state, [person.id])).rows[0].state;
    const before = await now();
    expect(await endedUnderway(person, act)).toMatchObject({ code: 'session.required' });
    expect(await now()).toEqual(before);
  });
});

it('what goes on by a session lets rows be written that name its user, and whoever ends the session waits', async () => {
  const { id: userId } = await aPerson();
  const { rows } = await world.database.query('select id::text from account_session where user_id = $1', [userId]);
  const lock = (strength: string) =>
    world.database.query(`select from account_user where id = $1 for ${strength} nowait`, [userId]);
  await world.app.application.get(Transactions).run(async (tx) => {
    await world.app.application.get(HoldOpenSession).execute(tx, { userId, sessionId: rows[0].id });
    expect(await lock('key share')).toMatchObject({ rowCount: 1 });
    await expect(lock('no key update')).rejects.toThrow(/could not obtain lock/);
  });
});

describe('a forgotten password', () => {
  it('is not set anew by the code of a contact that is somebody else’s, or nobody’s, by now', async () => {
    const person = await aPerson();
    await world.call.post('user/sms_mail', { user_string: person.email, type: 'forget' });
    const code = await codeTo(world.app, person.email, 2);
    const transactions = world.app.application.get(Transactions);
    const run = transactions.run.bind(transactions);
    transactions.run = async (work) => {
      transactions.run = run;
      const moved = anEmail();
      await world.database.query('update account_user set email = $2, email_key = $2 where id = $1', [
        person.id,
        moved,
      ]);
      return run(work);
    };
    const form = { account: person.email, code, password: OTHER_PASSWORD, repassword: OTHER_PASSWORD };
    expect(await world.call.post('user/forget', form)).toMatchObject({ code: 'account.code-wrong' });
    transactions.run = run;
    const { rows } = await world.database.query('select email from account_user where id = $1', [person.id]);
    await world.database.query('update account_user set email = $2, email_key = $2 where id = $1', [
      person.id,
      person.email,
    ]);
    expect(rows[0].email).not.toBe(person.email);
    await world.logIn(person.email);
  });
});
