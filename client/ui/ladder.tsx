import { useTranslation } from 'react-i18next';
import type { DepthLevel } from '../../server/contract/markets/markets.dto';
import { columnDecimals, formatDecimal, formatQuantity } from '../platform/format';
import styles from './ladder.module.css';
import { useLanguage } from '../platform/preferences';

interface Props {
  bids: DepthLevel[];
  asks: DepthLevel[];
  /** Levels shown of each side; their place is kept while there are fewer. */
  levels: number;
  base: string;
  quote: string;
  priceDecimals: number | undefined;
  dimmed?: boolean;
  /** Takes the price that was tapped; undefined: there is nothing to take it for. */
  onPrice?: ((price: string) => void) | undefined;
}

/** Share of the deeper side's total that has accumulated at each level, 0 to 1. For the eye only. */
export function accumulate(levels: DepthLevel[], whole: number): number[] {
  let sum = 0;
  return levels.map(([, quantity]) => {
    sum += Number(quantity);
    return whole > 0 ? Math.min(1, sum / whole) : 0;
  });
}

const totalOf = (levels: DepthLevel[]) => levels.reduce((sum, [, quantity]) => sum + Number(quantity), 0);

/** The order book as two mirrored ladders, best prices in the middle, with bars of the accumulated quantity. */
export function Ladder({ bids, asks, levels, base, quote, priceDecimals, dimmed = false, onPrice }: Props) {
  const { t } = useTranslation();
  const shownBids = bids.slice(0, levels);
  const shownAsks = asks.slice(0, levels);
  const whole = Math.max(totalOf(shownBids), totalOf(shownAsks));
  const decimals = columnDecimals([...shownBids, ...shownAsks].map(([, quantity]) => quantity));
  const side = { levels, whole, priceDecimals, decimals, onPrice };
  return (
    <div className={styles.ladder} data-dimmed={dimmed || undefined} data-taking={onPrice ? true : undefined}>
      <div className={styles.head} aria-hidden>
        <span>{t('trade.quantityIn', { unit: base })}</span>
        <span>{t('trade.priceIn', { unit: quote })}</span>
        <span>{t('trade.quantityIn', { unit: base })}</span>
      </div>
      <div className={styles.sides}>
        <Side {...side} side="bids" rows={shownBids} />
        <Side {...side} side="asks" rows={shownAsks} />
      </div>
    </div>
  );
}

interface SideProps {
  side: 'bids' | 'asks';
  rows: DepthLevel[];
  levels: number;
  whole: number;
  priceDecimals: number | undefined;
  /** Of the quantities. */
  decimals: number;
  onPrice: ((price: string) => void) | undefined;
}

function Side({ side, rows, levels, whole, priceDecimals, decimals, onPrice }: SideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shares = accumulate(rows, whole);
  return (
    <table className={styles.side} data-side={side}>
      <caption className={styles.caption}>{t(`trade.${side}`)}</caption>
      <tbody>
        {Array.from({ length: levels }, (_, level) => {
          const [price = null, quantity = null] = rows[level] ?? [];
          return (
            <tr key={level} className={styles.level}>
              <td className={`numbers ${styles.quantity}`}>
                {quantity && formatQuantity(quantity, language, decimals)}
              </td>
              <td className={`numbers ${styles.price}`} data-direction={side === 'bids' ? 'up' : 'down'}>
                {price &&
                  (onPrice ? (
                    <button type="button" className={styles.take} onClick={() => onPrice(price)}>
                      {formatDecimal(price, language, priceDecimals)}
                    </button>
                  ) : (
                    formatDecimal(price, language, priceDecimals)
                  ))}
                <span className={styles.bar} style={{ transform: `scaleX(${shares[level] ?? 0})` }} aria-hidden />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
