import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** Null and false: the row is left out. */
  value: ReactNode;
}

/** What is known, one row for each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="desk-facts">
      {facts
        .filter(({ value }) => value !== null && value !== false && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
