import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView, NewApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { LinkList } from '../../../ui/link-list';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { ApiKeyCard } from './api-key-card';
import { RenameApiKey, RevokeApiKey } from './api-key-forms';
import { API_KEYS, apiKeys } from './api-keys.api';
import styles from './api-keys.module.css';
import { CreateApiKey } from './create-api-key';
import { NewApiKey } from './new-api-key';

/** What is being done to the keys now; null: they are looked at. */
type Task =
  | { kind: 'add' }
  | { kind: 'made'; made: NewApiKeyView }
  | { kind: 'rename' | 'revoke'; apiKey: ApiKeyView }
  | null;

/** The keys of the account, or of a sub-account: their list, and the forms that make, rename and revoke one. */
export function ApiKeyList({ subAccountId = '' }: { subAccountId?: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [task, setTask] = useState<Task>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: API_KEYS });
  const done = (words: string) => {
    toast(words);
    setTask(null);
    refresh();
  };
  const cancel = () => setTask(null);
  const made = (view: NewApiKeyView) => {
    setTask({ kind: 'made', made: view });
    refresh();
  };
  if (task?.kind === 'add') return <CreateApiKey subAccountId={subAccountId} onMade={made} onCancel={cancel} />;
  if (task?.kind === 'made') return <NewApiKey made={task.made} onDone={cancel} />;
  if (task?.kind === 'rename') {
    return <RenameApiKey apiKey={task.apiKey} onDone={() => done(t('apiKeys.renamed'))} onCancel={cancel} />;
  }
  if (task?.kind === 'revoke') {
    return <RevokeApiKey apiKey={task.apiKey} onDone={() => done(t('apiKeys.revoked'))} onCancel={cancel} />;
  }
  return (
    <>
      <FormIntro text={t('apiKeys.text')} />
      <Rows subAccountId={subAccountId} onTask={(kind, apiKey) => setTask({ kind, apiKey })} />
      <div className={styles.actions}>
        <Button size="lg" fullWidth onClick={() => setTask({ kind: 'add' })}>
          {t('apiKeys.add')}
        </Button>
      </div>
      <LinkList links={[{ to: '/api-docs', label: t('apiKeys.docs') }]} />
    </>
  );
}

interface RowsProps {
  subAccountId: string;
  onTask: (kind: 'rename' | 'revoke', apiKey: ApiKeyView) => void;
}

function Rows({ subAccountId, onTask }: RowsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiKeys(subAccountId));
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={2} />;
  if (data.length === 0) return <EmptyState text={t('apiKeys.none')} />;
  return (
    <ul className={styles.list}>
      {data.map((apiKey) => (
        <ApiKeyCard key={apiKey.id} apiKey={apiKey} onTask={(kind) => onTask(kind, apiKey)} />
      ))}
    </ul>
  );
}
