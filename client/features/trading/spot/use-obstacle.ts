import { useTranslation } from 'react-i18next';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { useBookMissing } from '../../../platform/use-book-missing';
import { useTradingPaused } from '../../../platform/trading-status';
import { useConnection } from '../../../platform/use-channel';
import { type Market, useClosedWords, usePriceAge, useTicker } from '../../markets/market-list';

const WORDS = {
  'market.stale': 'stale',
  'market.no-book': 'noBook',
  'market.halted': 'halted',
  'market.closed': 'closed',
  'market.degraded': 'degraded',
  'market.simulated': 'simulated',
  'market.not-offered': 'notOffered',
} as const;

/**
 * Why nothing can be ordered in the market now, in words; null when it can.
 * @param isSeen whether the answer is; the book is not followed for nobody
 */
export function useObstacle(market: Market, desk: SpotDeskView | null, isSeen = true): string | null {
  const { t } = useTranslation();
  const { state } = useConnection();
  const age = usePriceAge(useTicker(market.symbol));
  const isBookMissing = useBookMissing(isSeen ? market.symbol : null, 'markets.depth');
  const opening = useClosedWords(age);
  const paused = useTradingPaused();
  if (paused !== null) return paused;
  if (!market.spot) return t('spot.notOffered');
  if (age.kind === 'halted') return t('spot.halted');
  if (age.kind === 'closed' || age.kind === 'holiday') return opening ?? t('spot.closed');
  if (state === 'offline') return t('connection.offline');
  if (age.kind === 'delayed') return t('spot.late', { seconds: age.seconds });
  if (age.kind === 'frozen' || age.kind === 'none') return t('spot.stale');
  if (isBookMissing) return t('spot.noBook');
  const code = desk?.obstacle ?? null;
  if (code === null) return null;
  return code in WORDS ? t(`spot.${WORDS[code as keyof typeof WORDS]}`) : t('spot.stale');
}
