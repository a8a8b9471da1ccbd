import type { ReactNode } from 'react';
import sheetStyles from '../../../ui/trade-sheet.module.css';

export interface PreviewRow {
  label: string;
  value: ReactNode;
  /** Set off from the others. */
  strong?: boolean;
}

interface Props {
  rows: readonly PreviewRow[];
  isOld?: boolean;
  /** The figures are those from before, until the present ones have come. */
  isFormer?: boolean;
}

/** What would happen, a fact a row; the same rows while it is not known yet, so that nothing jumps. */
export function PreviewRows({ rows, isOld = false, isFormer = false }: Props) {
  return (
    <dl
      className={sheetStyles.preview}
      data-old={isOld || undefined}
      data-former={isFormer || undefined}
      aria-live="polite"
    >
      {rows.map(({ label, value, strong = false }) => (
        <div key={label} data-strong={strong || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
