import { appWorker } from './app-worker';
import { observable } from './observable';
import { isInWork } from './in-work';

/** A newer version has come and waits. */
export const updateWaits = observable(false);

/** So often at most a page that stays open asks for a newer version. */
const ASK_EVERY_MS = 3_600_000;
/** A newer worker waits until the former one has nothing to do any more, for which browsers leave it minutes. */
const TAKE_OVER_MS = 8000;

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
 * stay have the files of their own version from the server. Where the newer worker does not get its turn, the page is loaded anew all
 * the same: its document comes from the server first, whichever worker is there.
 */
export function takeUpdate(loadAnew: () => void = () => window.location.reload()): void {
  const waiting = registration?.waiting;
  if (!waiting) updateWaits.set(false);
  if (!waiting || isInWork()) return;
  const { serviceWorker } = navigator;
  const end = () => {
    clearTimeout(timer);
    serviceWorker.removeEventListener('controllerchange', end);
    updateWaits.set(false);
    if (!isInWork()) loadAnew();
  };
  const timer = setTimeout(end, TAKE_OVER_MS);
  serviceWorker.addEventListener('controllerchange', end);
  waiting.postMessage({ takeOver: true }, []);
}
