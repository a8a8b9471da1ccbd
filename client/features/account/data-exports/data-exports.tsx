import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATA_EXPORT_KEEP_HOURS } from '../../../../server/contract/rules/data-exports.rules';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { LinkList } from '../../../ui/link-list';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { AskForDataExport } from './ask-for-data-export';
import { DataExportCard } from './data-export-card';
import { dataExports } from './data-exports.api';
import styles from './data-exports.module.css';

/** Files of all that is kept about the account: those asked for, and the form that asks for one. */
export function DataExports() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(dataExports);
  const asked = () => {
    toast(t('dataExports.asked'));
    setAsking(false);
    void queries.invalidateQueries({ queryKey: dataExports.queryKey });
  };
  if (isAsking) return <AskForDataExport onDone={asked} onCancel={() => setAsking(false)} />;
  const isWaiting = data?.some(({ state }) => state === 'waiting') ?? true;
  return (
    <>
      <FormIntro text={t('dataExports.text')} />
      {error && !data && <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />}
      {!error && !data && <CardSkeleton rows={1} />}
      {data?.length === 0 && <EmptyState text={t('dataExports.none')} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((one) => (
            <DataExportCard key={one.id} file={one} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button size="lg" fullWidth disabled={isWaiting} onClick={() => setAsking(true)}>
          {t('dataExports.ask')}
        </Button>
        <p className={styles.note}>{t('dataExports.kept', { hours: DATA_EXPORT_KEEP_HOURS })}</p>
      </div>
      <LinkList links={[{ to: '/pages/assets/export', label: t('dataExports.lists') }]} />
    </>
  );
}
