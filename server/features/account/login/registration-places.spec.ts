import { bootApp, type TestApp } from '../../../test/app.js';
import { CreateUser } from './create-user.js';

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', CODES_PER_ADDRESS: '10' });
}, 60_000);
afterAll(() => app?.close());

const register = (ip: string) =>
  app.application
    .get(CreateUser)
    .takePlace({ ip, userAgent: '' })
    .then(
      (giveBack) => ({ isTaken: true, giveBack }),
      () => ({ isTaken: false, giveBack: () => Promise.resolve() }),
    );

it('whoever has all networks of a /48 registers no more often than eight of them', async () => {
  let taken = 0;
  for (let network = 1; network <= 0x80; network += 1) {
    if ((await register(`2001:db8:0:${network.toString(16)}::1`)).isTaken) taken += 1;
  }
  expect(taken).toBe(80);
  // Neither another /48 nor an IPv4 address is charged for it.
  expect((await register('2001:db8:1:1::1')).isTaken).toBe(true);
  expect((await register('203.0.113.5')).isTaken).toBe(true);
});

it('one network of it has its own ten, and what came to nothing is given back', async () => {
  const tries = [];
  for (let count = 0; count < 12; count += 1) tries.push(await register('2001:db8:2:1::1'));
  expect(tries.filter(({ isTaken }) => isTaken)).toHaveLength(10);
  // What its own count refused took nothing of the /48.
  for (let count = 0; count < 70; count += 1) {
    expect((await register(`2001:db8:2:${(count + 2).toString(16)}::1`)).isTaken).toBe(true);
  }
  expect((await register('2001:db8:2:aaaa::1')).isTaken).toBe(false);
  await tries[0]?.giveBack();
  expect((await register('2001:db8:2:aaaa::1')).isTaken).toBe(true);
});
