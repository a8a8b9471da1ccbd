import type { ReactNode } from 'react';
import sheetStyles from '../../../ui/trade-sheet.module.css';

export interface PreviewRow {
  label: string;
  value: ReactNode;
  /** Set off from the others. */
  strong?: boolean;
}

/** What would happen, a fact a row; the same rows while it is not known yet, so that nothing jumps. */
export function PreviewRows({ rows, isOld = false }: { rows: readonly PreviewRow[]; isOld?: boolean }) {
  return (
    <dl className={sheetStyles.preview} data-old={isOld || undefined} aria-live="polite">
      {rows.map(({ label, value, strong = false }) => (
        <div key={label} data-strong={strong || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
