import { Injectable } from '@nestjs/common';
import type { QuotationPairView } from '../../../contract/markets/quotations.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ExchangeRates, type YuanRate } from '../exchange-rates/index.js';
import { MarketBoard, MarketCatalog, type MarketEntity } from '../market-board/index.js';
import { pairView } from './pair-view.js';
import { Sparks } from './sparks.js';

/** One market as the wire shows it, by the ids of its currencies or as a row of the catalogue. */
@Injectable()
export class GetQuotation {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
    private readonly sparks: Sparks,
    private readonly rates: ExchangeRates,
    private readonly clock: Clock,
  ) {}

  /** Another one whenever a price or a rate may be another one. */
  get version(): string {
    return `${this.board.epoch} ${this.board.sequence} ${this.rates.version}`;
  }

  /** @throws Refusal `markets.unknown-symbol` when no market has this pair of currencies. */
  execute(baseCurrencyId: number, quoteCurrencyId: number): QuotationPairView {
    const market = this.catalog.byCurrencies(baseCurrencyId, quoteCurrencyId);
    if (!market) throw new Refusal('markets.unknown-symbol');
    return this.of(market);
  }

  of(market: MarketEntity): QuotationPairView {
    const now = this.clock.now();
    const ticker = this.board.ticker(market.symbol, now);
    const spark = this.sparks.of(market.symbol, ticker?.origin ?? null);
    return pairView({ market, ticker, spark, rate: this.yuanOf(market.quote.code), now });
  }

  /** For one of a currency that markets are quoted in, whether or not the desk sets a rate of it. */
  yuanOf(code: string): YuanRate {
    const now = this.clock.now();
    const { last = null, pricedAt = null } = this.board.ticker(`${code}/USDT`, now) ?? {};
    const coin = last === null || pricedAt === null ? null : { price: last, ageMs: Math.max(0, now - pricedAt) };
    return this.rates.through(code, coin);
  }
}
