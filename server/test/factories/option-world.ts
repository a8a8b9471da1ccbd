import { futuresAsPairs } from './markets.js';
import type { DataSource } from 'typeorm';
import type { DecimalText } from '../../contract/money.js';
import type { MarkPriceView } from '../../contract/markets/markets.dto.js';
import { MarketBoard, MarketCatalog, type MarketEntity, NextIndex } from '../../features/markets/market-board/index.js';
import { emptyRow } from '../../features/markets/market-board/market-status.rules.js';
import { BuyOption } from '../../features/trading/options/buy-option.js';
import { optionOrderView } from '../../features/trading/options/options-views.js';
import { SettleOptions } from '../../features/trading/option-settlement/settle-options.js';
import { RecordTape, sampleOf, type TapeWriter } from '../../features/markets/tape/index.js';
import { Clock } from '../../platform/clock/clock.js';
import { bootApp, type TestApp } from '../app.js';
import type { TestDatabase } from '../database.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { aUserId, fund, USDT } from './ledger.js';

/** What an order asks for unless a test says otherwise: 100 USDT of demo money on rise in BTC for a minute. */
export const A_WISH = {
  marketId: 1,
  currencyId: USDT,
  direction: 'rise' as const,
  seconds: 60,
  stake: '100',
  demo: true,
  quoteId: null,
  key: null,
};

export type Wish = Partial<Parameters<BuyOption['execute']>[0]>;

/** How a second's sample is unlike a sound one. */
export interface SampleFlaws {
  live?: number;
  state?: MarkPriceView['indexState'];
  ageMs?: number;
  /** The board has it and the tape has not. */
  untaped?: boolean;
}

/** The whole product with a clock and prices that a test moves by hand. */
export class OptionWorld {
  readonly source: DataSource;
  private readonly writer: TapeWriter;
  private sequence = 0;
  private index: DecimalText | null = null;

  private constructor(
    readonly app: TestApp,
    readonly clock: FakeClock,
    token: string,
  ) {
    this.source = app.owner;
    this.writer = app.application.get(RecordTape).under(token);
  }

  static async open(environment: Record<string, string> = {}, shared?: TestDatabase): Promise<OptionWorld> {
    const app = await bootApp(
      { ROLES: 'gateway', LOG_LEVEL: process.env.TEST_LOG ?? 'silent', ...environment },
      shared,
    );
    const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
    const product = app.application.get(Clock);
    product.now = () => clock.now();
    const [row]: { token: string }[] = await app.owner.query(
      `insert into feed_lease (name, token, holder, taken_at) values ('markets', 1, 'test', now())
       on conflict (name) do update set token = feed_lease.token + 1 returning token::text as token`,
    );
    return new OptionWorld(app, clock, row?.token ?? '');
  }

  get<Service>(type: abstract new (...parameters: never[]) => Service): Service {
    return this.app.application.get(type);
  }

  market(id = A_WISH.marketId): MarketEntity {
    const market = this.get(MarketCatalog).byId(id);
    if (!market) throw new Error(`There is no market ${id}.`);
    return market;
  }

  /** The product sees this index now; the tape has it as the sample of this second. */
  async price(index: DecimalText | null, flaws: SampleFlaws = {}, marketId = A_WISH.marketId): Promise<void> {
    const market = this.market(marketId);
    const now = this.clock.now();
    this.index = index;
    const { live = Math.max(3, market.constituentsMin), state = index === null ? 'stale' : 'ok', ageMs = 100 } = flaws;
    const constituents = Array.from({ length: live }, (_, place) => ({
      venue: `venue-${place}`,
      price: index,
      weight: '1',
      ageMs,
      used: true,
      reason: null,
    }));
    const view: MarkPriceView = {
      symbol: market.symbol,
      mark: index,
      index,
      last: index,
      indexState: state,
      method: 'constituents',
      constituents,
      fundingRate: null,
      nextFundingAt: null,
      sampledAt: now,
    };
    this.sequence += 1;
    const status = { status: 'live', reason: null, pricedAt: now } as const;
    const row = { ...emptyRow(market.symbol), last: index ?? '1', ...status };
    const nothing = { candles: [], depths: [], trades: {} };
    const update = {
      ep: '7',
      s: this.sequence,
      at: now,
      kind: 'snap',
      tickers: [row],
      marks: [view],
      ...nothing,
    } as const;
    this.get(MarketBoard).apply(
      {
        ...update,
        tickers: [row],
        marks: [view],
        candles: [],
        depths: [],
        ...futuresAsPairs({ tickers: [row], depths: [] }),
      },
      now,
    );
    if (flaws.untaped) return;
    this.writer.add([sampleOf(market.id, 'live', view)]);
    await this.writer.write(() => this.clock.now());
  }

  /** So many seconds pass, each with its price. */
  async seconds(count: number, priceOf: (place: number) => DecimalText | null, marketId?: number): Promise<void> {
    for (let place = 0; place < count; place += 1) {
      this.clock.advance(1000);
      await this.price(priceOf(place), {}, marketId);
    }
  }

  /** A call that waits for the next index, which comes a second later, at the price there was unless said, as often as it waits. */
  async withNextIndex<Reply>(call: Promise<Reply>, index: DecimalText | null = this.index): Promise<Reply> {
    const reply = { isThere: false };
    const given = call.finally(() => {
      reply.isThere = true;
    });
    // A refusal may come while the tape is still written, and is told at the end.
    given.catch(() => undefined);
    while (!reply.isThere) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.get(NextIndex).waiting > 0) await this.seconds(1, () => index);
    }
    return given;
  }

  /** A user with demo money on the option account. */
  async user(amount = '1000', { demo = true } = {}): Promise<string> {
    const userId = await aUserId(this.source);
    await fund(this.source, userId, amount, { kind: 'option', demo });
    return userId;
  }

  /** The account's identity is verified. */
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

  async buy(userId: string, wish: Wish = {}) {
    const order = await this.get(BuyOption).execute({ ...A_WISH, userId, ...wish });
    return optionOrderView(order, { language: 'en', now: order.openedAt, account: '' });
  }

  settle() {
    return this.get(SettleOptions).execute();
  }

  async balances(userId: string): Promise<Record<string, string>> {
    const rows: { kind: string; balance: string }[] = await this.source.query(
      `select kind, trim_scale(balance)::text as balance from ledger_account
        where owner_id = $1 and kind like 'option%'`,
      [userId],
    );
    return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
  }

  /** Kinds and payloads of what the user was told. */
  events(userId: string): Promise<{ kind: string; payload: Record<string, unknown> }[]> {
    return this.source.query('select kind, payload from outbox where user_id = $1 order by sequence', [userId]);
  }

  order(id: string): Promise<Record<string, unknown>> {
    return this.source
      .query('select status, result, trim_scale(profit)::text as profit from option_order where id = $1', [id])
      .then((rows: Record<string, unknown>[]) => rows[0] as Record<string, unknown>);
  }
}
