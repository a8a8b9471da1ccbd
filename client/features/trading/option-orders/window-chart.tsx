import { useTranslation } from 'react-i18next';
import type { OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { drawnWindow } from './drawn-window';
import proofStyles from './proof-card.module.css';
import styles from './window-chart.module.css';

const WIDTH = 320;
const HEIGHT = 120;
const EDGE = 8;

/** The window's samples, those that the settlement leaves out hollow, with the entry and the settlement price. */
export function WindowChart({ receipt }: { receipt: OptionReceiptView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { contract, price } = receipt;
  const drawn = drawnWindow(receipt);
  if (drawn === null) return null;
  const { dots, lowest, highest } = drawn;
  const span = highest - lowest || 1;
  const x = (share: number) => EDGE + share * (WIDTH - 2 * EDGE);
  const y = (value: number) => HEIGHT - EDGE - ((value - lowest) / span) * (HEIGHT - 2 * EDGE);
  const shown = (value: string) => formatDecimal(value, language, contract.rule.decimals);
  const cut = dots.filter(({ isLeftOut }) => isLeftOut).length;
  const line = (value: string, name: string) => (
    <line className={name} x1={0} x2={WIDTH} y1={y(Number(value))} y2={y(Number(value))} />
  );
  return (
    <figure className={proofStyles.proof} data-part="window-chart">
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('option.chartLabel', { n: dots.length, cut })}
      >
        {line(contract.entry, styles.entryLine ?? '')}
        {price !== null && line(price, styles.priceLine ?? '')}
        <polyline
          className={styles.line}
          points={dots.map(({ share, value }) => `${x(share)},${y(value)}`).join(' ')}
        />
        {dots.map(({ second, share, value, isLeftOut }) => (
          <circle
            key={second}
            className={isLeftOut ? styles.leftOut : styles.counted}
            cx={x(share)}
            cy={y(value)}
            r={dots.length > 30 ? 2 : 3.5}
          />
        ))}
      </svg>
      <figcaption className={styles.legend}>
        <span>
          <i aria-hidden />
          {t('option.counted')}
        </span>
        <span data-part="left-out">
          <i aria-hidden />
          {t('option.leftOut')} ({cut})
        </span>
        <span className="numbers">
          {t('option.entry')} {shown(contract.entry)}
        </span>
        {price !== null && (
          <span className="numbers">
            {t('option.settlementPrice')} {shown(price)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
