import { useState } from 'react';
import { serverNow } from '../../../platform/server-clock';
import { DELAYED_AFTER_MS, type PriceAge } from '../../../ui/age';
import { useAgeWords } from '../../../ui/age-badge';
import { usePriceAge } from '../../markets/market-list';

/**
 * How old a sum of prices is, in words; null while it is of now, or is of no price.
 * @param oldest of the prices in the sum; null: it is of none
 * @param isSilent the stream of the prices tells nothing: the sum is of the reply's, which nobody vouches for
 */
export function useLateTotal(oldest: PriceAge | null, isSilent: boolean): string | null {
  const since = useSilence(isSilent);
  const silence = usePriceAge(since === null ? null : unheard(since));
  // A stream is given a moment to begin.
  const isBeginning = silence.kind === 'delayed' && silence.seconds * 1000 < DELAYED_AFTER_MS;
  const isUnheard = since !== null && !isBeginning;
  const age = usePriceAge(isUnheard && oldest ? { ...oldest, status: 'stale' } : oldest);
  const words = useAgeWords(age);
  return oldest === null || age.kind === 'live' ? null : words;
}

/** When the stream fell silent; null while it is not. */
function useSilence(isSilent: boolean): number | null {
  const [since, setSince] = useState<number | null>(null);
  if (isSilent !== (since !== null)) setSince(isSilent ? serverNow() : null);
  return since;
}

function unheard(since: number): PriceAge {
  return { status: 'stale', reason: 'no-data', origin: 'live', pricedAt: since };
}
