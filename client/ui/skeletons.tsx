import { Skeleton } from '@mantine/core';
import { Delayed } from './delayed';
import styles from './skeletons.module.css';

/** A bar of the given size that stands for text to come. */
export function Bone({ width, height = 14 }: { width: number | string; height?: number }) {
  return <Skeleton className={styles.bone} width={width} height={height} />;
}

/** A list of market rows, in their true shape. */
export function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div className={styles.rows} style={{ minHeight: `${rows * 4}rem` }} aria-hidden>
      <Delayed>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row}>
            <div className={styles.lines}>
              <Bone width={88} />
              <Bone width={56} height={11} />
            </div>
            <Bone width={48} height={24} />
            <Bone width={76} />
            <Bone width={72} height={32} />
          </div>
        ))}
      </Delayed>
    </div>
  );
}
