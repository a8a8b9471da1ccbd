import { Button } from '@mantine/core';
import styles from './states.module.css';

interface Props {
  title: string;
  text: string;
  action: { label: string; onClick: () => void };
}

/** A page's only content: what is the matter, and the way on. */
export function NoticePanel({ title, text, action }: Props) {
  return (
    <div className={`${styles.state} ${styles.panel}`}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <Button variant="light" onClick={action.onClick}>
        {action.label}
      </Button>
    </div>
  );
}
