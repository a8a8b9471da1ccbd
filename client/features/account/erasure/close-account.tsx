import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErasureView } from '../../../../server/contract/account/erasure.dto';
import { restText } from '../../../../server/contract/rules/erasure.rules';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { LinkList } from '../../../ui/link-list';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { NoteCard } from '../../../ui/note-card';
import { ConfirmClosing } from './confirm-closing';
import { erasure } from './erasure.api';
import styles from './erasure.module.css';
import { ObstacleList, useObstacleName } from './obstacle-list';
import { RestGivenUp } from './rest-given-up';
import { WaitingClosing } from './waiting-closing';

/** Closing one's account: what goes and what stays, what stands in the way, and while it waits the way back. */
export function CloseAccount() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [confirms, setConfirms] = useState(false);
  // Of amounts that change meanwhile nothing is agreed to.
  const [agreedTo, setAgreedTo] = useState('');
  const { data, error, refetch } = useQuery(erasure);
  const end = () => {
    setConfirms(false);
    void queries.invalidateQueries({ queryKey: erasure.queryKey });
  };
  if (!data) {
    return error ? (
      <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />
    ) : (
      <CardSkeleton rows={3} />
    );
  }
  if (data.state === 'waiting') return <WaitingClosing dueAt={data.due_at} rest={data.rest} onCancelled={end} />;
  // What is gone meanwhile cannot be given up, and what was agreed to is no other amount.
  if (confirms)
    return <ConfirmClosing view={data} giveUp={agreedTo === restText(data.rest) ? agreedTo : ''} onDone={end} />;
  return <Terms view={data} agreedTo={agreedTo} onAgree={setAgreedTo} onAsk={() => setConfirms(true)} />;
}

interface TermsProps {
  view: ErasureView;
  /** Amounts that the user has agreed to give up. */
  agreedTo: string;
  onAgree: (agreedTo: string) => void;
  onAsk: () => void;
}

function Terms({ view, agreedTo, onAgree, onAsk }: TermsProps) {
  const { t } = useTranslation();
  const nameOf = useObstacleName();
  const rest = restText(view.rest);
  const isFree = view.obstacles.length === 0;
  return (
    <>
      {view.state === 'stopped' && (
        <NoteCard
          title={t('erasure.stopped')}
          text={t('erasure.stoppedText', { what: view.stopped_by.map(nameOf).join(', ') })}
        />
      )}
      <FormIntro text={t('erasure.text', { days: view.wait_days })} />
      <h2 className={styles.title}>{t('erasure.goes')}</h2>
      <p className={styles.text}>{t('erasure.goesText')}</p>
      <h2 className={styles.title}>{t('erasure.staysTitle')}</h2>
      <p className={styles.text}>{t('erasure.stays', { years: view.keep_years })}</p>
      <p className={styles.text}>{t('erasure.excluded')}</p>
      {!isFree && <ObstacleList obstacles={view.obstacles} />}
      {rest !== '' && (
        <RestGivenUp
          rest={view.rest}
          isAgreed={agreedTo === rest}
          onAgree={(isAgreed) => onAgree(isAgreed ? rest : '')}
        />
      )}
      <LinkList links={[{ to: '/pages/settings/security/dataExport', label: t('erasure.dataFile') }]} />
      <div className={styles.actions}>
        <Button
          color="red"
          size="lg"
          fullWidth
          disabled={!isFree || (rest !== '' && agreedTo !== rest)}
          onClick={onAsk}
        >
          {t('erasure.ask')}
        </Button>
      </div>
    </>
  );
}
