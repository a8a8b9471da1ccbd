import { randomBytes } from 'node:crypto';
import type { CaseListRequest } from '../../../contract/operations/cases.dto.js';
import type { ManyWithdrawalsAct, PickedWithdrawalsAct } from '../../../contract/operations/words.js';
import { WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { USDT } from '../../../test/factories/ledger.js';
import { anOperator } from '../../../test/factories/operators.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { TradingMode } from '../../wallet/ledger/index.js';
import { COMMAND_LINE } from '../audit/actor.js';
import type { ActingOperator } from './acting-operator.js';
import { ClaimCase } from './claim-case.js';
import { DecideManyWithdrawals } from './decide-many-withdrawals.js';
import { DecidePickedWithdrawals } from './decide-picked-withdrawals.js';
import { ListWithdrawalCases } from './list-withdrawal-cases.js';

let world: WithdrawalWorld;
let ann: ActingOperator;
let bob: ActingOperator;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
  [ann, bob] = (await Promise.all([actor(), actor()])) as [ActingOperator, ActingOperator];
}, 60_000);
afterAll(() => world?.close());
// What one operator releases alone on a day adds up; each test begins without a limit that is near.
beforeEach(() => setLimit('100000'));

async function actor(): Promise<ActingOperator> {
  const { operatorId } = await anOperator(world.source, 'treasurer');
  return { ...COMMAND_LINE, operatorId, roles: ['treasurer'] };
}

async function setLimit(amount: string): Promise<void> {
  await world.source.query('update coin_network set second_person_above = $1 where currency_id = $2', [amount, USDT]);
  await world.get(WalletCatalog).reload();
}

/** Each of another user, who may ask for three a day. */
async function waiting(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await world.aWithdrawal(await world.aSaver()));
  return ids;
}

async function released(count: number): Promise<string[]> {
  const ids = await waiting(count);
  expect(await outcomes('release', ids.join('\n'))).toEqual(ids.map(() => 'done'));
  return ids;
}

/** Released, and said by one to be on its way: only they mark it as paid. */
async function sent(count: number, by = ann): Promise<string[]> {
  const ids = await released(count);
  for (const id of ids) await world.send(id, by.operatorId);
  return ids;
}

const hash = () => randomBytes(32).toString('hex');
const tableOf = (ids: readonly string[]) => ids.map((id) => `${id},${hash()}`).join('\n');
const hand = (act: ManyWithdrawalsAct, table: string, by = ann, key: string | null = null) =>
  world.get(DecideManyWithdrawals).execute({ actor: by, language: 'en', key }, { act, table });
const look = (act: ManyWithdrawalsAct, table: string, by = ann) =>
  world.get(DecideManyWithdrawals).check({ actor: by, language: 'en', key: null }, { act, table });
const outcomes = async (act: ManyWithdrawalsAct, table: string, by = ann) =>
  (await hand(act, table, by)).rows.map(({ outcome }) => outcome);

async function statuses(ids: readonly string[]): Promise<string[]> {
  const rows: { status: string }[] = await world.source.query(
    'select status from withdrawal where id = any($1) order by id',
    [ids],
  );
  return rows.map(({ status }) => status);
}

async function payments(ids: readonly string[]): Promise<number> {
  const [row]: { count: number }[] = await world.source.query(
    `select count(*)::integer as count from ledger_journal where reason = 'withdrawals.pay' and reference = any($1)`,
    [ids],
  );
  return row?.count ?? 0;
}

