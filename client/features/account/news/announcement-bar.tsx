import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../../platform/preferences';
import { announcements } from './news.api';
import styles from './news.module.css';

/** The first announcement of the desk, for everybody. */
export function AnnouncementBar() {
  const { t } = useTranslation();
  const { data } = useQuery(announcements(useLanguage()));
  const first = data?.list[0];
  if (!first) return null;
  return (
    <Link to={`/pages/notice/detail?id=${first.id}`} className={styles.bar}>
      <IconSpeakerphone size={18} stroke={1.6} aria-label={t('news.bar')} role="img" />
      <span>{first.title}</span>
    </Link>
  );
}
