import { useSyncExternalStore } from 'react';
import styles from './toast.module.css';

interface ToastMessage {
  id: number;
  text: string;
}

const SHOWN_MS = 3200;
const MOST_AT_ONCE = 3;

let messages: ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says a line for three seconds. The same words are not said twice at once. */
export function toast(text: string): void {
  if (text === '' || messages.some((message) => message.text === text)) return;
  lastId += 1;
  const id = lastId;
  change([...messages, { id, text }].slice(-MOST_AT_ONCE));
  setTimeout(() => change(messages.filter((message) => message.id !== id)), SHOWN_MS);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => messages);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text }) => (
        <p key={id} className={styles.toast}>
          {text}
        </p>
      ))}
    </div>
  );
}