it('releases and pays what a table names, says of each line what came of it, and does nothing twice', async () => {
  const ids = await waiting(3);
  const { carriedOut, rows, sums } = await look('release', `id\n${ids.join('\n')}`);
  expect([carriedOut, rows.map(({ line, id, outcome }) => [line, id, outcome])]).toEqual([
    false,
    ids.map((id, place) => [place + 2, id, 'ready']),
  ]);
  expect(rows[0]).toMatchObject({
    coin: 'USDT',
    network: 'TRC20',
    amount: '100',
    payout: '99.9',
    needsSecondPerson: false,
  });
  expect(sums).toEqual([{ coin: 'USDT', count: 3, amount: '300', payout: '299.7' }]);
  expect(await statuses(ids)).toEqual(['review', 'review', 'review']);

  expect(await outcomes('release', ids.join('\n'))).toEqual(['done', 'done', 'done']);
  expect(await statuses(ids)).toEqual(['approved', 'approved', 'approved']);
  expect(await outcomes('release', ids.join('\n'), bob)).toEqual(['before', 'before', 'before']);

  const table = tableOf(ids);
  expect(await outcomes('pay', table)).toEqual(['refused', 'refused', 'refused']);
  for (const id of ids) await world.send(id, ann.operatorId);
  expect(await outcomes('pay', table)).toEqual(['done', 'done', 'done']);
  expect(await statuses(ids)).toEqual(['paid', 'paid', 'paid']);
  expect(await outcomes('pay', table)).toEqual(['before', 'before', 'before']);
  expect(await outcomes('pay', table, bob)).toEqual(['before', 'before', 'before']);
  expect(await payments(ids)).toBe(3);
  const lines: { action: string; count: number }[] = await world.source.query(
    `select action, count(*)::integer as count from audit_entry where subject = 'withdrawal' and subject_id = any($1)
      group by 1 order by 1`,
    [ids],
  );
  expect(lines).toEqual([
    { action: 'withdrawal.approve', count: 3 },
    { action: 'withdrawal.pay', count: 3 },
  ]);
  const [held]: unknown[] = await world.source.query(`select 1 from operator_claim where subject_id = any($1)`, [ids]);
  expect(held).toBeUndefined();
});

/** To the card that is bound; the same number is bound anew afterwards, by another proof. */
async function toCard({ isPlain }: { isPlain: boolean }): Promise<string> {
  const saver = await world.aSaver();
  await world.aCard(saver);
  const bind = (plainly: boolean) =>
    world.source.query('update account_bank_card set plainly_proven = $2 where user_id = $1', [saver.id, plainly]);
  await bind(isPlain);
  const id = await world.aWithdrawal(saver, { toBank: true });
  await bind(!isPlain);
  return id;
}

async function toAddress({ isPlain }: { isPlain: boolean }): Promise<string> {
  const saver = await world.aSaver();
  await world.source.query('update withdrawal_address set plainly_proven = $2 where id = $1', [
    saver.addressId,
    isPlain,
  ]);
  return world.aWithdrawal(saver);
}

it('says of each line, listed or handed in, whether its place was bound by less, as it was when it was asked for', async () => {
  const ids = [
    await toAddress({ isPlain: true }),
    await toAddress({ isPlain: false }),
    await toCard({ isPlain: true }),
    await toCard({ isPlain: false }),
  ];
  const marks = [true, false, true, false];
  const { rows } = await look('release', [...ids, '999999999'].join('\n'));
  expect(rows.map(({ plainlyProven }) => plainlyProven)).toEqual([...marks, false]);
  const cases = world.get(ListWithdrawalCases);
  const { list } = await cases.list(ann, { status: 'review', page: '1', limit: '100' } as unknown as CaseListRequest);
  expect(ids.map((id) => list.find((row) => row.id === id)?.plainlyProven)).toEqual(marks);
  const opened = await Promise.all(ids.map((id) => cases.open(ann, id)));
  expect(opened.map(({ plainlyProven }) => plainlyProven)).toEqual(marks);
  expect(opened.map(({ withdrawal }) => withdrawal.plainlyProven)).toEqual(marks);
  // One of before, which does not say it, goes by the card of today.
  await world.rewrite(`update withdrawal set destination = destination - 'plainlyProven' where id = any ($1)`, [ids]);
  const before = (await look('release', ids.join('\n'))).rows;
  expect(before.map(({ plainlyProven }) => plainlyProven)).toEqual([true, false, false, true]);
});

