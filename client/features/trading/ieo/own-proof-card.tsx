import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { IeoApplicationDetailView } from '../../../../server/contract/trading/ieo.dto';
import { failureWords } from '../../../platform/failure-words';
import { CopyButton } from '../../../ui/copy-button';
import { ErrorState } from '../../../ui/error-state';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { allotment } from './ieo.api';
import styles from './ieo.module.css';
import { checkOwn } from './own-proof';

/** The proof of the own row, computed on this device. */
export function OwnProofCard({ detail }: { detail: IeoApplicationDetailView }) {
  const { t } = useTranslation();
  const projectId = String(detail.project.id);
  const isSealed = detail.proofs.length > 0;
  const { data, error, refetch } = useQuery({ ...allotment(projectId, detail.account), enabled: isSealed });
  return (
    <section className={styles.section}>
      <h2>{t('ieo.proof')}</h2>
      {!isSealed && <p>{t('ieo.proofLater')}</p>}
      {isSealed && <p>{t('ieo.proofText')}</p>}
      {error && !data && <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />}
      {isSealed && !error && !data && <CardSkeleton rows={3} />}
      {data && <Verdicts verdict={checkOwn(detail, data)} />}
      <Secret label={t('ieo.accountHash')} value={detail.account} />
      <Secret label={t('ieo.salt')} value={detail.salt} />
      {isSealed && (
        <Button component={Link} to={`/pages/ieo/allotment?id=${projectId}`} variant="light" fullWidth mih={44}>
          {t('ieo.table')}
        </Button>
      )}
    </section>
  );
}

function Verdicts({ verdict: { isOwn, rounds } }: { verdict: ReturnType<typeof checkOwn> }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.checks} data-testid="ieo-proof">
      <li>
        <CheckLine text={t('ieo.isYours')} verdict={isOwn ? 'right' : 'wrong'} />
      </li>
      {rounds.map(({ round, isRight }) => (
        <li key={round}>
          <CheckLine text={t('ieo.inRound', { round })} verdict={isRight ? 'right' : 'wrong'} />
        </li>
      ))}
    </ul>
  );
}

const TONES = { right: 'good', wrong: 'bad', later: 'off' } as const;
const WORDS = { right: 'right', wrong: 'wrong', later: 'notYet' } as const;

/** One thing that was computed, and whether it is right. */
export function CheckLine({ text, verdict }: { text: string; verdict: keyof typeof TONES }) {
  const { t } = useTranslation();
  return (
    <span className={styles.check}>
      <span>{text}</span>
      <StatePill tone={TONES[verdict]} text={t(`ieo.${WORDS[verdict]}`)} />
    </span>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.check}>
      <span>
        {label}
        <span className={`${styles.coin} ${styles.hash}`}>{value}</span>
      </span>
      <CopyButton text={value} label={label} />
    </div>
  );
}
