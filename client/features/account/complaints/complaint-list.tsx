import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import { useAccountEvents } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { useMoment } from '../../../ui/use-moment';
import { PagedList } from '../profile';
import { ComplaintStatePill } from './complaint-state';
import { COMPLAINTS_KEY, type ListedComplaint, readComplaints } from './complaints.api';
import styles from './complaints.module.css';

/** The user's own complaints, the newest first; one that is answered moves while the page is open. */
export function ComplaintList() {
  const { t } = useTranslation();
  useAccountEvents('notice', useRefresh(COMPLAINTS_KEY));
  return (
    <PagedList queryKey={[...COMPLAINTS_KEY, 'list']} read={readComplaints} empty={t('complaints.none')}>
      {(row) => <Row row={row} />}
    </PagedList>
  );
}

function Row({ row: { id, subject, state, receivedAt, dueAt, orderNumber } }: { row: ListedComplaint }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const instant = useInstant();
  return (
    <Link to={`/pages/complaints/detail?id=${id}`} className={styles.row}>
      <span className={styles.head}>
        <span className={styles.subject}>{t(`complaints.subjects.${subject}`)}</span>
        <ComplaintStatePill state={state} />
      </span>
      <span className={styles.small}>
        {t('complaints.number', { number: id })}
        {orderNumber !== '' && ` · ${orderNumber}`} · {moment(receivedAt)}
      </span>
      {dueAt !== null && <span className={styles.due}>{t('complaints.dueBy', { at: instant(dueAt) })}</span>}
    </Link>
  );
}
