import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadAgreement } from '../../../languages/agreement';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { TextSkeleton } from '../../../ui/text-skeleton';
import styles from './agreement.module.css';

/** The user and privacy agreement in the language of the page. */
export function Agreement() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['agreement', language],
    queryFn: () => loadAgreement(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState text={t('failure.page')} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton lines={12} />;
  return (
    <article className={styles.article}>
      <p className={styles.updated}>{t('agreement.updated', { date: data.updated })}</p>
      {data.sections.map(({ title, text }) => (
        <section key={title}>
          <h2 className={styles.title}>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  );
}
