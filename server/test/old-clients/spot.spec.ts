import { MarketBoard } from '../../features/markets/market-board/index.js';
import { emptyRow } from '../../features/markets/market-board/market-status.rules.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

/** Spot trading and lists as the oldest clients know them, on a book that stands still. */
let app: TestApp;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://trade.example' });
  call = new Caller(app);
  user = await aUser(app.database.url);
  await fund(app.owner, user.userId, '10000');
}, 60_000);

afterAll(() => closeInOrder(app));

const PAIR = { legal_id: 3, currency_id: 1 };
const TRADED_AT = Date.UTC(2026, 0, 5, 12, 34, 56);
let heard = 0;

/** Bids 99 and 98, asks 100 and 101, last trade a purchase at 100. */
function hear(at = Date.now()): void {
  heard += 1;
  const row = { ...emptyRow('BTC/USDT'), last: '100', status: 'live' as const, reason: null, pricedAt: at };
  const level = (price: string, size: string) => [price, size] as [string, string];
  const book = {
    symbol: 'BTC/USDT',
    bids: [level('99', '50'), level('98', '1.5')],
    asks: [level('100', '50'), level('101', '2')],
    at,
    confirmedAt: at,
  };
  const trade = { id: 't1', symbol: 'BTC/USDT', price: '100', quantity: '0.25', side: 'buy' as const, at: TRADED_AT };
  const trades: Record<string, (typeof trade)[]> = heard === 1 ? { 'BTC/USDT': [trade] } : {};
  const kind = heard === 1 ? ('snap' as const) : ('delta' as const);
  app.application
    .get(MarketBoard)
    .apply({ ep: '9', s: heard, at, kind, tickers: [row], depths: [book], trades, candles: [], marks: [] }, at);
}
beforeEach(() => hear());

const post = (path: string, fields: object = {}) => call.postJson(path, fields, { token: user.token });
const get = (path: string) => call.get(path, { token: user.token });

describe('transaction/deal', () => {
  it('has the book, the last trades, and what the caller can trade with', async () => {
    const { type, message } = await post('transaction/deal', PAIR);
    expect(type).toBe('ok');
    expect(message).toEqual({
      last_price: '100.00000000',
      in: [
        { price: '99.00000000', number: '50.00000000' },
        { price: '98.00000000', number: '1.50000000' },
      ],
      out: [
        { price: '101.00000000', number: '2.00000000' },
        { price: '100.00000000', number: '50.00000000' },
      ],
      complete: [
        {
          id: 't1',
          time: '2026-01-05 12:34:56',
          price: '100.00000000',
          number: '0.25000000',
          way: 2,
          currency_name: 'BTC',
          legal_name: 'USDT',
        },
      ],
      user_legal: '10000.00000000',
      user_currency: '0.00000000',
      // 10000 at 7.1
      user_cny: '71000.00000000',
      cny_price: '7.1',
      user_cny_age_ms: expect.any(Number),
      cny_age_ms: expect.any(Number),
    });
  });

  it('is open to guests, who have nothing', async () => {
    expect(await call.postJson('transaction/deal', PAIR, { token: null })).toMatchObject({
      type: 'ok',
      message: { user_legal: '0.00000000', user_currency: '0.00000000', user_cny: '0.00000000' },
    });
    expect(await post('transaction/deal', { legal_id: 3, currency_id: 99 })).toMatchObject({
      status: 200,
      code: 'markets.unknown-symbol',
    });
  });
});

