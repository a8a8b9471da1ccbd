import { useTranslation } from 'react-i18next';
import { localMoment, serverNow } from '../../../platform/server-clock';
import { zoneName } from '../../../platform/zone';
import styles from './time-field.module.css';

const DAY_MS = 86_400_000;

/** In a day, to the minute that the field shows. */
export const tomorrow = (): number => Date.parse(localMoment(serverNow() + DAY_MS));

interface Props {
  /** Unix milliseconds; null while none is chosen. */
  until: number | null;
  onChange: (until: number | null) => void;
  /** Of what says what is wrong with it; null: nothing is. */
  errorId: string | null;
}

/** Until when something waits, in the user's own zone. */
export function MomentField({ until, onChange, errorId }: Props) {
  const { t } = useTranslation();
  return (
    <label className={styles.until}>
      <span className={styles.label}>
        {t('spot.until')} ({zoneName()})
      </span>
      <input
        type="datetime-local"
        className={`numbers ${styles.moment}`}
        value={until === null ? '' : localMoment(until)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = Date.parse(value);
          onChange(Number.isFinite(chosen) ? chosen : null);
        }}
        aria-invalid={errorId !== null || undefined}
        aria-describedby={errorId ?? undefined}
      />
    </label>
  );
}
