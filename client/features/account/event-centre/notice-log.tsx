import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NoticeView } from '../../../../server/contract/account/account.dto';
import { useAccountEvents } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { PagedList, useWireTime } from '../profile';
import { markShown, NOTICES_KEY, readNotices } from './event-centre.api';
import styles from './event-centre.module.css';
import { noticePath } from '../../../../server/contract/rules/notice-path.rules';

/** What the user was told about the account and its money, the newest first; whatever has a page leads to it. */
export function NoticeLog() {
  const { t } = useTranslation();
  useAccountEvents('notice', useRefresh(NOTICES_KEY));
  return (
    <PagedList queryKey={NOTICES_KEY} read={readAndMark} empty={t('notices.empty')}>
      {(notice) => <Notice notice={notice} />}
    </PagedList>
  );
}

async function readAndMark(page: number, signal: AbortSignal) {
  const found = await readNotices(page, signal);
  const [newest] = found.list;
  if (page === 1 && newest) void markShown(newest.id);
  return found;
}

function Notice({ notice: { kind, content, sub_account, created_time } }: { notice: NoticeView }) {
  const wireTime = useWireTime();
  const path = noticePath(kind, sub_account);
  const words = (
    <span className={styles.words}>
      <span className={styles.content}>{content}</span>
      <span className={styles.time}>{wireTime(created_time)}</span>
    </span>
  );
  if (path === null) return <div className={styles.row}>{words}</div>;
  return (
    <Link to={path} className={styles.row}>
      {words}
      <IconChevronRight size={18} stroke={1.6} aria-hidden className={styles.onward} />
    </Link>
  );
}
