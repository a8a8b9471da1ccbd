import { Delayed } from './delayed';
import { Bone } from './skeletons';
import styles from './skeletons.module.css';

/** Lines of text to come. */
export function TextSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.text} aria-hidden>
      <Delayed>
        {Array.from({ length: lines }, (_, line) => (
          <Bone key={line} width={line % 4 === 3 ? '55%' : '100%'} />
        ))}
      </Delayed>
    </div>
  );
}

/** A card of rows to come. */
export function CardSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.card} style={{ minHeight: rows * 52 }} aria-hidden>
      <Delayed>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.cardRow}>
            <Bone width="40%" />
            <Bone width="22%" />
          </div>
        ))}
      </Delayed>
    </div>
  );
}
