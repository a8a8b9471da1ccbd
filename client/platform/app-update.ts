import { appWorker } from './app-worker';
import { observable } from './observable';
import { isInWork } from './in-work';

/** A newer version has come and waits. */
export const updateWaits = observable(false);

/** So often at most a page that stays open asks for a newer version. */
const ASK_EVERY_MS = 3_600_000;

let registration: ServiceWorkerRegistration | null = null;

/** Looks for newer versions while the page is open. @returns called when nobody wants to know any more */
export async function followUpdates(): Promise<() => void> {
  const found = await appWorker();
  if (!found) return () => undefined;
  registration = found;
  const look = () => updateWaits.set(found.waiting !== null && navigator.serviceWorker.controller !== null);
  const watch = () => found.installing?.addEventListener('statechange', look);
  const ask = () => void found.update().catch(() => undefined);
  found.addEventListener('updatefound', watch);
  // Another page may have let it take over.
  navigator.serviceWorker.addEventListener('controllerchange', look);
  const timer = setInterval(ask, ASK_EVERY_MS);
  watch();
  look();
  return () => {
    found.removeEventListener('updatefound', watch);
    navigator.serviceWorker.removeEventListener('controllerchange', look);
    clearInterval(timer);
  };
}

/**
 * Lets the newer version take over and loads the page anew; only this one, and only if nothing was begun on it meanwhile. Pages that
 * stay have the files of their own version from the server.
 */
export function takeUpdate(): void {
  const waiting = registration?.waiting;
  if (!waiting) updateWaits.set(false);
  if (!waiting || isInWork()) return;
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      updateWaits.set(false);
      if (!isInWork()) window.location.reload();
    },
    { once: true },
  );
  waiting.postMessage({ takeOver: true }, []);
}