describe('orders by coin/trade', () => {
  let trader: TestUser;
  beforeAll(async () => {
    trader = await aUser(app.database.url);
    await fund(app.owner, trader.userId, '10000');
  });
  const form = (path: string, fields: Record<string, string>) => call.post(path, fields, { token: trader.token });
  const json = (path: string, fields: object) => call.postJson(path, fields, { token: trader.token });
  const look = (path: string) => call.get(path, { token: trader.token });
  const rows = async (status: number) =>
    (await look(`coin/list?currency_id=1&legal_id=3&status=${status}&page=1&limit=20`)).message as {
      id: string;
      trade_amount: string;
    }[];

  it('at the market, as the form of the mobile client and as JSON', async () => {
    const bought = { legal_id: '3', currency_id: '1', type: '1', amount: '0.5', target_price: '0' };
    expect(await form('coin/trade', bought)).toMatchObject({ status: 200, type: 'ok', message: 'Submit success' });
    expect(await json('coin/trade', { ...PAIR, type: 2, amount: 0.2 })).toMatchObject({ type: 'ok' });
    const [sold, first] = await rows(2);
    expect(first).toMatchObject({ type: 1, symbol: 'BTC/USDT', currency_id: 1, legal_id: 3 });
    expect(first).toMatchObject({ trade_price: '100.00000000', trade_amount: '0.50000000', status: 2 });
    expect(sold).toMatchObject({ type: 2, trade_price: '99.00000000', trade_amount: '0.20000000', status: 2 });
  });

  it('at a price wait, and are taken back by each of the three calls', async () => {
    for (const [place, price] of [70, 71, 72].entries()) {
      const order = { legal_id: '3', currency_id: '1', type: '1', amount: '1', target_price: String(price) };
      expect(await form('coin/trade', order)).toMatchObject({ type: 'ok' });
      const [row] = await rows(1);
      expect(row).toMatchObject({ target_price: `${price}.00000000`, status: 1 });
      const id = String(row?.id);
      const ways = [
        () => send('PUT', 'coin/trade', `id=${id}`),
        () => send('PUT', 'coin/trade/cancel', `id=${id}`),
        () => look(`coin/canceltrade?id=${id}`),
      ];
      expect(await ways[place]?.()).toMatchObject({ type: 'ok' });
      expect(await rows(1)).toEqual([]);
      expect((await rows(3))[0]).toMatchObject({ id: row?.id, status: 3 });
    }
  });

  async function send(method: string, path: string, body: string): Promise<unknown> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', authorization: trader.token };
    return (await fetch(`${app.url}/api/${path}`, { method, body, headers })).json();
  }

  it.each([
    [{ amount: 0 }, 'request.invalid'],
    [{ amount: 1, type: 3 }, 'request.invalid'],
    [{ amount: 1, currency_id: 99 }, 'markets.unknown-symbol'],
    [{ amount: 5000 }, 'spot.insufficient-balance'],
  ])('are refused: %o', async (fields, code) => {
    const order = { ...PAIR, type: 1, target_price: 99, ...fields };
    expect(await json('coin/trade', order)).toMatchObject({ status: 200, type: 'error', code });
  });
});

describe('orders by transaction/in and transaction/out', () => {
  const list = async (path: string) =>
    (await post(path, { page: 1, limit: 10 })).message as { list: { id: string; number: string }[]; count: number };

  it('wait, are listed with what is left of them, and are taken back', async () => {
    expect(await post('transaction/in', { ...PAIR, price: 90, num: 2 })).toMatchObject({ message: 'Submit success' });
    const waiting = await list('transaction_in');
    expect(waiting).toMatchObject({ count: 1, page: 1, limit: 10 });
    expect(waiting.list).toMatchObject([
      { price: '90.00000000', number: '2.00000000', currency: 1, legal: 3, currency_name: 'BTC', type: 'in', way: 2 },
    ]);
    expect(await list('transaction_out')).toMatchObject({ list: [], count: 0 });
    // 10000 less 2 at 90 with 0.1 % of fees.
    expect(await post('transaction/deal', PAIR)).toMatchObject({ message: { user_legal: '9819.82000000' } });
    expect(await post('transaction_del', { id: waiting.list[0]?.id, type: 'in' })).toMatchObject({ type: 'ok' });
    expect(await list('transaction_in')).toMatchObject({ list: [], count: 0 });
    expect(await post('transaction/deal', PAIR)).toMatchObject({ message: { user_legal: '10000.00000000' } });
  });

  it('are executed at the book, and stand in the same list as every other client sees', async () => {
    expect(await post('transaction/in', { ...PAIR, price: 100, num: 3 })).toMatchObject({ type: 'ok' });
    expect(await post('transaction/out', { ...PAIR, price: 99, num: 1 })).toMatchObject({ type: 'ok' });
    expect((await list('transaction_complete')).list).toMatchObject([
      { type: 'out', way: 1, price: '99.00000000', number: '1.00000000' },
      { type: 'in', way: 2, price: '100.00000000', number: '3.00000000' },
    ]);
    const orders = (await get('coin/list?currency_id=1&legal_id=3')).message;
    expect(orders).toMatchObject([
      { type: 2, target_price: '99.00000000', trade_amount: '1.00000000', charge_fee: '0.09900000', status: 2 },
      { type: 1, trade_price: '100.00000000', filled_amount: '3.00000000', total: '300.00000000' },
      { type: 1, status: 3, filled_amount: '0.00000000', trade_price: '0.00000000' },
    ]);
  });

  it.each([
    [{ price: 0, num: 1 }, 'request.invalid'],
    [{ price: 90, num: 0 }, 'request.invalid'],
    [{ num: 1 }, 'request.invalid'],
    [{ price: 100, num: 5000 }, 'spot.insufficient-balance'],
  ])('are refused: %o', async (fields, code) => {
    expect(await post('transaction/in', { ...PAIR, ...fields })).toMatchObject({ status: 200, type: 'error', code });
  });

  it('are nobody else’s to take back', async () => {
    await post('transaction/in', { ...PAIR, price: 80, num: 1 });
    const { list: own } = await list('transaction_in');
    const stranger = await aUser(app.database.url);
    const taken = await call.postJson('transaction_del', { id: own[0]?.id, type: 'in' }, { token: stranger.token });
    expect(taken).toMatchObject({ type: 'error', code: 'spot.not-found' });
    expect(await list('transaction_in')).toMatchObject({ count: 1 });
  });

  it('are listed 20 a page where the client names none', async () => {
    for (let turn = 0; turn < 22; turn += 1) {
      hear();
      await call.postJson(
        'transaction/in',
        { ...PAIR, price: 60 + turn, num: 0.1 },
        { token: user.token, headers: { 'idempotency-key': `page-of-${turn}` } },
      );
    }
    expect((await get('coin/list?status=1')).message).toHaveLength(20);
    expect((await get('coin/list?status=1&limit=10')).message).toHaveLength(10);
    expect(await list('transaction_in')).toMatchObject({ count: 23 });
  });
});

