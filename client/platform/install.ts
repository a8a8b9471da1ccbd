import { observable } from './observable';

/** What browsers of Chromium hand over where the app can be installed; no standard names it yet. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How the app comes onto the home screen: by a question of the browser's, by a hint to the user, or not at all. */
export type InstallWay = 'ask' | 'hint' | 'none';

/** The browser's question, which can be asked once. */
const offer = observable<InstallEvent | null>(null);

/** Takes the question that the browser would ask when it likes, to be asked when the user does. */
export function followInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => offer.set(null));
}

export const onInstallOffer = offer.subscribe;

export function installWay(): InstallWay {
  if (offer.get()) return 'ask';
  return isApple() && !isInstalled() ? 'hint' : 'none';
}

/** Asks the browser's question; call it while something that the user pressed is handled. */
export async function install(): Promise<void> {
  const asked = offer.get();
  offer.set(null);
  await asked?.prompt();
}

/** Whether this is the app from the home screen. */
export function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as Navigator & { standalone?: boolean }).standalone === true
  );
}

/** Phones and tablets of Apple, whose browsers tell installed apps alone, and never offer to install one. */
export function isApple(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}
