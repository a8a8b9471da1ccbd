import type { ReactNode } from 'react';
import styles from './subscription.module.css';

interface Props {
  facts: readonly { label: string; value: ReactNode; total?: boolean }[];
  live?: boolean;
  /** On a sheet. */
  raised?: boolean;
}

/** Facts inside a form or on a sheet, one a line. */
export function Facts({ facts, live = false, raised = false }: Props) {
  return (
    <dl className={styles.facts} data-raised={raised || undefined} aria-live={live ? 'polite' : undefined}>
      {facts.map(({ label, value, total = false }) => (
        <div key={label} className={styles.fact} data-total={total || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts as lines of a card that has other things too. */
export function Pairs({ facts }: { facts: Props['facts'] }) {
  return (
    <dl className={styles.pairs}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.pair}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
