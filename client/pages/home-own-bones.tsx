import { Delayed } from '../ui/delayed';
import { Bone } from '../ui/skeletons';
import styles from './home-own-bones.module.css';

const WAYS = ['in', 'out', 'across', 'records'] as const;

/** The user's own part of the home page, to come: what it is worth, the ways in and out, and what is open. */
export function HomeOwnBones() {
  return (
    <div aria-hidden>
      <Delayed>
        <div className={styles.total}>
          <Bone width={104} height={12} />
          <Bone width={148} height={24} />
        </div>
        <div className={styles.ways}>
          {WAYS.map((way) => (
            <div key={way} className={styles.way}>
              <Bone width={48} height={48} />
              <Bone width={36} height={11} />
            </div>
          ))}
        </div>
        <div className={styles.open}>
          <div className={styles.card} />
          <div className={styles.card} />
        </div>
      </Delayed>
    </div>
  );
}
