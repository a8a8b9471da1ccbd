import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TIMES_IN_FORCE, type TimeInForce } from '../../../../server/contract/rules/spot-time.rules';
import { MomentField, tomorrow } from './moment-field';
import type { Ticket } from './ticket';
import styles from './time-field.module.css';

interface Props {
  ticket: Ticket;
  onChange: (part: Partial<Ticket>) => void;
  error: string | null;
}

/** How long a limit order waits, with what that means; of one until a date also the date. */
export function TimeField({ ticket: { time, until }, onChange, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const choose = (next: TimeInForce) => onChange({ time: next, until: next === 'gtd' ? (until ?? tomorrow()) : until });
  return (
    <div className={styles.time}>
      <NativeSelect
        aria-label={t('spot.time')}
        aria-describedby={`${id}-means`}
        value={time}
        onChange={({ currentTarget: { value } }) => choose(value as TimeInForce)}
        data={TIMES_IN_FORCE.map((value) => ({ value, label: t(`spot.times.${value}`) }))}
        classNames={{ input: styles.select ?? '' }}
      />
      {time === 'gtd' && (
        <MomentField
          until={until}
          onChange={(chosen) => onChange({ until: chosen })}
          errorId={error === null ? null : `${id}-error`}
        />
      )}
      {error !== null && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <p id={`${id}-means`} className={styles.means} hidden={time === 'gtc'}>
        {t(`spot.timeMeans.${time}`)}
      </p>
    </div>
  );
}
