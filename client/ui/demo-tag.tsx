import { useTranslation } from 'react-i18next';
import styles from './demo-tag.module.css';

/** Stands beside an amount of demo money. */
export function DemoTag() {
  const { t } = useTranslation();
  return <span className={styles.tag}>{t('demo.tag')}</span>;
}
