import { useConnectionWords } from '../platform/connection-words';
import styles from './status-pill.module.css';

/** In a header: that what the page shows may be old. */
export function ConnectionNote() {
  const words = useConnectionWords();
  return (
    <div role="status">
      {words !== null && (
        <span className={styles.pill} data-tone="wait">
          {words}
        </span>
      )}
    </div>
  );
}
