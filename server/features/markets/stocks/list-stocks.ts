import { Injectable } from '@nestjs/common';
import type { StockPriceView } from '../../../contract/markets/quotations.dto.js';
import { MarketCatalog, type MarketEntity } from '../market-board/index.js';
import { GetQuotation } from '../quotations/index.js';

/** Stocks as rows like those of every other market. */
@Injectable()
export class ListStocks {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly getQuotation: GetQuotation,
  ) {}

  /** In their sort order; hidden ones are left out. */
  execute(): StockPriceView[] {
    return this.catalog
      .all()
      .filter((market) => market.category === 'stock' && market.displayed)
      .map((market) => this.view(market));
  }

  view(market: MarketEntity): StockPriceView {
    const pair = this.getQuotation.of(market);
    return { ...pair, price: pair.now_price };
  }

  /** The stock with this symbol, `AAPL/USD`, or ticker, `AAPL`; undefined when there is none. */
  find(symbol: string): MarketEntity | undefined {
    return this.catalog
      .all()
      .find((market) => market.category === 'stock' && (market.symbol === symbol || market.base.code === symbol));
  }
}
