import { unsubscribeFromPush } from './push';

const close = jest.fn();
const unsubscribe = jest.fn(async () => true);
const listed = jest.fn(async () => [{ close }, { close }]);
const registration = {
  getNotifications: listed,
  pushManager: { getSubscription: async () => ({ unsubscribe }) },
};
const getRegistrations = jest.fn(async () => [registration]);

beforeAll(() => Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistrations } }));
afterAll(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

beforeEach(() => {
  close.mockClear();
  unsubscribe.mockClear();
});

it.each([
  ['the subscription cannot be ended', () => unsubscribe.mockRejectedValueOnce(new Error('No network')), 2],
  ['what is shown cannot be listed', () => listed.mockRejectedValueOnce(new Error('Not allowed')), 0],
])('does the one where %s', async (_what, fails, closed) => {
  fails();
  await unsubscribeFromPush();
  expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([closed, 1]);
});

it('puts away what was shown to a user who leaves, and ends the subscription', async () => {
  await unsubscribeFromPush();
  expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([2, 1]);
});
