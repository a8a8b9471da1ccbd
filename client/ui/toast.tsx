import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { observable } from '../platform/observable';
import styles from './toast.module.css';

interface ToastMessage {
  id: number;
  text: string;
  leads: Leads | null;
}

interface Leads {
  /** The page that a press opens. */
  to: string;
}

const SHOWN_MS = 3200;
const MOST_AT_ONCE = 3;

const messages = observable<readonly ToastMessage[]>([]);
let lastId = 0;

/** Says a line, for three seconds unless told otherwise. @returns whether it was said: the same words are not said twice at once. */
export function toast(text: string, shownMs = SHOWN_MS): boolean {
  if (text === '' || messages.get().some((message) => message.text === text)) return false;
  say(text, shownMs, null);
  return true;
}

/** Says a line that leads to a page. There is one for each page: the newest takes the place of the one before. */
export function toastTo(to: string, text: string, shownMs = SHOWN_MS): void {
  messages.set(messages.get().filter(({ leads }) => leads?.to !== to));
  say(text, shownMs, { to });
}

function say(text: string, shownMs: number, leads: Leads | null): void {
  lastId += 1;
  const id = lastId;
  messages.set(withinMost([...messages.get(), { id, text, leads }]));
  setTimeout(() => close(id), shownMs);
}

/** The oldest go first; what leads to a page stands for others that are not shown, and stays. */
function withinMost(all: readonly ToastMessage[]): readonly ToastMessage[] {
  const surplus = all.filter(({ leads }) => leads === null).slice(0, Math.max(0, all.length - MOST_AT_ONCE));
  return all.filter((message) => !surplus.includes(message));
}

function close(id: number): void {
  messages.set(messages.get().filter((message) => message.id !== id));
}

export function Toasts() {
  const shown = useSyncExternalStore(messages.subscribe, messages.get);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, leads }) =>
        leads === null ? (
          <p key={id} className={styles.toast}>
            {text}
          </p>
        ) : (
          <Link key={id} to={leads.to} className={`${styles.toast} ${styles.leads}`} onClick={() => close(id)}>
            {text}
          </Link>
        ),
      )}
    </div>
  );
}
