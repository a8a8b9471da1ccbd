import styles from './share-ring.module.css';

interface Props {
  /** Hundredths of a percent, in the order of the accounts; together at most 10000. */
  shares: readonly number[];
  label: string;
}

const RADIUS = 15.9155;
const GAP = 1.2;
/** What is there is seen, however small. */
const LEAST = 0.6;
/** Dashes begin at the right; a quarter back is the top. */
const TOP = 25;

/** A ring whose circumference is 100: each part as long as its share. Empty while there is nothing to share. */
export function ShareRing({ shares, label }: Props) {
  const parts = shares.map((share, index) => ({
    index,
    length: share / 100,
    start: shares.slice(0, index).reduce((sum, before) => sum + before, 0) / 100,
  }));
  const drawn = parts.filter(({ length }) => length > 0);
  const gap = drawn.length > 1 ? GAP : 0;
  return (
    <svg viewBox="0 0 40 40" className={styles.ring} role="img" aria-label={label}>
      <circle className={styles.ground} cx="20" cy="20" r={RADIUS} />
      {drawn.map(({ index, length, start }) => (
        <circle
          key={index}
          className={styles.part}
          data-part={index}
          cx="20"
          cy="20"
          r={RADIUS}
          strokeDasharray={dashes(Math.max(LEAST, length - gap))}
          strokeDashoffset={TOP - start}
        />
      ))}
    </svg>
  );
}

function dashes(length: number): string {
  return `${length} ${100 - length}`;
}

/** The dot that names a part of the ring. */
export function ShareDot({ part }: { part: number }) {
  return <span className={styles.dot} data-part={part} aria-hidden />;
}
