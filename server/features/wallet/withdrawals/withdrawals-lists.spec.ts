import { personalTables } from '../../../platform/database/personal-tables.js';
import { USDT } from '../../../test/factories/ledger.js';
import { type Saver, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { WalletCatalog } from '../balances/index.js';
import { type ListQuery, type ListRow, registeredLists } from '../exports/exported-lists.js';
import { ListedRowsStore } from '../exports/listed-rows.store.js';
import { smallest } from './list-withdrawals.js';
import { readDestination } from './destination.js';
import { type WithdrawalRow, type WithdrawalStatus } from './withdrawals.store.js';
import { withdrawalEvent, withdrawalView } from './withdrawals-views.js';

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

describe('the list that a user keeps as a file', () => {
  const DAY_MS = 86_400_000;
  const list = () => {
    const found = registeredLists().get('wallet.withdrawals');
    if (!found) throw new Error('Nobody registered the list.');
    return found;
  };
  /** With the key of each row, by which the next page goes on. */
  async function rowsOf({ id }: Saver, values: Partial<ListQuery> = {}): Promise<ListRow[]> {
    const [since, until] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
    const query = { userId: id, demo: false, since, until, from: '', to: '', ...values };
    const { pages } = await world.get(ListedRowsStore).open(list(), query, 100);
    const rows: ListRow[] = [];
    for await (const page of pages) rows.push(...page);
    return rows;
  }
  const numbers = (rows: ListRow[]) => rows.map(({ number }) => number);

  it('says of each what was asked for, where it went and when it ended', async () => {
    const saver = await world.aSaver();
    const ids = {
      paid: await world.aWithdrawal(saver, { amount: '50' }),
      rejected: await world.aWithdrawal(saver, { amount: '20' }),
      asked: await world.aWithdrawal(saver, { amount: '10' }),
    };
    await world.approve(ids.paid);
    const hash = 'beef'.padStart(64, '2');
    await world.pay(ids.paid, hash);
    await world.reject(ids.rejected);
    const [{ address }] = await world.source.query('select address from withdrawal_address where id = $1', [
      saver.addressId,
    ]);
    const same = { time: expect.any(Date), coin: 'USDT', network: 'TRC20', address };
    expect(await rowsOf(saver)).toEqual([
      {
        ...same,
        key: ids.asked,
        number: ids.asked,
        amount: '10',
        fee: '0.01',
        hash: null,
        status: 'review',
        ended: null,
      },
      {
        ...same,
        key: ids.rejected,
        number: ids.rejected,
        amount: '20',
        fee: '0.02',
        hash: null,
        status: 'rejected',
        ended: expect.any(Date),
      },
      {
        ...same,
        key: ids.paid,
        number: ids.paid,
        amount: '50',
        fee: '0.05',
        hash,
        status: 'paid',
        ended: expect.any(Date),
      },
    ]);
    expect(Object.keys(list().columns)).toEqual(
      expect.arrayContaining([
        'number',
        'time',
        'coin',
        'amount',
        'fee',
        'network',
        'address',
        'hash',
        'status',
        'ended',
      ]),
    );
  });

  it('has its owner’s alone, and none of demo money', async () => {
    const [saver, other] = [await world.aSaver(), await world.aSaver()];
    const id = await world.aWithdrawal(saver);
    await world.aWithdrawal(other);
    expect(numbers(await rowsOf(saver))).toEqual([id]);
    expect(await rowsOf(saver, { demo: true })).toEqual([]);
  });

  it('begins with its first instant and ends before its last', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    const [{ at }] = await world.source.query('select created_at as at from withdrawal where id = $1', [id]);
    const after = new Date(Number(at) + 1);
    expect(numbers(await rowsOf(saver, { since: at, until: after }))).toEqual([id]);
    expect(await rowsOf(saver, { until: at })).toEqual([]);
    expect(await rowsOf(saver, { since: after })).toEqual([]);
  });

  it('goes on after the row that a page ended with, so many at a time', async () => {
    const saver = await world.aSaver();
    const ids = [await world.aWithdrawal(saver), await world.aWithdrawal(saver), await world.aWithdrawal(saver)];
    const page = async (key: string | null): Promise<string[]> => {
      const values = [saver.id, false, new Date(0), new Date(Date.now() + DAY_MS), key, 2];
      return numbers(await world.source.query(list().sql, values)) as string[];
    };
    expect(await page(null)).toEqual([ids[2], ids[1]]);
    expect(await page(ids[1] ?? '')).toEqual([ids[0]]);
    expect(await page(ids[0] ?? '')).toEqual([]);
  });
});

it('is kept for as long as the law wants it when its account is erased, and tells its owner nothing of the desk’s work', () => {
  expect(personalTables().find(({ table }) => table === 'withdrawal')).toMatchObject({
    retained: true,
    owned: 't.user_id = $1',
    without: expect.arrayContaining(['first_approved_by', 'released_by', 'sending_by', 'sending_at']),
  });
});

describe('what a page is shown of it', () => {
  const at = new Date(Date.UTC(2026, 0, 5));
  const row = (status: WithdrawalStatus): WithdrawalRow => ({
    id: '1',
    userId: '2',
    currencyId: USDT,
    coinNetworkId: 1,
    addressId: '3',
    destination: { address: 'T', network: 'TRC20' },
    amount: '10',
    fee: '1',
    remark: '',
    status,
    reason: '',
    firstApprovedBy: null,
    waitsUntil: null,
    sendingBy: null,
    sendingAt: null,
    chainTx: null,
    version: 4,
    createdAt: at,
    updatedAt: at,
  });

  it.each<[WithdrawalStatus, number, string]>([
    // The old clients know three numbers: under review, approved, rejected.
    ['review', 1, 'pending'],
    ['approved', 2, 'approved'],
    ['paid', 2, 'paid'],
    ['rejected', 3, 'rejected'],
    ['cancelled', 3, 'cancelled'],
  ])('%s is %i, and %s in an event', (status, wire, state) => {
    expect(withdrawalView(row(status), world.get(WalletCatalog))).toMatchObject({
      status: wire,
      state: status,
      hash: '',
    });
    expect(withdrawalEvent(row(status)).payload).toMatchObject({
      state,
      entityVersion: 4,
      transactionHash: null,
      reason: null,
    });
  });

  it('the minimum of a coin is the smallest of its networks, wherever that stands', () => {
    const networks = (...minimums: string[]) => minimums.map((withdrawalMinimum) => ({ withdrawalMinimum }) as never);
    for (const minimums of [
      ['1', '5', '20'],
      ['5', '1', '20'],
      ['20', '5', '1'],
      ['9', '1', '10'],
    ]) {
      expect(smallest(networks(...minimums))).toBe('1');
    }
  });
});

it.each([{ address: '', network: 'TRC20' }, { address: 'T', network: '' }, { network: 'TRC20' }, null])(
  'no place to pay to is read from %j',
  (value) => {
    expect(() => readDestination(value)).toThrow('withdrawal.destination');
  },
);
