import styles from './note-card.module.css';

/** A quiet card with a title and a line. */
export function NoteCard({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
    </section>
  );
}
