import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { STATUS_DAYS } from '../../../../server/contract/rules/service-status.rules';
import type { IncidentView, ServiceStatusView } from '../../../../server/contract/service-status.dto';
import { failureWords } from '../../../platform/failure-words';
import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';
import { useFromNow } from '../../../platform/use-now';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { IncidentCard } from './incident-card';
import { PartHistory } from './part-history';
import { serviceStatus } from './service-status.api';
import styles from './service-status.module.css';

/** From then on what is shown is not of now. */
const OLD_AFTER_MS = 120_000;

/** How the product is and was: what goes on, each part with its days, and what is over. */
export function ServiceStatus() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(serviceStatus(useLanguage()));
  if (data) return <Shown status={data} />;
  if (error) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  return <CardSkeleton rows={8} />;
}

/** What is being worked on is said first, also where every part still does what it should. */
function Shown({ status: { at, state, parts, incidents } }: { status: ServiceStatusView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const isOld = useFromNow((now) => now - at > OLD_AFTER_MS);
  const going = incidents.filter(({ closedAt }) => closedAt === null);
  const [open, planned] = [
    going.filter(({ state: is }) => is !== 'planned'),
    going.filter(({ state: is }) => is === 'planned'),
  ];
  const past = incidents.filter(({ closedAt }) => closedAt !== null);
  const shown = isOld ? 'unknown' : state === 'up' ? (open[0]?.kind ?? 'up') : state;
  return (
    <div className={styles.page}>
      <section className={styles.overall} data-state={shown} role="status">
        <h2>{t(`serviceStatus.overall.${shown}`)}</h2>
        <p className={styles.small}>{t(isOld ? 'serviceStatus.old' : 'serviceStatus.asOf', { at: instant(at) })}</p>
      </section>
      <Incidents title={t('serviceStatus.now')} incidents={open} />
      <Incidents title={t('serviceStatus.planned')} incidents={planned} />
      <section className={styles.section}>
        <h2>{t('serviceStatus.history', { count: STATUS_DAYS })}</h2>
        {parts.map((part) => (
          <PartHistory key={part.part} part={part} isOld={isOld} />
        ))}
        <p className={styles.small}>{t('serviceStatus.how')}</p>
      </section>
      <section className={styles.section}>
        <h2>{t('serviceStatus.past')}</h2>
        {past.length === 0 && <p className={styles.small}>{t('serviceStatus.none', { count: STATUS_DAYS })}</p>}
        {past.map((incident) => (
          <IncidentCard key={incident.id} incident={incident} />
        ))}
      </section>
    </div>
  );
}

function Incidents({ title, incidents }: { title: string; incidents: readonly IncidentView[] }) {
  if (incidents.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {incidents.map((incident) => (
        <IncidentCard key={incident.id} incident={incident} />
      ))}
    </section>
  );
}
