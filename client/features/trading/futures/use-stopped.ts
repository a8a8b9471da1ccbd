import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { usePriceAge } from '../../markets/market-list';
import { useBookMissing } from '../../../platform/use-book-missing';
import { useConnection } from '../../../platform/use-channel';

/** Why no risk can be taken in the market right now, in words; null when it can. */
export function useStopped(ticker: TickerView, isOffered: boolean): string | null {
  const { t } = useTranslation();
  const { state } = useConnection();
  const age = usePriceAge(ticker);
  const isBookMissing = useBookMissing(ticker.symbol);
  if (!isOffered) return t('contract.notOffered');
  if (age.kind === 'closed' || age.kind === 'holiday') return t('contract.stopped.closed');
  if (age.kind === 'halted') return t('contract.stopped.halted');
  if (state === 'offline') return t('contract.stopped.offline');
  if (age.kind === 'none') return t('contract.stopped.noPrice');
  if (age.kind === 'frozen' || age.kind === 'delayed') return t('contract.stopped.stale');
  if (ticker.indexState !== 'ok') return t('contract.stopped.index');
  if (isBookMissing) return t('contract.stopped.noBook');
  return null;
}
