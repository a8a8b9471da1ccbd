import { useTranslation } from 'react-i18next';
import type { TradeView } from '../../../../server/contract/markets/markets.dto';
import { formatClock, formatCompact, formatDecimal } from '../../../platform/format';
import { useChannel } from '../../../platform/use-channel';
import { EmptyState } from '../../../ui/empty-state';
import styles from './market-trades.module.css';
import { useLanguage } from '../../../platform/preferences';
import type { Market } from '../market-list';

const SHOWN = 20;

/** The latest trades of a market, newest first, with the taker's side in a word as well as a colour. */
export function MarketTrades({ market }: { market: Market }) {
  const { t } = useTranslation();
  const { state, status } = useChannel('markets.trades', { symbol: market.symbol });
  const trades = (state ?? []).slice(-SHOWN).reverse();
  return (
    <section
      className={styles.trades}
      aria-label={t('trade.trades')}
      data-dimmed={(state !== null && status !== 'live') || undefined}
    >
      {status === 'live' && trades.length === 0 ? (
        <EmptyState text={t('trade.noTrades')} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('trade.time')}</th>
              <th scope="col">{t('trade.priceIn', { unit: market.quote })}</th>
              <th scope="col">{t('trade.quantityIn', { unit: market.base })}</th>
            </tr>
          </thead>
          <tbody>
            {trades.map((trade) => (
              <Trade key={trade.id} trade={trade} decimals={market.priceDecimals} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Trade({ trade, decimals }: { trade: TradeView; decimals: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <tr>
      <td className="numbers">{formatClock(trade.at, language)}</td>
      <td className="numbers" data-direction={trade.side === 'buy' ? 'up' : 'down'}>
        <span className={styles.side}>{t(`trade.${trade.side}`)}</span> {formatDecimal(trade.price, language, decimals)}
      </td>
      <td className="numbers">{formatCompact(trade.quantity, language)}</td>
    </tr>
  );
}
