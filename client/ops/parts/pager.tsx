import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  page: number;
  limit: number;
  /** Null: nobody has counted. */
  total: number | null;
  /** Whether there is a page behind this one, where nobody has counted. */
  more?: boolean;
  onPage: (page: number) => void;
}

/** From page to page. A list of one page has none. */
export function Pager({ page, limit, total, more = false, onPage }: Props) {
  const { t } = useTranslation('desk');
  const hasNext = total === null ? more : page * limit < total;
  if (page === 1 && !hasNext && (total ?? 0) <= limit) return null;
  const from = Math.min((page - 1) * limit + 1, total ?? Infinity);
  return (
    <div className="desk-pager">
      <Button variant="default" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('common.previous')}
      </Button>
      <span className="numbers" role="status">
        {total === null
          ? t('common.pageOpen', { page })
          : t('common.page', { from, to: Math.min(page * limit, total), total })}
      </span>
      <Button variant="default" size="sm" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {t('common.next')}
      </Button>
    </div>
  );
}
