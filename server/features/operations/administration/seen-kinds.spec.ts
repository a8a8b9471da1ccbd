import type { DataSource } from 'typeorm';
import type { OperatorRole, ProposalPage, QueuesView } from '../../../contract/operations/index.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';

let app: TestApp;
let source: DataSource;
let userId: string;
let treasurer: TestOperator;
let settings: TestOperator;
/** Numbers of proposals by their kinds. */
const proposed: Record<string, string> = {};

async function propose(by: TestOperator, path: string, body: object): Promise<string> {
  const reply = await callDesk(app.url, path, { by, body: { ...body, reason: 'As agreed' } });
  expect(reply).toMatchObject({ type: 'ok' });
  return (reply.message as { id: string }).id;
}

/** What is listed, of what is proposed here. */
async function listed(path: string, ...roles: OperatorRole[]): Promise<string[]> {
  return listedBy(await anOperator(source, ...roles), path);
}
async function listedBy(by: TestOperator, path: string): Promise<string[]> {
  const reply = await callDesk(app.url, path, { by });
  expect(reply).toMatchObject({ type: 'ok' });
  const { list, total } = reply.message as ProposalPage;
  expect(total).toBe(list.length);
  return list.map(({ kind }) => kind).sort();
}
const ALL = 'proposals?status=all&limit=100';

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  userId = await aUserId(source);
  [treasurer, settings] = [await anOperator(source, 'treasurer'), await anOperator(source, 'settings')];
  const administrator = await anOperator(source, 'administrator');
  const money = { account: 'spot', currencyId: USDT, amount: '5', userId };
  proposed.adjustment = await propose(treasurer, 'adjustments', money);
  proposed['network-limit'] = await propose(settings, 'networks/1/limit', { secondPersonAbove: '100' });
  proposed['operator-add'] = await propose(administrator, 'operators', { login: 'wanted', roles: ['support'] });
  for (const kind of ['deposit', 'withdrawal', 'otc-appeal']) {
    await source.query(
      `insert into operator_proposal (kind, subject_id, user_id, detail, reason, proposed_by, proposed_at)
       values ($1, 1, $2, '{"amount": "7"}', 'As agreed', $3, now())`,
      [kind, userId, treasurer.operatorId],
    );
  }
  for (const kind of ['adjustment', 'network-change']) {
    await source.query(
      `insert into operator_announced_act (kind, subject_id, user_id, detail, reason, proposed_by, proposed_at, approved_by,
         began_at, due_at, proposal_id)
       values ($1, 1, $2, '{"amount": "7"}', 'As agreed', $3, now(), $4, now(), now() + interval '1 hour', $5)`,
      kind === 'adjustment'
        ? [kind, userId, treasurer.operatorId, (await anOperator(source, 'treasurer')).operatorId, proposed.adjustment]
        : [kind, null, settings.operatorId, null, null],
    );
  }
}, 60_000);
afterAll(() => app?.close());

const MONEY = ['adjustment', 'deposit', 'otc-appeal', 'withdrawal'];
const EVERYTHING = [...MONEY, 'network-limit', 'operator-add'].sort();

describe('what takes two people', () => {
  it.each(['treasurer', 'auditor'] as const)('is all seen by a %s', async (role) => {
    expect(await listed(ALL, role)).toEqual(EVERYTHING);
  });

  it('is seen by whoever sets what the product goes by as far as they decide it, in the file too', async () => {
    expect(await listed(ALL, 'settings')).toEqual(['network-limit']);
    expect(await listed('proposals?kind=adjustment', 'settings')).toEqual([]);
    const by = await anOperator(source, 'settings');
    const file = await fetch(`${app.url}/ops/api/proposals/file?status=all&zone=UTC`, {
      headers: { authorization: by.token },
    });
    const text = await file.text();
    expect(text).toContain('network-limit');
    expect(text).not.toContain('adjustment');
  });

  it('has a file for whoever has the list: for support, of what they see there', async () => {
    const by = await anOperator(source, 'support');
    const file = await fetch(`${app.url}/ops/api/proposals/file?status=all&zone=UTC`, {
      headers: { authorization: by.token },
    });
    const text = await file.text();
    expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
    expect(await listedBy(by, ALL)).toEqual([]);
    expect(EVERYTHING.filter((kind) => text.includes(kind))).toEqual([]);
  });

  it('is seen by who proposed it, whoever decides it', async () => {
    const by = await anOperator(source, 'settings');
    await propose(by, 'otc-coins', {
      currencyId: USDT,
      leastQuantity: '10',
      secondPersonAbove: '500',
      enabled: true,
      sort: 1,
    });
    expect(await listedBy(by, ALL)).toEqual(['network-limit', 'otc-coin']);
    expect(await listedBy(settings, ALL)).toEqual(['network-limit']);
  });

  it('is all seen by an administrator as long as it waits', async () => {
    const open = await listed('proposals?limit=100', 'administrator');
    expect(open).toEqual(expect.arrayContaining(['adjustment', 'network-limit', 'operator-add']));
    await callDesk(app.url, `proposals/${proposed.adjustment}/reject`, { by: treasurer, body: { reason: 'Not so' } });
    expect(await listed('proposals?status=rejected', 'administrator')).toEqual([]);
    expect(await listed('proposals?status=rejected', 'treasurer')).toEqual(['adjustment']);
  });

  it('and is counted so in the queue', async () => {
    const waiting = async (kind: string, ...roles: OperatorRole[]) => {
      const { queues } = (await callDesk(app.url, 'queues', { by: await anOperator(source, ...roles) }))
        .message as QueuesView;
      return queues.find((queue) => queue.kind === kind)?.waiting;
    };
    expect(await waiting('proposal', 'settings')).toBe(1);
    expect(await waiting('proposal', 'treasurer')).toBe(3);
    expect(await waiting('proposal', 'administrator')).toBe(3);
    expect(await waiting('announced', 'settings')).toBe(1);
    expect(await waiting('announced', 'administrator')).toBe(2);
  });
});

describe('what is announced', () => {
  it('is seen likewise', async () => {
    const path = 'announced?status=all';
    for (const role of ['treasurer', 'auditor', 'administrator'] as const) {
      expect(await listed(path, role)).toEqual(['adjustment', 'network-change']);
    }
    expect(await listed(path, 'settings')).toEqual(['network-change']);
    const by = await anOperator(source, 'settings');
    const file = await fetch(`${app.url}/ops/api/announced/file?status=all&zone=UTC`, {
      headers: { authorization: by.token },
    });
    const text = await file.text();
    expect(text).toContain('network-change');
    expect(text).not.toContain('adjustment');
  });
});

describe('a list that names users and their money', () => {
  const linesOf = ({ operatorId }: TestOperator): Promise<{ action: string; detail: object }[]> =>
    source.query('select action, detail from audit_entry where operator_id = $1 order by id', [operatorId]);

  it('leaves a line, and one that names nobody leaves none', async () => {
    const by = await anOperator(source, 'treasurer');
    await callDesk(app.url, 'proposals?status=all&kind=deposit', { by });
    await callDesk(app.url, 'announced', { by });
    expect(await linesOf(by)).toMatchObject([
      { action: 'proposal.list', detail: { filter: { status: null, kind: 'deposit' }, rows: 1, total: 1 } },
      { action: 'announced-act.list', detail: { filter: { status: 'waiting' }, rows: 2, total: 2 } },
    ]);
    const other = await anOperator(source, 'settings');
    await callDesk(app.url, ALL, { by: other });
    expect(await linesOf(other)).toEqual([]);
  });
});
