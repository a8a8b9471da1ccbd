import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import type { PairPage, PairView } from '../../../contract/operations/index.js';

let app: TestApp;
let source: DataSource;
let auditor: TestOperator;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  auditor = await anOperator(source, 'auditor');
}, 60_000);
afterAll(() => app?.close());
beforeEach(() =>
  source.query(
    `set session_replication_role = replica;
     delete from operator_proposal;
     set session_replication_role = origin`,
  ),
);

const treasurer = () => anOperator(source, 'treasurer');
async function pairs(query = ''): Promise<PairPage> {
  const { message } = await callDesk(app.url, `pairs${query}`, { by: auditor });
  return message;
}

/** What one proposed, and the other decided some days ago. */
function decided(
  [one, other]: readonly [TestOperator, TestOperator],
  {
    count = 1,
    status = 'approved',
    daysAgo = 1,
    kind = 'network-limit',
    detail = {} as object,
    subjectId = null as string | null,
  } = {},
): Promise<unknown> {
  return source.query(
    `insert into operator_proposal (kind, subject_id, detail, reason, status, proposed_by, proposed_at, decided_by, decided_at,
       tied_hours)
     select $1, $2, $3, 'As agreed', $4, $5, now() - make_interval(days => $7), $6, now() - make_interval(days => $7), 0
       from generate_series(1, $8)`,
    [kind, subjectId, JSON.stringify(detail), status, one.operatorId, other.operatorId, daysAgo, count],
  );
}

const between = ({ list }: PairPage, one: TestOperator, other: TestOperator): PairView | undefined =>
  list.find(({ sides }) =>
    [one, other].every(({ operatorId }) => sides.some((side) => side.operatorId === operatorId)),
  );
const sideOf = (pair: PairView | undefined, { operatorId }: TestOperator) =>
  pair?.sides.find((side) => side.operatorId === operatorId);

it('of two shows what both decided, whoever proposed it, and which part of all their acts it is', async () => {
  const [ann, bob, eve] = [await treasurer(), await treasurer(), await treasurer()];
  await decided([ann, bob], { count: 3 });
  await decided([bob, ann], { count: 1 });
  await decided([ann, bob], { status: 'rejected' });
  await decided([ann, eve], { count: 3 });
  const page = await pairs();
  const pair = between(page, ann, bob);
  expect(pair).toMatchObject({ together: 4, rejected: 1, amounts: [], value: '0', marked: false });
  expect(sideOf(pair, ann)).toMatchObject({ login: ann.login, proposed: 3, all: 8, shareRatio: '0.5' });
  expect(sideOf(pair, bob)).toMatchObject({ login: bob.login, proposed: 1, all: 5, shareRatio: '0.8' });
  expect(between(page, bob, eve)).toBeUndefined();
  expect(page).toMatchObject({ total: 2, marked: 0 });
});

it('leaves out what waits, what was taken back, what two never agreed on, and what is older than thirty days', async () => {
  const [ann, bob] = [await treasurer(), await treasurer()];
  await decided([ann, bob], { count: 200, daysAgo: 31 });
  await decided([ann, ann], { status: 'rejected' });
  await decided([ann, bob], { status: 'rejected' });
  await source.query(
    `insert into operator_proposal (kind, detail, reason, proposed_by, proposed_at) values ('insurance', '{}', '', $1, now())`,
    [ann.operatorId],
  );
  expect(await pairs()).toMatchObject({ list: [], total: 0 });
  await decided([ann, bob], { daysAgo: 29 });
  expect(sideOf(between(await pairs(), ann, bob), ann)).toMatchObject({ all: 2, proposed: 1 });
});

it.each([
  [9, 0, 0, false],
  [10, 0, 0, true],
  [10, 10, 10, true],
  [10, 11, 11, false],
  // Half of all acts of one of the two is enough.
  [10, 10, 300, true],
  [10, 300, 10, true],
  [99, 100, 100, false],
  [100, 300, 300, true],
])('marks %i together beside %i and %i with others: %s', async (together, annsOthers, bobsOthers, marked) => {
  const [ann, bob, eve, joe] = [await treasurer(), await treasurer(), await treasurer(), await treasurer()];
  await decided([ann, bob], { count: together });
  if (annsOthers > 0) await decided([ann, eve], { count: annsOthers });
  if (bobsOthers > 0) await decided([joe, bob], { count: bobsOthers });
  const page = await pairs();
  expect(between(page, ann, bob)?.marked).toBe(marked);
  expect(page.marked).toBe(page.list.filter((pair) => pair.marked).length);
  expect(page.rules).toEqual({ days: 30, many: 100, few: 10, shareRatio: '0.5' });
});

