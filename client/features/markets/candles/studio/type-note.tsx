import { useTranslation } from 'react-i18next';
import styles from './type-note.module.css';

/** Says on the chart that its candles are averages. */
export function TypeNote() {
  const { t } = useTranslation();
  return <p className={styles.note}>{t('charting.averages')}</p>;
}
