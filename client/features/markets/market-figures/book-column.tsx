import { useTranslation } from 'react-i18next';
import type { DepthLevel, TickerView } from '../../../../server/contract/markets/markets.dto';
import { columnDecimals, formatDecimal, formatQuantity } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { accumulate } from '../../../ui/ladder';
import { type Market, usePriceAge, useTicker } from '../market-list';
import styles from './book-column.module.css';
import { groupLevels } from './book-groups';
import { GroupChoice } from './group-choice';
import { useGroup } from './stored-groups';

interface Props {
  market: Market;
  book: { bids: DepthLevel[]; asks: DepthLevel[] };
  /** Levels shown of each side; the places of missing ones are kept. */
  levels: number;
  /** The book is not live. */
  dimmed: boolean;
  /** The row whose last price stands between the sides, where it is not the pair's own. */
  ticker?: TickerView;
  /** Takes the price that was tapped; undefined: there is nothing to take it for. */
  onPrice: ((price: string) => void) | undefined;
}

/** The order book beside a ticket: asks above, bids below, the last price between; a tap takes a price. */
export function BookColumn({ market, book, levels, dimmed, ticker: shown, onPrice }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const own = useTicker(market.symbol);
  const ticker = shown ?? own;
  const isLive = usePriceAge(ticker).kind === 'live';
  const coarser = useGroup(market.symbol);
  const { priceDecimals } = market;
  const asks = groupLevels(book.asks, { side: 'asks', priceDecimals, coarser }).slice(0, levels);
  const bids = groupLevels(book.bids, { side: 'bids', priceDecimals, coarser }).slice(0, levels);
  const sum = (levels: DepthLevel[]) => levels.reduce((so, [, quantity]) => so + Number(quantity), 0);
  const whole = Math.max(sum(asks), sum(bids));
  const decimals = columnDecimals([...asks, ...bids].map(([, quantity]) => quantity));
  const side = { count: levels, whole, decimals, priceDecimals: Math.max(0, priceDecimals - coarser), onPrice };
  const last = formatDecimal(ticker?.last ?? null, language, priceDecimals);
  return (
    <section className={styles.book} data-dimmed={dimmed || undefined} aria-label={t('trade.depth')}>
      <div className={styles.head} aria-hidden>
        <span>{t('trade.priceIn', { unit: market.quote })}</span>
        <span>{market.base}</span>
      </div>
      <Side {...side} side="asks" levels={asks} />
      <button
        type="button"
        className={`numbers ${styles.last}`}
        data-dimmed={!isLive || undefined}
        disabled={!ticker?.last || !onPrice}
        onClick={() => ticker?.last && onPrice?.(ticker.last)}
        aria-label={`${t('trade.last')}: ${last}`}
      >
        {last}
      </button>
      <Side {...side} side="bids" levels={bids} />
      <GroupChoice market={market} last={ticker?.last ?? null} />
    </section>
  );
}

interface SideProps {
  side: 'asks' | 'bids';
  levels: DepthLevel[];
  count: number;
  whole: number;
  /** Of the quantities. */
  decimals: number;
  priceDecimals: number;
  onPrice: ((price: string) => void) | undefined;
}

function Side({ side, levels, count, whole, decimals, priceDecimals, onPrice }: SideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shares = accumulate(levels, whole);
  // Asks stand the best one lowest, next to the last price; places of missing levels are kept.
  const rows = Array.from({ length: count }, (_, at) => (side === 'asks' ? count - 1 - at : at));
  return (
    <ul className={styles.side} data-side={side} aria-label={t(`trade.${side}`)}>
      {rows.map((at) => {
        const level = levels[at];
        return (
          <li key={at} className={styles.level}>
            {level && (
              <button
                type="button"
                className={`numbers ${styles.row}`}
                disabled={!onPrice}
                onClick={() => onPrice?.(level[0])}
              >
                <span data-direction={side === 'asks' ? 'down' : 'up'}>
                  {formatDecimal(level[0], language, priceDecimals)}
                </span>
                <span className={styles.quantity}>{formatQuantity(level[1], language, decimals)}</span>
                <span className={styles.bar} style={{ transform: `scaleX(${shares[at] ?? 0})` }} aria-hidden />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
