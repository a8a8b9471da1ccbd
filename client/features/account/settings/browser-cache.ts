import { forgetLastKnown } from '../../../platform/last-known';

/** Forgets what the browser keeps of the product's files. The session, the settings and the favourites stay. */
export async function clearBrowserCache(): Promise<void> {
  forgetLastKnown();
  if (!('caches' in window)) return;
  try {
    const names = await window.caches.keys();
    // What a page begins with is the worker's, which fills it once; it is never older than the worker.
    const ours = names.filter((name) => !name.includes('precache'));
    await Promise.all(ours.map((name) => window.caches.delete(name)));
  } catch {
    // A browser that refuses its cache has nothing stored in it.
  }
}
