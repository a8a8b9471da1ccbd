import { useTranslation } from 'react-i18next';
import styles from './trade-panel.module.css';
import type { TicketActs } from './use-ticket';

/** Buy or sell. */
export function Sides({ acts: { ticket, change } }: { acts: TicketActs }) {
  const { t } = useTranslation();
  return (
    <div className={styles.sides} role="radiogroup" aria-label={t('spot.side')}>
      {(['buy', 'sell'] as const).map((side) => (
        <label key={side} className={styles.side} data-side={side}>
          <input
            type="radio"
            name="spot-side"
            className={styles.radio}
            checked={ticket.side === side}
            onChange={() => change({ side })}
          />
          <span className={styles.sideWords}>{t(`trade.${side}`)}</span>
        </label>
      ))}
    </div>
  );
}
