import { Delayed } from '../../../ui/delayed';
import { Bone } from '../../../ui/skeletons';
import styles from './desk-skeleton.module.css';

/** The ticket to come: its place is kept, so that nothing below it jumps. */
export function DeskSkeleton() {
  return (
    <div className={styles.desk} aria-hidden>
      <Delayed>
        <div className={styles.column}>
          {[48, 44, 48, 48, 64, 80, 42].map((height, at) => (
            <Bone key={`${at} ${height}`} width="100%" height={height} />
          ))}
        </div>
        <div className={styles.column}>
          <Bone width="100%" height={380} />
        </div>
      </Delayed>
    </div>
  );
}
