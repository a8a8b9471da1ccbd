import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ServiceNoteView } from '../../../../server/contract/service-status.dto';
import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';
import { serviceNotes } from './service-status.api';
import styles from './service-status.module.css';

/** What the desk says of the product's state, on top of every page; it leads to the page with the whole of it. */
export default function ServiceNotes() {
  const { data } = useQuery(serviceNotes(useLanguage()));
  if (!data || data.notes.length === 0) return null;
  return (
    <div className={styles.notes} role="status">
      {data.notes.map((note) => (
        <Note key={note.id} note={note} />
      ))}
    </div>
  );
}

function Note({ note: { kind, state, title, beginsAt } }: { note: ServiceNoteView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const words =
    kind === 'incident'
      ? title
      : state === 'under-way'
        ? t('serviceStatus.underWayNote', { title })
        : t('serviceStatus.plannedNote', { title, at: instant(beginsAt) });
  return (
    <Link className={styles.note} to="/pages/status/index">
      <span dir="auto">{words}</span> <span className={styles.more}>{t('serviceStatus.details')}</span>
    </Link>
  );
}
