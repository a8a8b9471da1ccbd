import { randomBytes } from 'node:crypto';
import type { DepositDetailView } from '../../contract/operations/cases.dto.js';
import { SealAudit } from '../../features/operations/audit/seal-audit.js';
import { TradingMode } from '../../features/wallet/ledger/index.js';
import { sealActs } from '../factories/seals.js';
import { DeskWorld, MONEY_SUBJECTS, PIN, USDT } from '../factories/desk-world.js';
import type { TestOperator } from '../factories/operators.js';
import { saidEarlier } from '../factories/proposals.js';
import { codeTo, mailbox } from '../mailbox.js';

const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

/** What no chain confirms is credited with a reason. */
const SEEN = { reason: 'The money is on our account.' };
let world: DeskWorld;

beforeAll(async () => {
  world = await DeskWorld.open();
}, 60_000);

afterAll(() => world?.close());

it('a deposit with a proof: claimed by one, approved, and on the balance with its event', async () => {
  const id = await world.aDeposit('120.5', { imgs: await world.upload(world.user) });
  expect((await world.desk(world.ann, 'deposits')).message).toMatchObject({
    total: 1,
    list: [
      { id, coin: 'USDT', network: 'TRC20', claimedAmount: '120.5', status: 'review', hasProof: true, claim: null },
    ],
  });
  expect(await world.desk(world.ann, `deposits/${id}/approve`, {})).toMatchObject({ code: 'operations.claim-needed' });

  const claims = await Promise.all([
    world.desk(world.ann, `deposits/${id}/claim`, {}),
    world.desk(world.bob, `deposits/${id}/claim`, {}),
  ]);
  expect(claims.filter(({ type }) => type === 'ok')).toHaveLength(1);
  expect(claims.filter(({ code }) => code === 'operations.case-claimed')).toHaveLength(1);
  const [holder, other] = claims[0]?.type === 'ok' ? [world.ann, world.bob] : [world.bob, world.ann];
  expect(await world.desk(other, `deposits/${id}/approve`, {})).toMatchObject({ code: 'operations.claim-needed' });
  expect(await world.desk(other, `deposits/${id}/release`, {})).toMatchObject({ code: 'operations.claim-needed' });

  const opened = (await world.desk(holder, `deposits/${id}`)).message as DepositDetailView;
  expect(opened).toMatchObject({
    deposit: { claim: { login: holder.login, mine: true } },
    user: { id: world.user.userId, account: world.user.email },
    steps: [{ from: null, to: 'review', operator: null }],
    others: [],
  });
  const proof = await fetch(`${world.app.url}/ops/api/deposits/${id}/proof`, {
    headers: { authorization: holder.token },
  });
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await world.call.get('upload/views', { token: world.user.token })).toMatchObject({
    message: { count: 1, list: [{ viewer: 'reviewer' }] },
  });

  expect(await world.balance()).toBe('0.00000000');
  expect(opened).toMatchObject({ deposit: { needsSecondPerson: true }, proposal: null, hasSecondPerson: true });
  expect(await world.desk(holder, `deposits/${id}/approve`, { amount: '120' })).toMatchObject({
    code: 'deposits.chain-objects',
  });
  expect(await world.desk(holder, `deposits/${id}/approve`, { amount: '120', ...SEEN })).toMatchObject({
    message: { outcome: 'second-person' },
  });
  expect(await world.balance()).toBe('0.00000000');
  // What is proposed, by whom and why is at the case, for the second one and for the first.
  const proposal = { login: holder.login, amount: '120', transaction: null, ...SEEN };
  for (const by of [holder, other]) {
    expect((await world.desk(by, `deposits/${id}`)).message).toMatchObject({
      proposal: { ...proposal, mine: by === holder, proposedAt: expect.any(Number) },
    });
  }
  await world.desk(other, `deposits/${id}/claim`, {});
  expect(await world.desk(other, `deposits/${id}/approve`, { amount: '120', ...SEEN })).toMatchObject({
    message: { outcome: 'done' },
  });
  expect(await world.balance()).toBe('120.00000000');
  expect((await world.desk(other, `deposits/${id}`)).message).toMatchObject({ proposal: null });
  expect(await world.desk(holder, `deposits/${id}/approve`, {})).toMatchObject({ code: 'operations.claim-needed' });
  expect(await world.desk(other, `deposits/${id}/claim`, {})).toMatchObject({ code: 'wallet.decided' });
  expect(await world.eventsOf(world.user, 'deposit')).toMatchObject([
    { state: 'submitted' },
    { state: 'credited', amount: '120' },
  ]);
  expect(await world.eventsOf(world.user, 'balance')).toMatchObject([{ delta: '120', reason: 'deposits.credit' }]);
  const [one, two] = [holder.login, other.login];
  expect(await world.lines('deposit', id)).toEqual([
    ...['claim', 'view', 'proof', 'approve', 'view'].map((act) => `${one} deposit.${act}`),
    ...['view', 'claim', 'approve', 'view'].map((act) => `${two} deposit.${act}`),
  ]);
});

