import { Caller } from '../../../test/calls.js';
import { OtcWorld, PIN } from '../../../test/factories/otc-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import { codeTo, mailbox } from '../../../test/mailbox.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CaseFilter } from '../../operations/review/cases.store.js';
import { VerificationCasesStore } from '../../operations/review/verification-cases.store.js';
import { SecretBox } from '../users/index.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { ApproveVerification, ClaimVerification, RejectVerification } from '../verification/index.js';
import { VerificationStore } from '../verification/verification.store.js';
import { EraseAccounts } from './erase-accounts.js';

jest.setTimeout(180_000);

const PASSWORD = 'correct horse 7';
const DAY_MS = 86_400_000;
const OPERATOR = '7';
const EVERY = {
  status: 'under-review',
  userId: null,
  currencyId: null,
  claim: null,
  operatorId: OPERATOR,
  order: 'oldest',
} as const;

let world: OtcWorld;
let call: Caller;
let passwordHash: string;

beforeAll(async () => {
  world = await OtcWorld.open();
  call = new Caller(world.app);
  passwordHash = await world.get(PasswordHasher).hash(PASSWORD);
});
afterAll(() => world.close());

async function somebody(): Promise<TestUser> {
  const user = await world.aPerson({ verified: false });
  await world.source.query(`update account_user set password_hash = $2, email_bound_at = '2026-01-01' where id = $1`, [
    user.userId,
    passwordHash,
  ]);
  const now = world.clock.now();
  await world.source.query(
    'update account_session set created_at = $2, last_used_at = $2, expires_at = $3 where user_id = $1',
    [user.userId, new Date(now), new Date(now + 300 * DAY_MS)],
  );
  return user;
}

const handIn = ({ token }: TestUser, card_id: string) =>
  call.post('user/real_name', { country: 'Japan', name: 'A Person', card_id, address: '1 Street, Tokyo' }, { token });

async function caseOf({ userId }: TestUser): Promise<string> {
  const [row] = await world.source.query<{ id: string }[]>('select id from verification_case where user_id = $1', [
    userId,
  ]);
  return row?.id ?? '';
}

const inTransaction = (work: (tx: Transaction) => Promise<unknown>) => world.get(Transactions).run(work);
/** No case here is handed in again. */
const review = (caseId: string) => ({ caseId, operatorId: OPERATOR, version: 1 });
const claim = (caseId: string) => inTransaction((tx) => world.get(ClaimVerification).execute(tx, review(caseId)));
const approve = (caseId: string) => inTransaction((tx) => world.get(ApproveVerification).execute(tx, review(caseId)));

async function reject(caseId: string): Promise<void> {
  const rejection = { ...review(caseId), reason: 'Not readable', photoReasons: {} };
  await inTransaction((tx) => world.get(RejectVerification).execute(tx, rejection));
}

/** A mailbox that somebody has is sent no code. */
async function register(email: string, isSomebodys = false) {
  const sent = (await mailbox(world.app)).filter(({ to }) => to === email).length;
  await call.post('sms_mail', { user_string: email, type: 'register' });
  const code = isSomebodys ? '000000' : await codeTo(world.app, email, sent + 1);
  const form = { type: 'email', user_string: email, password: PASSWORD, re_password: PASSWORD, code };
  return call.post('user/register', form);
}

async function exclude({ token }: TestUser): Promise<void> {
  const exclusion = { span: '6-months', pay_password: PIN };
  expect(await call.post('own_limits/break', exclusion, { token })).toMatchObject({ type: 'ok' });
}

async function asked({ token, email }: TestUser): Promise<void> {
  const sent = (await mailbox(world.app)).filter(({ to }) => to === email).length;
  expect(await call.post('set/sms_other_mail', { act: 'close-account' }, { token })).toMatchObject({ type: 'ok' });
  const code = await codeTo(world.app, email, sent + 1);
  const proofs = { pay_password: PIN, login_password: PASSWORD, code };
  expect(await call.post('user/erasure/ask', proofs, { token })).toMatchObject({ type: 'ok' });
}

