import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { OptionOrderView, OptionPage } from '../../contract/trading/options.dto.js';
import { SetUpDepositAddresses } from '../../features/wallet/deposits/index.js';
import { creditByTwo } from '../factories/credits.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { OptionWorld } from '../factories/option-world.js';
import { aUser, type TestUser } from '../factories/users.js';
import { until } from '../gateway.js';
import { openOldSocket } from './old-socket.js';

/** Options and deposits as clients use them that send everything as JSON with numbers. */
let world: OptionWorld;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  world = await OptionWorld.open();
  call = new Caller(world.app);
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
  await world.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
}, 180_000);

afterAll(async () => {
  const checked = await world
    .get(CheckBooks)
    .execute()
    .finally(() => world.app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

beforeEach(async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  user = await aUser(world.app.database.url);
  await world.source.query(`update account_user set language = 'ja' where id = $1`, [user.userId]);
  await fund(world.source, user.userId, '1000', { kind: 'option' });
  await world.verify(user.userId);
});

const post = (path: string, fields: object = {}) =>
  world.withNextIndex(call.postJson(path, fields, { token: user.token }));
const get = (path: string) => call.get(path, { token: user.token });
/** Word by word what they send. */
const ORDER = { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: 50 };

describe('an option, in JSON with numbers', () => {
  it('is paid from a wallet that is shown whole, bought, listed, and told on the socket in the language of the account', async () => {
    const [payable] = (await get('microtrade/payable_currencies')).message as { user_wallet: object }[];
    expect(payable?.user_wallet).toMatchObject({
      id: 3,
      user_id: user.userId,
      currency: 3,
      currency_name: 'USDT',
      currency_type: 'usdt',
      legal_balance: '0.00000000',
      change_balance: '0.00000000',
      lever_balance: '0.00000000',
      micro_balance: '1000.00000000',
      lock_micro_balance: '0.00000000',
      usdt_price: '1.00000000',
      cny_price: '7.10000000',
      cny_age_ms: expect.any(Number),
      micro_with_insurance: '1000.00000000',
    });
    const { socket, heard } = openOldSocket(world.app.url, {
      cookie: `session=${user.token}`,
      userId: user.userId,
      names: ['closed_microorder', 'lever_trade'],
    });
    const ends = () => heard('closed_microorder');
    try {
      // The first of its private events: from then on the stream of its user is followed.
      await until('the user is known', () => heard('lever_trade').length > 0);
      const bought = await post('microtrade/submit', ORDER);
      expect(bought).toMatchObject({
        status: 200,
        type: 'ok',
        message: { status: 1, number: '50.00000000', account: user.email },
      });
      const { id } = bought.message as OptionOrderView;
      expect(
        ((await get('microtrade/lists?page=1&status=1&match_id=1&limit=10')).message as OptionPage).data,
      ).toMatchObject([{ id, symbol_name: 'BTC/USDT', currency_name: 'USDT', account: user.email }]);
      // The order is known to be open before it ends.
      await new Promise((done) => setTimeout(done, 500));
      await world.seconds(60, () => '50010');
      await world.settle();
      await until('its end is told', () => ends().length > 0);
      const closed = { id, status: 3, type_name: '上昇', profit_result_name: '利益', account: user.email };
      expect(ends()).toMatchObject([{ type: 'closed_microorder', to: Number(user.userId), data: closed }]);
    } finally {
      socket.disconnect();
    }
  });

  it.each([
    [{ number: 5 }, 'options.below-minimum'],
    [{ number: '50.0000000001' }, 'ledger.too-many-decimals'],
    [{ seconds: 61 }, 'options.term-unknown'],
    [{ type: 9 }, 'request.invalid'],
  ])('is refused with %o by the envelope alone, and takes nothing', async (fields, code) => {
    expect(await post('microtrade/submit', { ...ORDER, ...fields })).toMatchObject({
      status: 200,
      type: 'error',
      code,
    });
    const { message } = await get('microtrade/lists?page=1&status=-1&limit=10');
    expect(message).toMatchObject({ data: [], total: 0 });
  });

  it('is not bought by an address that is opened', async () => {
    const asked = 'match_id=1&currency_id=3&type=1&seconds=60&number=50';
    expect(await get(`microtrade/submit?${asked}`)).toMatchObject({ type: 'error' });
    const { message } = await get('microtrade/lists?page=1&status=-1&limit=10');
    expect(message).toMatchObject({ data: [], total: 0 });
  });
});

it('a deposit, in JSON with numbers, is handed in, credited, and stands in what came and went', async () => {
  const deposit = { currency: 3, amount: 150.5, account: null, imgs: '', type: 0, sub_type: 'TRC20' };
  const hash = randomBytes(32).toString('hex');
  expect(await post('wallet/charge_req', { ...deposit, hash })).toMatchObject({ status: 200, type: 'ok' });
  const waiting = (await get('charge_mention/log2?page=1&limit=10')).message as { data: { id: string }[] };
  expect(waiting.data).toMatchObject([{ name: 'USDT', amount: '150.50000000', status: 1, is_bank: 0 }]);
  expect((await get('charge_mention/log?currency=3&page=1')).message).toMatchObject({ data: [], total: 0 });
  await creditByTwo(world.app, waiting.data[0]?.id ?? '');
  const line = { value: '150.50000000', currency: 3, currency_name: 'USDT', type: 200 };
  for (const currency of ['', '-1', '3'])
    expect((await get(`charge_mention/log?currency=${currency}&page=1`)).message).toMatchObject({
      total: 1,
      current_page: 1,
      data: [line],
    });
  expect((await get('charge_mention/log?currency=1&page=1')).message).toMatchObject({ data: [], total: 0 });
  expect((await post('wallet/legal_log', { currency: 3, type: 2, page: 1, limit: 10 })).message).toMatchObject({
    list: [line],
  });
});
