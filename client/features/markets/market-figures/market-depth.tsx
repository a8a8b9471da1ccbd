import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useChannel } from '../../../platform/use-channel';
import { EmptyState } from '../../../ui/empty-state';
import { Ladder } from '../../../ui/ladder';
import { type Market, useTicker } from '../market-list';
import { groupLevels } from './book-groups';
import { GroupChoice } from './group-choice';
import { useGroup } from './stored-groups';
import styles from './market-depth.module.css';

const LEVELS = 10;
const NOTHING = { bids: [], asks: [] };

interface Props {
  market: Market;
  /** Futures may have a book of their own. */
  channel?: 'markets.depth' | 'markets.perpetual-depth';
  /** The row whose last price it is around, where that is not the pair's own. */
  ticker?: TickerView;
  /** Takes the price that was tapped; undefined: there is nothing to take it for. */
  onPrice?: ((price: string) => void) | undefined;
}

/** The live order book of a market, in the step that was chosen for it. */
export function MarketDepth({ market, channel = 'markets.depth', ticker: shown, onPrice }: Props) {
  const { t } = useTranslation();
  const { state, status } = useChannel(channel, { symbol: market.symbol });
  const own = useTicker(market.symbol);
  const coarser = useGroup(market.symbol);
  const { bids, asks } = state ?? NOTHING;
  const { priceDecimals } = market;
  const empty = status === 'live' && bids.length === 0 && asks.length === 0;
  return (
    <section className={styles.depth} aria-label={t('trade.depth')}>
      {empty ? (
        <EmptyState text={t('trade.noDepth')} />
      ) : (
        <>
          <div className={styles.step}>
            <GroupChoice market={market} last={(shown ?? own)?.last ?? null} />
          </div>
          <Ladder
            bids={groupLevels(bids, { side: 'bids', priceDecimals, coarser })}
            asks={groupLevels(asks, { side: 'asks', priceDecimals, coarser })}
            levels={LEVELS}
            base={market.base}
            quote={market.quote}
            priceDecimals={Math.max(0, priceDecimals - coarser)}
            dimmed={state !== null && status !== 'live'}
            onPrice={onPrice}
          />
        </>
      )}
    </section>
  );
}
