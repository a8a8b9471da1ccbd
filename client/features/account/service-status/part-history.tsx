import { useTranslation } from 'react-i18next';
import type { ServiceDayView, ServicePartView } from '../../../../server/contract/service-status.dto';
import { useLanguage } from '../../../platform/preferences';
import { StatePill } from '../../../ui/state-pill';
import styles from './service-status.module.css';

const FULL = 10_000;
const TONES = { up: 'good', degraded: 'wait', down: 'bad', unknown: 'off' } as const;

interface Props {
  part: ServicePartView;
  /** Nobody could look just now. */
  isOld: boolean;
}

/** One part: how it is, a bar for each day, and in words the days on which it did not work all the time. */
export function PartHistory({ part: { part, state, days }, isOld }: Props) {
  const { t } = useTranslation();
  const percent = usePercent();
  const day = useDay();
  const name = t(`serviceStatus.parts.${part}`);
  const known = days.flatMap(({ available }) => available ?? []);
  const mean = known.length === 0 ? null : Math.floor(known.reduce((sum, one) => sum + one, 0) / known.length);
  const troubled = days.filter(({ available }) => available !== null && available < FULL).reverse();
  const shown = isOld ? 'unknown' : state;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <StatePill tone={TONES[shown]} text={t(`serviceStatus.states.${shown}`)} />
      </div>
      <div
        className={styles.bars}
        role="img"
        aria-label={
          mean === null
            ? t('serviceStatus.noRecord')
            : t('serviceStatus.bars', { part: name, percent: percent(mean), count: days.length })
        }
      >
        {days.map((one) => (
          <i key={one.day} data-state={barState(one)} />
        ))}
      </div>
      <p className={styles.scale}>
        <span>{t('serviceStatus.first', { count: days.length - 1 })}</span>
        <span>
          {mean === null ? t('serviceStatus.noRecord') : t('serviceStatus.available', { percent: percent(mean) })}
        </span>
        <span>{t('serviceStatus.today')}</span>
      </p>
      {troubled.length > 0 && (
        <details className={styles.small}>
          <summary>{t('serviceStatus.troubled')}</summary>
          <ul>
            {troubled.map((one) => (
              <li key={one.day}>
                {t('serviceStatus.day', {
                  day: day(one.day),
                  percent: percent(one.available ?? 0),
                  state: t(`serviceStatus.states.${one.state ?? 'unknown'}`),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

/** A short outage of a day is no day that was down. */
function barState({ state, available }: ServiceDayView): string {
  if (state === null || available === null) return 'none';
  if (state === 'up' || state === 'degraded') return state;
  return available >= 9900 ? 'degraded' : state;
}

/** Hundredths of a percent, cut. */
function usePercent(): (hundredths: number) => string {
  const language = useLanguage();
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (hundredths) => format.format(hundredths / 100);
}

/** A day of UTC, as it is counted. */
function useDay(): (day: string) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC', calendar: 'gregory' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