function aGate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((opens) => (open = opens));
  return { passed, open: () => open() };
}

/** Until somebody waits for a lock in the function. */
async function waits(name: string): Promise<void> {
  for (;;) {
    const [row] = await world.app.owner.query<{ waits: boolean }[]>(
      `select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
         and query like '%' || $1 || '%' and pid <> pg_backend_pid()) as waits`,
      [name],
    );
    if (row?.waits) return;
  }
}

async function erased(user: TestUser): Promise<void> {
  const { token } = user;
  await asked(user);
  world.clock.advance(14 * DAY_MS);
  await world.get(EraseAccounts).execute();
  expect(await call.post('user/erasure', {}, { token })).toMatchObject({ type: '999' });
}

describe('the exclusion of an erased account', () => {
  it.each(['under-review', 'rejected'] as const)(
    'does not name a document that was %s: it may be a stranger’s',
    async (status) => {
      const number = `TK 71000${status.length}1`;
      const thief = await somebody();
      expect(await handIn(thief, number)).toMatchObject({ type: 'ok' });
      if (status === 'rejected') {
        await claim(await caseOf(thief));
        await reject(await caseOf(thief));
      }
      await exclude(thief);
      await erased(thief);

      const owner = await somebody();
      expect(await handIn(owner, number)).toMatchObject({ type: 'ok' });
      await claim(await caseOf(owner));
      await approve(await caseOf(owner));
    },
  );

  it('names one that was verified, also where it was handed in under a second account before', async () => {
    const number = 'TK 7200001';
    const first = await somebody();
    expect(await handIn(first, number)).toMatchObject({ type: 'ok' });
    await claim(await caseOf(first));
    await approve(await caseOf(first));
    await exclude(first);
    const second = await somebody();
    expect(await handIn(second, number)).toMatchObject({ type: 'ok' });
    await erased(first);

    const third = await somebody();
    expect(await handIn(third, number)).toMatchObject({ type: 'error', code: 'account.exclusion-lasts' });
    const caseId = await caseOf(second);
    await claim(caseId);
    await expect(approve(caseId)).rejects.toMatchObject({ code: 'account.exclusion-lasts' });
    expect(await world.get(VerificationStore).byId(caseId)).toMatchObject({ status: 'under-review' });

    world.clock.advance(200 * DAY_MS);
    await claim(caseId);
    await approve(caseId);
    expect(await world.get(VerificationStore).byId(caseId)).toMatchObject({ status: 'verified' });
  });

  it('names one that is approved while the account is erased', async () => {
    const number = 'TK 7400001';
    const first = await somebody();
    expect(await handIn(first, number)).toMatchObject({ type: 'ok' });
    const caseId = await caseOf(first);
    await exclude(first);
    await asked(first);
    world.clock.advance(14 * DAY_MS);
    await claim(caseId);
    const [approved, mayEnd] = [aGate(), aGate()];
    const approving = inTransaction(async (tx) => {
      await world.get(ApproveVerification).execute(tx, review(caseId));
      approved.open();
      await mayEnd.passed;
    });
    await approved.passed;
    const erasing = world.get(EraseAccounts).execute();
    await waits('account_erase');
    mayEnd.open();
    await Promise.all([approving, erasing]);
    const second = await somebody();
    expect(await handIn(second, number)).toMatchObject({ type: 'error', code: 'account.exclusion-lasts' });
  });

  it('is known by every spelling of one mailbox', async () => {
    const user = await somebody();
    const [mailboxName] = user.email.split('@');
    const spelled = (domain: string) => `${mailboxName}@${domain}`;
    await world.source.query('update account_user set email = $2, email_key = $2 where id = $1', [
      user.userId,
      spelled('gmail.com'),
    ]);
    await exclude(user);
    await erased({ ...user, email: spelled('gmail.com') });
    expect(await register(spelled('googlemail.com'))).toMatchObject({ code: 'account.exclusion-lasts' });
  });

  it('holds for a digest of before both domains of a mailbox had one key', async () => {
    const digest = world.get(SecretBox).digest('excluded-person', 'email', 'former@googlemail.com');
    await world.source.query(`insert into excluded_person (digest, until) values ($1, $2)`, [
      digest,
      new Date(world.clock.now() + DAY_MS),
    ]);
    for (const email of ['former@googlemail.com', 'for.mer@gmail.com']) {
      expect(await register(email)).toMatchObject({ code: 'account.exclusion-lasts' });
      // A mailbox is sent a code once a minute.
      world.clock.advance(120_000);
    }
  });
});

