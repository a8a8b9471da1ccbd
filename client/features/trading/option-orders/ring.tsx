import type { ReactNode } from 'react';
import styles from './ring.module.css';

interface Props {
  /** From 1, all of it is left, to 0. */
  share: number;
  tone?: 'calm' | 'window' | 'over';
  label: string;
  children: ReactNode;
}

const RADIUS = 15.9155;

/** A ring that empties; what is left stands in it. */
export function Ring({ share, tone = 'calm', label, children }: Props) {
  const left = Math.max(0, Math.min(1, share)) * 100;
  return (
    <span className={styles.ring} role="timer" aria-label={label}>
      <svg viewBox="0 0 36 36" aria-hidden>
        <circle className={styles.ringGround} cx="18" cy="18" r={RADIUS} />
        <circle
          className={styles.ringLeft}
          data-tone={tone}
          cx="18"
          cy="18"
          r={RADIUS}
          strokeDasharray={`${left} ${100 - left}`}
          strokeDashoffset="25"
        />
      </svg>
      <span className={`numbers ${styles.ringText}`} aria-hidden>
        {children}
      </span>
    </span>
  );
}
