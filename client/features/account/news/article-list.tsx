import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NewsArticleView } from '../../../../server/contract/account/news.dto';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { PagedList, useWireTime } from '../profile';
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
  const asked = { category, keyword, language: useLanguage() };
  return (
    <PagedList queryKey={articlesKey(asked)} read={(page, signal) => readArticles(asked, page, signal)} empty={empty}>
      {(article) => <Row article={article} isDated={isDated} />}
    </PagedList>
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