describe('an account that kept its key under the former domain', () => {
  it('is the one of its own address, and takes the mailbox from whoever registers', async () => {
    const [retained, other] = [await somebody(), await somebody()];
    const name = `twice${retained.userId}`;
    const write = (user: TestUser, address: string) =>
      world.source.query('update account_user set email = $2, email_key = $2 where id = $1', [user.userId, address]);
    await write(retained, `${name}@googlemail.com`);
    const logIn = async (address: string) => {
      const reply = await call.post('user/login', { user_type: 'email', user_string: address, password: PASSWORD });
      const [row] = await world.source.query<{ userId: string }[]>(
        'select user_id as "userId" from account_session order by id desc limit 1',
      );
      return reply.type === 'ok' ? row?.userId : reply.code;
    };
    expect(await logIn(`${name}@googlemail.com`)).toBe(retained.userId);
    expect(await logIn(`${name}@gmail.com`)).toBe(retained.userId);
    expect(await register(`${name}@gmail.com`, true)).not.toMatchObject({ type: 'ok' });
    await write(other, `${name}@gmail.com`);
    expect(await logIn(`${name}@googlemail.com`)).toBe(retained.userId);
    expect(await logIn(`${name}@gmail.com`)).toBe(other.userId);
  });
});

describe('the commands of an account that is erased', () => {
  it('go, and those of the operator who has the same number stay', async () => {
    const user = await somebody();
    for (const route of ['wallet/change', 'ops/networks/limit', 'ops/operators']) {
      await world.source.query(
        `insert into idempotent_command (user_id, route, key, fingerprint, reply, created_at)
         values ($1, $2, 'key', sha256('a'), '{}', $3)`,
        [user.userId, route, new Date(world.clock.now() + 14 * DAY_MS)],
      );
    }
    await erased(user);
    const rows = await world.source.query<{ route: string }[]>(
      'select route from idempotent_command where user_id = $1 order by route',
      [user.userId],
    );
    expect(rows.map(({ route }) => route)).toEqual(['ops/networks/limit', 'ops/operators']);
  });
});

describe('the case of an account that is erased', () => {
  it('waits for nobody any more: it is in no queue, and can be neither taken nor approved', async () => {
    const user = await somebody();
    expect(await handIn(user, 'TK 7300001')).toMatchObject({ type: 'ok' });
    const caseId = await caseOf(user);
    await claim(caseId);
    const store = world.get(VerificationStore);
    const waiting = async () => (await store.underReview(0, 100)).rows.map(({ id }) => id);
    const listed = async () => {
      const now = new Date(world.clock.now());
      const filter: CaseFilter = { ...EVERY, now };
      const rows = await world.get(VerificationCasesStore).list(filter, 100, 0);
      return rows.map(({ id }) => id);
    };
    expect(await waiting()).toContain(caseId);
    expect(await listed()).toContain(caseId);
    await erased(user);
    expect(await waiting()).not.toContain(caseId);
    expect(await listed()).not.toContain(caseId);
    await expect(claim(caseId)).rejects.toMatchObject({ code: 'verification.case-unknown' });
    await expect(approve(caseId)).rejects.toMatchObject({ code: 'verification.case-unknown' });
  });
});
