import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneName } from '../platform/zone';
import styles from './history-filters.module.css';

interface Props {
  /** What is picked from the list, for those who cannot see it. */
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: string;
  onChoose: (value: string) => void;
  /** Rows of choices above it. */
  children: ReactNode;
}

/** The filters of a history: they stay in sight while it scrolls, and say the zone of its times. */
export function HistoryFilters({ label, choices, chosen, onChoose, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.filters}>
      {children}
      <div className={styles.second}>
        <NativeSelect
          aria-label={label}
          value={chosen}
          onChange={({ currentTarget: { value } }) => onChoose(value)}
          data={[...choices]}
          className={styles.pick ?? ''}
          classNames={{ input: styles.select ?? '' }}
        />
        <span className={styles.zone}>{t('chart.zone', { zone: zoneName() })}</span>
      </div>
    </div>
  );
}
