import type { DataSource } from 'typeorm';
import type { DepthView, MarkPriceView, TickerView } from '../../contract/markets/markets.dto.js';
import type { TapeConstituent } from '../../contract/markets/tape.dto.js';
import { MarketBoard, MarketCatalog } from '../../features/markets/market-board/index.js';
import { emptyRow } from '../../features/markets/market-board/market-status.rules.js';
import { CancelSpotOrder } from '../../features/trading/spot/cancel-spot-order.js';
import { MatchSpotOrders } from '../../features/trading/spot/match-spot-orders.js';
import type { SpotWish } from '../../features/trading/spot/price-spot-order.js';
import { SpotHistoryStore } from '../../features/trading/spot/spot-history.store.js';
import { type SpotOrder, SpotStore } from '../../features/trading/spot/spot.store.js';
import { SubmitSpotOrder } from '../../features/trading/spot/submit-spot-order.js';
import { Ledger } from '../../features/wallet/ledger/index.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { aUserId, BTC, fund, USDT } from './ledger.js';
import { type TapedSecond, tapeSeconds } from './tape.js';

const SYMBOL = 'BTC/USDT';
export type Levels = DepthView['bids'];
export const DEEP: { bids: Levels; asks: Levels } = {
  bids: [
    ['99', '10'],
    ['98', '10'],
  ],
  asks: [
    ['100', '1'],
    ['101', '2'],
    ['102', '10'],
  ],
};

const NO_MARK: MarkPriceView = {
  symbol: SYMBOL,
  mark: null,
  index: null,
  last: null,
  indexState: 'stale',
  method: 'constituents',
  constituents: [],
  fundingRate: null,
  nextFundingAt: null,
  sampledAt: 0,
};

/** Spot orders on a book that says what it is told to say. */
export class SpotWorld {
  private heard = 0;
  private bookAt = 0;
  private book: DepthView = { symbol: SYMBOL, bids: [], asks: [], at: 0, confirmedAt: 0 };
  private taped = 0;

  private constructor(
    readonly app: TestApp,
    readonly marketId: number,
  ) {}

  static async open(): Promise<SpotWorld> {
    const app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
    return new SpotWorld(app, app.application.get(MarketCatalog).bySymbol(SYMBOL)?.id as number);
  }

  close(): Promise<void> {
    return closeInOrder(this.app, [
      'S01',
      'S02',
      'S03',
      'S04',
      'S05',
      'S06',
      'S07',
      'S08',
      'S09',
      'S10',
      'S11',
      'S12',
      'S13',
      'S14',
      'L12',
      'X01',
    ]);
  }

  of<Thing>(token: abstract new (...given: never[]) => Thing): Thing {
    return this.app.application.get(token);
  }

  get source(): DataSource {
    return this.app.owner;
  }

  /** The feeding process says this is the book now, and nobody has taken anything of it. */
  async begin(): Promise<void> {
    await this.source.query('delete from taken_depth');
    // The seconds of the test before may be ahead of the clock.
    await this.source.query(`set session_replication_role = replica; delete from price_sample;
      delete from tape_head; delete from spot_stop_place; set session_replication_role = origin`);
    this.taped = 0;
    this.quote(DEEP.bids, DEEP.asks);
  }

  /** The next second of the tape has this last price of the pair and of its futures, and as its index too, whatever the board says. */
  async tape(last: string | null, changes: Partial<TapedSecond> = {}): Promise<void> {
    this.taped = Math.max(this.taped, Math.floor(Date.now() / 1000) * 1000) + 1000;
    const constituents: TapeConstituent[] = [['simulated-a', last, 0, true]];
    const second = { marketId: this.marketId, at: this.taped, index: last ?? '100', last, constituents, ...changes };
    await tapeSeconds(this.source, [second]);
  }

  /** What is changed of markets is known. */
  reload(): Promise<void> {
    return this.of(MarketCatalog).reload();
  }

