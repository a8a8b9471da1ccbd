import { useAgeWords } from '../../../ui/age-badge';
import { useTicker } from './live-tickers';
import type { Market } from './market';
import { usePriceAge } from './use-price-age';

/** The age of the market's price in words, null while it is live. Figures that are worked out from an old price are dimmed. */
export function useOldPrice(market: Market): string | null {
  const age = usePriceAge(useTicker(market.symbol) ?? market.ticker);
  const words = useAgeWords(age);
  return age.kind === 'live' ? null : words;
}