it('a treasurer who is the only one reads so before anything is proposed', async () => {
  const id = await world.aDeposit('15');
  const others = [world.bob.operatorId];
  await world.source.query('update operator set disabled_at = now() where id = any($1)', [others]);
  try {
    expect((await world.desk(world.ann, `deposits/${id}`)).message).toMatchObject({ hasSecondPerson: false });
  } finally {
    await world.source.query('update operator set disabled_at = null where id = any($1)', [others]);
  }
  expect((await world.desk(world.ann, `deposits/${id}`)).message).toMatchObject({ hasSecondPerson: true });
});

it('a deposit is rejected with words that the user reads', async () => {
  const id = await world.aDeposit('70');
  await world.desk(world.ann, `deposits/${id}/claim`, {});
  expect(await world.desk(world.ann, `deposits/${id}/reject`, { reason: ' ' })).toMatchObject({
    code: 'request.invalid',
  });
  expect(await world.desk(world.ann, `deposits/${id}/reject`, { reason: 'It never came' })).toMatchObject({
    type: 'ok',
  });
  expect((await world.eventsOf(world.user, 'deposit')).at(-1)).toMatchObject({
    state: 'rejected',
    reason: 'It never came',
  });
  const rejected = (await world.desk(world.ann, 'deposits?status=rejected')).message;
  expect(rejected).toMatchObject({ total: 1, list: [{ id, remark: 'It never came', claim: null }] });
});

/** A code that the user asks for, behind whatever mail is there already. */
async function aCode(fields: Record<string, string> = {}): Promise<string> {
  const before = (await mailbox(world.app)).filter(({ to }) => to === world.user.email).length;
  await world.post('sms_other_mail', fields);
  return codeTo(world.app, world.user.email, before + 1);
}

