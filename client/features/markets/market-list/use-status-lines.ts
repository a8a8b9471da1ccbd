import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useConnectionWords } from '../../../platform/connection-words';
import { useLanguage } from '../../../platform/preferences';
import { usePausedBook } from '../../../platform/trading-status';
import type { StatusLine } from '../../../ui/status-pill';
import { useAgeWords } from '../../../ui/age-badge';
import { lastPricesAt } from './last-prices';
import { usePriceAge } from './use-price-age';

/** What is not normal about the connection and about where the prices come from. */
export function useStatusLines(tickers: (TickerView | null)[]): StatusLine[] {
  const { t } = useTranslation();
  const wait = useConnectionWords();
  const origins = new Set(tickers.map((ticker) => ticker?.origin));
  const isPaused = usePausedBook() !== null;
  const lastKnown = useLastPricesTime();
  const lines: StatusLine[] = wait === null ? [] : [{ text: wait, tone: 'wait' }];
  if (lastKnown !== null) lines.push({ text: t('status.lastKnown', { time: lastKnown }), tone: 'wait' });
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

/** Of when the prices are that stand in for those of now; null: they are the server's. */
function useLastPricesTime(): string | null {
  const language = useLanguage();
  const at = useSyncExternalStore(lastPricesAt.subscribe, lastPricesAt.get);
  if (at === null) return null;
  const format = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(language, format).format(at);
}
