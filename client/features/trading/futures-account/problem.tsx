import styles from './futures.module.css';

/** What stands in the way, said where it does. */
export function Problem({ text }: { text: string }) {
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
