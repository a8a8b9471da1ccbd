import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { CheckMargins } from '../features/trading/liquidation/check-margins.js';
import { ActOnMargins } from '../features/trading/liquidation/act-on-margins.js';
import { DecisionMarkets } from '../features/trading/futures-index/decision-markets.js';
import { FollowOpenPositions } from '../features/trading/futures-index/follow-open-positions.js';
import { LiquidationStore } from '../features/trading/liquidation/liquidation.store.js';
import { MarkSamples } from '../features/trading/futures-index/mark-samples.js';
import { FuturesIndex } from '../features/trading/futures-index/futures-index.js';
import { FuturesIndexStore } from '../features/trading/futures-index/futures-index.store.js';
import { ReachedMargins } from '../features/trading/liquidation/reached-margins.js';
import { TakenDepth } from '../features/trading/taken-depth/taken-depth.js';
import { TakenDepthStore } from '../features/trading/taken-depth/taken-depth.store.js';
import { TakingsUnderWay } from '../features/trading/taken-depth/takings-under-way.js';
import { SystemClock } from '../platform/clock/clock.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { FIRST_USER, USDT } from './ledger.book.js';

export const MARKET = 1;
const AT_ONCE = 2000;

/**
 * One open long of 0.1 BTC at 60,000 for each user, its margin in a hold: every `weakEach`th with leverage 50, which
 * a mark of 58,700 liquidates, all others with leverage 10.
 */
export async function openPositions(url: string, count: number, weakEach: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE - 1, count);
    await client.query('begin');
    await client.query(
      `insert into futures_position (id, user_id, market_id, currency_id, demo, side, price_type, margin_mode, status,
         leverage, lot_size, lots, lots_ordered, market_price, entry_price, initial_margin, margin, open_fee_ratio,
         close_fee_ratio, created_at, opened_at, updated_at)
       overriding system value
       select n, ${FIRST_USER} + n - 1, ${MARKET}, ${USDT}, false, 1, 'market', 'isolated', 1,
              case when n % $3 = 0 then 50 else 10 end, 0.01, 10, 10, 60000, 60000,
              case when n % $3 = 0 then 120 else 600 end, case when n % $3 = 0 then 120 else 600 end, 0.0005, 0.0005,
              now(), now(), now()
         from generate_series($1::integer, $2::integer) n`,
      [from, to, weakEach],
    );
    await client.query(
      `select from (select array_agg(ref order by n, place) as refs, array_agg(owner order by n, place) as owners,
                array_agg(kind order by n, place) as kinds, array_agg(${USDT} order by n, place) as currencies,
                array_agg(amount order by n, place) as amounts, array_agg(hold order by n, place) as holds
           from generate_series($1::integer, $2::integer) n
          cross join lateral (values
            (1, 'spot', -case when n % $3 = 0 then 120 else 600 end, null),
            (2, 'contract_frozen', case when n % $3 = 0 then 120 else 600 end, concat('position:', n)))
            as leg (place, kind, amount, hold)
          cross join lateral (select n::text as ref, ${FIRST_USER} + n - 1 as owner) named) legs,
         ledger_post_batch('futures.open', now(), false, legs.refs, legs.owners, legs.kinds, legs.currencies,
           legs.amounts, legs.holds)`,
      [from, to, weakEach],
    );
    await client.query('commit');
  }
  await client.query(`select setval(pg_get_serial_sequence('futures_position', 'id'), $1)`, [count]);
  await client.query('vacuum analyze');
  await client.end();
}

/** The worker over a database, with a market whose mark is given by hand. */
export class BenchWorker {
  readonly futuresIndex = new FuturesIndex();
  readonly followOpenPositions: FollowOpenPositions;
  readonly reached: ReachedMargins;
  readonly check: CheckMargins;
  mark = '60000';
  private readonly clock = new SystemClock();

  constructor(source: DataSource) {
    const { clock } = this;
    // A sample a second, as the feed makes them.
    const second = () => Math.floor(clock.now() / 1000) * 1000;
    const reads = new FuturesIndexStore(source);
    const look = () => ({
      quotation: 'perpetual' as const,
      market: { id: MARKET, symbol: 'BTC/USDT', bandRatio: '0.05', priceScale: 2, spread: '5' },
      last: this.mark,
      mark: this.mark,
      index: this.mark,
      indexState: 'ok' as const,
      book: { symbol: 'BTC/USDT', bids: [[this.mark, '100000']], asks: [[this.mark, '100000']], at: second() },
      at: second(),
      sampledAt: second(),
      origin: 'simulated' as const,
    });
    const takenDepth = new TakenDepth({ look } as never, new TakenDepthStore(source), new TakingsUnderWay());
    const markets = new DecisionMarkets(reads, { look } as never, new MarkSamples(), takenDepth, clock);
    this.followOpenPositions = new FollowOpenPositions(reads, this.futuresIndex, markets);
    this.reached = new ReachedMargins(markets, this.futuresIndex);
    const outbox = { announce: () => undefined } as never;
    const transactions = new Transactions(source);
    const acting = new ActOnMargins(
      new LiquidationStore(),
      this.followOpenPositions,
      transactions,
      outbox,
      clock,
      new Metrics(),
    );
    this.check = new CheckMargins(reads, markets, this.futuresIndex, acting);
  }

  /** Notes the mark four times a second until the end is called. */
  watch(mark: string): () => void {
    this.mark = mark;
    this.reached.sample(MARKET);
    const timer = setInterval(() => this.reached.sample(MARKET), 250);
    return () => clearInterval(timer);
  }

  /** Whom the mark reaches. */
  ids(): number[] {
    return this.reached.by([MARKET]).ids;
  }
}
