import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsDemo } from '../../../platform/account-type';
import { tradingStatus } from './trading-status.api';
import styles from './trading-paused.module.css';

/** While the money that the page is about takes no new orders: a line that says which money, and what still works. */
export function TradingPaused() {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  const { data } = useQuery(tradingStatus);
  if (data === undefined || data[isDemo ? 'demo' : 'real'] === 'open') return null;
  return (
    <p className={styles.line} role="status">
      {t(isDemo ? 'tradingPaused.demo' : 'tradingPaused.real')}
    </p>
  );
}
