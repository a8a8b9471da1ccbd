import { futuresAsPairs } from './markets.js';
import type { DataSource as Source } from 'typeorm';
import type { FuturesPositionView } from '../../contract/trading/futures.dto.js';
import type { DepthLevel, PriceOrigin } from '../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../contract/money.js';
import { FuturesCatalog } from '../../features/trading/futures/futures-catalog.js';
import { PositionHistoryStore } from '../../features/trading/futures/position-history.store.js';
import { PositionsStore } from '../../features/trading/futures/positions.store.js';
import {
  AddMargin,
  AmendOrder,
  CancelOrder,
  ClosePositions,
  SetStops,
} from '../../features/trading/futures-orders/index.js';
import type { OrderWish } from '../../features/trading/futures-orders/quote-order.js';
import { SubmitOrder } from '../../features/trading/futures-orders/submit-order.js';
import { MarketBoard, MarketCatalog, type MarketEntity } from '../../features/markets/market-board/index.js';
import { emptyRow } from '../../features/markets/market-board/market-status.rules.js';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import type { TestDatabase } from '../database.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { insure, takeMoney } from './given-money.js';
import { aUserId, fund } from './ledger.js';
import { PositionMoves } from './position-moves.js';

/** BTC/USDT: lots of 0.01, a spread of 5, a fee of 0.05 %. */
export const BTC_MARKET = 1;

/** What a market's prices are unless a test says otherwise. */
export interface Prices {
  mark?: DecimalText | null;
  /** Null: the venues do not agree, or too many are silent, and there is neither index nor mark. */
  index?: DecimalText | null;
  /** Best first. */
  bids?: DepthLevel[];
  asks?: DepthLevel[];
  origin?: PriceOrigin;
  /** When the book was last confirmed; now unless told otherwise. */
  bookAt?: number;
  /** The pair's own prices, where they are not the futures'. */
  pair?: { last: DecimalText; bids?: DepthLevel[]; asks?: DepthLevel[]; pricedAt?: number };
  /** When the futures' price was last confirmed; now unless told otherwise. */
  pricedAt?: number;
}

/** The whole product with a clock and prices of perpetuals that a test moves by hand. */
export class FuturesWorld {
  readonly source: Source;
  /** With the rights of who serves: for what the product does. */
  readonly serving: Source;
  private sequence = 0;
  private readonly known = new Map<number, [DecimalText, Prices]>();

  private constructor(
    readonly app: TestApp,
    readonly clock: FakeClock,
  ) {
    this.source = app.owner;
    this.serving = app.serving;
  }

  static async open(environment: Record<string, string> = {}, shared?: TestDatabase): Promise<FuturesWorld> {
    const settings = { ROLES: 'gateway', LOG_LEVEL: process.env.TEST_LOG ?? 'silent', DATABASE_POOL_SIZE: '10' };
    const app = await bootApp({ ...settings, ...environment }, shared);
    const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
    const product = app.application.get(Clock);
    product.now = () => clock.now();
    const world = new FuturesWorld(app, clock);
    world.price('60000');
    return world;
  }

  /** Closes the product, and fails when the books are not in order. */
  close(): Promise<void> {
    return closeInOrder(this.app);
  }

  get<Service>(type: abstract new (...parameters: never[]) => Service): Service {
    return this.app.application.get(type);
  }

  market(id = BTC_MARKET): MarketEntity {
    const market = this.get(MarketCatalog).byId(id);
    if (!market) throw new Error(`There is no market ${id}.`);
    return market;
  }

  product(id = BTC_MARKET) {
    return this.get(FuturesCatalog).require(id);
  }

  /** An operator halts the market; null: it goes on. */
  async halt(reason: string | null, marketId = BTC_MARKET): Promise<void> {
    await this.source.query('update market set halted_reason = $2 where id = $1', [marketId, reason]);
    await this.get(MarketCatalog).reload();
  }

