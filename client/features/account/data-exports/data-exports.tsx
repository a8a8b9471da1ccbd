import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATA_EXPORT_RETENTION_HOURS } from '../../../../server/contract/rules/data-exports.rules';
import { failureWords } from '../../../platform/failure-words';
import { saveFile } from '../../../platform/save-file';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { LinkList } from '../../../ui/link-list';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { DataExportCard } from './data-export-card';
import { askForDataExport, dataExports, fetchDataExport } from './data-exports.api';
import styles from './data-exports.module.css';
import { ProveByFundPassword } from './prove-by-fund-password';

/** What the fund password is asked for: a new file, or the one that is to be saved. */
type Wish = 'new' | { id: string };

/** Files of all that is kept about the account: those asked for, and the form that asks for one or saves one. */
export function DataExports() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [wish, setWish] = useState<Wish | null>(null);
  const { data, error, refetch } = useQuery(dataExports);
  const end = () => {
    setWish(null);
    void queries.invalidateQueries({ queryKey: dataExports.queryKey });
  };
  if (wish === 'new') {
    const send = async (fundPassword: string) => {
      await askForDataExport(fundPassword);
      toast(t('dataExports.asked'));
      end();
    };
    return (
      <ProveByFundPassword
        title={t('dataExports.question')}
        text={t('dataExports.questionText')}
        act={t('dataExports.ask')}
        send={send}
        onCancel={end}
      />
    );
  }
  if (wish !== null) {
    const send = async (fundPassword: string) => {
      const { name, content } = await fetchDataExport(wish.id, fundPassword);
      saveFile(name, content);
      toast(t('dataExports.saved', { name }));
      end();
    };
    return (
      <ProveByFundPassword
        title={t('dataExports.saveQuestion')}
        text={t('dataExports.saveText')}
        act={t('dataExports.save')}
        send={send}
        onCancel={end}
      />
    );
  }
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
            <DataExportCard key={one.id} file={one} onSave={() => setWish({ id: one.id })} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button size="lg" fullWidth disabled={isWaiting} onClick={() => setWish('new')}>
          {t('dataExports.ask')}
        </Button>
        <p className={styles.note}>{t('dataExports.retention', { hours: DATA_EXPORT_RETENTION_HOURS })}</p>
      </div>
      <LinkList links={[{ to: '/pages/assets/export', label: t('dataExports.lists') }]} />
    </>
  );
}
