import { useTranslation } from 'react-i18next';
import { useChannel } from '../../../platform/use-channel';
import { EmptyState } from '../../../ui/empty-state';
import { Ladder } from '../../../ui/ladder';
import type { Market } from '../market-list';
import styles from './market-depth.module.css';

const LEVELS = 10;
const NOTHING = { bids: [], asks: [] };

interface Props {
  market: Market;
  /** Contracts may have a book of their own. */
  channel?: 'markets.depth' | 'markets.perpetual-depth';
}

/** The live order book of a market. */
export function MarketDepth({ market, channel = 'markets.depth' }: Props) {
  const { t } = useTranslation();
  const { state, status } = useChannel(channel, { symbol: market.symbol });
  const { bids, asks } = state ?? NOTHING;
  const empty = status === 'live' && bids.length === 0 && asks.length === 0;
  return (
    <section className={styles.depth} aria-label={t('trade.depth')}>
      {empty ? (
        <EmptyState text={t('trade.noDepth')} />
      ) : (
        <Ladder
          bids={bids}
          asks={asks}
          levels={LEVELS}
          base={market.base}
          quote={market.quote}
          priceDecimals={market.priceDecimals}
          dimmed={state !== null && status !== 'live'}
        />
      )}
    </section>
  );
}
