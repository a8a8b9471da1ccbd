import { useTranslation } from 'react-i18next';

/** What a category of articles is called. */
export function useCategoryWord(): (category: number) => string {
  const { t } = useTranslation('desk');
  return (category) => {
    if (category === 3) return t('news.c3');
    if (category === 4) return t('news.c4');
    if (category === 8) return t('news.c8');
    if (category === 19) return t('news.c19');
    return t('news.other', { number: String(category) });
  };
}
