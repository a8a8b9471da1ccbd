import type { MarkPriceView, PriceOrigin } from '../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../contract/money.js';
import type { FuturesMarginMode } from '../../contract/trading/futures.dto.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import type { MarketEntity } from '../../features/markets/market-board/index.js';
import { BuyOption } from '../../features/trading/options/buy-option.js';
import { SettleOptions } from '../../features/trading/option-settlement/settle-options.js';
import { AmendSpotOrder } from '../../features/trading/spot/amend-spot-order.js';
import { AmendSpotStop } from '../../features/trading/spot/amend-spot-stop.js';
import { CancelSpotOrder } from '../../features/trading/spot/cancel-spot-order.js';
import type { AmendmentWish } from '../../features/trading/spot/draft-amendment.js';
import { ActivateSpotExits } from '../../features/trading/spot/activate-spot-exits.js';
import { ExpireSpotOrders } from '../../features/trading/spot/expire-spot-orders.js';
import { ExpireSpotStops } from '../../features/trading/spot/expire-spot-stops.js';
import { MatchSpotOrders } from '../../features/trading/spot/match-spot-orders.js';
import type { SpotWish } from '../../features/trading/spot/price-spot-order.js';
import type { StopWish } from '../../features/trading/spot/draft-spot-stop.js';
import type { StopAmendmentWish } from '../../features/trading/spot/draft-stop-amendment.js';
import type { PairWish } from '../../features/trading/spot/draft-spot-pair.js';
import { PlaceSpotPair } from '../../features/trading/spot/place-spot-pair.js';
import { PlaceSpotStop } from '../../features/trading/spot/place-spot-stop.js';
import { ReachSpotStops } from '../../features/trading/spot/reach-spot-stops.js';
import { TriggerSpotStops } from '../../features/trading/spot/trigger-spot-stops.js';
import { SubmitSpotOrder } from '../../features/trading/spot/submit-spot-order.js';
import { FillClosings } from '../../features/trading/futures-triggers/fill-closings.js';
import { JudgePriceAlerts } from '../../features/trading/price-alerts/judge-price-alerts.js';
import { RecordTape, sampleOf, type TapeWriter } from '../../features/markets/tape/index.js';
import type { NewSample } from '../../features/markets/tape/tape-writer.js';
import { BuyTrustProduct } from '../../features/trading/trust/buy-trust-product.js';
import { SweepTrustOrders } from '../../features/trading/trust/sweep-trust-orders.js';
import { ApplyForIeo } from '../../features/trading/ieo/apply-for-ieo.js';
import { IeoWorkStore } from '../../features/trading/ieo/ieo-work.store.js';
import { ListSoldCoin } from '../../features/trading/ieo/index.js';
import { PayForIeo } from '../../features/trading/ieo/pay-for-ieo.js';
import { SweepIeo } from '../../features/trading/ieo/sweep-ieo.js';
import { BuySubscription } from '../../features/trading/subscription/buy-subscription.js';
import { CancelOffer, LaunchOffer } from '../../features/trading/subscription/index.js';
import { SweepSubscriptions } from '../../features/trading/subscription/sweep-subscriptions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { agreeOn } from './agreements.js';
import { BTC_MARKET, FuturesWorld } from './futures-world.js';
import { giveMoney } from './given-money.js';
import { cancelSale, listSale, tapeHoursOfSales } from './ieo.js';
import { aUserId, fund, USDT } from './ledger.js';
import { Worker } from './liquidation-world.js';
import { AlertCommands, FuturesCommands, done } from './model-commands.js';

export interface OptionOrder {
  marketId: number;
  direction: 'rise' | 'fall' | 'even';
  seconds: number;
  stake: string;
  demo?: boolean;
}

export interface SpotOrderWish extends Pick<SpotWish, 'timeInForce' | 'expiresAt' | 'exit'> {
  marketId: number;
  side: 'buy' | 'sell';
  quantity: string;
  /** Null: a market order. */
  limitPrice: string | null;
  demo?: boolean;
}

export interface FuturesOrder {
  marketId: number;
  side: 'long' | 'short';
  lots: number;
  leverage: number;
  marginMode: FuturesMarginMode;
  limitPrice?: string;
  demo?: boolean;
}

const FUNDED_AT_ONCE = 100;

