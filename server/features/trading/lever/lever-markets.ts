import { Injectable } from '@nestjs/common';
import type { LeverDealRequest, LeverSubmitRequest } from '../../../contract/trading/futures-requests.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FuturesCatalog } from '../futures/index.js';
import { type OrderWish, orderWishOf, type ReduceWish } from '../futures-orders/index.js';

/** The wire's pair of currency ids; the empty text counts as not given. */
interface WirePair {
  currency_id?: string;
  legal_id?: string;
}

/** Finds the markets that the wire names by two currencies. */
@Injectable()
export class LeverMarkets {
  constructor(private readonly catalog: FuturesCatalog) {}

  /** The market that a page is opened for. @throws Refusal `markets.unknown-symbol`, `request.invalid`. */
  require({ currency_match_id, ...pair }: LeverDealRequest): number {
    if (currency_match_id !== undefined) return Number.parseInt(currency_match_id, 10);
    const marketId = this.one(pair);
    if (marketId === null) throw new Refusal('request.invalid', { field: 'currency_id' });
    return marketId;
  }

  /** The market of a whole pair; null when none is named. @throws Refusal `markets.unknown-symbol`. */
  one({ currency_id, legal_id }: WirePair): number | null {
    if (currency_id === undefined || legal_id === undefined) return null;
    return this.catalog.marketOf(Number.parseInt(currency_id, 10), Number.parseInt(legal_id, 10)).id;
  }

  /** The markets with these currencies, or with the one that is named; undefined when none is: all. */
  matching({ currency_id, legal_id }: WirePair): number[] | undefined {
    const base = numberOf(currency_id);
    const quote = numberOf(legal_id);
    if (base === null && quote === null) return undefined;
    return this.catalog
      .all()
      .filter(({ marketId, currencyId }) => {
        const market = this.catalog.market(marketId);
        return (base === null || market?.base.id === base) && (quote === null || currencyId === quote);
      })
      .map(({ marketId }) => marketId);
  }

  /** An order in our own words. @throws Refusal `markets.unknown-symbol`. */
  wish(userId: string, body: LeverSubmitRequest): OrderWish | ReduceWish {
    return orderWishOf(this.catalog, userId, body);
  }
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9][0-9]{0,8}$/.test(text) ? Number.parseInt(text, 10) : null;
}
