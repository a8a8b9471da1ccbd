import type { ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** What it all comes to. */
  total?: boolean;
}

interface Props {
  facts: readonly Fact[];
  /** `flush`: inside a form; `raised`: on a sheet. */
  place?: 'page' | 'flush' | 'raised';
  /** They do not hold any more. */
  dimmed?: boolean;
  live?: boolean;
}

/** Facts in two columns on a card. */
export function Facts({ facts, place = 'page', dimmed = false, live = false }: Props) {
  return (
    <dl
      className={styles.facts}
      data-flush={place === 'flush' || undefined}
      data-raised={place === 'raised' || undefined}
      data-dimmed={dimmed || undefined}
      aria-live={live ? 'polite' : undefined}
    >
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
export function Pairs({ facts }: { facts: readonly Fact[] }) {
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
