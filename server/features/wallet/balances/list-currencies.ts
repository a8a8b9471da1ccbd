import { Injectable } from '@nestjs/common';
import type { CurrencyRowView } from '../../../contract/wallet/wallet.dto.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { accountFlags } from './wallet-views.js';
import { WalletCatalog } from './wallet-catalog.js';

/** The coins of the wallet; `is_legal` are those that others are quoted in. */
@Injectable()
export class ListCurrencies {
  constructor(
    private readonly catalog: WalletCatalog,
    private readonly markets: MarketCatalog,
  ) {}

  execute(): CurrencyRowView[] {
    const quotes = new Set(this.markets.all().map(({ quote }) => quote.id));
    return this.catalog.currencies().map((currency, place) => ({
      id: currency.id,
      name: currency.code,
      logo: currency.logo,
      ...accountFlags(currency),
      is_legal: quotes.has(currency.id) ? 1 : 0,
      is_display: 1,
      decimal_scale: currency.scale,
      sort: place + 1,
    }));
  }
}
