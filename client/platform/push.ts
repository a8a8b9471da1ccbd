import { retireFormerWorker, workingWorker } from './app-worker';
import { isApple } from './install';
import { readStored, writeStored } from './stored';

/** Whose device it is: nobody else who logs in here is told without having asked for it. */
const KEY = 'push-user';

/** What a push service is named by: `PushSubscription` of the standard. */
export interface PushFields {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Whether this browser can be told, and what its user has said to that. `install`: once the app is on the home screen. */
export type PushPermission = 'unsupported' | 'install' | 'denied' | 'ask' | 'granted';

export function pushPermission(): PushPermission {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() ? 'install' : 'unsupported';
  const { permission } = Notification;
  return permission === 'default' ? 'ask' : permission;
}

/** Whether this browser is to be told as long as the user is logged in on it. */
export function isPushWanted(userId: number): boolean {
  return readStored(KEY) === String(userId);
}

export function wantPush(userId: number | null): void {
  writeStored(KEY, userId === null ? null : String(userId));
}

/** Asks the user; call it while something that the user pressed is handled. */
export async function askForPush(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Subscribes at the browser's push service under the server's key. @throws where that service cannot be reached. */
export async function subscribeToPush(key: string): Promise<PushFields> {
  const registration = await workingWorker();
  if (!registration) throw new Error('The browser has no worker to be told through.');
  const { pushManager } = registration;
  const found = await pushManager.getSubscription();
  // The server's key is another one by now.
  if (found && !isUnder(found, key)) await found.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  // Not before there is another one: whoever was told goes on being told.
  await retireFormerWorker();
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

/**
 * Ends it in the browser: what the service still keeps for it does not come any more, and what was shown to its user is put away.
 * Never throws.
 */
export async function unsubscribeFromPush(): Promise<void> {
  try {
    const registrations = await navigator.serviceWorker.getRegistrations();
    // The one goes on where the other fails. The server knows the device no more in any case.
    await Promise.allSettled(registrations.flatMap((one) => [endSubscription(one), putAway(one)]));
  } catch {
    // No worker of the page's: nothing was shown.
  }
}

async function endSubscription({ pushManager }: ServiceWorkerRegistration): Promise<void> {
  await (await pushManager.getSubscription())?.unsubscribe();
}

async function putAway(registration: ServiceWorkerRegistration): Promise<void> {
  for (const shown of await registration.getNotifications()) shown.close();
}

/** Hears which page the user wants to see, having pressed a notification. */
export function onPushOpened(open: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    const path: unknown = (data as { open?: unknown } | null)?.open;
    if (typeof path === 'string' && path.startsWith('/')) open(path);
  };
  const { serviceWorker } = navigator;
  serviceWorker?.addEventListener('message', hear);
  return () => serviceWorker?.removeEventListener('message', hear);
}

function isUnder({ options }: PushSubscription, key: string): boolean {
  if (!options.applicationServerKey) return true;
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '') === key;
}
