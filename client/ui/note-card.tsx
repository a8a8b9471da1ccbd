import type { ReactNode } from 'react';
import styles from './note-card.module.css';

interface Props {
  title: string;
  text: string;
  /** One or two buttons below. */
  actions?: ReactNode;
}

/** A quiet card with a title and a line. */
export function NoteCard({ title, text, actions }: Props) {
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
