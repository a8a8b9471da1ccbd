import { Decimal } from '../../../contract/decimal.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { fund } from '../../../test/factories/ledger.js';
import { listedPage, type ListedPage } from '../../../test/factories/listed.js';
import type { ReadSource } from '../../../platform/database/read-source.store.js';
import { RowBooks } from '../../../platform/http/keys/row-books.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ManageSubAccounts } from '../../account/sub-accounts/manage-sub-accounts.js';
import { ClosingOrders } from '../futures-orders/index.js';
import { PreviewFutures } from '../futures-orders/preview-futures.js';
import { FillClosings } from '../futures-triggers/fill-closings.js';
import { GetAccountTerms } from './get-account-terms.js';
import { GetFuturesAccount } from './get-futures-account.js';
import { PositionHistoryStore } from './position-history.store.js';
import { PositionsStore } from './positions.store.js';
import { PreferMarginMode } from './prefer-margin-mode.js';

const ETH_MARKET = 2;
const CALLER = { ip: '192.0.2.1', userAgent: '' };

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
}, 120_000);
afterAll(() => world?.close());
beforeEach(() => {
  world.clock.advance(60_000);
  world.price('60000');
  world.price('3000', {}, ETH_MARKET);
});

/** Somebody with rows of every kind, each a second after the one before, and a stranger with one. */
async function somebody() {
  const user = await world.user('20000');
  await fund(world.source, user, '20000', { kind: 'contract', demo: true });
  const from = world.clock.now();
  const open = async (values: Parameters<FuturesWorld['open']>[1]) => {
    const { positionId } = await world.open(user, values);
    world.pass(1000);
    return positionId;
  };
  const closed = await open({ lots: 2 });
  const held = await open({ side: 'short', lots: 3, leverage: 5, marketId: ETH_MARKET, marginMode: 'cross' });
  const waits = await open({ lots: 4, leverage: 20, isLimit: true, limitPrice: '50000' });
  const demo = await open({ demo: true, lots: 1 });
  world.price('61000');
  await world.close1(user, closed);
  const stranger = await world.user('20000');
  const foreign = await world.open(stranger, { lots: 1 });
  const at = (second: number) => new Date(from + second * 1000);
  return { user, stranger, foreign: foreign.positionId, closed, held, waits, demo, at };
}

