import { Delayed } from './delayed';
import styles from './list-skeleton.module.css';
import { Bone } from './skeletons';

/** Rows of two lines with figures on the right, to come. */
export function ListSkeleton({ rows, icon = false }: { rows: number; icon?: boolean }) {
  return (
    <div style={{ minHeight: `${rows * 4}rem` }} aria-hidden>
      <Delayed>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row}>
            {icon && <span className={styles.icon} />}
            <div className={styles.lines}>
              <Bone width={96} />
              <Bone width={64} height={11} />
            </div>
            <div className={styles.lines} data-end>
              <Bone width={88} />
              <Bone width={56} height={11} />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  );
}
