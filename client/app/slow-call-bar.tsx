import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { slowCalls } from '../platform/api';
import styles from './slow-call-bar.module.css';

/** A thin moving line at the top while any call has been waiting for more than two seconds. */
export function SlowCallBar() {
  const { t } = useTranslation();
  const slow = useSyncExternalStore(slowCalls.subscribe, slowCalls.get);
  return slow > 0 ? (
    <div className={styles.bar} role="progressbar" aria-busy="true" aria-label={t('common.loading')} />
  ) : null;
}
