import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { directionOf, formatDecimal } from '../../../platform/format';
import { AgeBadge } from '../../../ui/age-badge';
import { ChangePill } from '../../../ui/change-pill';
import { PriceText } from '../../../ui/price-text';
import styles from './price-hero.module.css';
import { WhyThisPrice } from './why-this-price';
import { useLanguage } from '../../../platform/preferences';
import { type Market, usePriceAge, useTicker } from '../market-list';

interface Props {
  market: Market;
  /** The page shows the mark elsewhere, or nothing is traded by it there: only the way to where prices come from stands here. */
  withoutMark?: boolean;
  /** The row that it shows, where it is not the pair's own. */
  ticker?: TickerView;
}

/** The last price, large, with its change and age; the mark beside it opens where it comes from. */
export function PriceHero({ market, withoutMark = false, ticker: shown }: Props) {
  const own = useTicker(market.symbol) ?? market.ticker;
  const ticker = shown ?? own;
  const age = usePriceAge(ticker);
  const dimmed = age.kind !== 'live';
  return (
    <div className={styles.hero}>
      <div className={styles.side}>
        <div className={styles.last} data-part="last-price">
          <PriceText
            value={ticker.last}
            decimals={market.priceDecimals}
            direction={directionOf(ticker.change)}
            dimmed={dimmed}
            flashes
          />
        </div>
        <div className={styles.line}>
          <ChangePill change={ticker.change} dimmed={dimmed} plain />
          <AgeBadge age={age} origin={ticker.origin} />
        </div>
      </div>
      <MarkPrice market={market} dimmed={dimmed} isHidden={withoutMark} />
    </div>
  );
}

/** The mark price as a button: why this price? */
function MarkPrice({ market, dimmed, isHidden }: { market: Market; dimmed: boolean; isHidden: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asks, setAsks] = useState(false);
  const ticker = useTicker(market.symbol) ?? market.ticker;
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        data-bare={isHidden || undefined}
        onClick={() => setAsks(true)}
        aria-haspopup="dialog"
      >
        {!isHidden && (
          <>
            <span>{t('trade.mark')}</span>
            <span className={`numbers ${styles.markPrice}`} data-dimmed={dimmed || undefined}>
              {formatDecimal(ticker.mark, language, market.priceDecimals)}
            </span>
          </>
        )}
        <span className={styles.why}>
          {t('trade.whyThisPrice')}
          <IconChevronRight size={12} aria-hidden />
        </span>
      </button>
      <WhyThisPrice market={market} opened={asks} onClose={() => setAsks(false)} />
    </>
  );
}
