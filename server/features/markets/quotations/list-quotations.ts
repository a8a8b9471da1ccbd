import { Injectable } from '@nestjs/common';
import type { QuotationGroupView } from '../../../contract/markets/quotations.dto.js';
import type { YuanRate } from '../exchange-rates/index.js';
import { MarketCatalog, type MarketEntity } from '../market-board/index.js';
import { GetQuotation } from './get-quotation.js';

/** Old clients read the first group only: USDT comes first. */
const FIRST_QUOTE = 'USDT';

/** Crypto and commodities, by quote currency. Stocks have a list of their own. */
@Injectable()
export class ListQuotations {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly getQuotation: GetQuotation,
  ) {}

  /** Groups of pairs in their sort order; hidden markets are left out. */
  execute(choose: (market: MarketEntity) => boolean = () => true): QuotationGroupView[] {
    const groups = new Map<string, QuotationGroupView>();
    for (const market of this.catalog.all()) {
      if (!market.displayed || market.category === 'stock' || !choose(market)) continue;
      const { quote } = market;
      const group = groups.get(quote.code) ?? groupOf(quote, this.getQuotation.yuanOf(quote.code));
      group.quotation.push(this.getQuotation.of(market));
      groups.set(quote.code, group);
    }
    return [...groups.values()].sort(
      (left, right) => Number(right.name === FIRST_QUOTE) - Number(left.name === FIRST_QUOTE),
    );
  }
}

function groupOf({ id, code, logo }: MarketEntity['quote'], { yuan, setAt }: YuanRate): QuotationGroupView {
  const rate = { fiat_convert_cny: yuan, rmb_set_at: setAt };
  return { id, name: code, logo, is_display: 1, is_legal: 1, ...rate, quotation: [] };
}
