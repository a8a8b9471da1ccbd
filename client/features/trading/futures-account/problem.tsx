import styles from './futures.module.css';

/** A validation message, announced to screen readers next to its field. */
export function Problem({ text }: { text: string }) {
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
