import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Column<Row> {
  head: string;
  render: (row: Row) => ReactNode;
  /** Figures: at the right edge. */
  end?: boolean;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  empty?: string;
}

/** A table; on a phone each row is a small list of its cells with their heads. */
export function DeskTable<Row>({ caption, columns, rows, keyOf, empty }: Props<Row>) {
  const { t } = useTranslation('desk');
  if (rows.length === 0) return <p className="desk-empty">{empty ?? t('common.none')}</p>;
  return (
    // A table that is wider than its place is scrolled with the arrow keys, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <div className="desk-table-place" role="region" aria-label={caption} tabIndex={0}>
      <table className="desk-table">
        <caption className="desk-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, end }) => (
              <th key={head} scope="col" data-end={end || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, render, end }) => (
                <td key={head} data-head={head} data-end={end || undefined}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
