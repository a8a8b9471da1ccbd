import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../../server/contract/languages';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { EmptyState } from '../../../ui/empty-state';
import { ArticleBody } from '../../../ui/article-body';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useWireTime } from '../profile';
import { article, MARKED_KEYS } from './news.api';
import styles from './news.module.css';

/** One article, whole. Whoever is logged in has read it from then on. */
export function ArticleText({ id, onBack }: { id: string; onBack: { label: string; onClick: () => void } }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const wireTime = useWireTime();
  const isNumber = /^[1-9][0-9]{0,14}$/.test(id);
  const { data, error } = useQuery({ ...article(id, language), enabled: isNumber });
  const isRead = data?.is_read === 1;
  useEffect(() => {
    if (isRead) for (const queryKey of MARKED_KEYS) void queries.invalidateQueries({ queryKey });
  }, [isRead, queries]);
  if (!isNumber) return <EmptyState text={t('news.gone')} action={onBack} />;
  if (error && !data) return <EmptyState text={failureWords(error, t)} action={onBack} />;
  if (!data) return <CardSkeleton rows={6} />;
  const written = languageOf(data.lang) ?? language;
  return (
    <article className={styles.article}>
      <h2 className={styles.title} lang={written}>
        {data.title}
      </h2>
      <p className={styles.small}>
        {data.is_required === 1 && <span className={styles.must}>{t('news.required')}</span>}
        {wireTime(data.create_time)}
        {written !== language && ` · ${t('news.otherLanguage')}`}
      </p>
      {data.cover !== '' && <img className={styles.cover} src={data.cover} alt="" />}
      <ArticleBody markup={data.content} language={written} />
    </article>
  );
}
