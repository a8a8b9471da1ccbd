import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { Caller } from '../../../test/calls.js';
import { aLedger, BTC, fund, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { RouteList } from '../../../platform/http/route-list.js';
import type { DemoStateView } from '../../../contract/wallet/demo.dto.js';
import type { WalletDetailView, WalletListView } from '../../../contract/wallet/wallet.dto.js';
import { Ledger } from '../ledger/index.js';

let app: TestApp;
let call: Caller;
let source: DataSource;
let ledger: Ledger;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  call = new Caller(app);
  source = app.owner;
  // As the owner of the books: no program that serves books what the tests make up.
  ledger = aLedger(app.owner);
});

beforeEach(async () => {
  user = await aUser(app.database.url);
});

afterAll(() => closeInOrder(app, ['L11', 'D01', 'K11']));

/** What the database says of a posting that is in another book than its account or its journal. */
const MIXED = /foreign key|book of its account and its journal/;
const DEMO = { account_type: 'simulation_account' };

const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call.post(path, fields, { token: user.token, headers });

async function state(path = 'demo/state'): Promise<DemoStateView> {
  const reply = path === 'demo/state' ? await call.get(path, { token: user.token }) : await post(path);
  expect(reply.type).toBe('ok');
  return reply.message as DemoStateView;
}

/** The user's money of one book, by account. */
async function money(demo: boolean): Promise<Record<string, string>> {
  const balances = await ledger.balancesOf(user.userId, demo);
  return Object.fromEntries(balances.map(({ kind, currencyId, balance }) => [`${kind}:${currencyId}`, balance]));
}

/** Loses demo money and is told so, as by a trade. */
async function lose(amount: string, kind: 'spot' | 'option' | 'contract' = 'option'): Promise<void> {
  const { journalId } = await ledger.postAlone({
    reason: TEST_REASON,
    reference: `lost-${user.userId}-${kind}-${amount}`,
    at: Date.now(),
    demo: true,
    legs: [
      { owner: user.userId, kind, currencyId: USDT, amount: `-${amount}` },
      { owner: null, kind: 'house_pnl', currencyId: USDT, amount },
    ],
  });
  await source.query(
    `select outbox_append(a.owner_id, 'balance', balance_event(true, a.kind, a.currency_id, -$3::numeric, a.balance,
              a.sequence, $4, $5), now())
       from ledger_account a where a.owner_id = $1 and a.kind = $2 and a.currency_id = ${USDT} and a.demo`,
    [user.userId, kind, amount, TEST_REASON, journalId],
  );
}

const FULL = { 'spot:3': '100000', 'option:3': '100000', 'contract:3': '100000' };

describe('the demo', () => {
  it('is entered with a grant, once, and left and entered again without one', async () => {
    expect(await state()).toMatchObject({ entered: false, active: false, can_top_up: false });
    const entered = await state('demo/enter');
    expect(entered).toMatchObject({
      entered: true,
      active: true,
      account_type: 'simulation_account',
      currency_name: 'USDT',
      grant: '100000.00000000',
      can_top_up: false,
    });
    expect(entered.balances.map(({ account, available }) => [account, available])).toEqual([
      ['spot', '100000.00000000'],
      ['option', '100000.00000000'],
      ['contract', '100000.00000000'],
    ]);
    await lose('1');
    expect(await state('demo/leave')).toMatchObject({ entered: true, active: false, can_top_up: true });
    expect(await state('demo/enter')).toMatchObject({ active: true });
    expect(await money(true)).toEqual({ ...FULL, 'option:3': '99999' });
    expect(await money(false)).toEqual({});
  });

  it('grants once, however many enter at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => post('demo/enter')));
    expect(await money(true)).toEqual(FULL);
  });

  it('is topped up to the grant, each account by what it lacks, once a request', async () => {
    await post('demo/enter');
    await lose('99999.5', 'option');
    await lose('0.00000001', 'contract');
    await Promise.all(Array.from({ length: 5 }, () => post('demo/top_up', {}, { 'idempotency-key': 'top-up-1' })));
    expect(await money(true)).toEqual(FULL);
    const grants = await source.query<unknown[]>('select from demo_grant where user_id = $1', [user.userId]);
    expect(grants).toHaveLength(2);
    // What was won stays.
    await fund(source, user.userId, '7', { demo: true });
    await lose('1', 'contract');
    await post('demo/top_up', {}, { 'idempotency-key': 'top-up-2' });
    expect(await money(true)).toEqual({ ...FULL, 'spot:3': '100007' });
  });

  it('is not topped up before it was entered', async () => {
    expect(await post('demo/top_up')).toMatchObject({ type: 'error', code: 'demo.not-entered' });
    expect(await money(true)).toEqual({});
  });

  it('tells the owner of every balance as of demo money', async () => {
    await post('demo/enter');
    const events = await source.query<{ payload: object }[]>(
      `select payload from outbox where user_id = $1 and kind = 'balance' order by sequence`,
      [user.userId],
    );
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { entity: 'demo-balance:spot:3', entityVersion: 1, after: '100000', reason: 'demo.grant', demo: true },
      { entity: 'demo-balance:option:3', after: '100000', demo: true },
      { entity: 'demo-balance:contract:3', after: '100000', demo: true },
    ]);
  });
});