describe('the file of futures', () => {
  it('has those of one person, one book and a time, the newest first, page by page', async () => {
    const { user, closed, held, waits, demo, at } = await somebody();
    const page = (values: Omit<ListedPage, 'userId'> = {}) =>
      listedPage(world.source, 'futures.orders', { userId: user, ...values });
    const numbers = async (values: Omit<ListedPage, 'userId'>) => (await page(values)).map(({ number }) => number);
    const row = (id: string, second: number) => ({ key: id, number: id, time: at(second), funding: '0' });
    const [eth] = await world.source.query(
      'select trim_scale(initial_margin)::text as margin, trim_scale(fee)::text as fee, trim_scale(entry_price)::text as entry from futures_position where id = $1',
      [held],
    );
    expect(await page()).toEqual([
      {
        ...row(waits, 2),
        market: 'BTC/USDT',
        side: 'long',
        leverage: '20',
        lots: '4',
        entry: null,
        exit: null,
        margin: '0',
        fee: '0',
        profit: '0',
        status: 'pending',
        ended: null,
      },
      {
        ...row(held, 1),
        market: 'ETH/USDT',
        side: 'short',
        leverage: '5',
        lots: '3',
        ...eth,
        exit: null,
        profit: '0',
        status: 'open',
        ended: null,
      },
      // Two lots of 0.01 at 60,005, closed at 60,995: 0.60005 and 0.60995 of fees.
      {
        ...row(closed, 0),
        market: 'BTC/USDT',
        side: 'long',
        leverage: '10',
        lots: '2',
        entry: '60005',
        exit: '60995',
        margin: '120.01',
        fee: '1.21',
        profit: '19.8',
        status: 'closed',
        ended: at(4),
      },
    ]);
    expect(await numbers({ demo: true })).toEqual([demo]);
    expect(await numbers({ since: at(1) })).toEqual([waits, held]);
    expect(await numbers({ until: at(2) })).toEqual([held, closed]);
    expect(await numbers({ limit: 1 })).toEqual([waits]);
    expect(await numbers({ after: held })).toEqual([closed]);
    await world.cancel(user, waits);
    expect((await page())[0]).toMatchObject({ status: 'cancelled', ended: at(4) });
  });

  it('has what waited to close them, with the price where all of it is known', async () => {
    const { user, held, stranger, foreign, demo, at } = await somebody();
    const orders: string[] = [];
    const place = async (userId: string, positionId: string, lots: number, price: string) => {
      await world.get(ClosingOrders).place({ userId, positionId, lots, price, key: null });
      const [{ id }] = await world.source.query('select max(id)::text as id from futures_closing_order');
      orders.push(id);
      world.pass(1000);
    };
    await place(user, held, 1, '2900');
    await place(user, held, 2, '2800');
    await place(user, demo, 1, '70000');
    await place(stranger, foreign, 1, '70000');
    const [filled, waits, ofDemo] = orders as [string, string, string];
    world.price('2850', {}, ETH_MARKET);
    await world.get(FillClosings).execute([ETH_MARKET]);
    const page = (values: Omit<ListedPage, 'userId'> = {}) =>
      listedPage(world.source, 'futures.closings', { userId: user, ...values });
    const numbers = async (values: Omit<ListedPage, 'userId'>) => (await page(values)).map(({ number }) => number);
    const { closePrice } = await world.row(user, held);
    const row = (id: string, second: number) => ({
      key: id,
      number: id,
      time: at(second),
      market: 'ETH/USDT',
      side: 'short',
    });
    const both = [
      { ...row(waits, 5), lots: '2', filled: '0', price: '2800', exit: null, status: 'waiting', ended: null },
      { ...row(filled, 4), lots: '1', filled: '1', price: '2900', exit: closePrice, status: 'filled', ended: at(8) },
    ];
    expect(await page()).toEqual(both);
    expect(await page({ demo: true })).toMatchObject([{ number: ofDemo, side: 'long', market: 'BTC/USDT' }]);
    expect(await numbers({ since: at(5) })).toEqual([waits]);
    expect(await numbers({ until: at(5) })).toEqual([filled]);
    expect(await numbers({ limit: 1 })).toEqual([waits]);
    expect(await numbers({ after: waits })).toEqual([filled]);
    // As a version leaves it that does not know what an order was filled at.
    await world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('update futures_closing_order set lots_valued = 0 where id = $1', [filled]);
    });
    expect((await page())[1]).toMatchObject({ filled: '1', exit: null });
    await world.get(ClosingOrders).cancel({ userId: user, positionId: held, closingId: waits, key: null });
    expect((await page())[0]).toMatchObject({ status: 'user', ended: at(8) });
  });
});

