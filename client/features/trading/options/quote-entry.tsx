import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionQuoteView } from '../../../../server/contract/trading/options.dto';
import { formatClock, formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { zoneName } from '../../../platform/zone';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { DirectionMark, type OptionWish, Ring } from '../option-orders';
import styles from './confirm-option.module.css';
import type { LiveQuote } from './use-quote';

interface QuoteEntryProps {
  live: LiveQuote;
  wish: OptionWish;
  isHeld: boolean;
  /** The quote is on its way, and held against the next price. */
  isBusy: boolean;
}

/** The entry with the ring of its quote's life. */
export function QuoteEntry({ live, wish, isHeld, isBusy }: QuoteEntryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { quote } = live;
  const left = useLeft(isHeld ? null : quote);
  const seconds = Math.ceil(left / 1000);
  const words = isHeld
    ? isBusy
      ? t('option.confirming')
      : ''
    : quote === null
      ? live.failure
        ? ''
        : t('option.quoteWait')
      : left > 0
        ? t('option.quoteValid', { n: seconds })
        : t('option.quoteOld');
  const life = quote === null ? 1 : quote.expiresAt - quote.at;
  return (
    <div className={styles.entry}>
      <div>
        <p className={sheetStyles.soft}>{t('option.entry')}</p>
        <p className={`numbers ${styles.entryPrice}`} data-dimmed={left <= 0 || undefined}>
          {formatDecimal(quote?.entryPrice ?? null, language, quote?.priceDecimals)}
        </p>
        <DirectionMark direction={wish.direction} />
        {quote !== null && <Moving quote={quote} />}
      </div>
      <div className={styles.entryRing}>
        <Ring share={left / life} tone={left > 0 ? 'calm' : 'over'} label={words}>
          {quote !== null ? seconds : live.failure ? '—' : '…'}
        </Ring>
        <span className={sheetStyles.soft}>{words}</span>
      </div>
    </div>
  );
}

/** What else goes with the price of the quote: when it would be delivered, and between which prices it would be even. */
function Moving({ quote: { closesAt, evenFrom, evenTo, priceDecimals } }: { quote: OptionQuoteView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null) => formatDecimal(value, language, priceDecimals);
  return (
    <>
      <p className={sheetStyles.small}>
        {t('option.closesAt')} <span className="numbers">{`${formatClock(closesAt, language)} (${zoneName()})`}</span>
      </p>
      {evenFrom !== null && (
        <p className={`numbers ${sheetStyles.small}`}>
          {t('option.evenRange', { from: price(evenFrom), to: price(evenTo) })}
        </p>
      )}
    </>
  );
}

const STEP_MS = 200;

/** Milliseconds that are left of a quote, by the server's clock. A quote that is being confirmed stands still. */
export function useLeft(quote: OptionQuoteView | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!quote) return undefined;
    const timer = setInterval(() => setNow(serverNow()), STEP_MS);
    return () => clearInterval(timer);
  }, [quote]);
  if (!quote) return 0;
  return Math.max(0, Math.min(quote.expiresAt - quote.at, quote.expiresAt - now));
}
