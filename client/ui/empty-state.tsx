import { Button } from '@mantine/core';
import styles from './states.module.css';

interface Props {
  /** One line: what would be here. */
  text: string;
  /** The one action that brings it. */
  action?: { label: string; onClick: () => void };
}

export function EmptyState({ text, action }: Props) {
  return (
    <div className={styles.state}>
      <p className={styles.text}>{text}</p>
      {action && (
        <Button variant="light" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
