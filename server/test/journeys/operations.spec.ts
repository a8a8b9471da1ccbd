import { HDKey } from '@scure/bip32';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { DepositDetailView, VerificationDetailView } from '../../contract/operations-cases.dto.js';
import type { VerificationView } from '../../contract/verification.dto.js';
import { PasswordHasher } from '../../features/security/index.js';
import { SealAudit } from '../../features/audit/index.js';
import { CheckBooks, TradingMode } from '../../features/ledger/index.js';
import { DeliverNotices } from '../../features/operations/deliver-notices.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../factories/operators.js';
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { aUser, type TestUser } from '../factories/users.js';
import { DESK_ROUTES } from '../desk-routes.js';
import { codeTo } from '../mailbox.js';
import { effectsOfActs, watchTables } from '../touched-tables.js';

const PIN = '582913';
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const USDT = '3';

let database: TestDatabase;
let app: TestApp;
let call: Caller;
let source: DataSource;
let jpeg: Buffer;
let ann: TestOperator;
let bob: TestOperator;
let reviewer: TestOperator;
let settings: TestOperator;
let auditor: TestOperator;
let user: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  await watchTables(database.url);
  app = await bootApp({ LOG_LEVEL: 'silent' }, database);
  call = new Caller(app);
  source = app.application.get(DataSource);
  jpeg = await aPhoto({ width: 64, height: 48 });
  ann = await anOperator(source, 'treasurer');
  bob = await anOperator(source, 'treasurer', 'settings');
  reviewer = await anOperator(source, 'reviewer');
  settings = await anOperator(source, 'settings');
  auditor = await anOperator(source, 'auditor', 'administrator');
  user = await aUser(app.database.url);
}, 60_000);

afterAll(async () => {
  try {
    await app.application.get(SealAudit).execute();
    const checked = await app.application.get(CheckBooks).execute();
    expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
    expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining(['L15', 'M02', 'M09', 'X02']));
  } finally {
    await app.close();
    await database.drop();
  }
});

const desk = (by: TestOperator, path: string, body?: object): Promise<DeskReply> =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const post = (path: string, fields: Record<string, string> = {}, by = user) =>
  call.post(path, fields, { token: by.token });

async function upload(by: TestUser): Promise<string> {
  const reply = await fetch(`${app.url}/api/upload`, {
    method: 'POST',
    body: new Uint8Array(formBytes([{ name: 'file', body: jpeg }])),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: by.token },
  });
  return ((await reply.json()) as { message: string }).message;
}

async function balance(by = user): Promise<unknown> {
  const { message } = await post('wallet/detail', { currency: USDT, type: 'change' }, by);
  return (message as Record<string, string>).change_balance;
}

const eventsOf = async (by: TestUser, kind: string): Promise<Record<string, unknown>[]> => {
  const rows: { payload: Record<string, unknown> }[] = await source.query(
    'select payload from outbox where user_id = $1 and kind = $2 order by sequence',
    [by.userId, kind],
  );
  return rows.map(({ payload }) => payload);
};

const lines = async (subject: string, subjectId: string): Promise<string[]> => {
  const rows: { line: string }[] = await source.query(
    `select operator || ' ' || action as line from audit_entry where subject = $1 and subject_id = $2 order by id`,
    [subject, subjectId],
  );
  return rows.map(({ line }) => line);
};

async function aDeposit(amount: string, fields: Record<string, string> = {}): Promise<string> {
  const hash = randomBytes(32).toString('hex');
  const form = { currency: USDT, amount, account: '', imgs: '', type: '0', sub_type: 'TRC20', hash, ...fields };
  expect(await post('wallet/charge_req', form)).toMatchObject({ type: 'ok' });
  const { message } = await call.get('charge_mention/log2?page=1&limit=1', { token: user.token });
  return (message as { data: { id: string }[] }).data[0]?.id ?? '';
}

