import type { DataSource } from 'typeorm';
import type { ProposalPage } from '../../../contract/operations/index.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { type ActingOperator, SecondPerson } from '../review/index.js';
import { LapseProposals } from './lapse-proposals.js';

let app: TestApp;
let source: DataSource;
let ann: TestOperator;
let bob: TestOperator;
let things = 7000;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  ann = await anOperator(source, 'treasurer', 'settings', 'administrator');
  bob = await anOperator(source, 'treasurer', 'settings', 'administrator');
}, 60_000);
afterAll(() => app?.close());

const REASON = { reason: 'As agreed' };
const propose = (path: string, body: object = {}, by = ann) =>
  callDesk(app.url, path, { by, body: { ...REASON, ...body } });
async function proposed(path: string, body: object = {}): Promise<string> {
  const reply = await propose(path, body);
  expect(reply).toMatchObject({ type: 'ok' });
  return (reply.message as { id: string }).id;
}
const approve = (id: string) => callDesk(app.url, `proposals/${id}/approve`, { by: bob, body: {} });
const lapse = () => app.application.get(LapseProposals).execute();
const statusOf = async (id: string): Promise<string | undefined> => {
  const { list } = (await callDesk(app.url, 'proposals?status=all&limit=100', { by: bob })).message as ProposalPage;
  return list.find((proposal) => proposal.id === id)?.status;
};
/** All so far happened so much earlier. */
const timePasses = (interval: string) =>
  source.query(
    `set session_replication_role = replica;
     update operator_proposal set proposed_at = proposed_at - interval '${interval}' where status = 'open';
     update operator_change set changed_at = changed_at - interval '${interval}';
     set session_replication_role = origin`,
  );

describe('what was proposed', () => {
  it('is approved for seven days, and not at their end', async () => {
    const id = await proposed('networks/1/limit', { secondPersonAbove: '101' });
    await timePasses('6 days 23 hours 55 minutes');
    await lapse();
    expect(await approve(id)).toMatchObject({ type: 'ok' });
    const late = await proposed('networks/1/limit', { secondPersonAbove: '102' });
    await timePasses('7 days');
    expect(await approve(late)).toMatchObject({
      code: 'operations.proposal-lapsed',
      message: expect.stringContaining('7 days'),
    });
    const past = `update operator_proposal set status = 'approved', decided_by = $2, decided_at = now(), tied_hours = 0
                   where id = $1`;
    await expect(source.query(past, [late, bob.operatorId])).rejects.toMatchObject({ code: 'OP003' });
    // Nobody has ended it yet: it is shown as what it is all the same.
    expect(await statusOf(late)).toBe('lapsed');
    expect(await callDesk(app.url, `proposals/${late}/reject`, { by: bob, body: REASON })).toMatchObject({
      type: 'ok',
    });
  });

  it.each([
    ['a limit', 'networks/2/limit', { secondPersonAbove: '103' }, { secondPersonAbove: '104' }],
    ['the end of all sessions', 'sessions/end-all', {}, { reason: 'Again' }],
    ['an operator', 'operators', { login: 'wanted', roles: ['support'] }, { login: 'wanted', roles: ['auditor'] }],
  ] as const)('is ended by a worker then, and is in nobody’s way: %s', async (_what, path, body, others) => {
    const id = await proposed(path, body);
    expect(await propose(path, others, bob)).toMatchObject({ code: 'operations.proposal-open' });
    await timePasses('7 days');
    await Promise.all([lapse(), lapse(), lapse()]);
    await lapse();
    expect(await statusOf(id)).toBe('lapsed');
    expect(await source.query('select decided_by from operator_proposal where id = $1', [id])).toEqual([
      { decided_by: null },
    ]);
    expect(
      await source.query(
        `select operator, action from audit_entry where subject_id = $1 and action = 'proposal.lapse'`,
        [id],
      ),
    ).toEqual([{ operator: 'worker', action: 'proposal.lapse' }]);
    for (const word of ['approve', 'reject']) {
      expect(await callDesk(app.url, `proposals/${id}/${word}`, { by: bob, body: REASON })).toMatchObject({
        code: 'operations.proposal-decided',
      });
    }
    expect(await approve(await proposed(path, others))).toMatchObject({ type: 'ok' });
  });

  it('is listed as lapsed from that day on, whether a worker has been there or not', async () => {
    const id = await proposed('networks/1/limit', { secondPersonAbove: '107' });
    const lapsed = async () => {
      const { list } = (await callDesk(app.url, 'proposals?status=lapsed&limit=100', { by: bob }))
        .message as ProposalPage;
      return list.filter((proposal) => proposal.id === id).map(({ status }) => status);
    };
    expect(await lapsed()).toEqual([]);
    await timePasses('7 days');
    expect(await lapsed()).toEqual(['lapsed']);
    await lapse();
    expect(await lapsed()).toEqual(['lapsed']);
  });

  it('is taken back by whoever proposed it, though another role decides it', async () => {
    const [wen, oda] = [await anOperator(source, 'settings'), await anOperator(source, 'settings')];
    const launch = async () => {
      const [row]: { id: string }[] = await source.query(
        `insert into operator_proposal (kind, subject_id, detail, reason, proposed_by, proposed_at)
         values ('subscription-launch', $1, '{}', 'As agreed', $2, now()) returning id::text`,
        [++things, wen.operatorId],
      );
      return row?.id ?? '';
    };
    const id = await launch();
    const say = (word: string, by: TestOperator) => callDesk(app.url, `proposals/${id}/${word}`, { by, body: REASON });
    expect(await say('reject', oda)).toMatchObject({ code: 'access.forbidden' });
    expect(await say('approve', wen)).toMatchObject({ code: 'access.forbidden' });
    expect(await say('reject', wen)).toMatchObject({ type: 'ok' });
    expect(await statusOf(id)).toBe('rejected');
  });

  it('leaves nothing behind: a change by hand is decided with it', async () => {
    const userId = await aUserId(source);
    await proposed('adjustments', { account: 'spot', currencyId: USDT, amount: '5', userId });
    await timePasses('8 days');
    await lapse();
    expect(await source.query('select status from wallet_adjustment where user_id = $1', [userId])).toEqual([
      { status: 'rejected' },
    ]);
  });
});

