import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from './loaded';
import { Pager } from './pager';

export interface Listed<Row> {
  list: Row[];
  total: number;
  page: number;
  limit: number;
}

interface Props<Row> {
  query: UseQueryResult<Listed<Row>>;
  filters: { setPage: (page: number) => void };
  keyOf: (row: Row) => string | number;
  /** Cards one below the other, or the rows of a list beside its detail. */
  look?: 'cards' | 'rows';
  /** What is said where there is nothing. */
  empty?: string;
  /** One row. */
  children: (row: Row) => ReactNode;
}

/** A list of the desk from page to page: on its way, missed, empty, or there. */
export function PagedList<Row>({ query, filters, keyOf, look = 'cards', empty, children }: Props<Row>) {
  const { t } = useTranslation('desk');
  const top = useRef<HTMLUListElement>(null);
  const turn = (page: number) => {
    filters.setPage(page);
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Loaded query={query} rows={look === 'rows' ? 6 : 4}>
      {({ list, total, page, limit }) => (
        <>
          {list.length === 0 && <p className="desk-empty">{empty ?? t('common.none')}</p>}
          <ul className={`desk-${look}`} ref={top}>
            {list.map((row) => (
              <li key={keyOf(row)}>{children(row)}</li>
            ))}
          </ul>
          <Pager page={page} limit={limit} total={total} onPage={turn} />
        </>
      )}
    </Loaded>
  );
}
