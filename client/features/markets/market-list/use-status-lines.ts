import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useConnectionWords } from '../../../platform/connection-words';
import { usePausedBook } from '../../../platform/trading-status';
import type { StatusLine } from '../../../ui/status-pill';
import { useAgeWords } from '../../../ui/age-badge';
import { usePriceAge } from './use-price-age';

/** What is not normal about the connection and about where the prices come from. */
export function useStatusLines(tickers: (TickerView | null)[]): StatusLine[] {
  const { t } = useTranslation();
  const wait = useConnectionWords();
  const origins = new Set(tickers.map((ticker) => ticker?.origin));
  const isPaused = usePausedBook() !== null;
  const lines: StatusLine[] = wait === null ? [] : [{ text: wait, tone: 'wait' }];
  if (isPaused) lines.push({ text: t('status.cancelOnly'), tone: 'note' });
  for (const origin of ['simulated', 'recorded', 'imported'] as const) {
    if (origins.has(origin)) lines.push({ text: t(`status.${origin}Prices`), tone: 'note' });
  }
  return lines;
}

/** The same for the page of one market, with the market's own state. */
export function useMarketStatusLines(ticker: TickerView | null): StatusLine[] {
  const { t } = useTranslation();
  const lines = useStatusLines([ticker]);
  const age = usePriceAge(ticker);
  const words = useAgeWords(age);
  if (ticker === null || age.kind === 'live') return lines;
  const isClosed = (age.kind === 'closed' || age.kind === 'holiday') && age.opensAt === null;
  const text = isClosed ? t('status.marketClosed') : age.kind === 'halted' ? t('status.marketHalted') : words;
  return [...lines, { text, tone: 'note' }];
}
