import { useTicker } from './live-tickers';
import type { Market } from './market';
import { usePriceAge } from './use-price-age';

/** Whether the market's prices should be newer than they are: what is drawn of them is dimmed. */
export function useIsLate(market: Market): boolean {
  const { kind } = usePriceAge(useTicker(market.symbol) ?? market.ticker);
  return kind === 'delayed' || kind === 'frozen';
}
