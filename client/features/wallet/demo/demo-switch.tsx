import { useTranslation } from 'react-i18next';
import { useLoggedIn } from '../../../platform/session';
import styles from './demo-switch.module.css';
import { useDemo } from './use-demo';

/** The way into the demo from a trading page; the banner is the way out. */
export function DemoSwitch() {
  const { t } = useTranslation();
  const isLoggedIn = useLoggedIn();
  const { isDemo, busy, enter } = useDemo();
  if (!isLoggedIn || isDemo) return null;
  return (
    <button type="button" className={styles.switch} disabled={busy} onClick={enter} aria-label={t('demo.enter')}>
      <span className={styles.pill}>{t('demo.short')}</span>
    </button>
  );
}
