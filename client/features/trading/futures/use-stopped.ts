import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useClosedWords, usePriceAge } from '../../markets/market-list';
import { useBookMissing } from '../../../platform/use-book-missing';
import { useOpeningPaused } from '../../../platform/offered-products';
import { useConnection } from '../../../platform/use-channel';

export interface Stopped {
  /** Why no risk can be taken, in words. */
  words: string;
  /** Whether risk can be lowered all the same: what is stopped is opening, and not the market. */
  reduces: boolean;
}

/** Why no risk can be taken in the market right now; null when it can. As the server judges it (decision 113). */
export function useStopped(
  ticker: TickerView,
  { isOffered, hasOwnBook }: { isOffered: boolean; hasOwnBook: boolean },
): Stopped | null {
  const { t } = useTranslation();
  const { state } = useConnection();
  const age = usePriceAge(ticker);
  const isBookMissing = useBookMissing(ticker.symbol, hasOwnBook ? 'markets.perpetual-depth' : 'markets.depth');
  const opening = useClosedWords(age);
  const paused = useOpeningPaused('contracts');
  const market = () => {
    if (age.kind === 'closed' || age.kind === 'holiday') return opening ?? t('futures.stopped.closed');
    if (age.kind === 'halted') return t('futures.stopped.halted');
    if (state === 'offline') return t('futures.stopped.offline');
    if (age.kind === 'none') return t('futures.stopped.noPrice');
    if (age.kind === 'frozen' || age.kind === 'delayed') return t('futures.stopped.stale');
    return null;
  };
  const adding = () => {
    if (ticker.indexState !== 'ok') return t('futures.stopped.index');
    return isBookMissing ? t('futures.stopped.noBook') : null;
  };
  const byMarket = market();
  const words = paused ?? (isOffered ? null : t('futures.notOffered')) ?? byMarket ?? adding();
  return words === null ? null : { words, reduces: byMarket === null };
}
