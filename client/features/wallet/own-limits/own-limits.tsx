import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnLimitsView } from '../../../../server/contract/wallet/own-limits.dto';
import { LIMIT_KINDS } from '../../../../server/contract/rules/own-limits.rules';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { FormIntro } from '../../../ui/form';
import { NoteCard } from '../../../ui/note-card';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useMoment } from '../../../ui/use-moment';
import { BreakChoice } from './break-choice';
import { CheckChoice } from './check-choice';
import { LimitCard } from './limit-card';
import { LimitHistory } from './limit-history';
import { ownLimits } from './own-limits.api';
import styles from './own-limits.module.css';

/** What the user forbids itself: limits, breaks, and how often it is told how long it is here. */
export function OwnLimits() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownLimits);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  return (
    <>
      <FormIntro text={t('limits.intro')} />
      {data ? <Known state={data} /> : <CardSkeleton rows={6} />}
    </>
  );
}

function Known({ state }: { state: OwnLimitsView }) {
  const { t } = useTranslation();
  return (
    <>
      <RunningBreak state={state} />
      {LIMIT_KINDS.map((kind) => (
        <LimitCard key={kind} kind={kind} limits={state.limits.filter((limit) => limit.kind === kind)} />
      ))}
      <p className={styles.help}>{t('limits.periodText')}</p>
      <CheckChoice minutes={state.check_minutes} />
      <BreakChoice kind="cool-off" />
      <BreakChoice kind="exclusion" />
      <LimitHistory state={state} />
      <p className={styles.help}>{t('limits.help')}</p>
    </>
  );
}

function RunningBreak({ state: { break_until, excluded_until } }: { state: OwnLimitsView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (excluded_until !== null) {
    return <NoteCard title={t('limits.excluded', { until: moment(excluded_until) })} text={t('limits.runsText')} />;
  }
  if (break_until === null) return null;
  return <NoteCard title={t('limits.onBreak', { until: moment(break_until) })} text={t('limits.runsText')} />;
}
