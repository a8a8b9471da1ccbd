import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localMoment, serverNow } from '../../../platform/server-clock';
import { zoneName } from '../../../platform/zone';
import styles from './time-field.module.css';

const DAY_MS = 86_400_000;

/** In a day, to the minute that the field shows. */
export const tomorrow = (): number => Date.parse(localMoment(serverNow() + DAY_MS));

const momentOf = (text: string): number | null => {
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? moment : null;
};

/** The zone that a date is read in: where clocks are changed it is not always the one of today. */
const zoneAt = (at: number): string => zoneName(-new Date(at).getTimezoneOffset() * 60);

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
  // Written back as it stands while it means what is chosen: a year has passed through the years 2, 20 and 202, whose zones had seconds.
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && momentOf(typed) === until;
  const shown = until === null ? '' : localMoment(until);
  return (
    <label className={styles.until}>
      <span className={styles.label}>
        {t('spot.until')} ({until === null ? zoneName() : zoneAt(until)})
      </span>
      <input
        type="datetime-local"
        className={`numbers ${styles.moment}`}
        value={isTyped ? typed : shown}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onChange(momentOf(value));
        }}
        aria-invalid={errorId !== null || undefined}
        aria-describedby={errorId ?? undefined}
      />
    </label>
  );
}
