import { type Idler, isIdle } from './idle-clients.js';

test.each<[string, Partial<Idler>, boolean]>([
  ['never subscribed', {}, true],
  ['is subscribed', { isSubscribed: true }, false],
  ['was subscribed until then', { usedAt: 5000 }, false],
  ['old client', { protocol: 'legacy' }, false],
])('%s', (_what, changes, expected) => {
  const client: Idler = { protocol: 'channels', isSubscribed: false, usedAt: 0, ...changes };
  expect(isIdle(client, 30_001, 30_000)).toBe(expected);
  expect(isIdle(client, 30_000, 30_000)).toBe(false);
});
