import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock';

const SECOND_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let now = serverNow();

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

/** With the server's seconds, so that a countdown to a full second is never one too many. */
function tickWithSeconds(): void {
  timer = setTimeout(
    () => {
      tick();
      tickWithSeconds();
    },
    SECOND_MS - (serverNow() % SECOND_MS),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    tickWithSeconds();
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
    timer = null;
  };
}

/**
 * The server's time, renewed once a second by one timer for the whole page, and at once when the page is seen again:
 * timers of a hidden page rest. What is read from it is compared, so a
 * component is drawn again only when its own answer has changed.
 */
export function useFromNow<Answer extends string | number | boolean>(read: (now: number) => Answer): Answer {
  return useSyncExternalStore(subscribe, () => read(latest()));
}

/** While nobody listens nothing is renewed: the first reading after that is of this moment. */
function latest(): number {
  if (timer === null) now = serverNow();
  return now;
}