describe('rows', () => {
  it('are listed by status and market, page by page, and counted', async () => {
    const { user, closed, held, waits, demo } = await somebody();
    const list = async (
      filter: { statuses?: number[]; marketIds?: number[]; page?: number; limit?: number },
      isDemo = false,
    ) => {
      const asked = { page: 1, limit: 10, ...filter };
      const { rows, total } = await world.get(PositionHistoryStore).list({ userId: user, demo: isDemo }, asked);
      return [rows.map(({ positionId }) => positionId), total];
    };
    expect(await list({})).toEqual([[waits, held, closed], 3]);
    expect(await list({ statuses: [0, 1] })).toEqual([[waits, held], 2]);
    expect(await list({ marketIds: [ETH_MARKET] })).toEqual([[held], 1]);
    expect(await list({ statuses: [0, 3], marketIds: [BTC_MARKET] })).toEqual([[waits, closed], 2]);
    expect(await list({ limit: 2 })).toEqual([[waits, held], 3]);
    expect(await list({ page: 2, limit: 2 })).toEqual([[closed], 3]);
    expect(await list({}, true)).toEqual([[demo], 1]);
  });

  it('that are closed in parts have each part with its price, and one that is closed at once has none', async () => {
    const user = await world.user('20000');
    const parts = (userId = user, demo = false, page = 1) =>
      world.get(PositionHistoryStore).closedParts({ userId, demo }, { page, limit: 2 });
    const { positionId } = await world.open(user, { lots: 10, side: 'short' });
    const { positionId: whole } = await world.open(user, { lots: 4 });
    await world.close1(user, whole);
    expect(await parts()).toEqual([]);
    const at = world.clock.now();
    await world.close1(user, positionId, { lots: 3 });
    const first = await world.row(user, positionId);
    world.pass(1000);
    await world.get(ClosingOrders).place({ userId: user, positionId, lots: 2, price: '59000', key: null });
    world.price('58990');
    await world.get(FillClosings).execute([BTC_MARKET]);
    const second = await world.row(user, positionId);
    await world.close1(user, positionId);
    const last = await world.row(user, positionId);
    const own = { positionId, market: 'BTC/USDT', side: 'short', demo: false };
    const [third, limit] = await parts();
    expect([third, limit]).toMatchObject([
      { ...own, lots: 5, price: '58995' },
      { ...own, lots: 2, price: '58995', at: at + 1000 },
    ]);
    // The ask with the spread, of a book that has all of it.
    expect(await parts(user, false, 2)).toEqual([
      {
        ...own,
        partId: expect.any(String),
        lots: 3,
        price: '60005',
        profit: first.realisedProfit,
        fee: expect.any(String),
        at,
      },
    ]);
    const sum = (of: 'profit' | 'fee', rows: { profit: string; fee: string }[]) =>
      rows.reduce((total, row) => total.plus(row[of]), new Decimal(0)).toFixed();
    const all = [third, limit, ...(await parts(user, false, 2))] as { profit: string; fee: string }[];
    expect(sum('profit', all)).toBe(last.realisedProfit);
    expect(second.realisedProfit).toBe(sum('profit', all.slice(1)));
    for (const [who, demo] of [
      [user, true],
      [await world.user('1'), false],
    ] as const)
      expect(await parts(who, demo)).toEqual([]);
    const demoUser = await world.user('1');
    await fund(world.source, demoUser, '20000', { kind: 'contract', demo: true });
    const { positionId: ofDemo } = await world.open(demoUser, { lots: 3, demo: true });
    await world.close1(demoUser, ofDemo, { lots: 1 });
    expect(await parts(demoUser, true)).toMatchObject([
      { positionId: ofDemo, demo: true, lots: 1, market: 'BTC/USDT' },
    ]);
    expect(await parts(demoUser, false)).toEqual([]);
    await expect(world.source.query('update futures_closed_part set price = 1')).rejects.toThrow();
    await expect(world.source.query('delete from futures_closed_part')).rejects.toThrow();
  });

  it('that are parts are read in the order of an index, whoever has however many', async () => {
    const asked: { statement: string; values: readonly unknown[] }[] = [];
    const listening = {
      query: (statement: string, values: readonly unknown[]) => {
        asked.push({ statement, values });
        return Promise.resolve([]);
      },
    };
    await new PositionHistoryStore(listening as unknown as ReadSource).closedParts(
      { userId: '1', demo: false },
      { page: 1, limit: 10 },
    );
    const plan = await world.get(Transactions).run(async (tx) => {
      // A table of a few rows is else read whole and sorted.
      await tx.query('set local enable_seqscan = off');
      await tx.query('set local enable_bitmapscan = off');
      const [{ statement, values }] = asked as [(typeof asked)[number]];
      const rows: { 'QUERY PLAN': string }[] = await tx.query(`explain ${statement}`, [...values]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('using futures_closed_part_listed on futures_closed_part');
    expect(plan).not.toContain('Sort');
  });

  it('that are open are read by book, and both books for the state', async () => {
    const { user, stranger, closed, held, waits, demo } = await somebody();
    const positions = world.get(PositionsStore);
    const open = async (isDemo: boolean) =>
      (await positions.open({ userId: user, demo: isDemo })).map(({ positionId }) => positionId);
    expect([await open(false), await open(true)]).toEqual([[waits, held], [demo]]);
    const state = await world.get(Transactions).run((tx) => positions.openEvents(tx, user));
    expect(state.map(({ entity }) => entity)).toEqual([held, waits, demo].map((id) => `position:${id}`));
    expect(await positions.find(user, closed)).toMatchObject({ positionId: closed, status: 3 });
    expect(await positions.find(stranger, closed)).toBeNull();
    const books = world.get(RowBooks);
    expect([await books.of('position', user, held), await books.of('position', user, demo)]).toEqual(['real', 'demo']);
    await expect(books.of('position', stranger, held)).rejects.toMatchObject({ code: 'futures.not-found' });
    expect(world.get(StateParts)).toBeDefined();
  });
});

describe('what a person has in other accounts', () => {
  it.each(['long', 'short'] as const)('counts for an order that adds to it: %s', async (side) => {
    const main = await world.user('50000');
    const sub = await world.get(ManageSubAccounts).open(main, 'One', CALLER);
    const other = await world.get(ManageSubAccounts).open(main, 'Two', CALLER);
    for (const each of [sub, other]) await fund(world.source, each, '50000', { kind: 'contract' });
    await fund(world.source, main, '50000', { kind: 'contract', demo: true });
    await world.open(main, { side, lots: 20, leverage: 5 });
    await world.open(other, {
      side,
      lots: 10,
      leverage: 3,
      isLimit: true,
      limitPrice: side === 'long' ? '50000' : '70000',
    });
    // Of the other side, market and book, of the account itself, of somebody else, and what is closed.
    await world.open(main, { side: side === 'long' ? 'short' : 'long', lots: 100, leverage: 20 });
    await world.open(main, { side, lots: 100, leverage: 20, marketId: ETH_MARKET });
    await world.open(main, { side, lots: 100, leverage: 20, demo: true });
    await world.open(sub, { side, lots: 1, leverage: 50 });
    await world.open(await world.user('50000'), { side, lots: 100, leverage: 20 });
    const gone = await world.open(main, { side, lots: 100, leverage: 20 });
    await world.close1(main, gone.positionId);
    const elsewhere = (userId: string, demo = false) =>
      world.get(PositionsStore).elsewhere({ userId, demo }, { marketId: BTC_MARKET, side });
    expect(await elsewhere(sub)).toEqual({ quantity: '0.3', leverage: 5 });
    expect(await elsewhere(sub, true)).toEqual({ quantity: '1', leverage: 20 });
    expect(await elsewhere(main)).toEqual({ quantity: '0.11', leverage: 50 });
    expect(await elsewhere(await world.user())).toEqual({ quantity: '0', leverage: 0 });
    // 0.31 BTC beside 0.6 are above the 50,000 up to which 125 times is offered: previewed as it is ordered.
    const wish = world.wish(sub, { side, lots: 60, leverage: 125 });
    await expect(world.get(PreviewFutures).order(wish)).rejects.toMatchObject({ code: 'futures.size-for-leverage' });
    await expect(world.submit(sub, wish)).rejects.toMatchObject({ code: 'futures.size-for-leverage' });
  });
});

describe('the terms of an account', () => {
  it('are its margin mode, in each book by itself, and until when it is new', async () => {
    const user = await world.user('0', { isNew: true });
    const terms = (demo: boolean, userId = user) => world.get(GetAccountTerms).execute({ userId, demo });
    const opened = world.clock.now() - 86_400_000;
    expect(await terms(false)).toEqual({ marginMode: 'isolated', newUntil: expect.any(Number) });
    const { newUntil } = await terms(false);
    expect(((newUntil ?? 0) - opened) % 86_400_000).toBe(0);
    const prefer = (demo: boolean, mode: 'cross' | 'isolated') =>
      world.get(PreferMarginMode).execute({ userId: user, demo }, mode);
    await prefer(true, 'cross');
    expect([(await terms(false)).marginMode, (await terms(true)).marginMode]).toEqual(['isolated', 'cross']);
    await prefer(false, 'cross');
    await prefer(true, 'isolated');
    expect([(await terms(false)).marginMode, (await terms(true)).marginMode]).toEqual(['cross', 'isolated']);
    // A sub-account is as old as its main one.
    const old = await world.user('0');
    const sub = await world.get(ManageSubAccounts).open(old, 'One', CALLER);
    expect(await terms(false, sub)).toEqual({ marginMode: 'isolated', newUntil: null });
    world.clock.set((newUntil ?? 0) - 1);
    expect((await terms(false)).newUntil).toBe(newUntil);
    world.clock.set(newUntil ?? 0);
    expect((await terms(false)).newUntil).toBeNull();
  });

  it('are the money of futures alone, and what its cross positions have lost', async () => {
    const user = await world.user('1000');
    await fund(world.source, user, '500');
    await fund(world.source, user, '2', { kind: 'contract', currencyId: 1 });
    await world.open(user, { marginMode: 'cross', lots: 10, leverage: 20 });
    const account = world.get(GetFuturesAccount);
    const { balances } = await account.execute({ userId: user, demo: false });
    expect(balances.toSorted((one, other) => one.currencyId - other.currencyId)).toEqual([
      { currencyId: 1, available: '2', frozen: '0' },
      // 0.1 BTC at 60,005: a twentieth, and a fee of 3.00025.
      { currencyId: 3, available: '696.97475', frozen: '300.025' },
    ]);
    const lost = () => account.lossToCover({ userId: user, demo: false }, 3);
    world.price('59505');
    expect(await lost()).toBe('50');
    world.price('61000');
    expect(await lost()).toBe('0');
    world.price('59505', { mark: null });
    await expect(lost()).rejects.toMatchObject({ code: 'market.stale' });
    expect(account.marks(false)).toEqual({ [ETH_MARKET]: '3000' });
    expect(account.mark(ETH_MARKET, false)).toEqual({ mark: '3000', at: world.clock.now() });
  });
});
