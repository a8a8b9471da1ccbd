import type { ReactNode } from 'react';
import styles from './ieo.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts as lines of a card that has other things too. */
export function Pairs({ facts, dimmed = false }: { facts: readonly Fact[]; dimmed?: boolean }) {
  return (
    <dl className={styles.pairs} data-dimmed={dimmed || undefined}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.pair}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
