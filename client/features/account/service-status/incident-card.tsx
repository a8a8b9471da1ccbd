import { useTranslation } from 'react-i18next';
import type { IncidentState } from '../../../../server/contract/rules/service-status.rules';
import type { IncidentView } from '../../../../server/contract/service-status.dto';
import { useInstant } from '../../../platform/instant-words';
import { StatePill } from '../../../ui/state-pill';
import styles from './service-status.module.css';

/** An incident or planned work: what it is about, and how it goes on, the newest first. */
export function IncidentCard({ incident }: { incident: IncidentView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const { kind, parts, state, title, beginsAt, endsAt, updates } = incident;
  const word = (is: IncidentState) =>
    t(is === 'resolved' && kind === 'maintenance' ? 'serviceStatus.completed' : `serviceStatus.incidentStates.${is}`);
  const times =
    endsAt === null ? instant(beginsAt) : t('serviceStatus.between', { from: instant(beginsAt), to: instant(endsAt) });
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h3 dir="auto">{title}</h3>
        <StatePill tone={state === 'resolved' ? 'good' : 'wait'} text={word(state)} />
      </div>
      <p className={styles.small}>
        {parts.map((part) => t(`serviceStatus.parts.${part}`)).join(' · ')}
        <br />
        {times}
      </p>
      <ol className={styles.updates}>
        {updates.map((update, place) => (
          // Their place is what they are: none is ever between two others.
          <li key={updates.length - place}>
            <p className={styles.small}>
              <strong>{word(update.state)}</strong> · {instant(update.at)}
            </p>
            <p className={styles.text} dir="auto">
              {update.text}
            </p>
          </li>
        ))}
      </ol>
    </article>
  );
}
