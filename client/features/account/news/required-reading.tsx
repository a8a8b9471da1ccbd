import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { unreadNotices } from '../event-centre';
import { unreadNews } from './news.api';
import styles from './news.module.css';

/** What has to be read before anything new is traded; the server refuses until it is. */
export function RequiredReading() {
  const { t } = useTranslation();
  const loggedIn = useLoggedIn();
  const { data } = useQuery({ ...unreadNews(useLanguage()), enabled: loggedIn });
  const first = loggedIn ? data?.required[0] : undefined;
  if (!first) return null;
  return (
    <div className={styles.first} role="status">
      <p>
        <strong>{t('news.requiredTitle')}</strong>
        {first.title}
      </p>
      <Link to={`/pages/notice/detail?id=${first.id}`}>{t('news.read')}</Link>
    </div>
  );
}

/** A dot on whatever leads to the notices, while there are some, of anybody or of the own account, that the user has not opened. */
export function UnreadMark() {
  const { t } = useTranslation();
  const count = useUnreadCount();
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span className={styles.hidden}>{t('news.unreadCount', { count })}</span>
    </span>
  );
}

/** How many notices, of anybody or of the own account, the user has not opened; 0 for whoever is not logged in. */
export function useUnreadCount(): number {
  const loggedIn = useLoggedIn();
  const news = useQuery({ ...unreadNews(useLanguage()), enabled: loggedIn });
  const own = useQuery({ ...unreadNotices, enabled: loggedIn });
  return loggedIn ? (news.data?.count ?? 0) + (own.data?.count ?? 0) : 0;
}
