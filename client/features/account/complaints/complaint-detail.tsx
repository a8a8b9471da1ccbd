import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComplaintDetailView } from '../../../../server/contract/account/complaints.dto';
import { COMPLAINT_ANSWER_DAYS, COMPLAINT_LENGTH_MAX } from '../../../../server/contract/rules/complaints.rules';
import { failureWords } from '../../../platform/failure-words';
import { useInstant } from '../../../platform/instant-words';
import { useAccountEvents } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { DetailsList } from '../../../ui/details-list';
import { ErrorState } from '../../../ui/error-state';
import { Form } from '../../../ui/form';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { useMoment } from '../../../ui/use-moment';
import { ComplaintStatePill } from './complaint-state';
import { ComplaintText } from './complaint-text';
import { COMPLAINTS_KEY, complaint, reopenComplaint } from './complaints.api';
import styles from './complaints.module.css';
import { useWritten } from './use-written';

/** One of the user's complaints, with all that was written in it. */
export function ComplaintDetail({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(complaint(id));
  useAccountEvents('notice', useRefresh(COMPLAINTS_KEY));
  if (data) return <Written complaint={data} />;
  if (error) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  return <CardSkeleton rows={5} />;
}

function Written({ complaint: one }: { complaint: ComplaintDetailView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const instant = useInstant();
  const details = [
    { label: t('complaints.subject'), value: t(`complaints.subjects.${one.subject}`) },
    { label: t('complaints.order'), value: one.orderNumber },
    { label: t('complaints.receivedAt'), value: moment(one.receivedAt) },
    { label: t('complaints.due'), value: one.dueAt === null ? '' : instant(one.dueAt) },
  ];
  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <h2>{t('complaints.number', { number: one.id })}</h2>
        <ComplaintStatePill state={one.state} />
      </div>
      <DetailsList details={details.filter(({ value }) => value !== '')} />
      <ol className={styles.entries}>
        {one.entries.map(({ author, text, at }, place) => (
          // Their place is what they are: none is ever between two others.
          <li key={place} className={styles.entry} data-author={author}>
            <p className={styles.small}>
              {t(author === 'user' ? 'complaints.you' : 'complaints.us')} · {moment(at)}
            </p>
            <p className={styles.text} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <Reopening id={one.id} until={one.reopenUntil} />
      {one.state === 'closed' && <p className={styles.small}>{t('complaints.closedText')}</p>}
    </div>
  );
}

/** The way to reopen it. Where it ends meanwhile, what is being written stays, with what stood in the way. */
function Reopening({ id, until }: { id: string; until: number | null }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const { busy, problem, submit } = useWritten<{ id: string; text: string }>(reopenComplaint, () => {
    setOpened(false);
    toast(t('complaints.reopened'));
  });
  if (until === null && !opened) return null;
  return (
    <>
      {until !== null && (
        <>
          <p className={styles.small}>
            {t('complaints.reopenText', { at: instant(until), days: COMPLAINT_ANSWER_DAYS })}
          </p>
          <Button variant="default" fullWidth size="md" mih={44} onClick={() => setOpened(true)}>
            {t('complaints.reopen')}
          </Button>
        </>
      )}
      <Sheet title={t('complaints.reopen')} opened={opened} onClose={() => setOpened(false)} keepMounted>
        <Form
          submit={t('complaints.send')}
          busy={busy}
          problem={problem}
          pinned
          onSubmit={(event) => {
            event.preventDefault();
            submit({ id, text: text.trim() });
          }}
        >
          <ComplaintText
            label={t('complaints.unsettled')}
            help={t('complaints.textHelp', { most: COMPLAINT_LENGTH_MAX })}
            value={text}
            onChange={setText}
          />
        </Form>
      </Sheet>
    </>
  );
}
