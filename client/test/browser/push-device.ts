import type { BrowserContext } from 'playwright-core';
import type { PushedBrowser } from '../../../server/test/fakes/push-service.js';

/** A browser in a test has no push service of its own: at the product's address it subscribes at the test's. */
export async function subscribesAt(context: BrowserContext, origin: string, browser: PushedBrowser): Promise<void> {
  await context.grantPermissions(['notifications'], { origin });
  const { endpoint, p256dh, auth } = browser.subscription;
  await context.addInitScript(
    (fields) => {
      let subscribed = false;
      const subscription = {
        options: {},
        toJSON: () => ({ endpoint: fields.endpoint, keys: { p256dh: fields.p256dh, auth: fields.auth } }),
        unsubscribe: () => {
          subscribed = false;
          return Promise.resolve(true);
        },
      };
      PushManager.prototype.getSubscription = () => Promise.resolve(subscribed ? (subscription as never) : null);
      PushManager.prototype.subscribe = () => {
        subscribed = true;
        return Promise.resolve(subscription as never);
      };
    },
    { endpoint, p256dh, auth },
  );
}
