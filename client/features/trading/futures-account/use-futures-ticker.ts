import type { PerpetualQuoteView, TickerView } from '../../../../server/contract/markets/markets.dto';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { useChannel } from '../../../platform/use-channel';
import { type Market, useTicker } from '../../markets/market-list';

/** Whether futures are traded by a perpetual's own price; a server of the version before does not say it. */
export function hasOwnQuotation(product: FuturesProductView | null): boolean {
  return product?.quotation === 'perpetual';
}

/**
 * The market's row with the last price, status and age that its futures are traded by. The figures of 24 hours stay the
 * pair's.
 */
export function useFuturesTicker(market: Market, product: FuturesProductView | null): TickerView {
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const isOwn = hasOwnQuotation(product);
  const { state } = useChannel('markets.perpetual', isOwn ? { symbol: market.symbol } : null);
  return isOwn ? withQuote(ticker, state) : ticker;
}

/** A price that has not arrived is none: the pair's does not stand in for it. */
export function withQuote(ticker: TickerView, quote: PerpetualQuoteView | null): TickerView {
  if (quote === null) return { ...ticker, last: null, status: 'stale', reason: 'no-data', pricedAt: null };
  const { last, status, reason, origin, pricedAt } = quote;
  return { ...ticker, last, status, reason, origin, pricedAt };
}
