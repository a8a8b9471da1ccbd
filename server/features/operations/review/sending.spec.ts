import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { USDT } from '../../../test/factories/ledger.js';
import { anOperator } from '../../../test/factories/operators.js';
import { WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { COMMAND_LINE } from '../audit/actor.js';
import type { ActingOperator } from './acting-operator.js';
import { ClaimCase } from './claim-case.js';
import { DecideManyWithdrawals } from './decide-many-withdrawals.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';
import { ExportCases } from './export-cases.js';
import { WritePayoutFile } from './write-payout-file.js';
import { ListWithdrawalCases } from './list-withdrawal-cases.js';

let world: WithdrawalWorld;
type Acting = ActingOperator & { login: string };
let ann: Acting;
let bob: Acting;
let carl: Acting;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
  [ann, bob, carl] = (await Promise.all([actor(), actor(), actor()])) as [Acting, Acting, Acting];
}, 60_000);
afterAll(() => world?.close());

async function actor(): Promise<Acting> {
  const { operatorId, login } = await anOperator(world.source, 'treasurer');
  return { ...COMMAND_LINE, operatorId, login, roles: ['treasurer'] };
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
const aHash = () => randomBytes(32).toString('hex');

async function decide(
  by: ActingOperator,
  id: string,
  work: (decisions: DecideWithdrawalCases) => Promise<{ outcome: string }>,
): Promise<string> {
  const claimed = { kind: 'withdrawal' as const, id };
  await world.get(ClaimCase).execute(by, claimed);
  const outcome = await work(world.get(DecideWithdrawalCases)).then((view) => view.outcome, codeOf);
  await world
    .get(ClaimCase)
    .release(by, claimed)
    .catch(() => undefined);
  return outcome;
}
const send = (by: ActingOperator, id: string) => decide(by, id, (decisions) => decisions.send(by, id));
const sendNot = (by: ActingOperator, id: string, reason = 'The wallet never signed it') =>
  decide(by, id, (decisions) => decisions.sendNot(by, id, reason));
const reject = (by: ActingOperator, id: string) =>
  decide(by, id, (decisions) => decisions.reject(by, id, 'It did not go through'));
const pay = (by: ActingOperator, id: string, transaction = aHash(), reason?: string) =>
  decide(by, id, (decisions) => decisions.pay(by, id, { transaction, reason }));

async function released(): Promise<string> {
  const id = await world.aWithdrawal(await world.aSaver());
  expect(await world.approve(id, ann.operatorId)).toBe('released');
  return id;
}
const shown = async (id: string) => (await world.get(ListWithdrawalCases).open(bob, id)).withdrawal;
const listed = async (status: string) => {
  const { list } = await world.get(ListWithdrawalCases).list(bob, { status, order: 'newest', limit: '100' } as never);
  return list.map(({ id }) => id);
};
const lines = async (id: string): Promise<unknown[]> =>
  world.source.query(
    `select operator_id::text as by, action, detail->>'outcome' as outcome from audit_entry
      where subject = 'withdrawal' and subject_id = $1 and action like 'withdrawal.send%' order by id`,
    [id],
  );
const asked = (by: ActingOperator) => ({ actor: by, language: 'en' as const, zone: 'UTC' });
async function textOf({ stream }: { stream: Readable }): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
const numbersIn = (csv: string, ids: readonly string[]) =>
  ids.filter((id) => csv.split('\n').some((line) => line.replaceAll('"', '').startsWith(`${id},`)));

beforeEach(() =>
  world.source.query('update coin_network set second_person_above = 1000000 where currency_id = $1', [USDT]),
);

it('a released withdrawal is sent by one, however long it takes, and the desk says who and since when', async () => {
  const id = await released();
  expect(await pay(ann, id)).toBe('withdrawals.not-being-sent');
  const [one, other] = await Promise.all([
    world.send(id, ann.operatorId).then(() => 'sent', codeOf),
    world.send(id, bob.operatorId).then(() => 'sent', codeOf),
  ]);
  expect([one, other].sort()).toEqual(['sent', 'withdrawals.being-sent']);
  const [sender, late] = one === 'sent' ? [ann, bob] : [bob, ann];
  // Long after any claim has ended.
  await world.rewrite(`update withdrawal set sending_at = sending_at - interval '3 days' where id = $1`, [id]);
  expect(await send(late, id)).toBe('withdrawals.being-sent');
  expect(await send(sender, id)).toBe('withdrawals.being-sent');
  expect(await pay(late, id)).toBe('withdrawals.sent-by-another');
  const { sending } = await shown(id);
  const { sending_at: since } = (await world.rowOf(id)) as { sending_at: Date };
  expect(sending).toEqual({
    operatorId: sender.operatorId,
    login: sender.login,
    mine: sender === bob,
    since: since.getTime(),
  });
  expect([(await listed('approved')).includes(id), (await listed('sending')).includes(id)]).toEqual([false, true]);
  expect(await pay(sender, id)).toBe('done');
  expect((await world.rowOf(id)).status).toBe('paid');
  // The user hears of the release and of the payment.
  const states = await world.publishedStates((await world.rowOf(id))['user_id'] as string);
  expect(states).toEqual(['pending', 'approved', 'paid']);
});

it('is on record, and is undone by two who say that nothing was sent', async () => {
  const id = await released();
  expect(await sendNot(bob, id)).toBe('withdrawals.not-being-sent');
  expect(await send(ann, id)).toBe('done');
  expect(await sendNot(ann, id, 'no')).toBe('wallet.reason-required');
  expect(await sendNot(ann, id)).toBe('second-person');
  expect(await sendNot(ann, id)).toBe('wallet.second-person');
  expect(await shown(id)).toMatchObject({
    sending: { login: ann.login },
    sendingProposal: { login: ann.login, says: 'not-sent', transaction: null, reason: 'The wallet never signed it' },
    takeBackBy: null,
  });
  expect(await sendNot(bob, id)).toBe('done');
  expect(await shown(id)).toMatchObject({ status: 'approved', sending: null, sendingProposal: null });
  expect(await lines(id)).toEqual([
    { by: ann.operatorId, action: 'withdrawal.send', outcome: null },
    { by: ann.operatorId, action: 'withdrawal.send-not', outcome: 'second-person' },
    { by: bob.operatorId, action: 'withdrawal.send-not', outcome: 'done' },
  ]);
  expect(await send(bob, id)).toBe('done');
});

it('is marked as paid by another only where two say so, each with a reason and by the same transaction', async () => {
  const id = await released();
  await world.send(id, ann.operatorId);
  const hash = aHash();
  expect(await pay(bob, id, hash, 'Ann is ill, the explorer has it')).toBe('second-person');
  expect(await pay(bob, id, hash, 'Ann is ill, the explorer has it')).toBe('wallet.second-person');
  expect(await shown(id)).toMatchObject({ sendingProposal: { login: bob.login, says: 'paid', transaction: hash } });
  expect(await pay(carl, id, aHash(), 'I see it, too')).toBe('second-person');
  expect(await pay(bob, id, hash, 'Ann is ill, the explorer has it')).toBe('second-person');
  expect((await world.rowOf(id)).status).toBe('approved');
  expect(await pay(carl, id, hash, 'I see it, too')).toBe('done');
  expect(await world.rowOf(id)).toMatchObject({ status: 'paid', chain_tx: hash });
});

it('two say the same transaction whatever its spelling, and none that is no payment of it', async () => {
  const id = await released();
  await world.send(id, ann.operatorId);
  const hash = aHash();
  const reason = 'Ann is ill, the explorer has it';
  expect(await pay(bob, id, 'no hash', reason)).toBe('deposits.hash-invalid');
  const paid = await released();
  await world.send(paid, ann.operatorId);
  const taken = aHash();
  expect(await pay(ann, paid, taken)).toBe('done');
  expect(await pay(bob, id, taken, reason)).toBe('withdrawals.transaction-used');
  expect((await shown(id)).sendingProposal).toBeNull();
  expect(await pay(bob, id, `0x${hash.toUpperCase()}`, reason)).toBe('second-person');
  expect(await shown(id)).toMatchObject({ sendingProposal: { login: bob.login, says: 'paid', transaction: hash } });
  expect(await pay(carl, id, hash, 'I see it, too')).toBe('done');
  expect(await world.rowOf(id)).toMatchObject({ status: 'paid', chain_tx: hash });
});

it('is not taken back while it is being sent, whoever asks for it before or after', async () => {
  const id = await released();
  expect(await reject(bob, id)).toBe('second-person');
  expect(await send(ann, id)).toBe('done');
  expect((await shown(id)).takeBackBy).toBeNull();
  expect(await reject(carl, id)).toBe('withdrawals.being-sent');
  await expect(world.takeBack(id)).rejects.toMatchObject({ code: 'withdrawals.being-sent' });
  const straight = (set: string) => world.source.query(`update withdrawal set ${set} where id = $1`, [id]);
  await expect(straight(`status = 'rejected'`)).rejects.toThrow('what is being sent is not given back');
  await expect(straight(`sending_by = ${bob.operatorId}`)).rejects.toThrow('one sends it');
  await expect(straight('sending_by = null, sending_at = null')).rejects.toThrow('one sends it');
  await expect(straight(`remark = 'another'`)).rejects.toThrow('what is released stays as it is');
});

it('cannot begin to be sent in cancel-only, but what has left the house is written down', async () => {
  const [sent, waiting] = [await released(), await released()];
  await world.send(sent, ann.operatorId);
  await world.source.query(`update trading_mode set mode = 'cancel-only'`);
  try {
    expect(await send(ann, waiting)).toBe('ledger.cancel-only');
    expect(await world.get(WritePayoutFile).execute(asked(ann), {}).catch(codeOf)).toBe('ledger.cancel-only');
    expect(await pay(ann, sent)).toBe('done');
  } finally {
    await world.source.query(`update trading_mode set mode = 'open'`);
  }
});

it('a payout file takes what it lists to be sent, once; lists of what is to be paid leave that out', async () => {
  const ids = [await released(), await released(), await released(), await released()];
  const [first, second, claimed, wanted] = ids as [string, string, string, string];
  await world.get(ClaimCase).execute(bob, { kind: 'withdrawal', id: claimed });
  expect(await reject(carl, wanted)).toBe('second-person');
  const [one, other] = await Promise.all([
    world.get(WritePayoutFile).execute(asked(ann), {}).then(textOf),
    world.get(WritePayoutFile).execute(asked(carl), {}).then(textOf),
  ]);
  const both = [numbersIn(one, ids), numbersIn(other, ids)];
  // Each line is in one file, and what another is at, or wants back, is in none.
  expect(both.flat().sort()).toEqual([first, second].sort());
  for (const [by, numbers] of [
    [ann, both[0]],
    [carl, both[1]],
  ] as const) {
    for (const id of numbers ?? []) {
      expect((await shown(id)).sending).toMatchObject({ operatorId: by.operatorId });
      expect(await lines(id)).toEqual([{ by: by.operatorId, action: 'withdrawal.send', outcome: null }]);
    }
  }
  const file = await textOf(await world.get(ExportCases).withdrawals(asked(ann), { status: 'approved' } as never));
  expect(numbersIn(file, ids).sort()).toEqual([claimed, wanted].sort());
  // A file of all cases tells what is being sent, by whom and since when, from what is to be paid.
  const cases = await textOf(await world.get(ExportCases).withdrawals(asked(ann), { status: 'all' } as never));
  const [titles = [], ...others] = cases.split('\n').map((line) => line.replaceAll('"', '').trim().split(','));
  const told = (id: string) => {
    const cells = others.find(([number]) => number === id) ?? [];
    return ['Status', 'Sent by', 'Sending began (UTC)'].map((title) => cells[titles.indexOf(title)]);
  };
  expect([told(claimed), told(wanted)]).toEqual([
    ['approved', '', ''],
    ['approved', '', ''],
  ]);
  for (const id of [first, second]) {
    const { sending } = await shown(id);
    expect(told(id)).toEqual(['sending', sending?.login, new Date(sending?.since ?? 0).toISOString()]);
  }
  // Of the table that comes back, only what its operator sends is marked as paid.
  const table = both.flat().map((id) => `${id},${aHash()}`);
  const sentByAnn = both[0] ?? [];
  const { rows } = await world
    .get(DecideManyWithdrawals)
    .check({ actor: ann, language: 'en', key: null }, { act: 'pay', table: table.join('\n') });
  expect(rows.map(({ id, outcome }) => [id, outcome])).toEqual(
    both.flat().map((id) => [id, sentByAnn.includes(id) ? 'ready' : 'refused']),
  );
});

it('a payout that somebody claims as a deposit is marked as paid all the same, and the desk says who claims it', async () => {
  const id = await released();
  await world.send(id, ann.operatorId);
  const hash = aHash();
  const saver = await world.aSaver();
  const [claim] = await world.source.query(
    `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, tx_hash, chain, created_at, updated_at)
     values ($1, $2, 'chain', 5, 5, $3, 'tron', now(), now()) returning id::text as id`,
    [saver.id, USDT, hash],
  );
  const claims = async () => (await world.get(ListWithdrawalCases).open(bob, id)).claims;
  expect(await claims()).toEqual([]);
  expect(await pay(ann, id, hash)).toBe('done');
  expect(await claims()).toEqual([claim.id]);
});
