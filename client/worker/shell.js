// What the pages begin with without a network: the document, the files that it names, and the words of each language. Replies of
// calls are never kept, by anything here: what the server says of money or of a user is asked of the server alone.
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

/** The document, under an address that nobody opens: pages are asked of the server first. */
const SHELL = '/?shell';
/** Files that the pages of this device have loaded beside those of the shell. */
const VISITED = 'visited';
/** Files that are named after their content, which never changes. */
const FILE = /^\/assets\/[\w.-]+\.(js|css)$/;
/** Who waits for so long is shown what there is. */
const PATIENCE_MS = 6000;

// The list is written in its place by the build.
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(event));
  else if (FILE.test(pathname)) event.respondWith(file(request));
});
worker.addEventListener('message', (event) => {
  // A newer version waits until a page says that nothing is interrupted by it.
  if (event.data?.takeOver === true) void worker.skipWaiting();
  if (Array.isArray(event.data?.visited)) event.waitUntil(cacheVisited(event.data.visited));
});

/** The desk of the operators is another one, and what has no page has none here either. */
function isPage(/** @type {string} */ path) {
  return path === '/' || path.startsWith('/pages/');
}

async function begin() {
  await caches.delete(VISITED);
  await worker.registration.navigationPreload?.enable().catch(() => undefined);
  await worker.clients.claim();
}

/**
 * The page as the server has it now; the cached one without a network, or where the server takes too long.
 * @param {FetchEvent} event
 */
async function page({ request, preloadResponse }) {
  const fromServer = Promise.resolve(preloadResponse).then((early) => early ?? fetch(request));
  const cachedShell = () => matchPrecache(SHELL);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(cachedShell);
  try {
    return (await Promise.race([fromServer, late])) ?? (await fromServer);
  } catch {
    return (await cachedShell()) ?? Response.error();
  }
}

/** @param {Request} request */
async function file(request) {
  const known = getCacheKeyForURL(request.url) === undefined ? null : await matchPrecache(request.url);
  return known ?? (await (await caches.open(VISITED)).match(request.url)) ?? fetch(request);
}

/**
 * Caches the files that a page has loaded, so that it opens again without a network.
 * @param {unknown[]} addresses
 */
async function cacheVisited(addresses) {
  const cache = await caches.open(VISITED);
  for (const address of addresses) {
    if (typeof address !== 'string' || !FILE.test(address) || getCacheKeyForURL(address) !== undefined) continue;
    if ((await cache.match(address)) === undefined) await cache.add(address).catch(() => undefined);
  }
}
