import { IconCheck, IconX } from '@tabler/icons-react';
import styles from './stepper.module.css';

interface Props {
  label: string;
  /** `failed`: it ended there, and not well. */
  steps: readonly { key: string; title: string; text?: string; failed?: boolean }[];
  /** How many steps are done; the next one is the current one. */
  done: number;
}

/** The steps of something that takes a while, one below the other. */
export function Stepper({ label, steps, done }: Props) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ key, title, text, failed = false }, index) => (
        <li
          key={key}
          className={styles.step}
          data-failed={failed || undefined}
          data-state={index < done ? 'done' : index === done ? 'current' : 'later'}
          aria-current={index === done ? 'step' : undefined}
        >
          <span className={`numbers ${styles.mark}`} aria-hidden>
            {failed ? <IconX size={14} stroke={3} /> : index < done ? <IconCheck size={14} stroke={3} /> : index + 1}
          </span>
          <span className={styles.title}>{title}</span>
          {text !== undefined && <span className={styles.text}>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
