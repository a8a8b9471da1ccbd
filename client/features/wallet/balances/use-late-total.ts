import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useAgeWords } from '../../../ui/age-badge';
import { usePriceAge } from '../../markets/market-list';

/** How old a sum of prices is, in words; null while it is of now, or is of no price. */
export function useLateTotal(tickers: readonly TickerView[]): string | null {
  const age = usePriceAge(oldestOf(tickers));
  const words = useAgeWords(age);
  return tickers.length > 0 && age.kind !== 'live' ? words : null;
}

/** The ticker whose price is the oldest: the whole is no newer than it. */
function oldestOf(tickers: readonly TickerView[]): TickerView | null {
  return tickers.reduce<TickerView | null>(
    (oldest, ticker) => (oldest === null || (ticker.pricedAt ?? 0) < (oldest.pricedAt ?? 0) ? ticker : oldest),
    null,
  );
}