it('adds up what they moved by coin, into accounts and out of them alike', async () => {
  const [ann, bob] = [await treasurer(), await treasurer()];
  const userId = await aUserId(source);
  const [deposit]: { id: string }[] = await source.query(
    `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, tx_hash, chain, sender, confirmations_needed,
       created_at, updated_at)
     values ($1, 1, 'chain', 2, 2, encode(sha256(random()::text::bytea), 'hex'), 'bitcoin', '', 1, now(), now()) returning id`,
    [userId],
  );
  const amounts = (amount: string, fields: object) => ({ detail: { amount, ...fields } });
  await decided([ann, bob], { kind: 'adjustment', ...amounts('100.5', { currencyId: USDT, account: 'spot' }) });
  await decided([bob, ann], { kind: 'adjustment', ...amounts('-20', { currencyId: USDT, account: 'spot' }) });
  await decided([ann, bob], { kind: 'insurance', ...amounts('1000', { currencyId: USDT, currency: 'USDT' }) });
  await decided([ann, bob], { kind: 'withdrawal', ...amounts('0.3', { coin: 'USDT' }) });
  expect(between(await pairs(), ann, bob)).toMatchObject({
    amounts: [{ coin: 'USDT', amount: '1120.8' }],
    value: '1120.8',
  });
  await decided([ann, bob], { kind: 'deposit', subjectId: deposit?.id ?? null, ...amounts('1.25', {}) });
  await decided([ann, bob], { kind: 'adjustment', status: 'rejected', ...amounts('7000', { currencyId: USDT }) });
  expect(between(await pairs(), ann, bob)).toMatchObject({
    amounts: [
      { coin: 'BTC', amount: '1.25' },
      { coin: 'USDT', amount: '1120.8' },
    ],
    // Nobody feeds prices here, and what has none is not worth nothing.
    value: null,
  });
});

it('adds up the coins of appeals, and no withdrawal a second time', async () => {
  const [ann, bob] = [await treasurer(), await treasurer()];
  const appeal = { outcome: 'award-buyer', quantity: '5', coin: 'BTC', price: '60000', fiat: 'USD' };
  await decided([ann, bob], { kind: 'otc-appeal', subjectId: '1', detail: appeal });
  expect(between(await pairs(), ann, bob)?.amounts).toEqual([{ coin: 'BTC', amount: '5' }]);
  const withdrawal = { amount: '2', coin: 'BTC' };
  await decided([ann, bob], { kind: 'withdrawal', detail: withdrawal });
  for (const status of ['rejected', 'not-sent', 'paid']) {
    await decided([bob, ann], { kind: 'withdrawal', detail: { ...withdrawal, status } });
  }
  expect(between(await pairs(), ann, bob)?.amounts).toEqual([{ coin: 'BTC', amount: '7' }]);
});

it('comes in pages, marked ones first', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, treasurer));
  for (const [index, one] of people.entries()) {
    for (const other of people.slice(index + 1)) await decided([one, other], { count: 1 + index });
  }
  const [ann, bob] = [await treasurer(), await treasurer()];
  await decided([ann, bob], { count: 10 });
  // More together, and yet less than half of what each of them does.
  const [eve, joe] = [await treasurer(), await treasurer()];
  await decided([eve, joe], { count: 12 });
  for (const one of [eve, joe]) {
    for (const other of people) await decided([one, other], { count: 4 });
  }
  const whole = await pairs('?limit=100');
  expect(whole.total).toBe(whole.list.length);
  const marks = whole.list.map(({ marked }) => marked);
  expect(marks).toEqual([...marks].sort((one, other) => Number(other) - Number(one)));
  expect(whole.list[0]?.together).toBe(10);
  expect(between({ ...whole, list: whole.list.slice(0, 1) }, ann, bob)).toBeDefined();
  expect(between({ ...whole, list: whole.list.slice(1, 2) }, eve, joe)).toMatchObject({ together: 12, marked: false });
  expect(whole.list.slice(1).map(({ together }) => together)).toEqual(
    whole.list
      .slice(1)
      .map(({ together }) => together)
      .sort((one, other) => other - one),
  );
  const [first, second] = [await pairs('?limit=4&page=1'), await pairs('?limit=4&page=2')];
  expect([...first.list, ...second.list]).toEqual(whole.list.slice(0, 8));
});

it('is for auditors and administrators', async () => {
  const other = await anOperator(source, 'treasurer', 'settings', 'support', 'reviewer');
  expect(await callDesk(app.url, 'pairs', { by: other })).toMatchObject({ code: 'access.forbidden' });
  expect(await callDesk(app.url, 'pairs', { by: await anOperator(source, 'administrator') })).toMatchObject({
    type: 'ok',
  });
});
