import { WriteEventNotices } from '../../features/account/event-centre/write-event-notices.js';
import { ActivateSpotExits } from '../../features/trading/spot/activate-spot-exits.js';
import { TriggerSpotStops } from '../../features/trading/spot/trigger-spot-stops.js';
import { Caller } from '../calls.js';
import { BTC, fund } from '../factories/ledger.js';
import { SpotWorld } from '../factories/spot-world.js';
import { aUser, type TestUser } from '../factories/users.js';

/** Stops, pairs and what purchases leave behind, as clients call for them. */

const PAIR = { legal_id: '3', currency_id: '1' };

let world: SpotWorld;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  world = await SpotWorld.open();
  call = new Caller(world.app);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  await world.begin();
  user = await aUser(world.app.database.url);
  await fund(world.source, user.userId, '10000');
  await fund(world.source, user.userId, '10', { currencyId: BTC });
});

const post = (path: string, fields: Record<string, string>, language = 'en') =>
  call.post(path, { ...PAIR, ...fields }, { token: user.token, language });
const get = async <Row>(path: string) => (await call.get(path, { token: user.token })).message as Row;
const trigger = () => world.of(TriggerSpotStops).execute(world.marketId, false);

async function cancel(path: string, id: string) {
  const reply = await fetch(`${world.app.url}/api/${path}`, {
    method: 'PUT',
    headers: { authorization: user.token, lang: 'en', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ id }),
  });
  return (await reply.json()) as { type: string; message: unknown };
}

type Row = Record<string, unknown> & { id: string };

it('a stop is previewed, placed, listed, triggered, told of, and stands on the receipt of its order', async () => {
  const stop = { type: '2', amount: '2', trigger_price: '90' };
  expect((await post('spot/stop/preview', stop)).message).toMatchObject({
    symbol: 'BTC/USDT',
    direction: 'fall',
    last: '100',
    frozen: '2',
    balance: '10',
    balance_after: '8',
    fee_ratio: '0.001',
  });
  expect(await post('spot/stop', stop)).toMatchObject({ type: 'ok', message: 'Submit success' });
  const waiting = await get<Row[]>('spot/stops?status=1');
  expect(waiting).toMatchObject([
    {
      symbol: 'BTC/USDT',
      type: 2,
      direction: 'fall',
      trigger_price: '90',
      target_price: null,
      quantity: '2',
      cost: null,
      frozen: '2',
      status: 'waiting',
      triggered_price: null,
      order_id: null,
    },
  ]);
  expect(await get('spot/stops?status=2')).toEqual([]);
  world.quote([['88', '5']], [['89.5', '5']]);
  expect(await trigger()).toBe(1);
  const [ended] = await get<Row[]>('spot/stops?status=2');
  expect(ended).toMatchObject({ id: waiting[0]?.id, status: 'triggered', triggered_price: '89.5', frozen: '0' });
  const { order } = await get<{ order: Row }>(`spot/order?id=${String(ended?.order_id)}`);
  expect(order).toMatchObject({
    status: 2,
    filled_amount: '2.00000000',
    stop: { id: ended?.id, direction: 'fall', trigger_price: '90', triggered_price: '89.5' },
  });
  await world.of(WriteEventNotices).execute();
  const { list } = await get<{ list: { value: string }[] }>('user/userLog');
  expect(JSON.stringify(list)).toContain('BTC/USDT reached 89.5');
});

it('a stop that follows the price is placed, and says how far it is', async () => {
  const stop = { type: '2', amount: '2', trail_percent: '5' };
  expect((await post('spot/stop/preview', stop)).message).toMatchObject({ direction: 'fall', trigger_price: '95' });
  expect(await post('spot/stop', stop)).toMatchObject({ type: 'ok' });
  const [waiting] = await get<Row[]>('spot/stops?status=1');
  expect(waiting).toMatchObject({ trigger_price: '95', trail_percent: '5', trail_distance: null, watermark: '100' });
  expect(await cancel('spot/stop/cancel', waiting?.id ?? '')).toMatchObject({ type: 'ok' });
});

it('a pair is placed, and taken back with either part', async () => {
  const pair = { type: '2', amount: '2', target_price: '110', trigger_price: '90' };
  expect((await post('spot/pair/preview', pair)).message).toMatchObject({ frozen: '2', balance_after: '8' });
  expect(await post('spot/pair', pair)).toMatchObject({ type: 'ok' });
  const [[stop], [order]] = [await get<Row[]>('spot/stops?status=1'), await get<Row[]>('coin/list?status=1')];
  expect(stop).toMatchObject({ paired_order_id: order?.id, frozen: '0' });
  expect(order).toMatchObject({ paired_stop_id: stop?.id });
  expect(await cancel('coin/trade/cancel', order?.id ?? '')).toMatchObject({ type: 'ok' });
  expect(await get('spot/stops?status=1')).toEqual([]);
  expect(await get('spot/stops')).toMatchObject([{ id: stop?.id, status: 'cancelled', reason: 'user' }]);
  expect(await get('spot/desk?currency_id=1&legal_id=3')).toMatchObject({ sellable_balance: '10' });
});

it('a purchase leaves its take-profit and stop-loss behind', async () => {
  const order = { type: '1', amount: '1', target_price: '0', take_profit_price: '130', stop_loss_price: '80' };
  expect(await post('coin/trade', order)).toMatchObject({ type: 'ok' });
  expect(await get('coin/list?status=2')).toMatchObject([
    { exit: { take_profit_price: '130', stop_loss_price: '80', status: 'waiting' } },
  ]);
  expect(await world.of(ActivateSpotExits).execute()).toBe(1);
  expect(await get('coin/list?status=1')).toMatchObject([{ type: 2, target_price: '130.00000000' }]);
  const [stop] = await get<Row[]>('spot/stops?status=1');
  expect(stop).toMatchObject({ trigger_price: '80', quantity: '1' });
  expect(await cancel('spot/stop/cancel', stop?.id ?? '')).toMatchObject({ type: 'ok' });
});

it.each([
  ['spot/stop', { type: '2', amount: '2', trigger_price: '100' }, '最新价已为 100'],
  [
    'spot/pair',
    { type: '2', amount: '2', target_price: '95', trigger_price: '90' },
    '最新价 100 必须介于限价与触发价之间',
  ],
  [
    'coin/trade',
    { type: '1', amount: '1', target_price: '0', take_profit_price: '90' },
    '止盈价须高于、止损价须低于 100',
  ],
  ['spot/stop', { type: '2', amount: '2', trail_percent: '0.1' }, '跟踪幅度须在 0.5% 至 20% 之间'],
])('%s refuses %j in the language of who asks', async (path, fields, words) => {
  expect(await post(path, fields, 'zh')).toMatchObject({ type: 'error', message: words });
});
