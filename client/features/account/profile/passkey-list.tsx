import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyView } from '../../../../server/contract/account/passkeys.dto';
import { failureWords } from '../../../platform/failure-words';
import { canUsePasskeys } from '../../../platform/passkeys';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import accountStyles from './account.module.css';
import styles from './device-list.module.css';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms';
import { passkeys } from './passkeys.api';
import { useWireTime } from './wire-time';

/** What is being done to the passkeys now; null: they are looked at. */
type Task = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: PasskeyView } | null;

/** The passkeys of the account: their list, and the forms that add, rename and remove one. */
export default function PasskeyList() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [task, setTask] = useState<Task>(null);
  const done = (words: string) => {
    toast(words);
    setTask(null);
    void queries.invalidateQueries({ queryKey: passkeys.queryKey });
  };
  const cancel = () => setTask(null);
  if (task?.kind === 'add') return <AddPasskey onDone={() => done(t('passkeys.added'))} onCancel={cancel} />;
  if (task?.kind === 'rename') {
    return <RenamePasskey passkey={task.passkey} onDone={() => done(t('passkeys.renamed'))} onCancel={cancel} />;
  }
  if (task?.kind === 'remove') {
    return <RemovePasskey passkey={task.passkey} onDone={() => done(t('passkeys.removed'))} onCancel={cancel} />;
  }
  return (
    <>
      <FormIntro text={t('passkeys.text')} />
      <Rows onTask={setTask} />
      {canUsePasskeys() ? (
        <div className={accountStyles.actions}>
          <Button size="lg" fullWidth onClick={() => setTask({ kind: 'add' })}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className={accountStyles.note}>{t('passkeys.unsupported')}</p>
      )}
    </>
  );
}

function Rows({ onTask }: { onTask: (task: Task) => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(passkeys);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={2} />;
  if (data.length === 0) return <EmptyState text={t('passkeys.none')} />;
  return (
    <ul className={styles.list}>
      {data.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} onTask={(kind) => onTask({ kind, passkey })} />
      ))}
    </ul>
  );
}

function Row({ passkey, onTask }: { passkey: PasskeyView; onTask: (kind: 'rename' | 'remove') => void }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { name, created_at: created, last_used_at: used } = passkey;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.small}>
          {t('passkeys.created', { time: wireTime(created) })}
          {passkey.backed_up === 1 && ` · ${t('passkeys.backedUp')}`}
        </p>
        {used !== '' && <p className={styles.small}>{t('passkeys.lastUsed', { time: wireTime(used) })}</p>}
      </div>
      <div className={styles.buttons}>
        <Button variant="default" size="sm" className={styles.end ?? ''} onClick={() => onTask('rename')}>
          {t('passkeys.rename')}
        </Button>
        <Button variant="default" size="sm" className={styles.end ?? ''} onClick={() => onTask('remove')}>
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}
