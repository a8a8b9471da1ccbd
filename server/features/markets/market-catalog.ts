import { Injectable } from '@nestjs/common';
import type { MarketEntity } from './market.entity.js';

/** Every market of the product, read from Postgres at start and again every minute. */
@Injectable()
export class MarketCatalog {
  /** All markets in their sort order. */
  all(): MarketEntity[] {
    throw new Error('not built yet');
  }

  /** By symbol, `BTC/USDT`; undefined when there is none. */
  bySymbol(_symbol: string): MarketEntity | undefined {
    throw new Error('not built yet');
  }

  /** By the wire's pair of currency ids. */
  byCurrencies(_baseCurrencyId: number, _quoteCurrencyId: number): MarketEntity | undefined {
    throw new Error('not built yet');
  }

  byId(_id: number): MarketEntity | undefined {
    throw new Error('not built yet');
  }
}
