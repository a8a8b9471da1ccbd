import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Side } from './side';
import styles from './trade-bar.module.css';

interface Props {
  onSide: (side: Side) => void;
  /** Why nothing can be ordered now, in words; null when it can. */
  stopped?: string | null;
}

/** Buy and sell at the foot of the screen, wherever the page is scrolled to. */
export function TradeBar({ onSide, stopped = null }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar} data-bar="over">
      {stopped !== null && <p className={styles.stopped}>{stopped}</p>}
      {(['buy', 'sell'] as const).map((side) => (
        <Button
          key={side}
          size="md"
          className={styles.go ?? ''}
          data-side={side}
          disabled={stopped !== null}
          onClick={() => onSide(side)}
        >
          {t(`trade.${side}`)}
        </Button>
      ))}
    </div>
  );
}
