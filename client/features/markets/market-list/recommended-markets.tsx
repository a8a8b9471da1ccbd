import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PriceOrigin } from '../../../../server/contract/markets/markets.dto';
import { AgeBadge } from '../../../ui/age-badge';
import { ChangePill } from '../../../ui/change-pill';
import { PriceText } from '../../../ui/price-text';
import { Bone } from '../../../ui/skeletons';
import { useTicker, useTickerView } from './live-tickers';
import { type Market, originOfAll } from './market';
import styles from './recommended-markets.module.css';
import { tradePath } from './trade-path';
import { usePriceAge } from './use-price-age';

const MOST = 6;

/** A strip of the markets that the house recommends. Its height is the same while it loads. */
export function RecommendedMarkets({ markets, loading }: { markets: Market[]; loading: boolean }) {
  const { t } = useTranslation();
  const shown = markets.filter((market) => market.recommended).slice(0, MOST);
  useTickerView(shown.map((market) => market.symbol));
  // The pill of the page says it of all markets, or each says it for itself.
  const announcedOrigin = originOfAll(markets);
  if (!loading && shown.length === 0) return null;
  return (
    <section aria-label={t('home.recommended')}>
      <ul className={styles.strip}>
        {loading
          ? Array.from({ length: 3 }, (_, place) => (
              <li key={place} className={styles.card} aria-hidden>
                <Bone width={64} />
                <Bone width={88} height={18} />
                <Bone width={48} />
              </li>
            ))
          : shown.map((market) => (
              <RecommendedMarket key={market.symbol} market={market} announcedOrigin={announcedOrigin} />
            ))}
      </ul>
    </section>
  );
}

function RecommendedMarket({ market, announcedOrigin }: { market: Market; announcedOrigin: PriceOrigin | null }) {
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const age = usePriceAge(ticker);
  const dimmed = age.kind !== 'live';
  return (
    <li className={styles.item}>
      <Link to={tradePath(market.symbol)} className={styles.card}>
        <span className={styles.symbol}>{market.symbol}</span>
        <span className={styles.price}>
          <PriceText value={ticker.last} decimals={market.priceDecimals} dimmed={dimmed} flashes />
        </span>
        <span className={styles.foot}>
          {/* Of a closed market it matters more when it opens. */}
          {!('opensAt' in age && age.opensAt !== null) && <ChangePill change={ticker.change} dimmed={dimmed} plain />}
          <AgeBadge age={age} origin={ticker.origin} compact originAnnounced={ticker.origin === announcedOrigin} />
        </span>
      </Link>
    </li>
  );
}