it('an extended key is proposed by one operator and used when another one agrees', async () => {
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`);
  const body = { chain: 'tron', form: 'tron', reason: 'the house key' };
  const isPrivate = await desk(settings, 'deposit-keys', { ...body, extendedKey: key.privateExtendedKey });
  expect(isPrivate).toMatchObject({ code: 'request.invalid' });
  const proposed = await desk(settings, 'deposit-keys', { ...body, extendedKey: key.publicExtendedKey });
  const { id } = proposed.message as { id: string };
  expect(await desk(settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await call.post('wallet/get_in_address', { currency: USDT }, { token: user.token })).toMatchObject({
    code: 'deposits.address-not-configured',
  });
  expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ code: 'operations.proposal-decided' });
  expect(await post('wallet/get_in_address', { currency: USDT })).toMatchObject({
    message: { TRC20: expect.stringMatching(/^T/) },
  });
  expect((await desk(settings, 'coins')).message).toMatchObject({
    keys: [{ chain: 'tron', active: true, used: 1, extendedKey: key.publicExtendedKey }],
  });
});

it('the bank account for transfers is proposed by one operator and shown to users when another one agrees', async () => {
  const bankDeposit = () => post('wallet/deposit_address', { currency: '9999' });
  expect(await bankDeposit()).toMatchObject({ code: 'deposits.address-not-configured' });
  const first = { bankName: 'First Bank', cardNumber: 'DE89 3704 0044 0532 0130 00', cardHolder: 'The House Ltd' };
  expect(await desk(settings, 'deposit-banks', { ...first, cardHolder: ' ', reason: 'x' })).toMatchObject({
    code: 'request.invalid',
  });
  expect(await desk(ann, 'deposit-banks', { ...first, reason: 'x' })).toMatchObject({ code: 'access.forbidden' });
  const agreeOn = async (bank: object) => {
    const proposed = await desk(settings, 'deposit-banks', { ...bank, reason: 'opened this week' });
    const { id } = proposed.message as { id: string };
    expect(await desk(settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
    expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  };
  await agreeOn(first);
  expect(await bankDeposit()).toMatchObject({ type: 'ok', message: { bkcardnumer: first.cardNumber } });
  await agreeOn({ ...first, bankName: 'Second Bank' });
  expect(await bankDeposit()).toMatchObject({ message: { bkname: 'Second Bank' } });
  expect((await desk(settings, 'coins')).message).toMatchObject({
    banks: [
      { bankName: 'Second Bank', active: true, addedAt: expect.any(Number) },
      { ...first, active: false },
    ],
  });
  await expect(source.query(`update deposit_bank set card_number = '1'`)).rejects.toThrow('stays known');
});

it('a deposit with a proof: claimed by one, approved, and on the balance with its event', async () => {
  const id = await aDeposit('120.5', { imgs: await upload(user) });
  expect((await desk(ann, 'deposits')).message).toMatchObject({
    total: 1,
    list: [
      { id, coin: 'USDT', network: 'TRC20', claimedAmount: '120.5', status: 'review', hasProof: true, claim: null },
    ],
  });
  expect(await desk(ann, `deposits/${id}/approve`, {})).toMatchObject({ code: 'operations.claim-needed' });

  const claims = await Promise.all([desk(ann, `deposits/${id}/claim`, {}), desk(bob, `deposits/${id}/claim`, {})]);
  expect(claims.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(claims.filter(({ code }) => code === 'operations.case-claimed')).toHaveLength(1);
  const [holder, other] = claims[0]?.type === 'ok' ? [ann, bob] : [bob, ann];
  expect(await desk(other, `deposits/${id}/approve`, {})).toMatchObject({ code: 'operations.claim-needed' });
  expect(await desk(other, `deposits/${id}/release`, {})).toMatchObject({ code: 'operations.claim-needed' });

  const opened = (await desk(holder, `deposits/${id}`)).message as DepositDetailView;
  expect(opened).toMatchObject({
    deposit: { claim: { login: holder.login, mine: true } },
    user: { id: user.userId, account: user.email },
    steps: [{ from: null, to: 'review', operator: null }],
    others: [],
  });
  const proof = await fetch(`${app.url}/ops/api/deposits/${id}/proof`, { headers: { authorization: holder.token } });
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await call.get('upload/views', { token: user.token })).toMatchObject({
    message: { count: 1, list: [{ viewer: 'reviewer' }] },
  });

  expect(await balance()).toBe('0.00000000');
  expect(await desk(holder, `deposits/${id}/approve`, { amount: '120' })).toMatchObject({
    message: { outcome: 'done' },
  });
  expect(await balance()).toBe('120.00000000');
  expect(await desk(holder, `deposits/${id}/approve`, {})).toMatchObject({ code: 'operations.claim-needed' });
  expect(await desk(other, `deposits/${id}/claim`, {})).toMatchObject({ code: 'wallet.decided' });
  expect(await eventsOf(user, 'deposit')).toMatchObject([{ state: 'submitted' }, { state: 'credited', amount: '120' }]);
  expect(await eventsOf(user, 'balance')).toMatchObject([{ delta: '120', reason: 'deposits.credit' }]);
  expect(await lines('deposit', id)).toEqual(
    ['deposit.claim', 'deposit.view', 'deposit.proof', 'deposit.approve'].map((action) => `${holder.login} ${action}`),
  );
});

it('a deposit is rejected with words that the user reads', async () => {
  const id = await aDeposit('70');
  await desk(ann, `deposits/${id}/claim`, {});
  expect(await desk(ann, `deposits/${id}/reject`, { reason: ' ' })).toMatchObject({ code: 'request.invalid' });
  expect(await desk(ann, `deposits/${id}/reject`, { reason: 'It never came' })).toMatchObject({ type: 'ok' });
  expect((await eventsOf(user, 'deposit')).at(-1)).toMatchObject({ state: 'rejected', reason: 'It never came' });
  const rejected = (await desk(ann, 'deposits?status=rejected')).message;
  expect(rejected).toMatchObject({ total: 1, list: [{ id, remark: 'It never came', claim: null }] });
});

describe('above the limit', () => {
  let networkId: number;

  beforeAll(async () => {
    const { coins } = (await desk(settings, 'coins')).message as { coins: { id: number; networks: never[] }[] };
    const networks = coins.find(({ id }) => id === 3)?.networks as unknown as { id: number; network: string }[];
    networkId = networks.find(({ network }) => network === 'TRC20')?.id ?? 0;
    const limit = await desk(settings, `networks/${networkId}/limit`, { secondPersonAbove: '500', reason: 'policy' });
    const { id } = limit.message as { id: string };
    const again = await desk(bob, `networks/${networkId}/limit`, { reason: 'none at all' });
    expect(again).toMatchObject({ code: 'operations.proposal-open' });
    expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  });

  it('a deposit takes two people who name the same amount', async () => {
    const before = await balance();
    const id = await aDeposit('1000');
    const approve = async (by: TestOperator, body: object = {}) => {
      await desk(by, `deposits/${id}/claim`, {});
      return desk(by, `deposits/${id}/approve`, body);
    };
    expect(await approve(ann)).toMatchObject({ message: { outcome: 'second-person' } });
    expect(await approve(ann)).toMatchObject({ code: 'wallet.second-person' });
    await desk(ann, `deposits/${id}/release`, {});
    expect((await desk(bob, `deposits/${id}`)).message).toMatchObject({
      deposit: { needsSecondPerson: true, firstApprovedBy: ann.login },
    });
    expect(await approve(bob, { amount: '900' })).toMatchObject({ message: { outcome: 'second-person' } });
    expect(await balance()).toBe(before);
    expect(await approve(ann, { amount: '900' })).toMatchObject({ message: { outcome: 'done' } });
    expect(await balance()).toBe('1020.00000000');
    const kept = await source.query(
      `select status, proposed_by, decided_by from operator_proposal where kind = 'deposit' and subject_id = $1 order by id`,
      [id],
    );
    expect(kept).toEqual([
      { status: 'rejected', proposed_by: ann.operatorId, decided_by: bob.operatorId },
      { status: 'approved', proposed_by: bob.operatorId, decided_by: ann.operatorId },
    ]);
  });

  it('a withdrawal goes out: two release it, one pays it, and the record shows it', async () => {
    const hash = await app.application.get(PasswordHasher).hash(PIN);
    await source.query('insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())', [
      user.userId,
      hash,
    ]);
    await verifyBasic(user);
    const code = async (count: number) => {
      await post('sms_other_mail');
      return codeTo(app, user.email, count);
    };
    const added = { currency_id: USDT, address: ADDRESS, notes: 'own', netType: 'TRC20', code: await code(1) };
    expect(await post('wallet/addaddress', added)).toMatchObject({ type: 'ok' });
    await source.query('delete from account_limit');
    const wanted = { currency: USDT, number: '600', address: ADDRESS, pay_password: PIN, code: await code(2) };
    expect(await post('wallet/out', wanted)).toMatchObject({ type: 'ok' });
    const { list } = (await desk(ann, 'withdrawals')).message as { list: { id: string }[] };
    const id = list[0]?.id ?? '';
    expect(list).toMatchObject([{ address: ADDRESS, amount: '600', needsSecondPerson: true }]);

    const path = `withdrawals/${id}`;
    await desk(ann, `${path}/claim`, {});
    expect(await desk(ann, `${path}/approve`, {})).toMatchObject({ message: { outcome: 'second-person' } });
    await desk(ann, `${path}/claim`, {});
    expect(await desk(ann, `${path}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
    await desk(ann, `${path}/release`, {});
    await desk(bob, `${path}/claim`, {});
    expect((await desk(bob, path)).message).toMatchObject({
      withdrawal: { firstApprovedBy: ann.login },
      addressAddedAt: expect.any(Number),
      steps: [
        { to: 'review', operator: null },
        { to: 'review', operator: ann.login },
      ],
    });
    expect(await desk(bob, `${path}/approve`, {})).toMatchObject({ message: { outcome: 'done' } });
    const transaction = randomBytes(32).toString('hex');
    expect(await desk(bob, `${path}/paid`, { transaction })).toMatchObject({ code: 'operations.claim-needed' });
    await desk(bob, `${path}/claim`, {});
    expect(await desk(bob, `${path}/paid`, { transaction: 'no hash' })).toMatchObject({
      code: 'deposits.hash-invalid',
    });
    expect(await desk(bob, `${path}/paid`, { transaction })).toMatchObject({ message: { outcome: 'done' } });
    expect((await eventsOf(user, 'withdrawal')).map(({ state }) => state)).toEqual(['pending', 'approved', 'paid']);
    expect(await call.get('charge_mention/log3?page=1&limit=1', { token: user.token })).toMatchObject({
      message: { data: [{ id, state: 'paid', hash: transaction }] },
    });
    expect((await lines('withdrawal', id)).filter((line) => line.endsWith('pay'))).toEqual([
      `${bob.login} withdrawal.pay`,
    ]);
  });

  it('a withdrawal is rejected, and the money comes back whole', async () => {
    const before = await balance();
    await source.query('delete from account_limit');
    await post('sms_other_mail');
    const code = await codeTo(app, user.email, 3);
    const wanted = { currency: USDT, number: '100', address: ADDRESS, pay_password: PIN, code };
    expect(await post('wallet/out', wanted)).toMatchObject({ type: 'ok' });
    expect(await balance()).not.toBe(before);
    const { list } = (await desk(ann, 'withdrawals')).message as { list: { id: string }[] };
    const id = list[0]?.id ?? '';
    expect(await desk(ann, `withdrawals/${id}/reject`, { reason: 'Not so' })).toMatchObject({
      code: 'operations.claim-needed',
    });
    await desk(ann, `withdrawals/${id}/claim`, {});
    expect(await desk(ann, `withdrawals/${id}/reject`, { reason: 'The address is a contract' })).toMatchObject({
      type: 'ok',
    });
    expect(await balance()).toBe(before);
    expect((await eventsOf(user, 'withdrawal')).at(-1)).toMatchObject({
      state: 'rejected',
      reason: 'The address is a contract',
    });
  });

  it('nothing lets one person alone decide, not even the database', async () => {
    const insert = `insert into operator_proposal (kind, detail, reason, proposed_by, proposed_at, status, decided_by, decided_at)
      values ('deposit-key', '{}', '', $1, now(), 'approved', $2, now())`;
    await expect(source.query(insert, [ann.operatorId, ann.operatorId])).rejects.toThrow('second_person');
    await expect(
      source.query(`update operator_proposal set proposed_by = $1 where status = 'approved'`, [ann.operatorId]),
    ).rejects.toThrow('final');
  });
});

