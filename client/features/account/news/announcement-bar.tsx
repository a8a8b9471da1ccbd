import { IconPlayerPause, IconPlayerPlay, IconSpeakerphone } from '@tabler/icons-react';
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

/** How long each stands. */
const TURN_MS = 6000;

/**
 * The desk's announcements for everybody, one after the other. They stand still for who wants no motion, and from the moment in
 * which somebody reaches for one: what is pressed is what was read.
 */
export function AnnouncementBar() {
  const { t } = useTranslation();
  const { data } = useQuery(announcements(useLanguage()));
  const list = data?.list ?? [];
  const [isExpected] = useState(() => readStored(KEY) !== null);
  const [turn, setTurn] = useState(0);
  const [isStill, setIsStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (data) writeStored(KEY, data.list.length > 0 ? 'yes' : null);
  }, [data]);
  const isTurning = list.length > 1 && !isStill;
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [isTurning]);
  // Its place is kept where there was one before: nothing below it moves when it comes.
  if (!data && isExpected) return <div className={styles.bar} aria-hidden />;
  const shown = list[turn % list.length];
  if (!shown) return null;
  const hold = () => setIsStill(true);
  return (
    <div className={styles.bar}>
      <Link to={`/pages/notice/detail?id=${shown.id}`} onPointerDown={hold} onFocus={hold}>
        <IconSpeakerphone size={18} stroke={1.6} aria-label={t('news.bar')} role="img" />
        <span key={shown.id}>{shown.title}</span>
      </Link>
      {list.length > 1 && (
        <button type="button" aria-label={t(isStill ? 'news.turn' : 'news.still')} onClick={() => setIsStill(!isStill)}>
          {isStill ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />}
        </button>
      )}
    </div>
  );
}