describe('the wallet', () => {
  it('shows the book that is asked for, and real money when nothing is', async () => {
    await post('demo/enter');
    await fund(source, user.userId, '5');
    const shownIn = async (fields: Record<string, string>) => {
      const list = (await post('wallet/list', fields)).message as WalletListView;
      const detail = (await post('wallet/detail', { currency: '3', type: 'micro', ...fields })).message;
      const log = (await post('wallet/legal_log', fields)).message as { list: { reason: string; info: string }[] };
      const { micro_balance } = detail as WalletDetailView;
      return [list.account_type, list.usdt_totle, micro_balance, log.list.map(({ reason }) => reason)];
    };
    const real = ['real_account', '5.00000000', '0.00000000', ['wallet.adjustment']];
    expect(await shownIn({})).toEqual(real);
    expect(await shownIn({ account_type: '' })).toEqual(real);
    expect(await shownIn({ account_type: 'real_account' })).toEqual(real);
    const grants = Array.from({ length: 3 }, () => 'demo.grant');
    expect(await shownIn(DEMO)).toEqual(['simulation_account', '300000.00000000', '100000.00000000', grants]);
    expect(await post('wallet/list', { account_type: 'both' })).toMatchObject({ code: 'request.invalid' });
  });
});

describe('demo money never becomes real (K11)', () => {
  /** Everything that moves money in, out or between accounts. */
  const fields = {
    number: '10',
    currency_id: '3',
    currency: '3',
    from_field: 'change',
    to_field: 'lever',
    rate: '1',
    address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    password: '582913',
    type: '0',
    sub_type: 'TRC20',
    amount: '10',
    hash: 'a'.repeat(64),
    account: '',
    imgs: '',
    id: '1',
  };

  it('no call that moves money in or out does anything for the demo', async () => {
    await post('demo/enter');
    await fund(source, user.userId, '1000');
    const before = [await money(true), await money(false)];
    const routes = app.application
      .get(RouteList)
      .all()
      .filter(({ method, access }) => method === 'POST' && access.kind === 'signed-in')
      .filter(({ path }) => /^(wallet|out|depositIn)(\/|$)/.test(path))
      .filter(({ path }) => !['wallet/list', 'wallet/detail', 'wallet/legal_log', 'wallet/hzhistory'].includes(path));
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'wallet/change',
        'wallet/out',
        'wallet/charge_req',
        'depositIn',
        'wallet/deposit_address',
      ]),
    );
    for (const { path } of routes) {
      const reply = await post(path, { ...fields, ...DEMO });
      expect([path, reply.code]).toEqual([path, 'demo.real-money-only']);
      expect([path, (await post(`${path}?account_type=simulation_account`, fields)).code]).toEqual([
        path,
        'demo.real-money-only',
      ]);
    }
    expect([await money(true), await money(false)]).toEqual(before);
  });

  it('a transfer takes real money only, however much demo money there is', async () => {
    await post('demo/enter');
    expect(await post('wallet/change', fields)).toMatchObject({ code: 'wallet.transfer-insufficient' });
    expect([await money(true), await money(false)]).toEqual([FULL, {}]);
  });

  it('the books take no journal that mixes the two, nor demo money from outside', async () => {
    await post('demo/enter');
    await fund(source, user.userId, '1000');
    const account = async (demo: boolean): Promise<string> => {
      const rows = await source.query<{ id: string }[]>(
        `select id from ledger_account where owner_id = $1 and kind = 'spot' and currency_id = 3 and demo = $2`,
        [user.userId, demo],
      );
      return rows[0]?.id ?? '';
    };
    const legs = async (journalDemo: boolean, claimed: [boolean, boolean]) => {
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      try {
        const rows: { id: string }[] = await runner.query(
          `insert into ledger_journal (reason, reference, demo, at)
           values ($1, gen_random_uuid()::text, $2, now()) returning id`,
          [TEST_REASON, journalDemo],
        );
        const id = rows[0]?.id;
        await runner.query(
          `insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
           values ($1, 1000, $3, 3, $4, -1, 0), ($2, 1000, $3, 3, $5, 1, 0)`,
          [await account(true), await account(false), id, ...claimed],
        );
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    };
    // Whatever a posting claims to be: it must be what its account is, and what its journal is.
    for (const journalDemo of [true, false]) {
      await expect(legs(journalDemo, [true, false])).rejects.toThrow(MIXED);
      await expect(legs(journalDemo, [true, true])).rejects.toThrow(MIXED);
      await expect(legs(journalDemo, [false, false])).rejects.toThrow(MIXED);
    }
    const bring = (kind: 'external' | 'sim_mint', demo: boolean) =>
      ledger.postAlone({
        reason: TEST_REASON,
        reference: `outside-${user.userId}-${kind}`,
        at: Date.now(),
        demo,
        legs: [
          { owner: user.userId, kind: 'spot', currencyId: BTC, amount: '1' },
          { owner: null, kind, currencyId: BTC, amount: '-1' },
        ],
      });
    await expect(bring('external', true)).rejects.toMatchObject({ code: 'LG002' });
    await expect(bring('sim_mint', false)).rejects.toMatchObject({ code: 'LG002' });
  });
});
