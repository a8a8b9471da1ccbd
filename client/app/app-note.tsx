import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './app-note.module.css';

interface Act {
  label: string;
  onClick: () => void;
}

interface Props {
  title?: string;
  text: ReactNode;
  act?: Act | null;
  leave: Act;
}

/** A line of the app itself above what stands at the foot of the page, with what can be done about it. */
export function AppNote({ title, text, act = null, leave }: Props) {
  return (
    <div className={styles.note} role="status" data-part="app-note">
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        <div>{text}</div>
      </div>
      <div className={styles.acts}>
        <Button variant="subtle" size="sm" mih={44} onClick={leave.onClick}>
          {leave.label}
        </Button>
        {act && (
          <Button size="sm" mih={44} onClick={act.onClick}>
            {act.label}
          </Button>
        )}
      </div>
    </div>
  );
}
