import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../../platform/preferences';
import { readStored, writeStored } from '../../../platform/stored';
import { announcements } from './news.api';
import styles from './news.module.css';

/** Whether there was one when the page was last open. */
const KEY = 'announcement';

/** The first announcement of the desk, for everybody. */
export function AnnouncementBar() {
  const { t } = useTranslation();
  const { data } = useQuery(announcements(useLanguage()));
  const first = data?.list[0];
  const [isExpected] = useState(() => readStored(KEY) !== null);
  useEffect(() => {
    if (data) writeStored(KEY, first ? 'yes' : null);
  }, [data, first]);
  // Its place is kept where there was one before: nothing below it moves when it comes.
  if (!data && isExpected) return <div className={styles.bar} aria-hidden />;
  if (!first) return null;
  return (
    <Link to={`/pages/notice/detail?id=${first.id}`} className={styles.bar}>
      <IconSpeakerphone size={18} stroke={1.6} aria-label={t('news.bar')} role="img" />
      <span>{first.title}</span>
    </Link>
  );
}