describe('above the limit', () => {
  let networkId: number;

  beforeAll(async () => {
    const { coins } = (await world.desk(world.settings, 'coins')).message as {
      coins: { id: number; networks: never[] }[];
    };
    const networks = coins.find(({ id }) => id === 3)?.networks as unknown as { id: number; network: string }[];
    networkId = networks.find(({ network }) => network === 'TRC20')?.id ?? 0;
    const limit = await world.desk(world.settings, `networks/${networkId}/limit`, {
      secondPersonAbove: '500',
      reason: 'policy',
    });
    const { id } = limit.message as { id: string };
    const again = await world.desk(world.bob, `networks/${networkId}/limit`, { secondPersonAbove: '600', reason: 'x' });
    expect(again).toMatchObject({ code: 'operations.proposal-open' });
    // It is moved, and never taken away: neither without a figure, nor by one that nobody reaches.
    for (const away of [{}, { secondPersonAbove: '' }, { secondPersonAbove: '99999999999' }]) {
      const none = await world.desk(world.bob, `networks/${networkId}/limit`, { ...away, reason: 'none at all' });
      expect(none).toMatchObject({ code: 'request.invalid' });
    }
    expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  });

  it('a deposit takes two people who name the same amount', async () => {
    const before = await world.balance();
    const id = await world.aDeposit('1000');
    const approve = async (by: TestOperator, body: object = {}) => {
      await world.desk(by, `deposits/${id}/claim`, {});
      return world.desk(by, `deposits/${id}/approve`, { ...SEEN, ...body });
    };
    expect(await approve(world.ann)).toMatchObject({ message: { outcome: 'second-person' } });
    expect(await approve(world.ann)).toMatchObject({ code: 'wallet.second-person' });
    await world.desk(world.ann, `deposits/${id}/release`, {});
    expect((await world.desk(world.bob, `deposits/${id}`)).message).toMatchObject({
      deposit: { needsSecondPerson: true, firstApprovedBy: world.ann.login },
    });
    // Of last week it is nobody's first of two: the next one is.
    await saidEarlier(world.source, { kind: 'deposit', subjectId: id }, '7 days');
    expect((await world.desk(world.bob, `deposits/${id}`)).message).toMatchObject({
      deposit: { needsSecondPerson: true, firstApprovedBy: null },
    });
    expect(await approve(world.bob, { amount: '900' })).toMatchObject({ message: { outcome: 'second-person' } });
    expect(await world.balance()).toBe(before);
    expect(await approve(world.ann, { amount: '900' })).toMatchObject({ message: { outcome: 'done' } });
    expect(await world.balance()).toBe('1020.00000000');
    const proposalRows = await world.source.query(
      `select status, proposed_by, decided_by from operator_proposal where kind = 'deposit' and subject_id = $1 order by id`,
      [id],
    );
    expect(proposalRows).toEqual([
      { status: 'rejected', proposed_by: world.ann.operatorId, decided_by: world.bob.operatorId },
      { status: 'approved', proposed_by: world.bob.operatorId, decided_by: world.ann.operatorId },
    ]);
  });

  it('a withdrawal goes out: two release it, one pays it, and the record shows it', async () => {
    await world.giveFundPassword();
    await world.verifyBasic(world.user);
    const form = { currency_id: USDT, address: ADDRESS, notes: 'own', netType: 'TRC20', pay_password: PIN };
    const added = { ...form, code: await aCode({ act: 'address', target: ADDRESS }) };
    expect(await world.post('wallet/addaddress', added)).toMatchObject({ type: 'ok' });
    await world.source.query('delete from account_limit');
    const wanted = { currency: USDT, number: '600', address: ADDRESS, pay_password: PIN, code: await aCode() };
    expect(await world.post('wallet/out', wanted)).toMatchObject({ type: 'ok' });
    const { list } = (await world.desk(world.ann, 'withdrawals')).message as { list: { id: string }[] };
    const id = list[0]?.id ?? '';
    expect(list).toMatchObject([
      { address: ADDRESS, amount: '600', needsSecondPerson: true, verifiedName: expect.stringMatching(/\S/) },
    ]);

    const path = `withdrawals/${id}`;
    await world.desk(world.ann, `${path}/claim`, {});
    expect(await world.desk(world.ann, `${path}/approve`, {})).toMatchObject({ message: { outcome: 'second-person' } });
    await world.desk(world.ann, `${path}/claim`, {});
    expect(await world.desk(world.ann, `${path}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
    await world.desk(world.ann, `${path}/release`, {});
    await world.desk(world.bob, `${path}/claim`, {});
    await saidEarlier(world.source, { kind: 'withdrawal', subjectId: id }, '7 days');
    expect((await world.desk(world.bob, path)).message).toMatchObject({ withdrawal: { firstApprovedBy: null } });
    await saidEarlier(world.source, { kind: 'withdrawal', subjectId: id }, '-7 days');
    expect((await world.desk(world.bob, path)).message).toMatchObject({
      withdrawal: { firstApprovedBy: world.ann.login },
      addressAddedAt: expect.any(Number),
      addressWaitHours: 0,
      steps: [
        { to: 'review', operator: null },
        { to: 'review', operator: world.ann.login },
      ],
    });
    // What a first person said counts no more once their access was changed: it takes two anew.
    await world.source.query(`update operator set roles = roles || 'support'::text where id = $1`, [
      world.ann.operatorId,
    ]);
    expect(await world.desk(world.bob, `${path}/approve`, {})).toMatchObject({ message: { outcome: 'second-person' } });
    await world.desk(world.ann, `${path}/claim`, {});
    expect(await world.desk(world.ann, `${path}/approve`, {})).toMatchObject({ message: { outcome: 'done' } });
    // What is released one person alone does not give back.
    const reason = 'The network is down';
    await world.desk(world.ann, `${path}/claim`, {});
    expect(await world.desk(world.ann, `${path}/reject`, { reason })).toMatchObject({
      message: { outcome: 'second-person' },
    });
    await world.desk(world.ann, `${path}/release`, {});
    const transaction = randomBytes(32).toString('hex');
    expect(await world.desk(world.bob, `${path}/paid`, { transaction })).toMatchObject({
      code: 'operations.claim-needed',
    });
    const act = async (by: typeof world.bob, what: string, body: object = {}) => {
      await world.desk(by, `${path}/claim`, {});
      return world.desk(by, `${path}/${what}`, body);
    };
    const notSent = { reason: 'The wallet never signed it' };
    expect(await act(world.bob, 'send')).toMatchObject({ message: { outcome: 'done' } });
    expect(await act(world.bob, 'send-not', notSent)).toMatchObject({ message: { outcome: 'second-person' } });
    expect(await act(world.ann, 'send-not', notSent)).toMatchObject({ message: { outcome: 'done' } });
    expect(await act(world.bob, 'send')).toMatchObject({ message: { outcome: 'done' } });
    await world.desk(world.bob, `${path}/claim`, {});
    expect(await world.desk(world.bob, `${path}/paid`, { transaction: 'no hash' })).toMatchObject({
      code: 'deposits.hash-invalid',
    });
    expect(await world.desk(world.bob, `${path}/paid`, { transaction })).toMatchObject({
      message: { outcome: 'done' },
    });
    expect((await world.eventsOf(world.user, 'withdrawal')).map(({ state }) => state)).toEqual([
      'pending',
      'approved',
      'paid',
    ]);
    expect(await world.call.get('charge_mention/log3?page=1&limit=1', { token: world.user.token })).toMatchObject({
      message: { data: [{ id, state: 'paid', hash: transaction }] },
    });
    expect((await world.lines('withdrawal', id)).filter((line) => line.endsWith('pay'))).toEqual([
      `${world.bob.login} withdrawal.pay`,
    ]);
  });

  it('a withdrawal is rejected, and the money comes back whole', async () => {
    const before = await world.balance();
    await world.source.query('delete from account_limit');
    const wanted = { currency: USDT, number: '100', address: ADDRESS, pay_password: PIN, code: await aCode() };
    expect(await world.post('wallet/out', wanted)).toMatchObject({ type: 'ok' });
    expect(await world.balance()).not.toBe(before);
    const { list } = (await world.desk(world.ann, 'withdrawals')).message as { list: { id: string }[] };
    const id = list[0]?.id ?? '';
    expect(await world.desk(world.ann, `withdrawals/${id}/reject`, { reason: 'Not so' })).toMatchObject({
      code: 'operations.claim-needed',
    });
    await world.desk(world.ann, `withdrawals/${id}/claim`, {});
    expect(
      await world.desk(world.ann, `withdrawals/${id}/reject`, { reason: 'The address is a contract' }),
    ).toMatchObject({
      type: 'ok',
    });
    expect(await world.balance()).toBe(before);
    expect((await world.eventsOf(world.user, 'withdrawal')).at(-1)).toMatchObject({
      state: 'rejected',
      reason: 'The address is a contract',
    });
  });

  it('withdrawals go out by a table, for treasurers alone', async () => {
    await world.source.query('delete from account_limit');
    const wanted = { currency: USDT, number: '100', address: ADDRESS, pay_password: PIN, code: await aCode() };
    expect(await world.post('wallet/out', wanted)).toMatchObject({ type: 'ok' });
    const { list } = (await world.desk(world.ann, 'withdrawals')).message as { list: { id: string }[] };
    const id = list[0]?.id ?? '';
    const hand = (act: string, table: string, by = world.ann) => world.desk(by, 'withdrawals/many', { act, table });
    expect(await hand('release', id, world.auditor)).toMatchObject({ code: 'access.forbidden' });
    expect(await hand('cancel', id)).toMatchObject({ code: 'request.invalid' });
    expect(await world.desk(world.auditor, 'withdrawals/many/check', { act: 'release', table: id })).toMatchObject({
      code: 'access.forbidden',
    });
    expect(await world.desk(world.ann, 'withdrawals/many/check', { act: 'release', table: id })).toMatchObject({
      message: { carriedOut: false, rows: [{ line: 1, id, coin: 'USDT', outcome: 'ready', problem: null }] },
    });
    expect(await hand('pay', `${id},${'ab'.repeat(32)}`)).toMatchObject({
      message: { carriedOut: false, rows: [{ outcome: 'refused' }] },
    });
    expect(await hand('release', id)).toMatchObject({ message: { carriedOut: true, rows: [{ outcome: 'done' }] } });
    await world.desk(world.bob, `withdrawals/${id}/claim`, {});
    expect(await world.desk(world.bob, `withdrawals/${id}/send`, {})).toMatchObject({ type: 'ok' });
    const transaction = randomBytes(32).toString('hex');
    // As a spreadsheet copies it, then as a file has it.
    for (const [outcome, table] of [
      ['done', `id\thash\r\n${id}\t0x${transaction}`],
      ['before', `id,hash\n${id},0x${transaction}`],
    ] as const) {
      expect(await hand('pay', table, world.bob)).toMatchObject({
        message: { carriedOut: true, rows: [{ line: 2, id, outcome, payout: expect.any(String) }] },
      });
    }
    expect((await world.lines('withdrawal', id)).filter((line) => !line.endsWith('view'))).toEqual([
      `${world.ann.login} withdrawal.approve`,
      `${world.bob.login} withdrawal.claim`,
      `${world.bob.login} withdrawal.send`,
      `${world.bob.login} withdrawal.pay`,
    ]);
  });

  it('those that were ticked are decided each by itself, for treasurers alone', async () => {
    const { list } = (await world.desk(world.ann, 'withdrawals?status=rejected')).message as { list: { id: string }[] };
    const id = list[0]?.id ?? '';
    const picked = [{ id }, { id: '999999999' }];
    for (const path of ['withdrawals/picked', 'withdrawals/picked/check']) {
      expect(await world.desk(world.auditor, path, { act: 'release', picked })).toMatchObject({
        code: 'access.forbidden',
      });
      for (const wrong of [
        { act: 'cancel', picked },
        { act: 'release', picked: [] },
        { act: 'release', picked: [{ id: '1,2' }] },
        { act: 'release', picked: Array.from({ length: 201 }, (_, place) => ({ id: String(place + 1) })) },
        { act: 'reject', picked, reason: ' ' },
      ]) {
        expect(await world.desk(world.ann, path, wrong)).toMatchObject({ code: 'request.invalid' });
      }
      expect(await world.desk(world.ann, path, { act: 'reject', picked })).toMatchObject({
        code: 'wallet.reason-required',
      });
      expect(await world.desk(world.ann, path, { act: 'reject', picked, reason: 'Once more' })).toMatchObject({
        message: {
          carriedOut: path === 'withdrawals/picked',
          rows: [
            { line: 1, id, coin: 'USDT', amount: '100', outcome: 'before' },
            { line: 2, coin: null, outcome: 'refused' },
          ],
          sums: [],
        },
      });
    }
  });

  it('nothing lets one person alone decide, not even the database', async () => {
    const insert = `insert into operator_proposal (kind, detail, reason, proposed_by, proposed_at, status, decided_by, decided_at)
      values ('deposit-key', '{}', '', $1, now(), 'approved', $2, now())`;
    await expect(world.source.query(insert, [world.ann.operatorId, world.ann.operatorId])).rejects.toThrow(
      'second_person',
    );
    await expect(
      world.source.query(`update operator_proposal set proposed_by = $1 where status = 'approved'`, [
        world.ann.operatorId,
      ]),
    ).rejects.toThrow('final');
  });
});

it('money is changed by hand by two people, and the user sees it', async () => {
  const body = { userId: world.user.userId, account: 'spot', currencyId: 3, amount: '-20', reason: 'credited twice' };
  expect(await world.desk(world.settings, 'adjustments', body)).toMatchObject({ code: 'access.forbidden' });
  const { id } = (await world.desk(world.ann, 'adjustments', body)).message as { id: string };
  const before = await world.balance();
  expect(await world.desk(world.ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
  expect((await world.desk(world.bob, 'proposals?kind=adjustment')).message).toMatchObject({
    list: [
      { id, kind: 'adjustment', detail: { amount: '-20' }, reason: 'credited twice', proposedBy: world.ann.login },
    ],
  });
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(Number(before) - Number(await world.balance())).toBe(20);
  expect((await world.desk(world.ann, `users/${world.user.userId}/statement?limit=1`)).message).toMatchObject({
    total: 13,
    list: [{ reason: 'wallet.adjustment', amount: '-20', coin: 'USDT' }],
  });
  // The same again within seconds would be a second tap.
  const next = { ...body, reason: 'credited three times' };
  const { id: other } = (await world.desk(world.ann, 'adjustments', next)).message as { id: string };
  expect(await world.desk(world.ann, `proposals/${other}/reject`, { reason: 'a mistake' })).toMatchObject({
    type: 'ok',
  });
  expect(await world.desk(world.bob, `proposals/${other}/approve`, {})).toMatchObject({
    code: 'operations.proposal-decided',
  });
  expect(await world.desk(world.ann, 'adjustments', { ...body, userId: '1' })).toMatchObject({
    code: 'operations.not-found',
  });
  expect(await world.desk(world.ann, 'adjustments', { ...body, amount: '0' })).toMatchObject({
    code: 'request.invalid',
  });
});

it('the books and the audit log can be looked at, and cancel-only ended', async () => {
  const { list } = (await world.desk(world.auditor, 'books/accounts?owner=house&currency=3')).message as {
    list: object[];
  };
  expect((await world.desk(world.auditor, `books/accounts?owner=${world.user.userId}`)).message).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ kind: 'spot', userId: world.user.userId, demo: false })]),
  });
  expect(list).toMatchObject(expect.arrayContaining([expect.objectContaining({ kind: 'external', userId: null })]));
  expect(
    (await world.desk(world.auditor, `books/journals?user=${world.user.userId}&cause=wallet.adjustment`)).message,
  ).toMatchObject({
    more: false,
    list: [{ cause: 'wallet.adjustment', legs: [{ amount: '-20' }, { amount: '20' }] }],
  });
  expect(await world.desk(world.auditor, 'books/reopen', { book: 'real', reason: 'nothing to do' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  await world.app.application.get(TradingMode).stop('real', 'A test.');
  expect((await world.desk(world.ann, 'books')).message).toMatchObject({
    trading: { real: { mode: 'cancel-only', cause: 'A test.' }, demo: { mode: 'open' } },
  });
  const wanted = { book: 'real', reason: 'in order' };
  expect(await world.desk(world.settings, 'books/reopen', wanted)).toMatchObject({ code: 'access.forbidden' });
  const { id } = (await world.desk(world.auditor, 'books/reopen', wanted)).message as { id: string };
  expect(await world.desk(world.ann, 'books/reopen', wanted)).toMatchObject({ code: 'operations.proposal-open' });
  expect(await world.desk(world.auditor, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'wallet.second-person',
  });
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
  expect((await world.desk(world.ann, 'books')).message).toMatchObject({ trading: { real: { mode: 'cancel-only' } } });
  expect(await world.desk(world.ann, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  await sealActs(world.source, world.app.application.get(SealAudit));
  expect((await world.desk(world.auditor, 'books/verify', {})).message).toMatchObject({ inOrder: true });
  expect((await world.desk(world.auditor, 'books')).message).toMatchObject({
    trading: { real: { mode: 'open' }, demo: { mode: 'open' } },
    auditSeal: { hash: expect.any(String) },
  });
  expect((await world.desk(world.auditor, 'audit?action=books-reopen')).message).toMatchObject({
    total: 1,
    list: [
      {
        action: 'books-reopen.propose',
        operator: world.auditor.login,
        detail: { book: 'real', reason: 'in order', cause: 'A test.' },
      },
    ],
  });
  expect((await world.desk(world.auditor, 'jobs')).message).toMatchObject({ queues: expect.any(Array) });
  const { queues } = (await world.desk(world.reviewer, 'queues')).message as {
    queues: { kind: string; waiting: number }[];
  };
  expect(queues.map(({ kind }) => kind)).toEqual([
    'deposit',
    'withdrawal',
    'payment',
    'verification',
    'appeal',
    'merchant',
    'proposal',
    'announced',
    'help',
    'complaint',
  ]);
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf((subject) => MONEY_SUBJECTS.includes(subject)));
