import { useConnectionWords } from '../platform/connection-words';
import styles from './connection-note.module.css';
import { StatusPill } from './status-pill';

/** Below a header, over what stands there: that what the page shows may be old. */
export function ConnectionNote() {
  const words = useConnectionWords();
  return (
    <div className={styles.note}>
      <StatusPill lines={words === null ? [] : [{ text: words, tone: 'wait' }]} />
    </div>
  );
}