async function verifyBasic(by: TestUser): Promise<void> {
  const form = { country: 'Japan', name: 'Ann Example', card_id: `TK${by.userId}`, address: 'Street 1' };
  expect(await post('user/real_name', form, by)).toMatchObject({ type: 'ok' });
  const id = await caseOf(by, 'basic');
  await desk(reviewer, `verification/${id}/claim`, {});
  expect(await desk(reviewer, `verification/${id}/approve`, {})).toMatchObject({ message: { outcome: 'done' } });
}

async function caseOf(by: TestUser, level: string): Promise<string> {
  const { list } = (await desk(reviewer, `verification?user=${by.userId}&status=all`)).message as {
    list: { id: string; level: string }[];
  };
  return list.find((found) => found.level === level)?.id ?? '';
}

it('a verification: rejected per photo, handed in again, approved', async () => {
  const person = await aUser(app.database.url);
  await verifyBasic(person);
  const photos = async (...names: string[]) => {
    const given = await Promise.all(names.map(async (name) => [name, await upload(person)]));
    return post('user/real_name2', Object.fromEntries(given), person);
  };
  expect(await photos('front_pic', 'reverse_pic', 'hand_pic')).toMatchObject({ type: 'ok' });
  const id = await caseOf(person, 'advanced');
  const second = await anOperator(source, 'reviewer');
  expect(await desk(reviewer, `verification/${id}/claim`, {})).toMatchObject({ message: { mine: true } });
  expect(await desk(second, `verification/${id}/claim`, {})).toMatchObject({ code: 'verification.case-claimed' });
  expect((await desk(second, 'verification?claim=free')).message).toMatchObject({ total: 0 });
  expect((await desk(second, 'verification')).message).toMatchObject({
    list: [{ id, claim: { login: reviewer.login, mine: false } }],
  });

  const photo = await fetch(`${app.url}/ops/api/verification/${id}/photos/front`, {
    headers: { authorization: reviewer.token },
  });
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await desk(reviewer, `verification/${id}/photos/selfie`)).toMatchObject({ status: 404 });
  expect(await desk(reviewer, `verification/${id}/reject`, { reason: 'Blurred' })).toMatchObject({
    code: 'verification.reasons-needed',
  });
  const rejection = { reason: 'Please take one again', photoReasons: { hand: 'The face is not seen' } };
  expect(await desk(second, `verification/${id}/reject`, rejection)).toMatchObject({
    code: 'verification.case-claimed',
  });
  expect(await desk(reviewer, `verification/${id}/reject`, rejection)).toMatchObject({ type: 'ok' });
  const own = (await call.get('user/verification', { token: person.token })).message as VerificationView;
  expect(own.advanced).toMatchObject({ status: 'rejected', reason: 'Please take one again' });
  expect(own.advanced.photos).toMatchObject([
    { kind: 'back', status: 'accepted' },
    { kind: 'front', status: 'accepted' },
    { kind: 'hand', status: 'rejected', reason: 'The face is not seen' },
  ]);

  expect(await photos('hand_pic')).toMatchObject({ type: 'ok' });
  await desk(second, `verification/${id}/claim`, {});
  await desk(second, `verification/${id}/release`, {});
  expect(await desk(reviewer, `verification/${id}/claim`, {})).toMatchObject({ message: { mine: true } });
  const opened = (await desk(reviewer, `verification/${id}`)).message as VerificationDetailView;
  expect(opened.steps.map(({ to, operator }) => [to, operator])).toEqual([
    ['under-review', null],
    ['rejected', reviewer.login],
    ['under-review', null],
  ]);
  expect(opened.photos.map(({ removedAt }) => removedAt)).toEqual([null, null, null]);
  expect(opened.otherLevel).toMatchObject({ level: 'basic', status: 'verified' });
  expect(await desk(reviewer, `verification/${id}/approve`, {})).toMatchObject({ message: { outcome: 'done' } });
  expect((await eventsOf(person, 'kyc')).map(({ level, status }) => [level, status].join(' ')).slice(-3)).toEqual([
    'advanced rejected',
    'advanced under-review',
    'advanced verified',
  ]);
  expect(await lines('verification', id)).toEqual(
    expect.arrayContaining([`${reviewer.login} verification.photo`, `${reviewer.login} verification.reject`]),
  );
  const looks = (await desk(auditor, `audit/uploads?user=${person.userId}`)).message;
  expect(looks).toMatchObject({ total: 1, list: [{ operator: reviewer.login, purpose: 'verification' }] });
});

