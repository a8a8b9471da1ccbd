import type { ChannelClient } from './channel-client.js';

/** The browser's events of pages that are put away, and after which one may have been asleep or without a network. Gives back how to stop. */
export function wakeWithPage(client: ChannelClient, page: Document = document, view: Window = window): () => void {
  const onVisible = () => {
    if (page.visibilityState === 'visible') client.wake();
    else client.sleep();
  };
  const onShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) client.setOnline(true);
  };
  const onOnline = () => client.setOnline(true);
  const onOffline = () => client.setOnline(false);
  page.addEventListener('visibilitychange', onVisible);
  view.addEventListener('pageshow', onShow);
  view.addEventListener('online', onOnline);
  view.addEventListener('offline', onOffline);
  return () => {
    page.removeEventListener('visibilitychange', onVisible);
    view.removeEventListener('pageshow', onShow);
    view.removeEventListener('online', onOnline);
    view.removeEventListener('offline', onOffline);
  };
}
