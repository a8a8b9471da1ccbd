import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { observable } from '../platform/observable';
import styles from './toast.module.css';

interface ToastMessage {
  id: number;
  text: string;
  leads: Leads | null;
  /** It makes room for what has to be said to the user now. */
  yields: boolean;
  /** Called once it stands there no more, unless a newer one about the same took its place. */
  gone: ((isDisplaced: boolean) => void) | null;
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
  say({ text, leads: null, yields: false, gone: null }, shownMs);
  return true;
}

/**
 * Says a line where there is room for one, and gives it up for any other.
 *
 * @param gone told when it stands there no more: displaced before its time, or not
 * @returns whether it was said
 */
export function toastAside(text: string, shownMs: number, gone: (isDisplaced: boolean) => void): boolean {
  const shown = messages.get();
  if (text === '' || shown.length >= MOST_AT_ONCE || shown.some((message) => message.text === text)) return false;
  say({ text, leads: null, yields: true, gone }, shownMs);
  return true;
}

/**
 * Says a line that leads to a page. There is one for each page: the newest takes the place of the one before.
 *
 * @param gone told when it was pressed or its time is over
 */
export function toastTo(to: string, text: string, shownMs: number, gone: () => void): void {
  messages.set(messages.get().filter(({ leads }) => leads?.to !== to));
  say({ text, leads: { to }, yields: false, gone }, shownMs);
}

function say(message: Omit<ToastMessage, 'id'>, shownMs: number): void {
  lastId += 1;
  const id = lastId;
  const all = [...messages.get(), { ...message, id }];
  const displaced = surplusOf(all);
  messages.set(all.filter((one) => !displaced.includes(one)));
  setTimeout(() => close(id), shownMs);
  for (const { gone } of displaced) gone?.(true);
}

/**
 * The oldest of those that yield go first. The others go for more of their own sort alone: a refusal is not lost to what
 * happens meanwhile, and what leads to a page stands for others that are not shown.
 */
function surplusOf(all: readonly ToastMessage[]): readonly ToastMessage[] {
  const yielding = all.filter(({ yields }) => yields).slice(0, Math.max(0, all.length - MOST_AT_ONCE));
  const ordinary = all.filter(({ yields, leads }) => !yields && leads === null);
  return [...yielding, ...ordinary.slice(0, Math.max(0, ordinary.length - MOST_AT_ONCE))];
}

function close(id: number): void {
  const closed = messages.get().find((message) => message.id === id);
  if (!closed) return;
  messages.set(messages.get().filter((message) => message !== closed));
  closed.gone?.(false);
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
