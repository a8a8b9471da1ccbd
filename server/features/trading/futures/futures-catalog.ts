import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { FuturesProductView } from '../../../contract/trading/futures.dto.js';
import type { AnnouncedTiersView } from '../../../contract/trading/maintenance-tiers.dto.js';
import { Config } from '../../../platform/config/config.js';
import { CachedRows } from '../../../platform/database/cached-rows.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog, type MarketEntity, quotationOf } from '../../markets/market-board/index.js';
import { storedTiers } from './maintenance-tables.store.js';
import { type ProductRow, ProductsStore } from './products.store.js';

const RELOAD_MS = 15_000;

/**
 * The futures products with their maintenance tables, read at start and again every 15 s. What the market's own row says
 * (lot size, lots, spread, fee) is taken from there.
 */
@Injectable()
export class FuturesCatalog extends CachedRows {
  private rows = new Map<number, ProductRow>();

  constructor(
    private readonly store: ProductsStore,
    private readonly markets: MarketCatalog,
    private readonly config: Config,
  ) {
    super('The futures products', RELOAD_MS);
  }

  /** All futures products in the markets' order, those that are not offered now included. */
  all(): FuturesProductView[] {
    return this.markets.all().flatMap((market) => this.viewOf(market) ?? []);
  }

  /** Markets of all futures products. */
  marketIds(): IterableIterator<number> {
    return this.rows.keys();
  }

  find(marketId: number): FuturesProductView | undefined {
    const market = this.markets.byId(marketId);
    return market && this.viewOf(market);
  }

  /** The market of a pair of currencies, as the wire names it. @throws Refusal `markets.unknown-symbol`. */
  marketOf(baseCurrencyId: number, quoteCurrencyId: number): MarketEntity {
    const market = this.markets.byCurrencies(baseCurrencyId, quoteCurrencyId);
    if (!market) throw new Refusal('markets.unknown-symbol');
    return market;
  }

  market(marketId: number): MarketEntity | undefined {
    return this.markets.byId(marketId);
  }

  /** A futures product that is offered. @throws Refusal `market.not-offered`. */
  require(marketId: number): FuturesProductView {
    const product = this.find(marketId);
    if (!product?.enabled) throw new Refusal('market.not-offered');
    return product;
  }

  /**
   * A futures product that is offered, with the fee read from the database now: a cached fee could be seconds old and differ between
   * processes. @throws Refusal `market.not-offered`.
   */
  async requireNow(marketId: number): Promise<FuturesProductView> {
    const product = this.require(marketId);
    const percent = await this.store.feePercent(marketId);
    if (percent === null) throw new Refusal('market.not-offered');
    const fee = feeRatioOf(percent);
    return { ...product, openFeeRatio: fee, closeFeeRatio: fee };
  }

  protected async read(): Promise<void> {
    this.take(await this.store.all());
  }

  private take(rows: ProductRow[]): void {
    this.rows = new Map(rows.map((row) => [row.marketId, row]));
  }

  private viewOf(market: MarketEntity): FuturesProductView | undefined {
    const row = this.rows.get(market.id);
    if (!row) return undefined;
    const { FUTURES_LEVERAGE_MAX, FUTURES_NEW_LEVERAGE_MAX } = this.config.values;
    const fee = feeRatioOf(market.perpetualFeePercent);
    return {
      marketId: market.id,
      market: market.symbol,
      quotation: quotationOf(market, 'perpetual'),
      currencyId: market.quote.id,
      currencyDecimals: market.quote.scale,
      priceDecimals: market.priceScale,
      lotSize: new Decimal(market.lotSize).toFixed(),
      lotsMin: market.lotsMin,
      lotsMax: market.lotsMax,
      spread: new Decimal(market.spread).toFixed(),
      openFeeRatio: fee,
      closeFeeRatio: fee,
      leverages: row.leverages.filter((leverage) => leverage <= FUTURES_LEVERAGE_MAX),
      newAccountLeverage: FUTURES_NEW_LEVERAGE_MAX,
      enabled: row.enabled && market.perpetual,
      tiers: row.tiers,
      announcedTiers: announcedOf(row),
    };
  }
}

/** Opening and closing have one fee. */
function feeRatioOf(percent: DecimalText): DecimalText {
  return new Decimal(percent).dividedBy(100).toFixed();
}

/** A table that cannot be parsed is not shown; it is validated again when it takes effect. */
function announcedOf({ announcedTiers, announcedFrom }: ProductRow): AnnouncedTiersView | null {
  const { data: tiers } = storedTiers.safeParse(announcedTiers);
  return tiers === undefined || announcedFrom === null ? null : { from: announcedFrom.getTime(), tiers };
}
