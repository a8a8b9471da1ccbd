import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useClosedWords, usePriceAge } from '../../markets/market-list';
import { useBookMissing } from '../../../platform/use-book-missing';
import { useOpeningPaused } from '../../../platform/offered-products';
import { useConnection } from '../../../platform/use-channel';

/** Why no risk can be taken in the market right now, in words; null when it can. */
export function useStopped(
  ticker: TickerView,
  { isOffered, hasOwnBook }: { isOffered: boolean; hasOwnBook: boolean },
): string | null {
  const { t } = useTranslation();
  const { state } = useConnection();
  const age = usePriceAge(ticker);
  const isBookMissing = useBookMissing(ticker.symbol, hasOwnBook ? 'markets.perpetual-depth' : 'markets.depth');
  const opening = useClosedWords(age);
  const paused = useOpeningPaused('contracts');
  if (paused !== null) return paused;
  if (!isOffered) return t('futures.notOffered');
  if (age.kind === 'closed' || age.kind === 'holiday') return opening ?? t('futures.stopped.closed');
  if (age.kind === 'halted') return t('futures.stopped.halted');
  if (state === 'offline') return t('futures.stopped.offline');
  if (age.kind === 'none') return t('futures.stopped.noPrice');
  if (age.kind === 'frozen' || age.kind === 'delayed') return t('futures.stopped.stale');
  if (ticker.indexState !== 'ok') return t('futures.stopped.index');
  if (isBookMissing) return t('futures.stopped.noBook');
  return null;
}
