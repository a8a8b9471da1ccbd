import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentField, tomorrow } from './moment-field';
import styles from './time-field.module.css';

interface Props {
  label: string;
  /** Whether there is a date. */
  dated: boolean;
  /** Unix milliseconds; null while none is chosen. */
  until: number | null;
  onChange: (dated: boolean, until: number | null) => void;
  error: string | null;
}

/** Whether something waits until it is cancelled, or until a date. */
export function DateField({ label, dated, until, onChange, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.time}>
      <NativeSelect
        aria-label={label}
        value={dated ? 'gtd' : 'gtc'}
        onChange={({ currentTarget: { value } }) => onChange(value === 'gtd', until ?? tomorrow())}
        data={(['gtc', 'gtd'] as const).map((value) => ({ value, label: t(`spot.times.${value}`) }))}
        classNames={{ input: styles.select ?? '' }}
      />
      {dated && (
        <MomentField
          until={until}
          onChange={(chosen) => onChange(true, chosen)}
          errorId={error === null ? null : `${id}-error`}
        />
      )}
      {error !== null && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
