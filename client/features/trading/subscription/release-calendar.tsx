import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstant } from '../../../platform/instant-words';
import type { SubscriptionReleaseView } from '../../../../server/contract/trading/subscription.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { useFromNow } from '../../../platform/use-now';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { dayOf, monthOf, weeksOf } from './month';
import styles from './release-calendar.module.css';
import shared from './subscription.module.css';
import { releases as releasesQuery, useSubscriptionEvents } from './subscription.api';

/** When coins become free: a month with its days, and what becomes free in it. Days are those of the user's zone. */
export function ReleaseCalendar() {
  const { t } = useTranslation();
  useSubscriptionEvents();
  const { data, error, refetch } = useQuery(releasesQuery);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={6} />;
  return <Loaded releases={data} />;
}

function Loaded({ releases }: { releases: readonly SubscriptionReleaseView[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useFromNow((instant) => Math.floor(instant / 60_000)) * 60_000;
  const next = releases.find(({ released }) => !released);
  const [steps, setSteps] = useState(0);
  const first = monthOf(next?.release_at ?? now, steps);
  const title = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', calendar: 'gregory' }).format(
    first,
  );
  const inMonth = releases.filter(({ release_at }) => monthOf(release_at, 0) === first);
  const marked = new Set(inMonth.map(({ release_at }) => dayOf(release_at)));
  return (
    <section className={styles.calendar} aria-label={t('subscription.calendar')}>
      <div className={styles.monthHead}>
        <ActionIcon aria-label={t('subscription.monthBefore')} onClick={() => setSteps(steps - 1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <h2 className={styles.month} aria-live="polite">
          {title}
        </h2>
        <ActionIcon aria-label={t('subscription.monthAfter')} onClick={() => setSteps(steps + 1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      <Month first={first} marked={marked} today={monthOf(now, 0) === first ? dayOf(now) : 0} />
      {inMonth.length === 0 ? (
        <p className={styles.calendarEmpty}>{t('subscription.noReleases')}</p>
      ) : (
        <ul className={styles.releases}>
          {inMonth.map((release) => (
            <Release key={`${release.config_id} ${release.release_at}`} release={release} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Month({ first, marked, today }: { first: number; marked: ReadonlySet<number>; today: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'narrow' });
  const whole = new Intl.DateTimeFormat(language, { weekday: 'long' });
  // 5 January 2026 is a Monday.
  const names = [5, 6, 7, 8, 9, 10, 11].map((day) => new Date(2026, 0, day));
  return (
    <table className={styles.days}>
      <thead>
        <tr>
          {names.map((day) => (
            <th key={day.getDate()} scope="col" abbr={whole.format(day)}>
              {weekday.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(first).map((week) => (
          <tr key={week.find((day) => day > 0)}>
            {week.map((day, place) => (
              // Days of other months are empty: their place is their name.
              // biome-ignore lint/suspicious/noArrayIndexKey: seven places that never move
              <td
                key={place}
                data-marked={marked.has(day) || undefined}
                data-today={(day > 0 && day === today) || undefined}
              >
                {day > 0 && <span>{day}</span>}
                {marked.has(day) && <span className={styles.hidden}>{t('subscription.freeThisDay')}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Release({ release }: { release: SubscriptionReleaseView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const { released, estimated, new_currency_name: unit } = release;
  const word = released ? 'released' : estimated ? 'estimated' : 'planned';
  return (
    <li className={styles.release}>
      <span className={styles.releaseWords}>
        <MoneyText value={release.coins} unit={unit} secret demo={false} />
        <span className={shared.small}>{instant(release.release_at)}</span>
      </span>
      <StatePill tone={released ? 'good' : 'wait'} text={t(`subscription.release.${word}`)} />
    </li>
  );
}
