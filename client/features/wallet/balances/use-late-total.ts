import { useState } from 'react';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { serverNow } from '../../../platform/server-clock';
import { DELAYED_AFTER_MS, type PriceAge } from '../../../ui/age';
import { useAgeWords } from '../../../ui/age-badge';
import { usePriceAge } from '../../markets/market-list';

/**
 * How old a sum of prices is, in words; null while it is of now, or is of no price.
 * @param tickers null while the stream of the prices has told nothing: the sum is of the reply's, as old as the silence
 */
export function useLateTotal(tickers: readonly TickerView[] | null): string | null {
  const since = useSilence(tickers === null);
  const age = usePriceAge(tickers === null ? ofReply(since) : oldestOf(tickers));
  const words = useAgeWords(age);
  if (tickers?.length === 0 || age.kind === 'live') return null;
  // A stream is given a moment to begin.
  const isBeginning = tickers === null && age.kind === 'delayed' && age.seconds * 1000 < DELAYED_AFTER_MS;
  return isBeginning ? null : words;
}

/** When the stream fell silent; null while it is not. */
function useSilence(isSilent: boolean): number | null {
  const [since, setSince] = useState<number | null>(null);
  if (isSilent !== (since !== null)) setSince(isSilent ? serverNow() : null);
  return since;
}

function ofReply(since: number | null): PriceAge {
  return { status: 'stale', reason: 'no-data', origin: 'live', pricedAt: since ?? serverNow() };
}

/** The ticker whose price is the oldest: the whole is no newer than it. */
function oldestOf(tickers: readonly TickerView[]): TickerView | null {
  return tickers.reduce<TickerView | null>(
    (oldest, ticker) => (oldest === null || (ticker.pricedAt ?? 0) < (oldest.pricedAt ?? 0) ? ticker : oldest),
    null,
  );
}
