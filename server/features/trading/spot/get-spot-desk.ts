import { Injectable } from '@nestjs/common';
import type { SpotDeskView } from '../../../contract/trading/spot.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { SpotStore } from './spot.store.js';

/** What a user can spend and sell in a market, and on what terms. */
@Injectable()
export class GetSpotDesk {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly store: SpotStore,
    private readonly ledger: Ledger,
  ) {}

  /** @throws Refusal `markets.unknown-symbol`, `market.not-offered`. */
  async execute(query: {
    userId: string;
    baseCurrencyId: number;
    quoteCurrencyId: number;
    demo: boolean;
  }): Promise<SpotDeskView> {
    const market = this.catalog.byCurrencies(query.baseCurrencyId, query.quoteCurrencyId);
    if (!market) throw new Refusal('markets.unknown-symbol');
    const product = await this.store.product(market.id);
    if (!product) throw new Refusal('market.not-offered');
    const balances = await this.ledger.balancesOf(query.userId, query.demo);
    const spot = (id: number) =>
      balances.find(({ kind, currencyId }) => kind === 'spot' && currencyId === id)?.balance ?? '0';
    return {
      symbol: market.symbol,
      balance: spot(market.quote.id),
      sellable_balance: spot(market.base.id),
      fee_ratio: product.feeRatio,
      minimum_amount: product.minimumAmount,
      maximum_amount: product.maximumAmount,
      price_scale: market.priceScale,
      quantity_scale: market.quantityScale,
      quote_scale: market.quote.scale,
      obstacle: this.tradable.reason({ marketId: market.id, product: 'spot', demo: query.demo }),
    };
  }
}
