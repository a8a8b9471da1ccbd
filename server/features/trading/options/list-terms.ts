import { Injectable } from '@nestjs/common';
import type { OptionTermView } from '../../../contract/trading/options.dto.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { ratioOfPercent } from './option-offer.rules.js';
import { optionTermView } from './options-views.js';
import { OptionProducts } from './option-products.js';

/** The times that orders can run, shortest first. */
@Injectable()
export class ListTerms {
  constructor(
    private readonly products: OptionProducts,
    private readonly catalog: MarketCatalog,
  ) {}

  /** @param marketId null: what every market offers that has no terms of its own. Empty for a market without options. */
  execute(marketId: number | null): OptionTermView[] {
    if (marketId === null) return this.products.terms(null).map((term) => optionTermView(term, term.feeRatio));
    const market = this.catalog.byId(marketId);
    if (!market?.option) return [];
    const fee = ratioOfPercent(market.optionFeePercent);
    return this.products.terms(marketId).map((term) => optionTermView(term, term.feeRatio ?? fee));
  }
}
