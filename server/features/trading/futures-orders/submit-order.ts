import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { GetFuturesAccount } from '../futures/index.js';
import { CheckStops } from './check-stops.js';
import { futuresRefusalOf, OPEN_ROWS_MAX } from './futures-refusals.js';
import { FuturesStore, type NewRow, type SubmitLimits } from './futures.store.js';
import { type OrderWish, type QuotedOrder, QuoteOrder } from './quote-order.js';

const DAY_MS = 86_400_000;

/** Limits that `futures_submit` checks under its locks. */
@Injectable()
export class OrderLimits {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  get newAccountLeverage(): number {
    return this.config.values.FUTURES_NEW_LEVERAGE_MAX;
  }

  now(demo: boolean): SubmitLimits {
    return {
      openRows: OPEN_ROWS_MAX,
      newAccountLeverage: this.newAccountLeverage,
      newAccountSince: this.clock.now() - this.config.values.FUTURES_NEW_ACCOUNT_DAYS * DAY_MS,
      marks: this.getFuturesAccount.marks(demo),
    };
  }
}

/** Opens a position at the book's price with the house as counterparty, or places a limit order. */
@Injectable()
export class SubmitOrder {
  constructor(
    private readonly quoteOrder: QuoteOrder,
    private readonly checkStops: CheckStops,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly orderLimits: OrderLimits,
  ) {}

  /**
   * @throws Refusal those of {@link QuoteOrder} and {@link CheckStops}, `futures.no-room`, `futures.too-many`,
   *   `ledger.insufficient-balance`, `ledger.cancel-only`, `market.stale` for a cross position without a mark.
   */
  async execute(wish: OrderWish, key: string | null): Promise<void> {
    const { userId, ...body } = wish;
    let isFirstTry = true;
    try {
      await this.commands.call({ userId, route: 'lever/submit', key, body }, async (tx, claim) => {
        const place = (terms: 'known' | 'now') => this.place(tx, claim, wish, terms);
        if (!isFirstTry) return place('now');
        // Nearly always the fee is the one that is known: what is taken compares it, and what would be refused asks for it.
        isFirstTry = false;
        return place('known').catch((error: unknown) => {
          if (error instanceof Refusal) return place('now');
          throw error;
        });
      });
    } catch (error) {
      throw futuresRefusalOf(error, this.orderLimits.newAccountLeverage);
    }
  }

  private place(tx: Transaction, claim: Claim, wish: OrderWish, terms: 'known' | 'now'): Promise<void> {
    return this.quoteOrder.inTurn(wish, terms, async (quote) => {
      await this.checkStops.ofOrder(wish, quote);
      await this.store.submit(tx, claim, rowOf(wish, quote), this.orderLimits.now(wish.demo), quote.taking);
      this.outbox.announce(tx, [wish.userId]);
    });
  }
}

function rowOf(wish: OrderWish, quote: QuotedOrder): NewRow {
  const { product } = quote;
  return {
    market_id: product.marketId,
    currency_id: product.currencyId,
    demo: wish.demo,
    side: wish.side === 'long' ? 1 : -1,
    price_type: wish.isLimit ? 'limit' : 'market',
    margin_mode: wish.marginMode,
    status: quote.waits ? 0 : 1,
    leverage: wish.leverage,
    lot_size: product.lotSize,
    lots: wish.lots,
    limit_price: quote.limitPrice,
    market_price: quote.market.last,
    entry_price: quote.waits ? null : quote.price.toFixed(),
    take_profit: quote.takeProfit,
    take_profit_source: wish.takeProfitSource,
    stop_loss: quote.stopLoss,
    stop_loss_source: wish.stopLossSource,
    initial_margin: quote.margin.toFixed(),
    fee: quote.fee.toFixed(),
    open_fee_ratio: product.openFeeRatio,
    close_fee_ratio: product.closeFeeRatio,
  };
}
