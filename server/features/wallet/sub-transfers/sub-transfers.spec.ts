import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { aUserId, BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { ManageSubAccounts } from '../../account/sub-accounts/manage-sub-accounts.js';
import { TransferMoney } from '../balances/transfer-money.js';
import { Ledger } from '../ledger/index.js';
import { MoveSubMoney, type SubTransfer } from './move-sub-money.js';
import { GetSubAccounts } from './get-sub-accounts.js';

const CALLER = { ip: '192.0.2.1', userAgent: '' };

let app: TestApp;
let source: DataSource;
let manageSubAccounts: ManageSubAccounts;
let main: string;
let sub: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '10' });
  source = app.owner;
  manageSubAccounts = app.application.get(ManageSubAccounts);
});
beforeEach(async () => {
  main = await aUserId(source);
  sub = await manageSubAccounts.open(main, 'Grid', CALLER);
  await fund(source, main, '100');
});
afterAll(() => closeInOrder(app, ['L01', 'L15', 'L20', 'M12', 'M13']));

const move = (values: Partial<SubTransfer> = {}): Promise<void> =>
  app.application.get(MoveSubMoney).execute({
    userId: main,
    from: { subId: null, account: 'spot' },
    to: { subId: sub, account: 'spot' },
    currencyId: USDT,
    amount: '10',
    key: null,
    ...values,
  });

async function balances(userId: string): Promise<Record<string, string>> {
  const rows = await app.application.get(Ledger).balancesOf(userId);
  return Object.fromEntries(rows.map(({ kind, currencyId, balance }) => [`${kind}:${currencyId}`, balance]));
}