  quote(bids: Levels, asks: Levels, values: Partial<TickerView> = {}, index?: Partial<MarkPriceView>): void {
    this.heard += 1;
    const now = Date.now();
    this.bookAt = Math.max(this.bookAt + 1, now);
    this.book = { symbol: SYMBOL, bids, asks, at: this.bookAt, confirmedAt: now };
    const last = asks[0]?.[0] ?? bids[0]?.[0] ?? '100';
    const row = { ...emptyRow(SYMBOL), last, status: 'live' as const, reason: null, pricedAt: now, ...values };
    this.of(MarketBoard).apply(
      {
        ep: '9',
        s: this.heard,
        at: now,
        kind: this.heard === 1 ? 'snap' : 'delta',
        tickers: [row],
        candles: [],
        depths: [this.book],
        trades: {},
        marks: index === undefined ? [] : [{ ...NO_MARK, sampledAt: now, ...index }],
      },
      now,
    );
  }

  /** The venue is heard of, and the book is as it was. */
  confirm(): void {
    this.heard += 1;
    const now = Date.now();
    this.book = { ...this.book, confirmedAt: Math.max(this.book.confirmedAt + 1, now) };
    const nothing = { tickers: [], candles: [], trades: {}, marks: [] };
    this.of(MarketBoard).apply(
      { ep: '9', s: this.heard, at: now, kind: 'delta', depths: [this.book], ...nothing },
      now,
    );
  }

  async aTrader(demo = false): Promise<string> {
    const user = await aUserId(this.source);
    await fund(this.source, user, '10000', { demo });
    await fund(this.source, user, '10', { currencyId: BTC, demo });
    return user;
  }

  wish(values: Partial<SpotWish> = {}): SpotWish {
    const pair = { baseCurrencyId: BTC, quoteCurrencyId: USDT, demo: false };
    return { ...pair, side: 'buy', quantity: '1', limitPrice: null, ...values };
  }

  async place(userId: string, values: Partial<SpotWish> = {}, key: string | null = null): Promise<SpotOrder> {
    await this.of(SubmitSpotOrder).execute({ userId, wish: this.wish(values), worstPrice: null, key });
    const [newest] = await this.orders(userId, values.demo);
    return newest as SpotOrder;
  }

  /** Orders that rest, far from the price, with nothing frozen for them; to be forgotten before the books are checked. */
  async crowd(userId: string, count: number): Promise<{ forget: () => Promise<unknown> }> {
    await this.source.query(
      `insert into spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity,
         fee_ratio, created_at, updated_at, reserved)
       select $1, $2, $3, $4, false, 'sell', 900, 7, 0, now(), now(), 0 from generate_series(1, $5::integer)`,
      [userId, this.marketId, BTC, USDT, count],
    );
    const forget = () =>
      this.source.query(`set session_replication_role = replica;
        delete from spot_order where user_id = ${userId} and quantity = 7; set session_replication_role = origin`);
    return { forget };
  }

  cancel(userId: string, orderId: string): Promise<void> {
    return this.of(CancelSpotOrder).execute({ userId, orderId, key: null });
  }

  match(demo = false): Promise<number> {
    return this.of(MatchSpotOrders).execute(this.marketId, demo);
  }

  async order(userId: string, id: string): Promise<SpotOrder> {
    return (await this.of(SpotStore).order(userId, id)) as SpotOrder;
  }

  /** All of a user, the newest first. */
  orders(userId: string, demo = false): Promise<SpotOrder[]> {
    const statuses = ['open', 'filled', 'cancelled'] as const;
    return this.of(SpotHistoryStore).orders({ userId, demo, statuses, marketIds: null, page: 1, limit: 100 });
  }

  async balances(userId: string, demo = false): Promise<Record<string, string>> {
    const rows = await this.of(Ledger).balancesOf(userId, demo);
    return Object.fromEntries(
      rows
        .filter(({ balance }) => balance !== '0')
        .map(({ kind, currencyId, balance }) => [`${kind}:${currencyId === BTC ? 'BTC' : 'USDT'}`, balance]),
    );
  }

  /** The kinds of what a user was told, in order. */
  async publishedKinds(userId: string): Promise<string[]> {
    const rows: { kind: string }[] = await this.source.query(
      'select kind from outbox where user_id = $1 order by sequence',
      [userId],
    );
    return rows.map(({ kind }) => kind);
  }

  /** What a user was told of orders, stops and what purchases leave, the latest first. */
  async orderEvents(userId: string): Promise<unknown[]> {
    const rows: { payload: unknown }[] = await this.source.query(
      `select payload from outbox where user_id = $1 and kind = 'order' order by sequence desc`,
      [userId],
    );
    return rows.map(({ payload }) => payload);
  }
}
