import { Outbox } from '../../platform/outbox/outbox.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { AccountWorld } from '../factories/account-world.js';
import { USDT } from '../factories/ledger.js';
import { PushService } from '../fakes/push-service.js';
import { mailbox } from '../mailbox.js';

/** What happens to the money of somebody who is away reaches the device and the mail, by the workers of the running product. */

let world: AccountWorld;
let service: PushService;

beforeAll(async () => {
  service = await PushService.open();
  world = await AccountWorld.open({ ROLES: 'gateway,worker', LOG_LEVEL: 'silent', WEB_PUSH_SERVICES: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  await world?.close();
  service?.close();
});

async function soon<Found>(look: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('It did not come');
}

async function credited(userId: string, amount: string): Promise<void> {
  const { application } = world.app;
  await application.get(Transactions).run((tx) =>
    application.get(Outbox).append(tx, userId, 'deposit', {
      entity: `deposit:${amount}`,
      entityVersion: 1,
      depositId: '1',
      currencyId: USDT,
      amount,
      state: 'credited',
      confirmations: null,
      reason: null,
    }),
  );
}

it('reaches the device that was switched on and the mail, and no device any more after the log-out', async () => {
  const { email, token } = await world.aSignedInUser();
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  const browser = service.aBrowser();
  expect(await world.call.post('notifications/device', browser.subscription, { token })).toMatchObject({ type: 'ok' });
  await credited(String(id), '41.5');
  const { payload } = await soon(() => browser.received.find((message) => message.payload.body.includes('41.5')));
  expect(payload).toMatchObject({ path: '/pages/assets/record' });
  const mailed = await soon(async () =>
    (await mailbox(world.app)).find((entry) => entry.to === email && entry.kind === 'deposit-credited'),
  );
  expect(mailed.text).toContain('41.5');
  expect(mailed.text).toContain('/pages/settings/notifications/index');

  // Another device of the same user hears of what follows; the one that was logged out does not.
  expect(await world.call.post('user/logout', {}, { token })).toMatchObject({ type: 'ok' });
  const other = service.aBrowser();
  const again = await world.logIn(email);
  expect(await world.call.post('notifications/device', other.subscription, { token: again })).toMatchObject({
    type: 'ok',
  });
  await credited(String(id), '42.5');
  await soon(() => other.received.find((message) => message.payload.body.includes('42.5')));
  expect(browser.received.filter((message) => message.payload.body.includes('42.5'))).toEqual([]);
}, 180_000);