  /** The market has this last price now, and mark and a deep book at it unless told otherwise. */
  price(last: DecimalText, prices: Prices = {}, marketId = BTC_MARKET): void {
    this.known.set(marketId, [last, prices]);
    this.refresh();
  }

  /** All prices are said again, so that none is too old. */
  refresh(): void {
    const now = this.clock.now();
    const views = [...this.known].map(([marketId, [last, prices]]) => this.viewsOf(marketId, last, prices));
    this.sequence += 1;
    const futures = futuresAsPairs({
      tickers: views.map(({ ticker }) => ticker),
      depths: views.map(({ depth }) => depth),
    });
    const update = {
      ep: '7',
      s: this.sequence,
      at: now,
      kind: 'snap' as const,
      tickers: views.map(({ pair }) => pair.ticker),
      marks: views.map(({ mark }) => mark),
      depths: views.map(({ pair }) => pair.depth),
      ...futures,
      candles: [],
      trades: {},
    };
    this.get(MarketBoard).apply(update, now);
  }

  /** So much time passes; prices stay as they are and are said again. */
  pass(milliseconds: number): void {
    this.clock.advance(milliseconds);
    this.refresh();
  }

  /** A user with money on the futures account, known for longer than a new one. */
  async user(amount = '10000', { demo = false, isNew = false } = {}): Promise<string> {
    const userId = await aUserId(this.source);
    await this.source.query('update account_user set created_at = $2 where id = $1', [
      userId,
      new Date(this.clock.now() - (isNew ? 1 : 365) * 86_400_000),
    ]);
    if (amount !== '0') await fund(this.source, userId, amount, { kind: 'contract', demo });
    return userId;
  }

  wish(userId: string, values: Partial<OrderWish> = {}): OrderWish {
    return {
      userId,
      demo: false,
      marketId: BTC_MARKET,
      side: 'long',
      lots: 10,
      leverage: 10,
      isLimit: false,
      limitPrice: null,
      marginMode: null,
      takeProfit: null,
      takeProfitSource: 'last',
      stopLoss: null,
      stopLossSource: 'mark',
      worstPrice: null,
      ...values,
    };
  }

  /** What a trader can do, as the calls do it. */
  get commands() {
    return {
      submit: this.get(SubmitOrder),
      amend: this.get(AmendOrder),
      cancel: this.get(CancelOrder),
      close: this.get(ClosePositions),
      stops: this.get(SetStops),
      margin: this.get(AddMargin),
    };
  }

  submit(userId: string, values: Partial<OrderWish> = {}, key: string | null = aKey()): Promise<void> {
    return this.commands.submit.execute(this.wish(userId, values), key);
  }

  /** A new row of the user: what the order has become. */
  async open(userId: string, values: Partial<OrderWish> = {}): Promise<FuturesPositionView> {
    await this.submit(userId, values);
    const rows = await this.rows(userId, values.demo);
    return rows[0] as FuturesPositionView;
  }

  close1(userId: string, positionId: string, values: { lots?: number; worstPrice?: string; key?: string | null } = {}) {
    const { lots = null, worstPrice = null, key = aKey() } = values;
    return this.commands.close.one({ userId, positionId, lots, worstPrice, key });
  }

  cancel(userId: string, positionId: string, key: string | null = aKey()): Promise<void> {
    return this.commands.cancel.execute({ userId, positionId, key });
  }

  amend(
    userId: string,
    positionId: string,
    { limitPrice = null, lots = null }: { limitPrice?: string | null; lots?: number | null },
    key: string | null = aKey(),
  ): Promise<void> {
    return this.commands.amend.execute({ userId, positionId, limitPrice, lots, key });
  }

  /** Every row of the user, newest first. */
  async rows(userId: string, demo = false): Promise<FuturesPositionView[]> {
    const { rows } = await this.get(PositionHistoryStore).list({ userId, demo }, { page: 1, limit: 100 });
    return rows;
  }

  async row(userId: string, positionId: string): Promise<FuturesPositionView> {
    return (await this.get(PositionsStore).find(userId, positionId)) as FuturesPositionView;
  }

