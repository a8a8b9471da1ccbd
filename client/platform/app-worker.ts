const WORKER = '/worker.js';
/** Where the worker for what is pushed was registered before there was one for everything. */
const FORMER_SCOPE = '/push/';

let registering: Promise<ServiceWorkerRegistration | null> | null = null;

/** The app's worker, which is registered when it is first asked for; null where the browser has none, or will not. */
export function appWorker(): Promise<ServiceWorkerRegistration | null> {
  registering ??= register();
  return registering;
}

/**
 * The same once it works; null where it cannot be installed now, for which one file that does not arrive is enough: whoever asks later
 * tries again.
 */
export async function workingWorker(): Promise<ServiceWorkerRegistration | null> {
  const registration = await appWorker();
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  if (registration && worker && (await isInstalled(worker))) return registration;
  registering = null;
  return null;
}

function isInstalled(worker: ServiceWorker): Promise<boolean> {
  return new Promise((settle) => {
    const look = () => {
      if (worker.state === 'activated') settle(true);
      if (worker.state === 'redundant') settle(false);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  // Some browsers have no workers in private windows, and some hosts none at all.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    return (await workers?.register(WORKER)) ?? null;
  } catch {
    registering = null;
    return null;
  }
}

/** Ends what was subscribed to through the former worker, and the worker: a device is told once. */
export async function retireFormerWorker(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(registration.scope).pathname !== FORMER_SCOPE) continue;
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    await registration.unregister();
  }
}

/** Tells the worker which files this page has loaded, so that it opens again without a network. */
export function cacheLoadedFiles({ active }: ServiceWorkerRegistration): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const visited = loaded.filter(({ origin }) => origin === window.location.origin).map(({ pathname }) => pathname);
  active?.postMessage({ visited: [...new Set(visited)].filter((path) => path.startsWith('/assets/')) }, []);
}
