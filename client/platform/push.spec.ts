import { unsubscribeFromPush } from './push';

const close = jest.fn();
const unsubscribe = jest.fn(async () => true);
const registration = {
  getNotifications: async () => [{ close }, { close }],
  pushManager: { getSubscription: async () => ({ unsubscribe }) },
};
const getRegistrations = jest.fn(async () => [registration]);

beforeAll(() => Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistrations } }));
afterAll(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

it('puts away what was shown to a user who leaves, and ends the subscription', async () => {
  await unsubscribeFromPush();
  expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([2, 1]);
});
