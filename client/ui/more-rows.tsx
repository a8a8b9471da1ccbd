import { Button, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './more-rows.module.css';

interface Props {
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  /** Changes with every page, so that the observer checks again after a page that added no visible row. */
  pages: number;
}

/** The page is fetched before the foot of the list is reached. */
const AHEAD = '400px';

/** The foot of a list that goes on as one scrolls. */
export function MoreRows({ hasMore, loading, failed, onMore, pages }: Props) {
  const { t } = useTranslation();
  if (failed) {
    return (
      <div className={styles.more}>
        <span role="alert">{t('wallet.moreFailed')}</span>
        <Button variant="light" size="sm" mih={44} loading={loading} onClick={onMore}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!hasMore) return <div className={styles.more}>{t('wallet.end')}</div>;
  return (
    <div className={styles.more}>
      {!loading && <Watch key={pages} onSeen={onMore} />}
      <span role="status" aria-label={t('common.loading')}>
        <Loader size={20} color="teal" aria-hidden />
      </span>
    </div>
  );
}

/** Says once that it is nearly on the screen. */
function Watch({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });
  useEffect(() => {
    if (!mark.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        seen.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={mark} />;
}
