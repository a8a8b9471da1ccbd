import styles from './share-ring.module.css';

interface Props {
  /** Hundredths of a percent, in the order of the accounts; together at most 10000. */
  shares: readonly number[];
  label: string;
}

const RADIUS = 15.9155;
const GAP = 1.2;

/** A ring whose circumference is 100: each part as long as its share. Empty while there is nothing to share. */
export function ShareRing({ shares, label }: Props) {
  const parts = shares.map((share, index) => ({ index, length: share / 100 })).filter(({ length }) => length > 0);
  let start = 0;
  return (
    <svg viewBox="0 0 40 40" className={styles.ring} role="img" aria-label={label}>
      <circle className={styles.ground} cx="20" cy="20" r={RADIUS} />
      {parts.map(({ index, length }) => {
        const drawn = parts.length === 1 ? length : Math.max(0.6, length - GAP);
        const offset = 25 - start;
        start += length;
        return (
          <circle
            key={index}
            className={styles.part}
            data-part={index}
            cx="20"
            cy="20"
            r={RADIUS}
            strokeDasharray={`${drawn} ${100 - drawn}`}
            strokeDashoffset={offset}
          />
        );
      })}
    </svg>
  );
}

/** The dot that names a part of the ring. */
export function ShareDot({ part }: { part: number }) {
  return <span className={styles.dot} data-part={part} aria-hidden />;
}
