import styles from './state-pill.module.css';

interface Props {
  /** `wait`: somebody is at it; `good`: done; `bad`: refused; `off`: taken back. */
  tone: 'wait' | 'good' | 'bad' | 'off';
  text: string;
}

/** How something stands, in a word. */
export function StatePill({ tone, text }: Props) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {text}
    </span>
  );
}
