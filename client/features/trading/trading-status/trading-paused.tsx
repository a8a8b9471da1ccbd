import { useTradingPaused } from '../../../platform/trading-status';
import styles from './trading-paused.module.css';

/** While the money that the page is about takes no new orders: a line that says which money, and what still works. */
export function TradingPaused() {
  const words = useTradingPaused();
  if (words === null) return null;
  return (
    <p className={styles.line} role="status">
      {words}
    </p>
  );
}
