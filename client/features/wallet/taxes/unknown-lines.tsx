import { useTranslation } from 'react-i18next';
import styles from './taxes.module.css';

/** How many lines are not in a sum, where there are any. */
export function UnknownLines({ lines }: { lines: number }) {
  const { t } = useTranslation();
  return lines === 0 ? null : <span className={styles.small}>{t('figures.tax.unknown', { lines })}</span>;
}
