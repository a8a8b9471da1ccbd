import { MarketBoard } from '../../features/markets/market-board/index.js';
import { emptyRow } from '../../features/markets/market-board/market-status.rules.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

const PAIR = { legal_id: '3', currency_id: '1' };

let app: TestApp;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  call = new Caller(app);
  user = await aUser(app.database.url);
  await fund(app.owner, user.userId, '10000');
}, 60_000);

afterAll(() => closeInOrder(app));

let heard = 0;
beforeEach(() => {
  heard += 1;
  const now = Date.now();
  const row = { ...emptyRow('BTC/USDT'), last: '100', status: 'live' as const, reason: null, pricedAt: now };
  const book = {
    symbol: 'BTC/USDT',
    bids: [['99', '50'] as [string, string]],
    asks: [['100', '50'] as [string, string]],
    at: now,
    confirmedAt: now,
  };
  const kind = heard === 1 ? ('snap' as const) : ('delta' as const);
  const rest = { candles: [], trades: {}, marks: [] };
  app.application
    .get(MarketBoard)
    .apply({ ep: '9', s: heard, at: now, kind, tickers: [row], depths: [book], ...rest }, now);
});

const post = (path: string, fields: Record<string, string>, language = 'en') =>
  call.post(path, fields, { token: user.token, language });
const get = (path: string) => call.get(path, { token: user.token });

