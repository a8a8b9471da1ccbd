/** Forgets what the browser keeps of the product's files. The session, the settings and the favourites stay. */
export async function clearBrowserCache(): Promise<void> {
  if (!('caches' in window)) return;
  try {
    const names = await window.caches.keys();
    await Promise.all(names.map((name) => window.caches.delete(name)));
  } catch {
    // A browser that refuses its cache has nothing stored in it.
  }
}
