import styles from './status-pill.module.css';

export interface StatusLine {
  text: string;
  /** `wait`: it heals by itself; `note`: a lasting fact about what is shown. */
  tone: 'wait' | 'note';
}

/** The thin strip under the header. Its place is kept while it says nothing, so that nothing below it jumps. */
export function StatusPill({ lines }: { lines: StatusLine[] }) {
  return (
    <div className={styles.strip} role="status">
      {lines.map(({ text, tone }) => (
        <span key={text} className={styles.pill} data-tone={tone}>
          {text}
        </span>
      ))}
    </div>
  );
}
