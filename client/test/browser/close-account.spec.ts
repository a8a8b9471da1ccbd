import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Caller } from '../../../server/test/calls.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { faultsOf } from './layout.js';
import { button, field, MoneyWorld } from './money-world.js';
import { openSignedIn } from './signed-in.js';

const PASSWORD = 'correct-horse-7';
const CLOSING = '/pages/settings/security/closeAccount';

let world: MoneyWorld;
let call: Caller;

beforeAll(async () => {
  world = await MoneyWorld.open();
  call = new Caller(world.app);
}, 120_000);
afterAll(() => world?.close());

/** Somebody with a name and a login password, and nothing else. */
async function aPerson() {
  const name = `leaver${randomBytes(4).toString('hex')}`;
  const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD };
  expect((await call.post('user/register', form)).type).toBe('ok');
  const { message: token } = await call.post('user/login', { type: 'username', user_string: name, password: PASSWORD });
  const rows: { id: string }[] = await world.source.query('select id::text from account_user where username = $1', [
    name,
  ]);
  return { userId: rows[0]?.id ?? '', token: String(token) };
}

const signedIn = async (user: { userId: string; token: string }) =>
  openSignedIn(world.browser, world.app, user as Parameters<typeof openSignedIn>[2]);

const shown = async (page: Page) => faultsOf(page, [world.app.url + CLOSING], { language: 'en', ruled: true });

const stateOf = async (userId: string): Promise<(string | null)[]> => {
  const rows: { outcome: string | null }[] = await world.source.query(
    'select outcome from account_erasure where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ outcome }) => outcome);
};

it('an account that holds money is not closed: what stands in the way is named, with the way there', async () => {
  const user = await aPerson();
  await fund(world.source, user.userId, '50');
  const { page, context } = await signedIn(user);
  await world.go(page, '/pages/settings/security/index');
  await page.getByRole('link', { name: 'Close account' }).click();
  const obstacles = page.getByRole('region', { name: 'First this has to be ended or empty' });
  const money = obstacles.getByRole('link', { name: /^Money on your real accounts/ });
  await money.waitFor();
  expect(await button(page, 'Close my account').isDisabled()).toBe(true);
  expect(await shown(page)).toEqual([]);
  await world.go(page, CLOSING);
  await money.click();
  await page.waitForURL('**/pages/assets/index');
  expect(await stateOf(user.userId)).toEqual([]);
  await context.close();
}, 120_000);

it('what is too little to leave is named, and given up by a tick before the account is closed', async () => {
  const user = await aPerson();
  await fund(world.source, user.userId, '4.5');
  const { page, context } = await signedIn(user);
  await world.go(page, CLOSING);
  await page.getByText('4.5 USDT').waitFor();
  expect(await button(page, 'Close my account').isDisabled()).toBe(true);
  expect(await shown(page)).toEqual([]);
  await world.go(page, CLOSING);
  await page.getByRole('checkbox', { name: 'I give up these amounts' }).check();
  await button(page, 'Close my account').click();
  await field(page, 'Login password').fill(PASSWORD);
  await button(page, 'Close my account').click();
  await page.getByText('you give up 4.5 USDT').waitFor();
  await context.close();
  expect(await stateOf(user.userId)).toEqual([null]);
}, 120_000);

it('one that is empty is closed with the login password, and kept after all', async () => {
  const user = await aPerson();
  const { page, context } = await signedIn(user);
  await world.go(page, CLOSING);
  await button(page, 'Close my account').click();
  await page.getByText('Close your account?').waitFor();
  await field(page, 'Login password').fill('another-horse-8');
  await button(page, 'Close my account').click();
  await page.getByText('The old password is wrong').waitFor();
  expect(await stateOf(user.userId)).toEqual([]);
  await field(page, 'Login password').fill(PASSWORD);
  await button(page, 'Close my account').click();
  await button(page, 'Keep my account').waitFor();
  expect(await stateOf(user.userId)).toEqual([null]);
  expect(await shown(page)).toEqual([]);
  await world.go(page, CLOSING);
  await button(page, 'Keep my account').click();
  await button(page, 'Close my account').waitFor();
  expect(await stateOf(user.userId)).toEqual(['taken-back']);
  // It is an account as before.
  await world.go(page, '/pages/assets/index');
  expect((await call.get('user/center', { token: user.token })).type).toBe('ok');
  await context.close();
}, 120_000);