  /** A move of the product itself, told in its own transaction. */
  move(
    work: (
      moves: PositionMoves,
    ) => (tx: Parameters<PositionMoves['close']>[0], at: Date) => ReturnType<PositionMoves['close']>,
  ) {
    const moves = new PositionMoves();
    const at = new Date(this.clock.now());
    // Its parts are none of a gateway's own calls: the owner of the books makes them.
    return new Transactions(this.source).run(async (tx) => {
      const moved = await work(moves)(tx, at);
      if (moved) await moves.publish(tx, [moved], at);
      return moved;
    });
  }

  async balances(userId: string, demo = false): Promise<{ contract: string; frozen: string }> {
    const rows: { kind: string; balance: string }[] = await this.source.query(
      `select kind, trim_scale(balance)::text as balance from ledger_account
        where owner_id = $1 and demo = $2 and kind in ('contract', 'contract_frozen')`,
      [userId, demo],
    );
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? '0';
    return { contract: of('contract'), frozen: of('contract_frozen') };
  }

  /** What the house has on an account of its own. */
  async house(kind: 'fee' | 'insurance' | 'house_pnl', demo = false): Promise<string> {
    const rows: { total: string }[] = await this.source.query(
      `select coalesce(trim_scale(sum(balance)), 0)::text as total from ledger_account
        where owner_id is null and kind = $1 and demo = $2`,
      [kind, demo],
    );
    return rows[0]?.total ?? '0';
  }

  /** The insurance fund has so much more. */
  /** Futures money goes without any command of its owner. */
  async take(userId: string, amount: string): Promise<void> {
    const gift = { kind: 'contract', amount, at: new Date(this.clock.now()) };
    await this.source.transaction((tx) => takeMoney((sql, values) => tx.query(sql, values), userId, gift));
  }

  async insure(amount: string, demo = false): Promise<void> {
    await this.source.transaction((tx) => insure((sql, values) => tx.query(sql, values), amount, demo));
  }

  /** Kinds and payloads of what the user was told. */
  events(userId: string): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
    return this.source.query('select kind, payload from outbox where user_id = $1 order by sequence', [userId]);
  }

  private viewsOf(marketId: number, last: DecimalText, prices: Prices) {
    const { symbol } = this.market(marketId);
    const at = this.clock.now();
    const index = prices.index === undefined ? last : prices.index;
    const mark = index === null ? null : prices.mark === undefined ? last : prices.mark;
    const bookOf = (price: DecimalText, { bids, asks }: Pick<Prices, 'bids' | 'asks'>) => {
      const deep: DepthLevel[] = [[price, '1000000']];
      return { symbol, bids: bids ?? deep, asks: asks ?? deep, at, confirmedAt: prices.bookAt ?? at };
    };
    const { origin = 'live', pricedAt = at } = prices;
    // As the feeding process says it: a halt goes before whatever else there is to say.
    const status =
      this.market(marketId).haltedReason === null
        ? { status: 'live' as const, reason: null }
        : { status: 'halted' as const, reason: 'operator' as const };
    const row = { ...emptyRow(symbol), mark, index, ...status, origin };
    const pair: NonNullable<Prices['pair']> = prices.pair ?? {
      last,
      ...(prices.bids && { bids: prices.bids }),
      ...(prices.asks && { asks: prices.asks }),
    };
    return {
      ticker: { ...row, last, pricedAt },
      pair: { ticker: { ...row, last: pair.last, pricedAt: pair.pricedAt ?? at }, depth: bookOf(pair.last, pair) },
      mark: {
        symbol,
        mark,
        index,
        last,
        indexState: index === null ? ('stale' as const) : ('ok' as const),
        method: 'constituents' as const,
        constituents: [],
        fundingRate: null,
        nextFundingAt: null,
        sampledAt: at,
      },
      depth: bookOf(last, prices),
    };
  }
}

let keys = 0;

function aKey(): string {
  keys += 1;
  return `test-key-${process.pid}-${keys}`;
}
