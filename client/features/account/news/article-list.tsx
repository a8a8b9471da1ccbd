import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NewsArticleView } from '../../../../server/contract/account/news.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../profile';
import { articlesKey, readArticles } from './news.api';
import styles from './news.module.css';

interface Props {
  category: number;
  keyword?: string;
  /** What is said where there is none. */
  empty: string;
  /** Times and marks matter where things are news. */
  isDated?: boolean;
}

/** Articles of a category, as many pages of them as are asked for. */
export function ArticleList({ category, keyword = '', empty, isDated = true }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const asked = { category, keyword, language };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: articlesKey(asked),
    queryFn: ({ pageParam, signal }) => readArticles(asked, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, count }) => (page * limit < count ? page + 1 : undefined),
  });
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  const articles = [...new Map(data.pages.flatMap(({ list }) => list).map((one) => [one.id, one])).values()];
  if (articles.length === 0) return <EmptyState text={empty} />;
  return (
    <>
      <ul className={styles.list}>
        {articles.map((one) => (
          <li key={one.id}>
            <Row article={one} isDated={isDated} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          mt={8}
          loading={isFetchingNextPage}
          onClick={() => {
            void fetchNextPage();
          }}
        >
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}

function Row({ article, isDated }: { article: NewsArticleView; isDated: boolean }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const loggedIn = useLoggedIn();
  const { id, title, abstract, thumbnail, create_time, is_read, is_required } = article;
  const isUnread = loggedIn && isDated && is_read === 0;
  return (
    <Link to={`/pages/notice/detail?id=${id}`} className={styles.row} data-unread={isUnread || undefined}>
      {isUnread && (
        <span className={styles.dot}>
          <span className={styles.hidden}>{t('news.unread')}</span>
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          {is_required === 1 && <span className={styles.must}>{t('news.required')}</span>}
          {title}
        </p>
        {abstract !== '' && <p className={styles.about}>{abstract}</p>}
        {isDated && <p className={styles.about}>{wireTime(create_time)}</p>}
      </div>
      {thumbnail !== '' && <img className={styles.thumb} src={thumbnail} alt="" loading="lazy" />}
    </Link>
  );
}
