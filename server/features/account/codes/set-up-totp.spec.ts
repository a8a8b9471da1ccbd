import { base32 } from '@scure/base';
import type { DataSource } from 'typeorm';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { NoteIncident, SecurityLog } from '../notices/index.js';
import { ReplacePassword } from '../security/replace-password.js';
import { EndSessions } from '../sessions/index.js';
import { KnownClients, LimitsStore, SecretBox, type UserRow, UsersStore } from '../users/index.js';
import { authenticator, SecondFactor } from './second-factor.js';
import { SetUpTotp } from './set-up-totp.js';
import { TotpStore } from './totp.store.js';

const MINUTE_MS = 60_000;
const caller = { ip: '203.0.113.4', userAgent: '' };

let app: TestApp;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: TotpStore;
const clock = new FakeClock(Date.parse('2026-11-01T00:00:00Z'));

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  serving = app.serving;
  store = new TotpStore(serving, clock);
}, 60_000);
afterAll(() => app?.close());

/** The set-up by this clock. */
function setUp(): SetUpTotp {
  const get = app.application.get.bind(app.application);
  const factor = new SecondFactor(store, get(LimitsStore), get(SecretBox), get(NoteIncident), get(KnownClients), clock);
  return new SetUpTotp(store, get(UsersStore), factor, get(SecretBox), get(SecurityLog), get(Transactions));
}

async function aSession(userId: string): Promise<string> {
  const [row]: { id: string }[] = await source.query(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     values ($1, sha256(uuid_send(gen_random_uuid())), 'password', 'test', '', '', now(), now(), now() + interval '1 day')
     returning id`,
    [userId],
  );
  return row?.id as string;
}

/** A user who was proposed an authenticator, and how its code is tried. */
async function proposed() {
  const userId = await aUserId(source);
  const session = { userId, sessionId: await aSession(userId) };
  const user = (await app.application.get(UsersStore).byId(userId)) as UserRow;
  const propose = async (by = session) => base32.decode((await setUp().propose(user, by.sessionId)).secret);
  const secret = await propose();
  const codeOf = (bytes: Uint8Array) => authenticator(Buffer.from(bytes)).generate({ timestamp: clock.now() });
  const confirm = (by = session, code = codeOf(secret)) =>
    setUp()
      .confirm(by, code, caller)
      .then(
        () => 'on',
        ({ code: refused }: { code: string }) => refused,
      );
  return { userId, session, propose, codeOf, confirm };
}

/** Whether there is a secret that waits for its confirmation. */
async function isWaiting(userId: string): Promise<boolean> {
  const rows: unknown[] = await source.query('select from account_totp where user_id = $1 and confirmed_at is null', [
    userId,
  ]);
  return rows.length > 0;
}

it('is confirmed in the session that it was proposed in', async () => {
  const { confirm, userId, session } = await proposed();
  const other = { userId, sessionId: await aSession(userId) };
  expect(await confirm(other)).toBe('account.totp-not-set-up');
  expect(await confirm(session)).toBe('on');
  expect(await confirm(session)).toBe('account.totp-on');
});

it('is confirmed within ten minutes', async () => {
  const late = await proposed();
  clock.advance(10 * MINUTE_MS);
  expect(await late.confirm()).toBe('account.totp-not-set-up');
  const early = await proposed();
  clock.advance(10 * MINUTE_MS - 1);
  expect(await early.confirm()).toBe('on');
});

it('a code of the secret that came in its place meanwhile turns neither on', async () => {
  const { confirm, propose, codeOf, session, userId } = await proposed();
  const first = await store.proposed(userId, session.sessionId);
  const second = await propose();
  // As if the second had come right after the look at the first.
  const look = jest.spyOn(store, 'proposed').mockResolvedValueOnce(first);
  expect(await confirm(session, codeOf(second))).toBe('account.totp-not-set-up');
  look.mockRestore();
  expect(await isWaiting(userId)).toBe(true);
  clock.advance(MINUTE_MS);
  expect(await confirm(session, codeOf(second))).toBe('on');
});

it('is gone when the password is replaced, however that comes about', async () => {
  for (const kind of ['password-changed', 'password-reset'] as const) {
    const { userId, confirm } = await proposed();
    const alongside = () => Promise.resolve();
    const given = { userId, password: `Tall ${userId} trees stand`, kind, caller, alongside };
    await app.application.get(ReplacePassword).execute(given);
    expect(await isWaiting(userId)).toBe(false);
    expect(await confirm()).toBe('account.totp-not-set-up');
  }
});

it('is gone with its session, and stays when others end', async () => {
  const ends = app.application.get(EndSessions);
  const transactions = app.application.get(Transactions);
  const { userId, session } = await proposed();
  const other = { userId, sessionId: await aSession(userId) };
  await transactions.run((tx) => ends.others(tx, session, { reason: 'revoked', caller }));
  expect(await isWaiting(userId)).toBe(true);
  await transactions.run((tx) => ends.others(tx, other, { reason: 'revoked', caller }));
  expect(await isWaiting(userId)).toBe(false);
  const second = await proposed();
  await ends.revoke(second.userId, await aSession(second.userId), caller);
  expect(await isWaiting(second.userId)).toBe(true);
  await ends.revoke(second.userId, second.session.sessionId, caller);
  expect(await isWaiting(second.userId)).toBe(false);
});

it('an authenticator that is on outlives its session', async () => {
  const { userId, session, confirm } = await proposed();
  expect(await confirm()).toBe('on');
  await app.application.get(EndSessions).revoke(userId, session.sessionId, caller);
  expect(await store.find(userId)).toMatchObject({ confirmedAt: expect.any(Date) as Date });
});
