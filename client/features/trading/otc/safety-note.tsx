import { IconShieldExclamation } from '@tabler/icons-react';
import styles from './otc.module.css';

/** What everybody should know at this step. */
export function SafetyNote({ text }: { text: string }) {
  return (
    <p className={styles.warning}>
      <IconShieldExclamation size={20} stroke={1.6} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