it('does nothing as long as one line is wrong, and says which and why', async () => {
  const [good = '', waits = '', paid = '', twice = '', other = '', used = ''] = await sent(6);
  const gone = hash();
  await outcomes('pay', `${paid},${gone}`);
  const [late = ''] = await waiting(1);
  const same = hash();
  const table = [
    `${good},${hash()}`,
    `${waits},no-hash`,
    `999999999,${hash()}`,
    `${late},${hash()}`,
    `${twice},${hash()}`,
    `${twice},${hash()}`,
    `${other},${same}`,
    `${used},0x${same.toUpperCase()}`,
    `${paid},${hash()}`,
    `x,${hash()}`,
  ].join('\n');
  for (const asked of [look, hand]) {
    const { carriedOut, rows } = await asked('pay', table);
    expect(carriedOut).toBe(false);
    expect(rows.map(({ outcome, problem }) => problem ?? outcome)).toEqual([
      'ready',
      'Please enter the correct hash value',
      'This record was not found',
      'This has been decided already',
      ...Array.from({ length: 4 }, () => 'This number or transaction is in the table twice'),
      'This has been decided already',
      'This line is not a number and a transaction',
    ]);
  }
  expect(await statuses([good, waits, twice, other, used])).toEqual(Array.from({ length: 5 }, () => 'approved'));
  // A transaction that has paid another one.
  const { rows } = await hand('pay', `${good},${gone}`);
  expect(rows[0]?.problem).toMatch(/transaction/);
  expect(await statuses([good])).toEqual(['approved']);
});

it('leaves what is above the limit to the second operator, who is never the first', async () => {
  await setLimit('50');
  const ids = await waiting(2);
  const table = ids.join('\n');
  expect((await look('release', table)).rows.map(({ needsSecondPerson }) => needsSecondPerson)).toEqual([true, true]);
  expect(await outcomes('release', table)).toEqual(['second-person', 'second-person']);
  // Again by the same operator, however often.
  expect(await outcomes('release', table)).toEqual(['second-person', 'second-person']);
  expect(await statuses(ids)).toEqual(['review', 'review']);
  expect(await outcomes('release', table, bob)).toEqual(['done', 'done']);
  expect(await statuses(ids)).toEqual(['approved', 'approved']);
});

it('counts what one operator releases alone by one table as it does of single ones', async () => {
  const carl = await actor();
  await setLimit('250');
  const ids = await waiting(3);
  expect(await outcomes('release', ids.join('\n'), carl)).toEqual(['done', 'done', 'second-person']);
});

it('leaves alone what somebody else works on', async () => {
  const ids = await sent(2);
  const [, second = ''] = ids;
  await world.get(ClaimCase).execute(bob, { kind: 'withdrawal', id: second });
  const table = tableOf(ids);
  const { carriedOut, rows } = await hand('pay', table);
  expect([carriedOut, rows[1]?.outcome, rows[1]?.problem]).toEqual([
    false,
    'refused',
    expect.stringMatching(/is working on this case/),
  ]);
  await world.get(ClaimCase).release(bob, { kind: 'withdrawal', id: second });
  expect(await outcomes('pay', table, bob)).toEqual(['refused', 'refused']);
  expect(await outcomes('pay', table)).toEqual(['done', 'done']);
});

it('of a table that is handed in twice at the same moment each line is done once', async () => {
  const ids = await sent(6);
  const table = tableOf(ids);
  const [one, other] = await Promise.all([hand('pay', table), hand('pay', table)]);
  for (const place of ids.keys()) {
    const both = [one.rows[place]?.outcome, other.rows[place]?.outcome];
    // The same operator is answered as the first time, where both came at once.
    expect(both.filter((outcome) => outcome !== 'done' && outcome !== 'before')).toEqual([]);
    expect(both).toContain('done');
  }
  expect(await payments(ids)).toBe(6);
  expect(await statuses(ids)).toEqual(ids.map(() => 'paid'));
});

