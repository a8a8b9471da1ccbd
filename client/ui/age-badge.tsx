import { useTranslation } from 'react-i18next';
import type { PriceOrigin } from '../../server/contract/markets/markets.dto';
import type { AgeState } from './age';
import styles from './age-badge.module.css';
import { useOpeningWords } from './opening-words';

interface Props {
  age: AgeState;
  origin: PriceOrigin;
  /** In lists a live price has only its dot for the eye; the word is there for screen readers. */
  compact?: boolean;
  /** The page says once where all its prices come from: here the word is for screen readers alone. */
  originAnnounced?: boolean;
  /** When a closed market opens is said beside it. */
  withoutOpening?: boolean;
}

const SHORT = { simulated: 'simulatedShort', recorded: 'recorded', imported: 'imported' } as const;

/** Says how old a price is and where it comes from: live, delayed N s, frozen, closed, halted; simulated or recorded. */
export function AgeBadge({ age, origin, compact = false, originAnnounced = false, withoutOpening = false }: Props) {
  const { t } = useTranslation();
  const words = useAgeWords(withoutOpening && 'opensAt' in age ? { ...age, opensAt: null } : age);
  return (
    <span className={styles.badge} data-kind={age.kind}>
      <span className={styles.age}>
        <span className={styles.dot} aria-hidden />
        <span className={compact && age.kind === 'live' ? styles.unseen : undefined}>{words}</span>
      </span>
      {origin !== 'live' && (
        <span className={originAnnounced ? styles.unseen : styles.origin}>
          {t(`status.${compact ? SHORT[origin] : origin}`)}
        </span>
      )}
    </span>
  );
}

export function useAgeWords(age: AgeState): string {
  const { t } = useTranslation();
  const opens = useOpeningWords(age.kind === 'closed' || age.kind === 'holiday' ? age.opensAt : null);
  switch (age.kind) {
    case 'closed':
    case 'holiday':
      return opens === null ? t(`status.${age.kind}`) : t(`status.${age.kind}Until`, { time: opens });
    case 'delayed':
      return t('status.delayed', { seconds: age.seconds });
    case 'none':
      return t('status.noPrice');
    default:
      return t(`status.${age.kind}`);
  }
}