it('money is changed by hand by two people, and the user sees it', async () => {
  const body = { userId: user.userId, account: 'spot', currencyId: 3, amount: '-20', reason: 'credited twice' };
  expect(await desk(settings, 'adjustments', body)).toMatchObject({ code: 'access.forbidden' });
  const { id } = (await desk(ann, 'adjustments', body)).message as { id: string };
  const before = await balance();
  expect(await desk(ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await desk(settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
  expect((await desk(bob, 'proposals?kind=adjustment')).message).toMatchObject({
    list: [{ id, kind: 'adjustment', detail: { amount: '-20' }, reason: 'credited twice', proposedBy: ann.login }],
  });
  expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(Number(before) - Number(await balance())).toBe(20);
  expect((await desk(ann, `users/${user.userId}/statement?limit=1`)).message).toMatchObject({
    total: 10,
    list: [{ reason: 'wallet.adjustment', amount: '-20', coin: 'USDT' }],
  });
  const { id: other } = (await desk(ann, 'adjustments', body)).message as { id: string };
  expect(await desk(ann, `proposals/${other}/reject`, { reason: 'a mistake' })).toMatchObject({ type: 'ok' });
  expect(await desk(bob, `proposals/${other}/approve`, {})).toMatchObject({ code: 'operations.proposal-decided' });
  expect(await desk(ann, 'adjustments', { ...body, userId: '1' })).toMatchObject({ code: 'operations.not-found' });
  expect(await desk(ann, 'adjustments', { ...body, amount: '0' })).toMatchObject({ code: 'request.invalid' });
});

it('the insurance fund is topped up by two people, from the house, and everybody sees it', async () => {
  const fund = async () => ((await (await fetch(`${app.url}/api/futures/insurance`)).json()) as DeskReply).message;
  const body = { currencyId: 3, amount: '250.5', reason: 'after the night of the crash' };
  expect(await desk(settings, 'insurance', body)).toMatchObject({ code: 'access.forbidden' });
  for (const amount of ['-1', '0', '1.123456789', 'all']) {
    expect(await desk(ann, 'insurance', { ...body, amount })).toMatchObject({ type: 'error' });
  }
  const { id } = (await desk(ann, 'insurance', body)).message as { id: string };
  expect(await fund()).toEqual([]);
  expect(await desk(ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await desk(settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
  expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ code: 'operations.proposal-decided' });
  for (let look = 0; look < 100 && JSON.stringify(await fund()) === '[]'; look += 1) {
    await new Promise((done) => setTimeout(done, 100));
  }
  expect(await fund()).toMatchObject([
    { currency: 'USDT', balance: '250.5', days: [{ into: '250.5', outOf: '0', balance: '250.5' }] },
  ]);
  expect(await lines('proposal', id)).toEqual([`${ann.login} insurance.propose`, `${bob.login} proposal.approve`]);
  const { id: other } = (await desk(bob, 'insurance', body)).message as { id: string };
  expect(await desk(ann, `proposals/${other}/reject`, { reason: 'enough' })).toMatchObject({ type: 'ok' });
  const [{ count }] = await source.query(
    `select count(*)::integer as count from ledger_journal where reason = 'insurance.top-up'`,
  );
  expect(count).toBe(1);
});

it('settings are for everybody alike and on the record', async () => {
  const { coins } = (await desk(settings, 'coins')).message as { coins: { id: number; networks: { id: number }[] }[] };
  const id = coins.find((coin) => coin.id === 1)?.networks[0]?.id ?? 0;
  const change = (body: object) => desk(settings, `networks/${id}`, { reason: 'congestion', ...body });
  expect(await change({ depositsOn: true })).toMatchObject({ code: 'operations.nothing-changed' });
  expect(await change({ withdrawalFee: '99999' })).toMatchObject({ code: 'request.invalid' });
  expect(await change({ withdrawalFeePercent: '100' })).toMatchObject({ code: 'request.invalid' });
  expect(await change({ withdrawalMinimum: '0' })).toMatchObject({ code: 'request.invalid' });
  expect(await change({ depositsOn: false, confirmations: 6 })).toMatchObject({ type: 'ok' });
  expect(await desk(ann, `networks/${id}`, { depositsOn: true, reason: 'x' })).toMatchObject({
    code: 'access.forbidden',
  });
  const [entry] = await source.query(`select detail from audit_entry where action = 'network.change'`);
  expect(entry.detail).toMatchObject({
    coin: 'BTC',
    reason: 'congestion',
    changes: { depositsOn: { before: true, after: false }, confirmations: { after: 6 } },
  });
  expect(await desk(settings, `networks/${id}/pool`, { addresses: ['nonsense'], reason: 'x' })).toMatchObject({
    code: 'withdrawals.address-invalid',
  });
  const address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const pool = await desk(settings, `networks/${id}/pool`, { addresses: [address], reason: 'no key yet' });
  const { id: poolProposal } = pool.message as { id: string };
  expect(await desk(bob, `proposals/${poolProposal}/approve`, {})).toMatchObject({ type: 'ok' });
  const { coins: after } = (await desk(settings, 'coins')).message as { coins: { id: number; networks: object[] }[] };
  expect(after.find((coin) => coin.id === 1)?.networks[0]).toMatchObject({ poolFree: 1, poolTotal: 1 });
  expect(await desk(settings, `networks/${id}/limit`, { secondPersonAbove: '1', reason: 'x' })).toMatchObject({
    type: 'ok',
  });
  const { list: waiting } = (await desk(settings, 'proposals')).message as { list: { id: string; kind: string }[] };
  expect(waiting).toMatchObject([{ kind: 'network-limit', mine: true, subjectId: String(id) }]);
  const own = await desk(settings, `proposals/${waiting[0]?.id}/reject`, { reason: 'taken back' });
  expect(own).toMatchObject({ type: 'ok' });

  const markets = (await desk(settings, 'markets')).message as { id: number; symbol: string }[];
  const market = markets[0]?.id ?? 0;
  expect(await desk(settings, `markets/${market}/halt`, { reason: 'The venue is down' })).toMatchObject({ type: 'ok' });
  expect(await desk(settings, `markets/${market}/halt`, { reason: 'The venue is down' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  expect((await desk(settings, 'markets')).message).toMatchObject(
    [{ haltedReason: 'The venue is down' }, {}].concat(markets.slice(2).map(() => ({}))).slice(0, markets.length),
  );
  expect(await desk(settings, `markets/${market}/resume`, { reason: 'It is back' })).toMatchObject({ type: 'ok' });
});

it('a notice reaches everybody once, each in the own language', async () => {
  await source.query(`update account_user set language = 'zh' where id = $1`, [user.userId]);
  const reader = await aUser(app.database.url);
  const texts = [
    { language: 'en', title: 'Maintenance', text: 'On Sunday.\nFor an hour.' },
    { language: 'zh', title: '维护', text: '周日' },
  ];
  expect(await desk(settings, 'notices', { texts: [] })).toMatchObject({ code: 'request.invalid' });
  expect(await desk(settings, 'notices', { texts: [texts[0], texts[0]] })).toMatchObject({ code: 'request.invalid' });
  expect(await desk(settings, 'notices', { texts })).toMatchObject({ type: 'ok' });
  const late = await aUser(app.database.url);
  const deliver = app.application.get(DeliverNotices);
  await Promise.all([deliver.execute(), deliver.execute()]);
  await deliver.execute();
  expect(await eventsOf(reader, 'notice')).toMatchObject([
    { notice: 'announcement', parameters: { title: 'Maintenance' } },
  ]);
  expect(await eventsOf(user, 'notice')).toMatchObject([{ parameters: { title: '维护' } }]);
  expect(await eventsOf(late, 'notice')).toEqual([]);
  expect((await desk(settings, 'notices')).message).toMatchObject({
    list: [{ finished: true, publishedBy: settings.login, delivered: expect.any(Number) }],
  });
  const log = await call.get('user/userLog', { token: reader.token });
  expect(JSON.stringify(log.message ?? log)).toContain('For an hour.');
});

it('users are found, looked at and logged out, each look on the record', async () => {
  const support = await anOperator(source, 'support');
  const found = (await desk(support, `users?search=${user.email.slice(0, 12)}`)).message;
  expect(found).toMatchObject({ list: [{ id: user.userId, email: user.email, verifiedLevel: 1 }] });
  expect((await desk(support, 'users?search=%25')).message).toMatchObject({ total: 0 });
  expect((await desk(support, `users/${user.userId}`)).message).toMatchObject({
    user: { id: user.userId },
    sessions: [{ id: user.sessionId }],
    verification: [{ level: 'basic', status: 'verified' }],
    balances: [{ account: 'spot', coin: 'USDT', frozen: '0' }],
  });
  expect(await desk(support, `users/${user.userId}/revoke-sessions`, { reason: 'asked for it' })).toMatchObject({
    type: 'ok',
  });
  expect(await post('wallet/list')).toMatchObject({ type: '999' });
  expect(await desk(support, 'users/1')).toMatchObject({ code: 'operations.not-found' });
  expect(await desk(support, 'users/x')).toMatchObject({ code: 'operations.not-found' });
  expect(await lines('user', user.userId)).toEqual(
    expect.arrayContaining([`${support.login} user.view`, `${support.login} user.revoke-sessions`]),
  );
});

it('the books and the audit log can be looked at, and cancel-only ended', async () => {
  const { list } = (await desk(auditor, 'books/accounts?owner=house&currency=3')).message as { list: object[] };
  expect((await desk(auditor, `books/accounts?owner=${user.userId}`)).message).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ kind: 'spot', userId: user.userId, demo: false })]),
  });
  expect(list).toMatchObject(expect.arrayContaining([expect.objectContaining({ kind: 'external', userId: null })]));
  expect((await desk(auditor, `books/journals?user=${user.userId}&cause=wallet.adjustment`)).message).toMatchObject({
    more: false,
    list: [{ cause: 'wallet.adjustment', legs: [{ amount: '-20' }, { amount: '20' }] }],
  });
  expect(await desk(auditor, 'books/reopen', { reason: 'nothing to do' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  await app.application.get(TradingMode).stop('A test.');
  expect((await desk(ann, 'books')).message).toMatchObject({ trading: { mode: 'cancel-only', cause: 'A test.' } });
  expect(await desk(ann, 'books/reopen', { reason: 'in order' })).toMatchObject({ code: 'access.forbidden' });
  expect(await desk(auditor, 'books/reopen', { reason: 'in order' })).toMatchObject({ type: 'ok' });
  await app.application.get(SealAudit).execute();
  expect((await desk(auditor, 'books/verify', {})).message).toMatchObject({ inOrder: true });
  expect((await desk(auditor, 'books')).message).toMatchObject({
    trading: { mode: 'open' },
    auditSeal: { hash: expect.any(String) },
  });
  expect((await desk(auditor, 'audit?action=trading')).message).toMatchObject({
    total: 1,
    list: [{ action: 'trading.reopen', operator: auditor.login, detail: { reason: 'in order', cause: 'A test.' } }],
  });
  expect((await desk(auditor, 'jobs')).message).toMatchObject({ queues: expect.any(Array) });
  const { queues } = (await desk(reviewer, 'queues')).message as { queues: { kind: string; waiting: number }[] };
  expect(queues.map(({ kind }) => kind)).toEqual(['deposit', 'withdrawal', 'payment', 'verification', 'proposal']);
});

it('every act did what the list of the desk says, and nothing else', async () => {
  const allowed = new Map(DESK_ROUTES.flatMap(({ actions }) => Object.entries(actions)));
  const effects = await effectsOfActs(source);
  const beyond = effects.flatMap(({ action, touched }) =>
    touched.filter((place) => !allowed.get(action)?.includes(place)).map((place) => `${action}: ${place}`),
  );
  expect(beyond).toEqual([]);
  const seen = effects.map(({ action }) => action);
  // Those of the people of the desk have their own tests.
  const expected = [...allowed.keys()].filter((action) => !action.startsWith('operator.'));
  expect(expected.filter((action) => !seen.includes(action))).toEqual([]);
});
