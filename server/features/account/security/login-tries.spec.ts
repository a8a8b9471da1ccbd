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
