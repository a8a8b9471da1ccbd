import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useAgeWords } from '../../../ui/age-badge';
import { useTicker } from './live-tickers';
import type { Market } from './market';
import { usePriceAge } from './use-price-age';

/**
 * The age of the market's price in words, or of the one that is shown instead; null while it is live. Figures that are worked out from an old price are dimmed.
 */
export function useOldPrice(market: Market, shown?: TickerView): string | null {
  const own = useTicker(market.symbol) ?? market.ticker;
  const age = usePriceAge(shown ?? own);
  const words = useAgeWords(age);
  return age.kind === 'live' ? null : words;
}
