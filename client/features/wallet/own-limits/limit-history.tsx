import { useTranslation } from 'react-i18next';
import type { LimitChangeView, OwnLimitsView } from '../../../../server/contract/wallet/own-limits.dto';
import { useMoment } from '../../../ui/use-moment';
import { useLimitWords } from './limit-words';
import styles from './own-limits.module.css';

interface Line {
  at: number;
  what: string;
  note: string;
}

/** What was changed, the newest first. */
export function LimitHistory({ state: { changes, breaks } }: { state: OwnLimitsView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const changeLine = useChangeLine();
  const lines: Line[] = [
    ...changes.map(changeLine),
    ...breaks.map(({ kind, begins_at, ends_at }) => ({
      at: begins_at,
      what: t(`limits.breaks.${kind}.name`),
      note: t('limits.history.until', { at: moment(ends_at) }),
    })),
  ].sort((one, other) => other.at - one.at);
  return (
    <section className={styles.section} aria-label={t('limits.history.title')}>
      <h2 className={styles.heading}>{t('limits.history.title')}</h2>
      {lines.length === 0 ? (
        <p className={styles.help}>{t('limits.history.none')}</p>
      ) : (
        <ol className={styles.card}>
          {lines.map(({ at, what, note }) => (
            <li key={`${at} ${what}`} className={styles.change}>
              <span>{what}</span>
              <span className={styles.small}>{moment(at)}</span>
              {note !== '' && <span className={styles.small}>{note}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function useChangeLine(): (change: LimitChangeView) => Line {
  const { t } = useTranslation();
  const moment = useMoment();
  const { value } = useLimitWords();
  return ({ kind, period, amount, asked_at, effective_at, called_back_at }) => {
    const name = `${t(`limits.kinds.${kind}`)} · ${t(`limits.periods.${period}`)}`;
    const later = effective_at > asked_at ? t('limits.history.from', { at: moment(effective_at) }) : '';
    return {
      at: asked_at,
      what: `${name}: ${value(kind, amount)}`,
      note: called_back_at === null ? later : t('limits.history.calledBack', { at: moment(called_back_at) }),
    };
  };
}
