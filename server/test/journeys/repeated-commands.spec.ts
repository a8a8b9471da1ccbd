import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

let app: TestApp;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', RATE_FACTOR: '1000' });
  call = new Caller(app);
  user = await aUser(app.database.url);
}, 120_000);
afterAll(() => app.close());

const transfer = (headers: Record<string, string>) =>
  call.post(
    'wallet/change',
    { from_field: 'change', to_field: 'micro', currency_id: '3', number: '5' },
    { token: user.token, headers },
  );

it('a transfer that is refused when it is sent again is never done, although its first try comes later with the money there', async () => {
  const key = 'a-transfer-of-five';
  const first = await transfer({ 'idempotency-key': key });
  expect([first.code, first.headers.get('idempotency-closed')]).toEqual(['wallet.transfer-insufficient', null]);
  const again = await transfer({ 'idempotency-key': key, 'idempotency-repeated': '1' });
  expect([again.code, again.headers.get('idempotency-closed')]).toEqual(['wallet.transfer-insufficient', '1']);

  await fund(app.owner, user.userId, '100');
  const late = await transfer({ 'idempotency-key': key });
  expect(late.code).toBe('request.refused-before');
  const another = await transfer({ 'idempotency-key': 'another-transfer' });
  expect(another.type).toBe('ok');
  const rows: unknown[] = await app.owner.query('select from wallet_transfer where user_id = $1', [user.userId]);
  expect(rows).toHaveLength(1);
});
