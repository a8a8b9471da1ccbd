import { randomBytes } from 'node:crypto';
import { anOperator } from '../../../test/factories/operators.js';
import { saidEarlier } from '../../../test/factories/proposals.js';
import { WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { COMMAND_LINE } from '../audit/actor.js';
import type { ActingOperator } from './acting-operator.js';
import { ClaimCase } from './claim-case.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';
import { ListWithdrawalCases } from './list-withdrawal-cases.js';
import { ProposalsStore } from './proposals.store.js';

let world: WithdrawalWorld;
type Acting = ActingOperator & { login: string };
let ann: Acting;
let bob: Acting;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
  [ann, bob] = (await Promise.all([actor(), actor()])) as [Acting, Acting];
}, 60_000);
afterAll(() => world?.close());

async function actor(): Promise<Acting> {
  const { operatorId, login } = await anOperator(world.source, 'treasurer');
  return { ...COMMAND_LINE, operatorId, login, roles: ['treasurer'] };
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
const cases = () => world.get(DecideWithdrawalCases);

/** Claims it first; whoever has not decided it gives it up afterwards. */
async function decide(
  by: ActingOperator,
  id: string,
  work: (decisions: DecideWithdrawalCases) => Promise<{ outcome: string }>,
): Promise<string> {
  const claimed = { kind: 'withdrawal' as const, id };
  await world.get(ClaimCase).execute(by, claimed);
  const outcome = await work(cases()).then((view) => view.outcome, codeOf);
  await world
    .get(ClaimCase)
    .release(by, claimed)
    .catch(() => undefined);
  return outcome;
}
const reject = (by: ActingOperator, id: string, reason = 'It did not go through') =>
  decide(by, id, (decisions) => decisions.reject(by, id, reason));
const send = (by: ActingOperator, id: string) => decide(by, id, (decisions) => decisions.send(by, id));
const pay = (by: ActingOperator, id: string) =>
  decide(by, id, (decisions) => decisions.pay(by, id, { transaction: randomBytes(32).toString('hex') }));

async function released() {
  const saver = await world.aSaver();
  const id = await world.aWithdrawal(saver);
  expect(await decide(ann, id, (decisions) => decisions.approve(ann, id))).toBe('done');
  return { saver, id };
}
/** What the page of the case says of who wants it back. */
async function shown(id: string) {
  const { withdrawal } = await world.get(ListWithdrawalCases).open(bob, id);
  return { by: withdrawal.takeBackBy, reason: withdrawal.takeBackReason };
}
const statusOf = async (id: string) => (await world.rowOf(id)).status;
const lines = (id: string): Promise<unknown[]> =>
  world.source.query(
    `select operator_id::text as by, action, detail->>'outcome' as outcome, detail->>'reason' as reason
       from audit_entry where subject = 'withdrawal' and subject_id = $1
        and action in ('withdrawal.reject', 'withdrawal.take-back') order by id`,
    [id],
  );

describe('a withdrawal that is released', () => {
  it('is given back by two different operators, each with a reason', async () => {
    const { saver, id } = await released();
    expect(await shown(id)).toEqual({ by: null, reason: null });
    expect(await reject(bob, id, '  ')).toBe('wallet.reason-required');
    expect(await reject(ann, id, 'I see no payment')).toBe('second-person');
    expect(await statusOf(id)).toBe('approved');
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    expect(await reject(ann, id)).toBe('wallet.second-person');
    expect(await statusOf(id)).toBe('approved');
    // Whoever opens it sees that: it is neither paid nor taken back unawares.
    expect(await shown(id)).toEqual({ by: ann.login, reason: 'I see no payment' });
    await saidEarlier(world.source, { kind: 'withdrawal', subjectId: id }, '7 days');
    expect(await shown(id)).toEqual({ by: null, reason: null });
    await saidEarlier(world.source, { kind: 'withdrawal', subjectId: id }, '-7 days');
    const open = (
      await world
        .get(ProposalsStore)
        .list(
          { status: 'open', kind: 'withdrawal', seen: { kinds: null, isAllThatWaits: true, operatorId: '0' } },
          10,
          0,
        )
    ).filter(({ subjectId }) => subjectId === id);
    expect(open).toMatchObject([{ proposedById: ann.operatorId, detail: { status: 'rejected' } }]);
    expect(await reject(bob, id, 'It came back')).toBe('done');
    expect(await shown(id)).toEqual({ by: null, reason: null });
    expect(await statusOf(id)).toBe('rejected');
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await lines(id)).toEqual([
      { by: ann.operatorId, action: 'withdrawal.take-back', outcome: 'second-person', reason: 'I see no payment' },
      { by: bob.operatorId, action: 'withdrawal.take-back', outcome: 'done', reason: 'It came back' },
    ]);
  });

  it('is paid all the same while only one wants it back, and then nobody takes it back', async () => {
    const { saver, id } = await released();
    expect(await reject(ann, id)).toBe('second-person');
    expect(await send(bob, id)).toBe('done');
    expect(await pay(bob, id)).toBe('done');
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '0' });
    const rows = await world.source.query(
      `select status from operator_proposal where kind = 'withdrawal' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ status: 'rejected' }]);
    await expect(cases().reject(bob, id, 'Too late')).rejects.toMatchObject({ code: 'operations.claim-needed' });
  });
});

it('a withdrawal under review is refused by one', async () => {
  const saver = await world.aSaver();
  const id = await world.aWithdrawal(saver);
  expect(await reject(ann, id, 'Not today')).toBe('done');
  expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
  expect(await lines(id)).toEqual([
    { by: ann.operatorId, action: 'withdrawal.reject', outcome: null, reason: 'Not today' },
  ]);
});
