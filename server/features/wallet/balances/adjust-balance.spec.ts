import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { Ledger } from '../ledger/index.js';
import { violationsOf } from '../../../test/factories/books.js';
import { AdjustBalance } from './adjust-balance.js';

let app: TestApp;
let source: DataSource;
let adjust: AdjustBalance;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  adjust = app.application.get(AdjustBalance);
});

afterAll(() => closeInOrder(app, ['M09', 'M11']));

const propose = (userId: string, amount = '5', reason = 'Goodwill') =>
  adjust.propose({ userId, account: 'spot', currencyId: USDT, amount, reason, operatorId: '1' });
const spotOf = async (userId: string) => (await app.application.get(Ledger).balancesOf(userId))[0]?.balance ?? '0';

describe('a change by hand', () => {
  it('is booked by another operator than the one who proposed it, once, and told to the user', async () => {
    const user = await aUserId(source);
    const adjustmentId = await propose(user);
    await expect(adjust.approve({ adjustmentId, operatorId: '1' })).rejects.toMatchObject({
      code: 'wallet.second-person',
    });
    expect(await spotOf(user)).toBe('0');
    const results = await Promise.allSettled(
      ['2', '3'].map((operatorId) => adjust.approve({ adjustmentId, operatorId })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await spotOf(user)).toBe('5');
    const events = await source.query(`select payload->>'delta' as delta from outbox where user_id = $1`, [user]);
    expect(events).toEqual([{ delta: '5' }]);
  });

  it('takes money only where there is some, and moves nothing when it is rejected', async () => {
    const user = await aUserId(source);
    await fund(source, user, '3');
    const adjustmentId = await propose(user, '-5');
    await expect(adjust.approve({ adjustmentId, operatorId: '2' })).rejects.toMatchObject({
      code: 'ledger.insufficient-balance',
    });
    await adjust.reject({ adjustmentId, operatorId: '1' });
    await expect(adjust.approve({ adjustmentId, operatorId: '2' })).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await spotOf(user)).toBe('3');
  });

  it('needs a reason and an amount', async () => {
    const user = await aUserId(source);
    await expect(propose(user, '5', ' ')).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await expect(propose(user, '--5')).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(propose(user, '0')).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('the caps of a day', () => {
  const DOGE = 5;
  const REFUSED = ['wallet.adjustment-cap', { person: '100', all: '250' }];
  let operators = 100;
  const anOperator = () => String((operators += 1));

  /** Proposed by one operator and, if the caps let it, booked by another; what came of it. */
  async function change(amount: string, by: { proposer?: string; approver?: string; currencyId?: number } = {}) {
    const { proposer = anOperator(), approver = anOperator(), currencyId = DOGE } = by;
    const userId = await aUserId(source);
    if (amount.startsWith('-')) await fund(source, userId, amount.slice(1), { currencyId });
    const proposal = { userId, account: 'spot' as const, currencyId, amount, reason: 'Goodwill', operatorId: proposer };
    const adjustmentId = await adjust.propose(proposal);
    return adjust.approve({ adjustmentId, operatorId: approver }).then(
      () => 'booked',
      ({ code, parameters }: { code: string; parameters: object }) => [code, parameters],
    );
  }

  beforeEach(async () => {
    // What was booked before was booked on an earlier day.
    await source.query(
      `set session_replication_role = replica;
       update wallet_adjustment set booked_at = booked_at - interval '1 day' where booked_at is not null;
       set session_replication_role = origin`,
    );
    await source.query(
      `insert into adjustment_cap (currency_id, by_person, by_all) values ($1, 100, 250)
       on conflict (currency_id) do update set by_person = 100, by_all = 250`,
      [DOGE],
    );
  });

  it('hold for who proposes and for who approves, into accounts and out of them alike', async () => {
    const [proposer, approver] = [anOperator(), anOperator()];
    expect(await change('60', { proposer })).toBe('booked');
    expect(await change('-40', { proposer })).toBe('booked');
    expect(await change('0.00000001', { proposer })).toEqual(REFUSED);
    expect(await change('0.00000001', { approver: proposer })).toEqual(REFUSED);
    expect(await change('99', { approver })).toBe('booked');
    expect(await change('1.1', { proposer: approver })).toEqual(REFUSED);
    expect(await change('1', { proposer: approver })).toBe('booked');
  });

  it('hold for all together, and for each coin by itself', async () => {
    for (const amount of ['100', '-100', '50']) expect(await change(amount)).toBe('booked');
    expect(await change('0.1')).toEqual(REFUSED);
    expect(await change('0.1', { currencyId: USDT })).toBe('booked');
  });

  it('hold for approvals of one moment', async () => {
    const approver = anOperator();
    const results = await Promise.all(Array.from({ length: 6 }, () => change('30', { approver })));
    expect(results.filter((result) => result === 'booked')).toHaveLength(3);
    const others = await Promise.all(Array.from({ length: 6 }, () => change('40')));
    expect(others.filter((result) => result === 'booked')).toHaveLength(4);
  });

  it('refuse a proposal that no day would have room for, and everything in a coin that has none', async () => {
    await expect(change('100.00000001')).rejects.toMatchObject({ code: 'wallet.adjustment-cap' });
    await source.query('delete from adjustment_cap where currency_id = $1', [DOGE]);
    await expect(change('1')).rejects.toMatchObject({
      code: 'wallet.adjustment-cap',
      parameters: { person: '0', all: '0' },
    });
  });

  it.each([
    [
      'is born booked',
      `insert into wallet_adjustment (user_id, account, currency_id, amount, reason, proposed_by, proposed_at, status,
         decided_by, decided_at, booked_at)
       select id, 'spot', 5, 1, 'Goodwill', 1, now(), 'booked', 2, now(), now() from account_user limit 1`,
    ],
    ['changes its amount', 'update wallet_adjustment set amount = amount + 1'],
    ['is booked again', `update wallet_adjustment set booked_at = booked_at - interval '1 day'`],
    ['is taken out', 'delete from wallet_adjustment'],
  ])('are not got round by a row that %s', async (_how, statement) => {
    await change('1');
    await expect(source.query(statement)).rejects.toMatchObject({ code: 'WA002' });
  });

  it('are watched: M11 names what is above them', async () => {
    await change('30');
    const runner = source.createQueryRunner();
    try {
      await runner.query('begin');
      await runner.query('set local session_replication_role = replica');
      expect(await violationsOf(runner.manager, 'M11')).toEqual([]);
      await runner.query(
        `update wallet_adjustment set amount = amount + 200 where booked_at > now() - interval '1 hour'`,
      );
      expect(await violationsOf(runner.manager, 'M11')).toMatchObject([{ total: '230.000000000000000000' }]);
    } finally {
      await runner.query('rollback');
      await runner.release();
    }
  });
});
