import { bootApp, type TestApp } from '../../../test/app.js';
import { LoginTries } from './login-tries.js';

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', WRONG_LOGINS_PER_ADDRESS: '3' });
});
afterAll(() => app?.close());

const aTry = (subject: string, ip: string) => ({ subject, userId: null, caller: { ip, userAgent: '' } });

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'counted',
    (error: { code: string }) => error.code,
  );

it('wrong logins from one IPv6 network count together, whatever account and address they name', async () => {
  const tries = app.application.get(LoginTries);
  const from = (end: string, name: string) => outcome(tries.begin(aTry(name, `2001:db8:7:7::${end}`)));
  for (const end of ['1', '2', 'a:b']) expect(await from(end, `somebody ${end}`)).toBe('counted');
  expect(await from('99', 'somebody else')).toBe('account.locked');
  expect(await outcome(tries.begin(aTry('somebody else', '2001:db8:7:8::1')))).toBe('counted');
});

it('wallets from one IPv6 network count together', async () => {
  const tries = app.application.get(LoginTries);
  const asked: string[] = [];
  for (let end = 1; end <= 10; end += 1) asked.push(await outcome(tries.beginWallet(`2001:db8:9:9::${end}`)));
  expect(asked).toEqual([...Array.from({ length: 9 }, () => 'counted'), 'account.locked']);
});

it('devices that are known to a user have fifty wrong passwords together, and strangers theirs apart', async () => {
  const tries = app.application.get(LoginTries);
  let number = 0;
  const begin = (by: string, sum?: string) => {
    number += 1;
    const caller = { ip: `198.51.100.${number}`, userAgent: '' };
    const known = sum === undefined ? {} : { sum };
    return tries.begin({ subject: `user:7 ${by}`, name: `name of 7 ${by}`, ...known, userId: '7', caller });
  };
  const onDevice = (device: number) => begin(`device ${device}`, 'user:7 known');
  for (let device = 0; device < 10; device += 1) {
    for (let tried = 0; tried < 5; tried += 1) expect(await onDevice(device)).toMatchObject({ isLocked: false });
  }
  const refused = await onDevice(10);
  expect(refused).toMatchObject({ isLocked: true });
  expect(await begin('strangers')).toMatchObject({ isLocked: false });
});

it('a right password on a known device counts for nothing in the sum', async () => {
  const tries = app.application.get(LoginTries);
  for (let number = 0; number < 60; number += 1) {
    const caller = { ip: `203.0.113.${number}`, userAgent: '' };
    const tried = { subject: `user:8 device ${number}`, name: `name of 8 ${number}`, sum: 'user:8 known', userId: '8' };
    const counted = await tries.begin({ ...tried, caller });
    expect(counted).toMatchObject({ isLocked: false });
    await tries.wasRight(counted);
  }
});
