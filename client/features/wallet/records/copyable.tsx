import { CopyButton } from '../../../ui/copy-button';
import styles from './copyable.module.css';

/** A long text of a chain, whole, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles.copyable}>
      <span className={styles.text}>{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
