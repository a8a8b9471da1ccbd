import { useTranslation } from 'react-i18next';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import styles from './side-tags.module.css';

/** Side, leverage and margin mode of a row, in three small words. */
export function SideTags({ row }: { row: Pick<FuturesPositionView, 'side' | 'leverage' | 'marginMode'> }) {
  const { t } = useTranslation();
  return (
    <span className={styles.tags}>
      <span className={styles.side} data-direction={row.side === 'long' ? 'up' : 'down'}>
        {t(`futures.${row.side}`)}
      </span>
      <span className={`numbers ${styles.tag}`}>{row.leverage}x</span>
      <span className={styles.tag}>{t(`futures.${row.marginMode}`)}</span>
    </span>
  );
}