it('is handed in again after it broke off: what was done stays, and the rest follows', async () => {
  const ids = await sent(3);
  const table = tableOf(ids);
  await world.source.query(
    `create function break_off() returns trigger language plpgsql as 'begin raise exception ''away''; end'`,
  );
  await world.source.query(
    `create trigger break_off before update on withdrawal for each row when (new.id = ${ids[1]} and new.status = 'paid')
       execute function break_off()`,
  );
  const key = 'a-key-of-this-table';
  await expect(hand('pay', table, ann, key)).rejects.toThrow('away');
  expect(await statuses(ids)).toEqual(['paid', 'approved', 'approved']);
  await world.source.query('drop trigger break_off on withdrawal');
  await world.source.query('drop function break_off');
  expect((await hand('pay', table, ann, key)).rows.map(({ outcome }) => outcome)).toEqual(['before', 'done', 'done']);
  expect(await payments(ids)).toBe(3);
});

it('has 200 lines at most, and one at least', async () => {
  const lines = Array.from({ length: 201 }, (_, place) => String(place + 1));
  await expect(hand('release', lines.join('\n'))).rejects.toMatchObject({ code: 'operations.too-many-rows' });
  await expect(hand('release', 'id')).rejects.toMatchObject({ code: 'request.invalid' });
});