async function put(path: string, fields: Record<string, string>) {
  const reply = await fetch(`${app.url}/api/${path}`, {
    method: 'PUT',
    headers: { authorization: user.token, lang: 'en', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
  return (await reply.json()) as { type: string; message: unknown; code?: string };
}

async function openOrder(): Promise<string> {
  const { message } = await get('coin/list?currency_id=1&legal_id=3&status=1&page=1&limit=10');
  return (message as { id: string }[])[0]?.id ?? '';
}

describe('as the old clients call', () => {
  it('a preview, a purchase at the market, and the wallet', async () => {
    const order = { ...PAIR, type: '1', amount: '10', target_price: '0' };
    const preview = await post('spot/preview', order);
    expect(preview.message).toMatchObject({
      average_price: '100',
      worst_price: '100',
      amount: '1000',
      fee: '1',
      balance_after: '8999',
      received: '10',
    });
    const { fee_ratio: worst_fee_ratio } = preview.message as { fee_ratio: string };
    await app.owner.query('update spot_product set fee_ratio = 0.0015 where market_id = 1');
    expect(await post('coin/trade', { ...order, worst_fee_ratio })).toMatchObject({
      type: 'error',
      code: 'spot.fee-raised',
      message: 'The fee is 0.15% now; please look again',
    });
    await app.owner.query('update spot_product set fee_ratio = 0.001 where market_id = 1');
    for (const wrong of ['NaN', '9'.repeat(20), '-0.001', 'low', '1.5'])
      expect(await post('coin/trade', { ...order, worst_fee_ratio: wrong })).toMatchObject({ code: 'request.invalid' });
    expect(await post('coin/trade', { ...order, worst_fee_ratio })).toMatchObject({
      type: 'ok',
      message: 'Submit success',
    });
    const { message } = await get('coin/list?currency_id=1&legal_id=3&page=1&limit=10');
    expect(message).toMatchObject([
      {
        symbol: 'BTC/USDT',
        type: 1,
        trade_price: '100.00000000',
        trade_amount: '10.00000000',
        charge_fee: '1.00000000',
        status: 2,
        target_price: '0.00000000',
      },
    ]);
    const executed = { order_id: (message as { id: string }[])[0]?.id, symbol: 'BTC/USDT', type: 1, price: '100' };
    expect((await get('spot/fills')).message).toMatchObject([
      { ...executed, quantity: '10', amount: '1000', fee: '1' },
    ]);
    expect((await get('spot/fills?currency_id=2&legal_id=3')).message).toEqual([]);
    expect((await get('spot/fills?page=2')).message).toEqual([]);
    expect((await get('spot/fills?account_type=simulation_account')).message).toEqual([]);
    const wallet = await post('wallet/detail', { currency: '1', type: 'change' });
    expect(wallet.message).toMatchObject({ change_balance: '10.00000000', coin_trade_fee: '0.10000000' });
    expect((await get('spot/desk?currency_id=1&legal_id=3')).message).toMatchObject({
      balance: '8999',
      sellable_balance: '10',
      fee_ratio: '0.001',
      obstacle: null,
    });
    const lines = (await post('wallet/legal_log', {})).message as { list: { info: string }[] };
    expect(lines.list.map(({ info }) => info)).toContain('Spot trade');
  });

  it.each([
    ['1e3', 'request.invalid'],
    ['-1', 'request.invalid'],
    ['', 'request.invalid'],
    // Beyond what is an instant at all, and the last that is written with thirteen digits.
    ['9999999999999999', 'request.invalid'],
    ['99999999999999', 'request.invalid'],
    ['9999999999999', 'spot.expiry'],
    ['1', 'spot.expiry'],
  ])('an order until %p is refused in words', async (expires_at, code) => {
    const fields = { ...PAIR, type: '1', amount: '1', target_price: '90', time_in_force: 'gtd', expires_at };
    for (const path of ['coin/trade', 'spot/preview']) {
      const reply = await post(path, fields);
      expect([path, reply.status, reply.type, reply.code]).toEqual([path, 200, 'error', code]);
    }
  });

  it.each([
    ['PUT coin/trade/cancel', '120', (id: string) => put('coin/trade/cancel', { id })],
    ['PUT coin/trade', '121', (id: string) => put('coin/trade', { id })],
    ['GET coin/canceltrade', '122', (id: string) => get(`coin/canceltrade?id=${id}`)],
  ])('a limit order that waits is cancelled by %s', async (_, target_price, cancel) => {
    await post('coin/trade', { ...PAIR, type: '2', amount: '1', target_price });
    const id = await openOrder();
    expect((await get(`spot/order?id=${id}`)).message).toMatchObject({
      order: { status: 1, target_price: `${target_price}.00000000` },
      fills: [],
    });
    expect(await cancel(id)).toMatchObject({ type: 'ok' });
    expect(await openOrder()).toBe('');
    // The same again at once is a double click: the same answer, and no second effect.
    expect(await cancel(id)).toMatchObject({ type: 'ok' });
    const again = await call.get(`coin/canceltrade?id=${id}`, {
      token: user.token,
      headers: { 'idempotency-key': `cancel-again-${id}` },
    });
    expect(again).toMatchObject({ type: 'error', code: 'spot.not-open' });
  });

  it.each([
    [{ ...PAIR, type: '3', amount: '1' }, 'request.invalid'],
    [{ ...PAIR, type: '1', amount: '' }, 'request.invalid'],
    [{ ...PAIR, type: '1', amount: '1', target_price: '-5' }, 'request.invalid'],
    [{ ...PAIR, type: '1', amount: '1', target_price: '1e9' }, 'request.invalid'],
    [{ ...PAIR, type: '1', amount: '1000', target_price: '100' }, 'spot.insufficient-balance'],
    [{ ...PAIR, type: '2', amount: '45' }, 'spot.insufficient-sellable'],
    [{ legal_id: '3', currency_id: '4000', type: '1', amount: '1' }, 'markets.unknown-symbol'],
    [{ ...PAIR, type: '1', amount: '1', account_type: 'both' }, 'request.invalid'],
  ])('refuses %j: %s, in the user’s language', async (fields, code) => {
    const [english, thai] = [await post('coin/trade', fields), await post('coin/trade', fields, 'th')];
    expect(english).toMatchObject({ type: 'error', code });
    expect(thai.message).not.toEqual(english.message);
    expect(thai.status).toBeLessThan(500);
  });

  it('is nobody else’s', async () => {
    await post('coin/trade', { ...PAIR, type: '2', amount: '1', target_price: '130' });
    const id = await openOrder();
    const stranger = await aUser(app.database.url);
    expect(await call.get(`spot/order?id=${id}`, { token: stranger.token })).toMatchObject({ code: 'spot.not-found' });
    expect(await call.get(`coin/canceltrade?id=${id}`, { token: stranger.token })).toMatchObject({
      code: 'spot.not-found',
    });
    expect((await call.get('coin/list', { token: stranger.token })).message).toEqual([]);
    expect((await call.get('spot/fills', { token: stranger.token })).message).toEqual([]);
    expect(await call.get('coin/list', { token: null })).toMatchObject({ type: '999' });
  });
});