describe('lists of coins', () => {
  it('currency/list has all coins and those that others are quoted in; currency/type the same as one list', async () => {
    const { message } = await call.get('currency/list', { token: null });
    const { currency, legal } = message as { currency: { id: number; logo: string }[]; legal: object[] };
    expect(currency.slice(0, 3)).toMatchObject([
      { id: 3, name: 'USDT', is_legal: 1, is_match: 1, is_display: 1 },
      { id: 1, name: 'BTC', is_legal: 0, logo: '/api/currency/logo/BTC.svg' },
      { id: 2, name: 'ETH', is_legal: 0 },
    ]);
    expect(legal).toMatchObject([{ id: 3, name: 'USDT' }]);
    expect((await call.get('currency/type', { token: null })).message).toEqual(currency);
  });

  it('wallet/currencylist has them with what the caller has', async () => {
    const { message } = await get('wallet/currencylist');
    const usdt = (message as { id: number }[]).find(({ id }) => id === 3);
    expect(usdt).toMatchObject({ name: 'USDT', is_match: 1, wallet: { currency: 3, currency_type: 'usdt' } });
    expect(usdt).toMatchObject({ wallet: { cny_price: '7.10000000', cny_age_ms: expect.any(Number) } });
    expect(await call.get('wallet/currencylist', { token: null })).toMatchObject({ type: '999' });
  });

  it('each has a picture of its own', async () => {
    const reply = await fetch(`${app.url}/api/currency/logo/BTC.svg`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await reply.text()).toMatch(/^<svg .*>BTC<\/text><\/svg>$/);
    for (const name of ['btc.svg', 'BTC.png', '%3Cscript%3E.svg'])
      expect(await call.get(`currency/logo/${name}`)).toMatchObject({ type: 'error' });
  });
});

describe('statements', () => {
  it('account/list has every line of the caller, whoever else is named', async () => {
    const stranger = await aUser(app.database.url);
    for (const lines of [await post('account/list', { limit: 5 }), await get('account/list?limit=5')]) {
      expect(lines).toMatchObject({ type: 'ok', message: { user_id: user.userId, page: 1, limit: 5 } });
      expect((lines.message as { data: object[] }).data).toHaveLength(5);
    }
    const other = await call.postJson('account/list', { address: user.userId }, { token: stranger.token });
    expect(other).toMatchObject({ message: { user_id: stranger.userId, data: [] } });
  });

  it('charge_mention/log has what came and went, as pages', async () => {
    for (const currency of ['', '-1', '3'])
      expect(await get(`charge_mention/log?currency=${currency}&page=1`)).toMatchObject({
        type: 'ok',
        message: { data: [], total: 0, current_page: 1, next_page_url: null },
      });
  });
});

// The last one: the board has heard an old book then.
it('shows no book that nobody has confirmed for a while', async () => {
  hear(Date.now() - 60_000);
  expect(await post('transaction/deal', PAIR)).toMatchObject({ message: { in: [], out: [] } });
});

it('env.json says where the sockets are, without an envelope', async () => {
  const reply = await fetch(`${app.url}/api/env.json`);
  expect(await reply.json()).toEqual({ socket_io_port: 443, login_need_smscode: 0 });
});
