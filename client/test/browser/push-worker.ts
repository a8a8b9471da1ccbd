import type { BrowserContext, Page } from 'playwright-core';

/** Hands a message to the app's worker, as the browser's push service would. */
export async function delivering(page: Page, origin: string): Promise<(data: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) done(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

interface WorkerOfTest {
  badges: (number | 'dot')[];
  navigator: object;
}

const workerOf = (context: BrowserContext) => {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  return worker;
};

/** From now on the worker writes down what it wants on the app's icon: headless browsers have none. */
export async function listenToBadges(context: BrowserContext): Promise<void> {
  await workerOf(context).evaluate(() => {
    const scope = self as unknown as WorkerOfTest;
    scope.badges = [];
    const setAppBadge = async (count?: number) => void scope.badges.push(count ?? 'dot');
    Object.defineProperty(scope.navigator, 'setAppBadge', { value: setAppBadge });
  });
}

export function badgesOf(context: BrowserContext): Promise<(number | 'dot')[]> {
  return workerOf(context).evaluate(() => (self as unknown as WorkerOfTest).badges);
}
