import type { ReactNode } from 'react';
import styles from './details-list.module.css';

/** Facts in two columns: what it is, and how it stands. */
export function DetailsList({ details }: { details: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.list}>
      {details.map(({ label, value }) => (
        <div key={label} className={styles.row}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
