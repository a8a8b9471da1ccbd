import { useSyncExternalStore } from 'react';
import { observable } from '../platform/observable';
import styles from './toast.module.css';

interface ToastMessage {
  id: number;
  text: string;
}

const SHOWN_MS = 3200;
const MOST_AT_ONCE = 3;

const messages = observable<readonly ToastMessage[]>([]);
let lastId = 0;

/** Says a line, for three seconds unless told otherwise. The same words are not said twice at once. */
export function toast(text: string, shownMs = SHOWN_MS): void {
  if (text === '' || messages.get().some((message) => message.text === text)) return;
  lastId += 1;
  const id = lastId;
  messages.set([...messages.get(), { id, text }].slice(-MOST_AT_ONCE));
  setTimeout(() => messages.set(messages.get().filter((message) => message.id !== id)), shownMs);
}

export function Toasts() {
  const shown = useSyncExternalStore(messages.subscribe, messages.get);
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