describe('those that were ticked in the list', () => {
  interface Picks {
    picked: readonly { id: string; transaction?: string }[];
    reason?: string;
    by?: ActingOperator;
    key?: string;
  }
  const asked = ({ by = ann, key }: Picks) => ({ actor: by, language: 'en' as const, key: key ?? null });
  const pick = (act: PickedWithdrawalsAct, picks: Picks) =>
    world.get(DecidePickedWithdrawals).execute(asked(picks), { act, picked: [...picks.picked], reason: picks.reason });
  const lookAt = (act: PickedWithdrawalsAct, picks: Picks) =>
    world.get(DecidePickedWithdrawals).check(asked(picks), { act, picked: [...picks.picked], reason: picks.reason });
  const ofIds = (ids: readonly string[]) => ids.map((id) => ({ id }));
  const saysOf = ({ rows }: { rows: readonly { outcome: string; problem: string | null }[] }) =>
    rows.map(({ outcome, problem }) => problem ?? outcome);

  async function reasons(ids: readonly string[]): Promise<string[]> {
    const rows: { reason: string }[] = await world.source.query(
      'select reason from withdrawal where id = any($1) order by id',
      [ids],
    );
    return rows.map(({ reason }) => reason);
  }

  it('are each decided by itself: one that is refused says why, and undoes none of the others', async () => {
    const [paid = '', ...ids] = await sent(3);
    await outcomes('pay', `${paid},${hash()}`);
    const [first = '', second = ''] = ids;
    const used = hash();
    const [other = ''] = await sent(1);
    await outcomes('pay', `${other},${used}`);
    const picked = [
      { id: paid, transaction: hash() },
      { id: first, transaction: used },
      { id: second, transaction: ` ${hash()} ` },
      { id: '999999999', transaction: hash() },
    ];
    const says = [
      'This has been decided already',
      expect.stringMatching(/transaction/),
      'ready',
      'This record was not found',
    ];
    const looked = await lookAt('pay', { picked });
    expect([looked.carriedOut, saysOf(looked)]).toEqual([false, says]);
    expect(looked.sums).toEqual([{ coin: 'USDT', count: 1, amount: '100', payout: '99.9' }]);
    expect(await statuses(ids)).toEqual(['approved', 'approved']);
    const done = await pick('pay', { picked });
    expect([done.carriedOut, saysOf(done)]).toEqual([true, says.with(2, 'done')]);
    expect(done.sums).toEqual(looked.sums);
    expect(await statuses(ids)).toEqual(['approved', 'paid']);
    expect(await payments(ids)).toBe(1);
  });

  it('go back to their users whole, by a reason that each of them reads', async () => {
    const ids = await waiting(3);
    const [onItsWay = ''] = await released(1);
    await expect(pick('reject', { picked: ofIds(ids) })).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await expect(lookAt('reject', { picked: ofIds(ids), reason: ' ' })).rejects.toMatchObject({
      code: 'wallet.reason-required',
    });
    expect(await statuses(ids)).toEqual(['review', 'review', 'review']);
    const reason = 'The network is closed';
    // What is released is not given back by one.
    const decided = ['This has been decided already'];
    expect(saysOf(await lookAt('reject', { picked: ofIds([onItsWay]), reason }))).toEqual(decided);
    expect(saysOf(await pick('reject', { picked: ofIds([onItsWay]), reason }))).toEqual(decided);
    expect(await statuses([onItsWay])).toEqual(['approved']);
    expect(saysOf(await pick('reject', { picked: ofIds(ids), reason }))).toEqual(['done', 'done', 'done']);
    expect([await statuses(ids), await reasons(ids)]).toEqual([ids.map(() => 'rejected'), ids.map(() => reason)]);
    expect(saysOf(await pick('reject', { picked: ofIds(ids), reason, by: bob }))).toEqual([
      'before',
      'before',
      'before',
    ]);
    const [returned]: { count: number }[] = await world.source.query(
      `select count(*)::integer as count from ledger_journal where reason = 'withdrawals.return' and reference = any($1)`,
      [ids],
    );
    expect(returned?.count).toBe(3);
  });

  it('above the limit wait for the second operator, who is never the first; below it they do not', async () => {
    await setLimit('150');
    const carl = await actor();
    const ids = await waiting(2);
    const picks = { picked: ofIds(ids), by: carl };
    // The second of the two is beyond what one operator releases alone.
    expect(saysOf(await pick('release', picks))).toEqual(['done', 'second-person']);
    expect(saysOf(await pick('release', picks))).toEqual(['before', 'second-person']);
    expect(await statuses(ids)).toEqual(['approved', 'review']);
    await setLimit('50');
    expect(saysOf(await pick('release', { picked: ofIds(ids), by: bob }))).toEqual(['before', 'done']);
    expect(await statuses(ids)).toEqual(['approved', 'approved']);
  });

  it('are decided once, however often the same ones are handed in at the same moment', async () => {
    const ids = await sent(4);
    const picked = ids.map((id) => ({ id, transaction: hash() }));
    const key = 'a-key-of-these-ticks';
    const all = await Promise.all([
      pick('pay', { picked, key }),
      pick('pay', { picked, key }),
      pick('pay', { picked }),
    ]);
    for (const place of ids.keys()) {
      const of = all.map(({ rows }) => rows[place]?.outcome);
      // The same key is answered as it was the first time.
      expect(of.filter((outcome) => outcome !== 'done' && outcome !== 'before')).toEqual([]);
      expect(of).toContain('done');
    }
    expect(await payments(ids)).toBe(4);
    expect(await statuses(ids)).toEqual(ids.map(() => 'paid'));
  });

  it('leaves alone what somebody else works on, and decides the others', async () => {
    const [theirs = '', free = ''] = await waiting(2);
    await world.get(ClaimCase).execute(bob, { kind: 'withdrawal', id: theirs });
    expect(saysOf(await pick('release', { picked: ofIds([theirs, free]) }))).toEqual([
      expect.stringMatching(/is working on this case/),
      'done',
    ]);
    expect(await statuses([theirs, free])).toEqual(['review', 'approved']);
  });

  it('pays nobody twice by one transaction, whichever of the two was meant', async () => {
    const ids = await sent(2);
    const transaction = hash();
    const picked = ids.map((id) => ({ id, transaction }));
    expect(new Set(saysOf(await pick('pay', { picked })))).toEqual(
      new Set(['This number or transaction is in the table twice']),
    );
    expect(await statuses(ids)).toEqual(['approved', 'approved']);
    // What has no transaction is told so, and is no other one's repetition.
    expect(saysOf(await pick('pay', { picked: ofIds(ids) }))).toEqual(
      ids.map(() => 'Please enter the correct hash value'),
    );
  });
});

it('writes down what has left the house while the books are stopped, and lets nothing else leave it', async () => {
  const ids = await sent(2);
  const waits = await released(1);
  await world.get(TradingMode).stop('real', 'A test.');
  expect(await outcomes('pay', tableOf(ids))).toEqual(['done', 'done']);
  expect(await statuses(ids)).toEqual(['paid', 'paid']);
  await expect(world.send(waits[0] ?? '', ann.operatorId)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
});
