import { useTranslation } from 'react-i18next';
import { useIsDemo } from '../../../platform/account-type';
import { useOpeningPaused } from '../../../platform/offered-products';
import { useConnection } from '../../../platform/use-channel';
import { type Market, useClosedWords, usePriceAge, useTicker } from '../../markets/market-list';

/** Why no order can be taken on the market right now, in words; null when one can. The server decides in the end. */
export function useBlocked(market: Market): string | null {
  const { t } = useTranslation();
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const { state } = useConnection();
  const age = usePriceAge(ticker);
  const opening = useClosedWords(age);
  const paused = useOpeningPaused(useIsDemo() ? 'options-demo' : 'options');
  if (paused !== null) return paused;
  if (age.kind === 'closed' || age.kind === 'holiday') return opening ?? t('option.closed');
  if (age.kind === 'halted') return t('option.halted');
  if (state === 'offline') return t('connection.offline');
  if (age.kind !== 'live') return t(ticker.status === 'live' ? 'option.notLive' : 'option.stale');
  if (ticker.indexState === 'degraded') return t('option.degraded');
  return ticker.indexState === 'stale' ? t('option.stale') : null;
}