describe('a first opinion at a case', () => {
  const acting = ({ operatorId }: TestOperator): ActingOperator => ({
    ...COMMAND_LINE,
    operatorId,
    roles: ['treasurer'],
  });
  const second = () => app.application.get(SecondPerson);
  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.application.get(Transactions).run(work);

  it('is not confirmed after seven days: the second one is the first of two again', async () => {
    const subjectId = String(++things);
    const asked = {
      kind: 'deposit' as const,
      subjectId,
      userId: null,
      detail: { amount: '5' },
      reason: '',
      reasonMin: 0,
    };
    const confirm = (by: TestOperator) => run((tx) => second().confirm(tx, acting(by), asked));
    expect(await confirm(ann)).toBeNull();
    await timePasses('7 days');
    await lapse();
    // Who was the first may be so again.
    expect(await confirm(ann)).toBeNull();
    await timePasses('7 days');
    expect(await confirm(bob)).toBeNull();
    expect(await confirm(ann)).toMatchObject({ proposedById: bob.operatorId });
    const rows = await source.query('select status from operator_proposal where subject_id = $1 order by id', [
      subjectId,
    ]);
    expect(rows).toEqual([{ status: 'rejected' }, { status: 'rejected' }, { status: 'approved' }]);
  });

  it('of a withdrawal is void then', async () => {
    const about = { kind: 'withdrawal' as const, subjectId: String(++things) };
    const asked = { ...about, userId: null, detail: {}, reason: '' };
    await run((tx) => second().propose(tx, acting(ann), asked));
    expect(await run((tx) => second().dropLapsed(tx, acting(bob), about))).toBe(false);
    await timePasses('7 days');
    expect(await run((tx) => second().dropLapsed(tx, acting(bob), about))).toBe(true);
  });
});