let keys = 0;
const aKey = (): string => {
  keys += 1;
  return `trading-world-${process.pid}-${keys}`;
};

/** All four products and their workers, on prices and a clock that a test moves by hand; every price is on the tape. */
export class TradingWorld {
  readonly worker: Worker;
  readonly futuresCommands: FuturesCommands;
  readonly alerts: AlertCommands;

  private constructor(
    readonly futures: FuturesWorld,
    private readonly writer: TapeWriter,
  ) {
    this.worker = new Worker(futures);
    this.futuresCommands = new FuturesCommands(futures);
    this.alerts = new AlertCommands(futures);
  }

  static async open(settings: Record<string, string> = {}): Promise<TradingWorld> {
    const futures = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125', ...settings });
    const [lease] = await futures.source.query(
      `insert into feed_lease (name, token, holder, taken_at) values ('markets', 1, 'test', now())
       on conflict (name) do update set token = feed_lease.token + 1 returning token::text as token`,
    );
    return new TradingWorld(futures, futures.get(RecordTape).under(lease.token));
  }

  /** Fails when the books are not in order. */
  close(): Promise<void> {
    return this.futures.close();
  }

  get source() {
    return this.futures.source;
  }

  /** With the rights of who serves: for what the product does. */
  get serving() {
    return this.futures.serving;
  }

  market(id: number): MarketEntity {
    return this.futures.market(id);
  }

  /** A second later the markets have these prices, with a thin and a deep level of the book on each side. */
  sample(prices: ReadonlyMap<number, DecimalText>): void {
    this.futures.clock.advance(1000);
    for (const [marketId, price] of prices) {
      const { priceScale } = this.market(marketId);
      const away = (ratio: number) => (Number(price) * (1 + ratio)).toFixed(priceScale + 2);
      this.futures.price(
        price,
        {
          bids: [
            [away(-0.0002), '30'],
            [away(-0.002), '1000000'],
          ],
          asks: [
            [away(0.0002), '30'],
            [away(0.002), '1000000'],
          ],
        },
        marketId,
      );
      const content = {
        s: this.futures.clock.now(),
        index: price,
        indexState: 'ok',
        mark: price,
        last: price,
      } as const;
      this.writer.add([{ marketId, content: { ...content, ...this.madeFrom(marketId, price), origin: 'live' } }]);
    }
  }

  /** What the product computed itself is this second's sample. */
  record(marketId: number, view: MarkPriceView): void {
    this.writer.add([sampleOf(marketId, 'live', view)]);
  }

  /** This second's sample of a market is from somewhere else. */
  recordAs(marketId: number, origin: PriceOrigin, price: DecimalText): void {
    const content = { s: this.futures.clock.now(), index: price, indexState: 'ok', mark: price, last: price } as const;
    this.writer.add([{ marketId, content: { ...content, ...this.madeFrom(marketId, price), origin } }]);
  }

  /** The pair has this price at its own venue, and so at all. */
  private madeFrom(marketId: number, price: DecimalText): Pick<NewSample['content'], 'live' | 'constituents'> {
    const [venue = ''] = this.market(marketId).priceInstrument.split(':');
    return { live: 3, constituents: ['simulated-a', venue].map((name) => [name, price, 0, true]) };
  }

  /** What was sampled goes to the tape. */
  write(): Promise<unknown> {
    return this.writer.write(() => this.futures.clock.now());
  }

  /** A user with so much USDT on an account, known for a year. */
  async user(kind: 'spot' | 'option' | 'contract', amount: string, { demo = false } = {}): Promise<string> {
    if (kind === 'contract') return this.futures.user(amount, { demo });
    const userId = await aUserId(this.source);
    await fund(this.source, userId, amount, { kind, demo });
    return userId;
  }

  /** So many users with so much real USDT on an account each, known for a year. */
  async users(kind: 'spot' | 'option' | 'contract', amount: string, count: number): Promise<string[]> {
    const tag = aKey();
    const rows: { id: string }[] = await this.source.query(
      `insert into account_user (username, username_key, extension_code, created_at)
       select $1 || i, $1 || i, upper(substr(md5($1 || i), 1, 10)), $2 from generate_series(1, $3::integer) i returning id`,
      [tag, new Date(this.futures.clock.now() - 365 * 86_400_000), count],
    );
    const ids = rows.map(({ id }) => id);
    // In parts: a statement has five seconds, on a busy machine, too.
    for (let from = 0; from < ids.length; from += FUNDED_AT_ONCE) {
      const some = ids.slice(from, from + FUNDED_AT_ONCE);
      await this.source.transaction((tx) => giveMoney((sql, values) => tx.query(sql, values), some, { kind, amount }));
    }
    return ids;
  }

