import { Injectable } from '@nestjs/common';
import { wireAmount, wirePrice } from '../../../contract/wire-decimals.js';
import type { TransactionDealView } from '../../../contract/trading/transactions.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { BOOK_STALE_MS, MarketBoard, MarketCatalog, type MarketEntity } from '../../markets/market-board/index.js';
import { ListTrades } from '../../markets/quotations/index.js';
import { GetWealth } from '../../wallet/balances/index.js';
import { levelView, tradeView } from './transaction-views.js';

/** Rows of each side that those pages have room for. */
const ROWS = 5;
const ZERO = wireAmount('0');

/** A market and the caller's means in it, for clients that read both in one reply. */
@Injectable()
export class GetTransactionDeal {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly listTrades: ListTrades,
    private readonly getWealth: GetWealth,
    private readonly clock: Clock,
  ) {}

  /**
   * @param userId null for a guest, who has nothing.
   * @throws Refusal `markets.unknown-symbol`.
   */
  async execute(query: {
    userId: string | null;
    baseCurrencyId: number;
    quoteCurrencyId: number;
    demo: boolean;
  }): Promise<TransactionDealView> {
    const { userId, baseCurrencyId, quoteCurrencyId, demo } = query;
    const market = this.catalog.byCurrencies(baseCurrencyId, quoteCurrencyId);
    if (!market) throw new Refusal('markets.unknown-symbol');
    const last = this.board.ticker(market.symbol, this.clock.now())?.last ?? null;
    const wealth = userId === null ? null : await this.getWealth.execute(userId, demo);
    const yuan = this.getWealth.yuanOf(market.quote.code);
    const free = (id: number) => wealth?.spot.get(id) ?? ZERO;
    return {
      last_price: last === null ? '' : wirePrice(last, market),
      ...this.book(market),
      complete: this.listTrades.execute(baseCurrencyId, quoteCurrencyId).map((trade) => tradeView(trade, market)),
      user_legal: free(quoteCurrencyId),
      user_currency: free(baseCurrencyId),
      user_cny: wealth?.yuan ?? ZERO,
      cny_price: yuan.yuan,
      user_cny_age_ms: this.getWealth.rate.ageMs,
      cny_age_ms: yuan.setAt === null ? null : yuan.ageMs,
    };
  }

  /** Nothing of a book that nobody has confirmed for a while. */
  private book(market: MarketEntity): Pick<TransactionDealView, 'in' | 'out'> {
    const depth = this.board.depth(market.symbol);
    if (!depth || this.clock.now() - depth.confirmedAt > BOOK_STALE_MS) return { in: [], out: [] };
    const levels = (side: typeof depth.bids) => side.slice(0, ROWS).map((level) => levelView(level, market));
    return { in: levels(depth.bids), out: levels(depth.asks).reverse() };
  }
}