describe('a transfer with a sub-account', () => {
  it('moves the amount, keeps a record, and tells both of their balances', async () => {
    await move({ amount: '40.5', to: { subId: sub, account: 'contract' } });
    expect([await balances(main), await balances(sub)]).toEqual([{ 'spot:3': '59.5' }, { 'contract:3': '40.5' }]);
    expect(
      await source.query(
        `select from_user_id::text as "from", to_user_id::text as "to", trim_scale(amount)::text as amount
           from sub_account_transfer where main_id = $1`,
        [main],
      ),
    ).toEqual([{ from: main, to: sub, amount: '40.5' }]);
    for (const [userId, delta, after] of [
      [main, '-40.5', '59.5'],
      [sub, '40.5', '40.5'],
    ])
      expect(
        await source.query('select payload from outbox where user_id = $1 order by sequence desc limit 1', [userId]),
      ).toMatchObject([{ payload: { delta, after, reason: 'sub-account.transfer', demo: false } }]);
  });

  it('goes back, and between two sub-accounts', async () => {
    const other = await manageSubAccounts.open(main, 'Other', CALLER);
    await move();
    await move({ from: { subId: sub, account: 'spot' }, to: { subId: other, account: 'option' }, amount: '6' });
    await move({ from: { subId: other, account: 'option' }, to: { subId: null, account: 'contract' }, amount: '2' });
    expect(await Promise.all([main, sub, other].map(balances))).toEqual([
      { 'spot:3': '90', 'contract:3': '2' },
      { 'spot:3': '4' },
      { 'option:3': '4' },
    ]);
  });

  it.each<[string, () => Partial<SubTransfer>, string]>([
    ['the same account', () => ({ to: { subId: null, account: 'contract' } }), 'wallet.same-account'],
    ['more than there is', () => ({ amount: '100.01' }), 'wallet.transfer-insufficient'],
    ['a coin that is not there', () => ({ currencyId: BTC, amount: '1' }), 'wallet.transfer-insufficient'],
    ['too many decimals', () => ({ amount: '1.000000001' }), 'ledger.too-many-decimals'],
    ['nothing', () => ({ amount: '0' }), 'request.invalid'],
    ['an account that there is not', () => ({ to: { subId: '999999999', account: 'spot' } }), 'sub-account.unknown'],
    [
      'the main account as a sub-account of itself',
      () => ({ to: { subId: main, account: 'spot' } }),
      'wallet.same-account',
    ],
  ])('is refused for %s, and nothing is left of it', async (_what, values, code) => {
    await expect(move(values())).rejects.toMatchObject({ code });
    expect([await balances(main), await balances(sub)]).toEqual([{ 'spot:3': '100' }, {}]);
    expect(await source.query('select from sub_account_transfer where main_id = $1', [main])).toEqual([]);
  });

  it('never reaches another person, in neither direction, whoever asks', async () => {
    const stranger = await aUserId(source);
    const theirs = await manageSubAccounts.open(stranger, 'Theirs', CALLER);
    await move();
    for (const values of [
      { to: { subId: theirs, account: 'spot' as const } },
      { to: { subId: stranger, account: 'spot' as const } },
      { from: { subId: theirs, account: 'spot' as const }, to: { subId: sub, account: 'spot' as const } },
      {
        userId: stranger,
        from: { subId: sub, account: 'spot' as const },
        to: { subId: null, account: 'spot' as const },
      },
      {
        userId: stranger,
        from: { subId: sub, account: 'spot' as const },
        to: { subId: theirs, account: 'spot' as const },
      },
      // Nor does a sub-account move what is its main one's.
      { userId: sub, from: { subId: main, account: 'spot' as const }, to: { subId: null, account: 'spot' as const } },
    ])
      await expect(move(values)).rejects.toMatchObject({ code: 'sub-account.unknown' });
    expect(await Promise.all([main, sub, stranger, theirs].map(balances))).toEqual([
      { 'spot:3': '90' },
      { 'spot:3': '10' },
      {},
      {},
    ]);
  });

  it('happens once for one key, also at once', async () => {
    await Promise.all([move({ key: 'one-12345' }), move({ key: 'one-12345' })]);
    await move({ key: 'one-12345' });
    expect(await balances(sub)).toEqual({ 'spot:3': '10' });
    await expect(move({ key: 'one-12345', amount: '11' })).rejects.toMatchObject({ code: 'request.key-reused' });
  });

  it('leaves nothing, not even its key, when it fails half-way', async () => {
    await source.query(`alter table outbox add constraint test_stop check (payload->>'delta' <> '13') not valid`);
    try {
      await expect(move({ amount: '13', key: 'half-12345' })).rejects.toThrow('test_stop');
    } finally {
      await source.query('alter table outbox drop constraint test_stop');
    }
    expect([await balances(main), await balances(sub)]).toEqual([{ 'spot:3': '100' }, {}]);
    await move({ amount: '13', key: 'half-12345' });
    expect(await balances(sub)).toEqual({ 'spot:3': '13' });
  });

  it('never overdraws nor deadlocks, whoever moves which way at the same time', async () => {
    const other = await manageSubAccounts.open(main, 'Other', CALLER);
    await move({ amount: '30' });
    const places = [null, sub, other];
    const tries = Array.from({ length: 60 }, (_, index) =>
      move({
        from: { subId: places[index % 3] ?? null, account: 'spot' },
        to: { subId: places[(index + 1 + (index % 2)) % 3] ?? null, account: 'spot' },
        amount: '20',
        key: `race-${index}-000`,
      }),
    );
    const refused = (await Promise.allSettled(tries)).filter((result) => result.status === 'rejected');
    expect(refused.every(({ reason }) => reason.code === 'wallet.transfer-insufficient')).toBe(true);
    const all = await Promise.all([main, sub, other].map(balances));
    expect(all.reduce((sum, one) => sum + Number(one['spot:3'] ?? 0), 0)).toBe(100);
    expect(all.every((one) => Number(one['spot:3'] ?? 0) >= 0)).toBe(true);
  });

  it('is refused while one of the two is frozen, and goes on afterwards', async () => {
    await move();
    await manageSubAccounts.freeze(main, sub, true, CALLER);
    await expect(move({ amount: '11' })).rejects.toMatchObject({ code: 'sub-account.frozen' });
    const back = { from: { subId: sub, account: 'spot' as const }, to: { subId: null, account: 'spot' as const } };
    await expect(move(back)).rejects.toMatchObject({ code: 'sub-account.frozen' });
    await manageSubAccounts.freeze(main, sub, false, CALLER);
    await move(back);
    expect(await balances(main)).toEqual({ 'spot:3': '100' });
  });

  it('is before the freezing or refused: nothing moves once it is frozen', async () => {
    const tries = Array.from({ length: 20 }, (_, index) => move({ amount: '1', key: `freeze-${index}-0` }));
    const frozen = manageSubAccounts.freeze(main, sub, true, CALLER).then(() => balances(sub));
    const outcomes = await Promise.allSettled(tries);
    const atFreezing = await frozen;
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'sub-account.frozen' });
    expect(await balances(sub)).toEqual(atFreezing);
    expect(Number(atFreezing['spot:3'] ?? 0)).toBe(done);
  });

  it('waits for the freezing that is under way, and is refused then', async () => {
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select sub_account_freeze($1, $2, true, now())', [main, sub]);
    const tried = move();
    const waits = async () => {
      const rows: unknown[] = await source.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like '%sub_account_transfer%'`,
      );
      return rows.length > 0;
    };
    while (!(await waits())) await new Promise((done) => setTimeout(done, 10));
    await runner.commitTransaction();
    await runner.release();
    await expect(tried).rejects.toMatchObject({ code: 'sub-account.frozen' });
    expect(await balances(sub)).toEqual({});
  });

  it('is refused while the product is in cancel-only', async () => {
    await source.query(`update trading_mode set mode = 'cancel-only'`);
    try {
      await expect(move()).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    } finally {
      await source.query(`update trading_mode set mode = 'open'`);
    }
  });
});

describe('money of a sub-account', () => {
  it('goes nowhere else, and comes from nowhere else', async () => {
    await move({ amount: '50' });
    const direct = (reason: string, kinds: string[], demo = false) =>
      source.query('select ledger_post_direct($1, $2, now(), $3, $4, $5, $6, $7, $8)', [
        reason,
        '4711',
        demo,
        [sub, null],
        kinds,
        [USDT, USDT],
        ['-1', '1'],
        [null, null],
      ]);
    for (const reason of ['deposits.credit', 'withdrawals.freeze', 'wallet.adjustment', 'otc.escrow', 'demo.grant'])
      await expect(direct(reason, ['spot', 'external'])).rejects.toMatchObject({ code: 'SU001' });
    // Not even by what the functions book: there is no such account of it.
    for (const [kind, demo] of [
      ['trust', false],
      ['trust_frozen', false],
      ['spot', true],
    ])
      await expect(
        source.query('select ledger_open_accounts($1, $2, $3, $4)', [demo, [sub], [kind], [USDT]]),
      ).rejects.toMatchObject({ code: 'SU001' });
    await expect(
      app.application
        .get(TransferMoney)
        .execute({ userId: sub, from: 'spot', to: 'contract', currencyId: USDT, amount: '1', key: null }),
    ).rejects.toMatchObject({ code: 'sub-account.closed' });
    expect(await balances(sub)).toEqual({ 'spot:3': '50' });
  });
});

describe('what the main account sees', () => {
  it('is each sub-account with what it is worth, and its balances', async () => {
    await move({ amount: '25', to: { subId: sub, account: 'contract' } });
    const shown = await app.application.get(GetSubAccounts).list(main);
    expect(shown).toMatchObject({
      most: 20,
      main: { usdt: '75.00000000', positions: 0, orders: 0, options: 0 },
      list: [{ id: sub, label: 'Grid', state: 'active', keys: 0, worth: { usdt: '25.00000000', positions: 0 } }],
    });
    expect((await app.application.get(GetSubAccounts).one(main, sub)).worth.balances).toEqual([
      { currencyId: USDT, currency: 'USDT', account: 'contract', available: '25', frozen: '0' },
    ]);
    await expect(app.application.get(GetSubAccounts).one(await aUserId(source), sub)).rejects.toMatchObject({
      code: 'sub-account.unknown',
    });
  });

  it('counts the keys of each that are good, and none that ended with all sessions', async () => {
    await source.query(
      `insert into account_api_key (user_id, public_id, name, kind, public_key, scopes, is_demo, addresses, created_at, expires_at)
       select $1::bigint, substr(md5('key ' || i), 1, 24), 'Key ' || i, 'ed25519', decode(md5('a' || i) || md5('b' || i), 'hex'), '{read}', false, '{}',
              now(), now() + interval '90 days' from generate_series(1, 2) i`,
      [sub],
    );
    const keys = async () => (await app.application.get(GetSubAccounts).list(main)).list.map((one) => one.keys);
    expect(await keys()).toEqual([2]);
    // Past the proposal that two operators would have agreed on.
    await source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('insert into account_session_cut (at, proposal_id) values (clock_timestamp(), 1)');
    });
    expect(await keys()).toEqual([0]);
  });
});
