import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './states.module.css';

/** While the files of a page are on their way. */
export function PageLoading() {
  const { t } = useTranslation();
  return (
    <main className={styles.centre} role="status" aria-label={t('common.loading')}>
      <Loader size={28} color="teal" aria-hidden />
    </main>
  );
}
