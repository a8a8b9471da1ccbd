import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDemo } from '../demo';
import styles from './futures.module.css';

/** There is not enough in the contract account, and the way to change that. */
export function Shortfall({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation();
  const { topUp, busy } = useDemo();
  return (
    <p className={styles.problem} role="alert">
      {t('contract.notEnough')}{' '}
      {isDemo ? (
        <button type="button" className={styles.link} disabled={busy} onClick={topUp}>
          {t('demo.topUp')}
        </button>
      ) : (
        <Link to="/pages/transfer/index?to=contract">{t('contract.transferIn')}</Link>
      )}
    </p>
  );
}