  /** Money that can pay real options: the account's identity is verified. */
  async verify(userId: string): Promise<void> {
    await this.source.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at)
       values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
      [userId, Buffer.from(`id of ${userId}`)],
    );
    await this.source.query(
      `update verification_case set status = 'verified', version = 2, decided_at = now() where user_id = $1`,
      [userId],
    );
  }

  /** Each command answers whether it was done; a refusal is an answer, anything else an error. */
  option(userId: string, { demo = false, ...wish }: OptionOrder): Promise<boolean> {
    return done(
      this.futures.get(BuyOption).execute({ ...wish, userId, demo, currencyId: USDT, quoteId: null, key: aKey() }),
    );
  }

  spot(userId: string, { marketId, demo = false, ...wish }: SpotOrderWish): Promise<boolean> {
    const { base, quote } = this.market(marketId);
    const order = { ...wish, demo, baseCurrencyId: base.id, quoteCurrencyId: quote.id };
    return done(this.futures.get(SubmitSpotOrder).execute({ userId, wish: order, worstPrice: null, key: aKey() }));
  }

  futuresOrder(userId: string, { limitPrice, ...wish }: FuturesOrder): Promise<boolean> {
    return done(
      this.futures.submit(userId, { ...wish, isLimit: limitPrice !== undefined, limitPrice: limitPrice ?? null }),
    );
  }

  cancelSpot(userId: string, orderId: string): Promise<boolean> {
    return done(this.futures.get(CancelSpotOrder).execute({ userId, orderId, key: aKey() }));
  }

  stopSpot(userId: string, wish: Omit<StopWish, 'baseCurrencyId' | 'quoteCurrencyId' | 'demo'>): Promise<boolean> {
    const { base, quote } = this.market(BTC_MARKET);
    const order = { ...wish, demo: false, baseCurrencyId: base.id, quoteCurrencyId: quote.id };
    return done(this.futures.get(PlaceSpotStop).execute(userId, order, aKey()));
  }

  /** The newest stop of the user that waits. */
  async amendStop(userId: string, change: Partial<StopAmendmentWish>): Promise<boolean> {
    const [stop] = await this.source.query(
      `select max(id)::text as id from spot_stop where user_id = $1 and status = 'waiting'`,
      [userId],
    );
    if (stop.id === null) return false;
    const place = { triggerPrice: null, limitPrice: null, trailPercent: null, trailDistance: null };
    const asItIs = { ...place, pairedLimitPrice: null, amount: null, amendments: null };
    const wish = { ...asItIs, ...change, userId, stopId: stop.id, key: aKey() };
    return done(this.futures.get(AmendSpotStop).execute(wish));
  }

  pairSpot(userId: string, wish: Omit<PairWish, 'baseCurrencyId' | 'quoteCurrencyId' | 'demo'>): Promise<boolean> {
    const { base, quote } = this.market(BTC_MARKET);
    const pair = { ...wish, demo: false, baseCurrencyId: base.id, quoteCurrencyId: quote.id };
    return done(this.futures.get(PlaceSpotPair).execute(userId, pair, aKey()));
  }

  /** The newest open order of the user. */
  async amendSpot(userId: string, change: Pick<AmendmentWish, 'limitPrice' | 'quantity'>): Promise<boolean> {
    const [order] = await this.source.query(
      `select max(id)::text as id from spot_order where user_id = $1 and status = 'open'`,
      [userId],
    );
    if (order.id === null) return false;
    return done(this.futures.get(AmendSpotOrder).execute({ userId, orderId: order.id, ...change, key: aKey() }));
  }

  trust(userId: string, amount: string, { demo = false, productId = 2 } = {}): Promise<boolean> {
    return done(
      this.futures.get(BuyTrustProduct).execute({ userId, productId, amount, demo, agreed: true, key: aKey() }),
    );
  }

  subscribe(userId: string, offerId: number, amount: string): Promise<boolean> {
    const wish = { userId, offerId, amount, demo: false, agreed: true, key: aKey() };
    return done(this.futures.get(BuySubscription).execute(wish));
  }

  /** What two operators agreed on, in its own transaction. */
  launchOffer(offerId: number): Promise<boolean> {
    const listing = { coin: '', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    const launch = this.futures.get(LaunchOffer);
    return this.agreedOn('subscription-launch', offerId, listing, (tx) => launch.execute(tx, offerId, listing));
  }

  cancelOffer(offerId: number): Promise<boolean> {
    const cancel = this.futures.get(CancelOffer);
    return this.agreedOn('subscription-cancel', offerId, {}, (tx) => cancel.execute(tx, offerId));
  }

  private agreedOn(
    kind: 'subscription-launch' | 'subscription-cancel',
    offerId: number,
    detail: object,
    act: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return done(
      this.futures.get(Transactions).run(async (tx) => {
        await agreeOn(tx, kind, offerId, detail);
        await act(tx);
      }),
    );
  }

  async sweepSubscriptions(): Promise<void> {
    await this.futures.get(SweepSubscriptions).execute();
  }

  applyForIeo(userId: string, projectId: number, units: string): Promise<boolean> {
    const wish = { userId, projectId, units, agreed: true, demo: false, key: aKey() };
    return done(this.futures.get(ApplyForIeo).execute(wish));
  }

  payForIeo(userId: string, applicationId: string): Promise<boolean> {
    return done(this.futures.get(PayForIeo).execute({ userId, applicationId, round: null, demo: false, key: aKey() }));
  }

  /** What two operators agreed on, in its own transaction. */
  listSale(projectId: number): Promise<boolean> {
    const list = this.futures.get(ListSoldCoin);
    return done(listSale(projectId, { list, transactions: this.futures.get(Transactions) }));
  }

  async cancelSale(projectId: number): Promise<void> {
    await cancelSale(this.source, projectId, new Date(this.futures.clock.now()));
  }

  async sweepIeo(): Promise<void> {
    await tapeHoursOfSales(this.source, this.futures.clock.now());
    await this.futures.get(SweepIeo).execute();
  }

  /** How long the oldest step of a sale is overdue; 0 where none is. */
  ieoLagSeconds(): Promise<number> {
    return this.futures.get(IeoWorkStore).lagSeconds(new Date(this.futures.clock.now()));
  }

  closePosition(userId: string, positionId: string): Promise<boolean> {
    return done(this.futures.close1(userId, positionId));
  }

  /** More money for somebody who is there already. */
  endow(userId: string, kind: 'spot' | 'option' | 'contract', amount: string, { demo = false } = {}): Promise<unknown> {
    return fund(this.source, userId, amount, { kind, demo });
  }

  /** Everything that workers do at a sample. Answers how many acts there were. */
  async work(marketIds: readonly number[]): Promise<number> {
    let acts = (await this.worker.look(marketIds)) + (await this.futures.get(ExpireSpotOrders).execute());
    await this.futures.get(ReachSpotStops).execute();
    await this.futures.get(ExpireSpotStops).execute();
    for (const marketId of marketIds) {
      acts += await this.worker.stops(marketId);
      acts += await this.worker.fill(marketId);
      for (const demo of [false, true]) acts += await this.futures.get(TriggerSpotStops).execute(marketId, demo);
      for (const demo of [false, true]) acts += await this.futures.get(MatchSpotOrders).execute(marketId, demo);
    }
    acts += await this.futures.get(FillClosings).execute(marketIds);
    acts += await this.futures.get(ActivateSpotExits).execute();
    // What was filled at this sample is judged by it, too.
    return acts + (await this.worker.look(marketIds));
  }

  /** Settles options whose windows are written. */
  async settle(): Promise<number> {
    return (await this.futures.get(SettleOptions).execute()).settled;
  }

  /** Judges price alerts by what is on the tape. */
  async judgeAlerts(): Promise<void> {
    while ((await this.futures.get(JudgePriceAlerts).execute()).more);
  }

  sweepTrust(): Promise<{ accrued: number; completed: number }> {
    return this.futures.get(SweepTrustOrders).execute();
  }

  /** The invariants that do not hold, with their first rows. */
  async brokenBooks(): Promise<{ name: string; rows: unknown[] }[]> {
    const checked = await this.futures.get(CheckBooks).execute();
    return checked.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => ({ name, rows: rows.slice(0, 3) }));
  }
}
