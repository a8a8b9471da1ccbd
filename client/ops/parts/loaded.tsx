import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/failure-words';
import { useLanguage } from '../../platform/preferences';
import { ErrorState } from '../../ui/error-state';
import { ListSkeleton } from '../../ui/list-skeleton';
import { formatMoment } from './when';

interface Props<Answer> {
  query: UseQueryResult<Answer>;
  rows?: number;
  children: (answer: Answer) => ReactNode;
}

/** A reply on its way, missed, or there. What was there stays when it cannot be refreshed, and says how old it is. */
export function Loaded<Answer>({ query, rows = 4, children }: Props<Answer>) {
  const { t } = useTranslation();
  const { t: words } = useTranslation('desk');
  const language = useLanguage();
  const { data, error, refetch, dataUpdatedAt } = query;
  if (data === undefined) {
    if (error) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
    return (
      <div aria-busy="true">
        <ListSkeleton rows={rows} />
      </div>
    );
  }
  return (
    <>
      {error && (
        <p className="desk-strip" data-tone="wait" role="status">
          {words('common.stale', { time: formatMoment(dataUpdatedAt, language) })}
        </p>
      )}
      {children(data)}
    </>
  );
}
