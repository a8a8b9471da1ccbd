import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErasureRestView } from '../../../../server/contract/account/erasure.dto';
import { restWords } from '../../../../server/contract/rules/erasure.rules';
import { renewConnection } from '../../../platform/socket';
import { NoteCard } from '../../../ui/note-card';
import { toast } from '../../../ui/toast';
import { useWireTime } from '../profile';
import { takeBackErasure } from './erasure.api';

interface Props {
  dueAt: string;
  /** What is given up when it is erased. */
  rest: readonly ErasureRestView[];
  onCancelled: () => void;
}

/** An account that is closed and not erased yet: it can be kept, and nothing else. */
export function WaitingClosing({ dueAt, rest, onCancelled }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const wireTime = useWireTime();
  const [busy, setBusy] = useState(false);
  const cancelErasure = async () => {
    setBusy(true);
    try {
      await takeBackErasure();
      toast(t('erasure.takenBack'));
      // The connection was made while the account was closed: nothing of the user's is heard on it.
      renewConnection();
      // All that was refused meanwhile can be read again.
      await queries.invalidateQueries();
      onCancelled();
    } catch {
      // What was refused is said by the page itself.
    } finally {
      setBusy(false);
    }
  };
  return (
    <NoteCard
      title={t('erasure.waiting')}
      text={
        t('erasure.waitingText', { time: wireTime(dueAt) }) +
        (rest.length > 0 ? ` ${t('erasure.restWaiting', { what: restWords(rest) })}` : '')
      }
      actions={
        <Button size="lg" fullWidth loading={busy} onClick={() => void cancelErasure()}>
          {t('erasure.takeBack')}
        </Button>
      }
    />
  );
}
