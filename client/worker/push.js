// Shows what the server sends to this device while the app is not in front of its user, and opens the page of it when it is
// pressed.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

worker.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

/**
 * What `server/features/account/notifications/push-message.ts` writes; null for anything else.
 * @param {{ json: () => any } | null} data
 */
function read(data) {
  try {
    const { tag, title, body, path, unread } = data?.json() ?? {};
    const isWhole = [tag, title, body, path].every((text) => typeof text === 'string' && text !== '');
    return isWhole
      ? { tag, title, body, path, unread: Number.isSafeInteger(unread) && unread > 0 ? unread : null }
      : null;
  } catch {
    return null;
  }
}

/** @param {{ tag: string, title: string, body: string, path: string, unread: number | null } | null} message */
async function show(message) {
  if (message === null) return;
  // The app says it by itself where it can be seen.
  const windows = await windowsOfApp();
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { tag, title, body, path, unread } = message;
  // One that comes a second time takes the place of the first, without a sound.
  await worker.registration.showNotification(title, { tag, body, icon: '/icons/icon-192.png', data: { path } });
  // As the server counted; of one that an older server has sent, that there is something is seen until the page counts.
  await navigator.setAppBadge?.(unread ?? undefined).catch(() => undefined);
}

/** @param {unknown} path */
async function open(path) {
  const page = pageOf(path);
  const [first] = await windowsOfApp();
  if (!first) return worker.clients.openWindow(page);
  first.postMessage({ open: page }, []);
  return first.focus();
}

/**
 * A page of the app, whatever was sent.
 * @param {unknown} path
 */
function pageOf(path) {
  return typeof path === 'string' && /^\/pages\/[\w/-]+(\?[\w=&-]*)?$/.test(path) ? path : '/';
}

async function windowsOfApp() {
  const found = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return found.filter(({ url }) => !new URL(url).pathname.startsWith('/ops'));
}
