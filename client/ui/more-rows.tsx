import { Button, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './more-rows.module.css';

interface Props {
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore: () => void;
  /** Changes with every page: the foot of a list that grew by nothing visible is looked at again. */
  pages: number;
}

/** The page is fetched before the foot of the list is reached. */
const AHEAD = '400px';

/** The foot of a list that goes on as one scrolls. */
export function MoreRows({ hasMore, loading, failed, onMore, pages }: Props) {
  const { t } = useTranslation();
  const foot = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    if (!foot.current || !hasMore || loading || failed) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [hasMore, loading, failed, pages]);
  return (
    <div ref={foot} className={styles.more}>
      {failed ? (
        <>
          <span role="alert">{t('wallet.moreFailed')}</span>
          <Button variant="light" size="sm" h={44} loading={loading} onClick={onMore}>
            {t('common.tryAgain')}
          </Button>
        </>
      ) : hasMore ? (
        <Loader size={20} color="teal" aria-label={t('common.loading')} />
      ) : (
        t('wallet.end')
      )}
    </div>
  );
}
