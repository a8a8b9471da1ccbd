import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import type { FuturesPositionsView } from '../../contract/trading/futures.dto.js';
import type { LeverView } from '../../contract/trading/lever.dto.js';
import { Caller, type Reply } from '../calls.js';
import { FuturesWorld } from '../factories/futures-world.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';
import { until } from '../gateway.js';

let world: FuturesWorld;
let call: Caller;

beforeAll(async () => {
  world = await FuturesWorld.open();
  call = new Caller(world.app);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.price('60000'));

async function aTrader(amount = '10000', demo = false): Promise<TestUser> {
  const user = await aUser(world.app.database.url);
  await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
    user.userId,
  ]);
  await fund(world.source, user.userId, amount, { kind: 'contract', demo });
  return user;
}

/** A market long of two lots, word by word as an old client sends it (wire facts 17.2). */
const ORDER = { share: '2', multiple: '10', legal_id: '3', currency_id: '1', type: '1', status: '1', target_price: '' };

const post = (user: TestUser, path: string, fields: Record<string, string> = {}): Promise<Reply> =>
  call.post(path, fields, { token: user.token });

async function trades(user: TestUser, status: string, fields: Record<string, string> = {}): Promise<LeverView[]> {
  const { message } = await post(user, 'lever/my_trade', {
    status,
    page: '1',
    legal_id: '',
    currency_id: '',
    ...fields,
  });
  return (message as { message: { data: LeverView[] } }).message.data;
}

describe('as the old clients call', () => {
  it('a page opens, an order is submitted, listed in both nestings, and closed', async () => {
    const user = await aTrader();
    const deal = await post(user, 'lever/deal', { currency_id: '1', legal_id: '3' });
    expect(deal).toMatchObject({
      type: 'ok',
      message: {
        lever_transaction: { in: [{ price: '60000', number: '1000000' }], out: [{ price: '60000' }] },
        my_transaction: [],
        lever_share_limit: { min: 1, max: 100_000 },
        last_price: '60000',
        user_lever: '10000.00000000',
        all_levers: '10000.00000000',
        ustd_price: '1.00000000',
        ExRAte: '7.1',
      },
    });
    const { multiple } = deal.message as { multiple: { muit: { value: number }[]; share: { value: number }[] } };
    expect(multiple.muit.map(({ value }) => value)).toEqual([1, 2, 3, 5, 10, 20]);
    expect(multiple.share.length).toBeGreaterThan(0);

    expect(await post(user, 'lever/submit', ORDER)).toMatchObject({ type: 'ok', message: 'Submit success' });
    const reply = await post(user, 'lever/my_trade', { status: '1', legal_id: '', currency_id: '', page: '1' });
    const { message } = reply as unknown as {
      message: { data: LeverView[]; message: { data: LeverView[]; total: number } };
    };
    // U reads message.message.data, older clients message.data.
    expect(message.message.data).toEqual(message.data);
    expect(message.message.total).toBe(1);
    expect(message).toMatchObject({
      rate_profits_total: { profits_total: '-0.10000000' },
      lever_balance: '9879.38995000',
    });
    expect(reply).toMatchObject({ rate_profits_total: { profits_total: '-0.10000000' } });
    const [row] = message.data;
    expect(row).toMatchObject({
      type: 1,
      user_id: Number(user.userId),
      currency: 1,
      legal: 3,
      origin_price: '60000.00000000',
      price: '60005.00000000',
      update_price: '60000.00000000',
      target_profit_price: '0.00000000',
      stop_loss_price: '0.00000000',
      share: 2,
      number: '0.02000',
      multiple: 10,
      origin_caution_money: '120.01000000',
      caution_money: '120.01000000',
      fact_profits: '0.00000000',
      trade_fee: '0.60005000',
      overnight_money: '0.00000000',
      status: 1,
      settled: 0,
      symbol: 'BTC/USDT',
      profits: '-0.10000000',
      status_name: 'Holding',
      type_name: 'Long',
      complete_time: '',
      account_type: 'real_account',
      mark_price: '60000.00000000',
      liquidation_price: '54248.62000000',
    });
    expect(row?.transaction_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(Number.isInteger(row?.create_time)).toBe(true);

    const id = String(row?.id);
    const stops = { id, target_profit_price: '66000', stop_loss_price: '55000' };
    expect(await post(user, 'futures/preview/setstop', stops)).toMatchObject({
      type: 'ok',
      message: { takeProfit: { price: '66000', source: 'last' }, stopLoss: { price: '55000', source: 'mark' } },
    });
    expect(await post(user, 'lever/setstop', stops)).toMatchObject({ type: 'ok' });
    expect(await post(user, 'lever/add_margin', { id, amount: '10' })).toMatchObject({ type: 'ok' });
    expect(await post(user, 'lever/dealall', { legal_id: '3', currency_id: '1', page: '1' })).toMatchObject({
      message: { caution_money_total: '130.01000000', origin_caution_money_total: '120.01000000', order: { total: 1 } },
    });
    expect(await post(user, 'lever/close', { id })).toMatchObject({ type: 'ok', message: 'Operation successful' });
    expect(await post(user, 'lever/close', { id, share: '1' })).toMatchObject({
      type: 'error',
      code: 'futures.not-open',
    });
    const [closed] = await trades(user, '3');
    expect(closed).toMatchObject({
      status: 3,
      settled: 1,
      share: 2,
      fact_profits: '-0.20000000',
      status_name: 'Closed',
    });
    expect(closed?.complete_time).not.toBe('');
    expect(await trades(user, '1')).toEqual([]);
    expect(await trades(user, '-1')).toHaveLength(1);
  });

  it('a limit order waits, is changed and is cancelled; all positions are closed at once', async () => {
    const user = await aTrader();
    const limit = { ...ORDER, status: '0', target_price: '50000' };
    expect(await post(user, 'lever/submit', limit)).toMatchObject({ type: 'ok' });
    const [pending] = await trades(user, '0');
    expect(pending).toMatchObject({
      status: 0,
      price: '50000.00000000',
      // What the market trades at now, and 0.02 BTC at 50,000 with ten times leverage, without the fee.
      update_price: '60000.00000000',
      origin_caution_money: '100.00000000',
      caution_money: '100.50000000',
      status_name: 'Pending',
    });
    const change = { id: String(pending?.id), target_price: '40000', share: '3' };
    expect(await post(user, 'futures/preview/amend', change)).toMatchObject({
      type: 'ok',
      message: { waits: true, reservedBefore: '100.5', reservedAfter: '120.6' },
    });
    expect(await post(user, 'lever/amend', change)).toMatchObject({ type: 'ok' });
    expect(await trades(user, '0')).toMatchObject([
      { id: pending?.id, price: '40000.00000000', share: 3, caution_money: '120.60000000' },
    ]);
    expect(await post(user, 'lever/cancel', { id: String(pending?.id) })).toMatchObject({ type: 'ok' });
    expect(await trades(user, '4')).toHaveLength(1);
    await post(user, 'lever/submit', ORDER);
    await post(user, 'lever/submit', { ...ORDER, type: '2' });
    await post(user, 'lever/batch_close', { type: '2' });
    expect((await trades(user, '1')).map(({ type }) => type)).toEqual([1]);
    expect(await post(user, 'lever/batch_close', { type: '0', legal_id: '3', currency_id: '1' })).toMatchObject({
      type: 'ok',
    });
    expect(await trades(user, '1')).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['no lots', { share: '0' }],
    ['half lots', { share: '1.5' }],
    ['lots in full width', { share: '１２' }],
    ['lots with an exponent', { share: '1e2' }],
    ['less than no lots', { share: '-1' }],
    ['leverage 0', { multiple: '0' }],
    ['leverage 1.5', { multiple: '1.5' }],
    ['leverage 10^6', { multiple: '1000000' }],
    ['leverage that is not on the list', { multiple: '7' }],
    ['a direction that there is not', { type: '3' }],
    ['a status that there is not', { status: '2' }],
    ['a limit order without a limit', { status: '0' }],
    ['a limit of zero', { status: '0', target_price: '0' }],
    ['a limit below zero', { status: '0', target_price: '-5' }],
    ['a limit ten times the market', { status: '0', target_price: '600000' }],
    ['a limit of 1e-18', { status: '0', target_price: '0.000000000000000001' }],
    ['a pair that is not one', { currency_id: '999' }],
    ['the account of nobody', { account_type: 'other' }],
    ['a margin mode that there is not', { margin_mode: 'both' }],
    ['a take-profit on the wrong side', { target_profit_price: '59000' }],
    ['a stop beyond liquidation', { stop_loss_price: '54000' }],
    ['a worse price than it may have', { worst_price: '60004.99' }],
    ['a higher fee than it may have', { worst_fee_ratio: '0.00049' }],
    ['a fee that is no number', { worst_fee_ratio: 'NaN' }],
    ['a fee of twenty nines', { worst_fee_ratio: '9'.repeat(20) }],
    ['a fee below zero', { worst_fee_ratio: '-0.0005' }],
    ['a fee in words', { worst_fee_ratio: 'low' }],
    ['the wish to reduce what is not there', { reduce_only: '1' }],
    ['the wish to reduce, with a stop', { reduce_only: 'true', stop_loss_price: '59000' }],
    ['a wish to reduce that is neither yes nor no', { reduce_only: 'maybe' }],
  ])('an order with %s is refused and changes nothing', async (_name, fields) => {
    const user = await aTrader();
    expect(await post(user, 'lever/submit', { ...ORDER, ...fields })).toMatchObject({ type: 'error' });
    expect(await trades(user, '-1')).toEqual([]);
    expect(await world.balances(user.userId)).toEqual({ contract: '10000', frozen: '0' });
  });

  it.each(['0', '-1', '1.5', 'abc', '', '9223372036854775807', '9223372036854775808', '1'.repeat(40)])(
    'row number %j is nobody’s, whatever is done to it',
    async (id) => {
      const user = await aTrader('10');
      for (const path of ['close', 'reverse', 'cancel', 'setstop']) {
        expect(await post(user, `lever/${path}`, { id, target_profit_price: '1' })).toMatchObject({ type: 'error' });
      }
      expect(await post(user, 'lever/add_margin', { id, amount: '1' })).toMatchObject({ type: 'error' });
    },
  );

  it('needs a session', async () => {
    for (const path of [
      'deal',
      'submit',
      'my_trade',
      'close',
      'reverse',
      'cancel',
      'setstop',
      'add_margin',
      'dealall',
      'batch_close',
    ]) {
      expect(await call.post(`lever/${path}`, ORDER)).toMatchObject({ type: '999' });
    }
  });
});

describe('in our own words', () => {
  it('products are public, with everything that the margin library needs', async () => {
    const { message } = await call.get('futures/products');
    expect((message as { market: string }[]).length).toBeGreaterThan(30);
    const [btc] = message as { tiers: unknown[] }[];
    const gold = (message as { market: string }[]).find(({ market }) => market === 'GOLD/USDT');
    // No venue lists a perpetual of it: one is played beside it.
    expect(gold).toMatchObject({ quotation: 'perpetual' });
    expect(btc).toMatchObject({
      market: 'BTC/USDT',
      quotation: 'perpetual',
      lotSize: '0.01',
      openFeeRatio: '0.0005',
      leverages: [1, 2, 3, 5, 10, 20],
      newAccountLeverage: 10,
    });
    // B.4: the published table, deductions computed.
    expect(btc?.tiers[3]).toEqual({
      floor: '1000000',
      cap: '10000000',
      rate: '0.025',
      deduction: '16300',
      maxLeverage: 20,
    });
    expect(btc?.tiers[9]).toMatchObject({ deduction: '100016300', cap: '500000000' });
  });

  it('a preview, an order, its figures and its end are one story, in demo money as in real money', async () => {
    const user = await aTrader('1000', true);
    const demo = { account_type: 'simulation_account' };
    const preview = await post(user, 'futures/preview', { ...ORDER, ...demo });
    expect(preview).toMatchObject({
      type: 'ok',
      message: { price: '60005', margin: '120.01', balanceAfter: '879.38995' },
    });
    expect(await post(user, 'futures/preview', ORDER)).toMatchObject({ message: { balanceBefore: '0' } });
    await post(user, 'lever/submit', { ...ORDER, ...demo });
    const opened = (await call.get('futures/positions?account_type=simulation_account', { token: user.token }))
      .message as FuturesPositionsView;
    expect(opened).toMatchObject({
      account_type: 'simulation_account',
      marginMode: 'isolated',
      balances: [{ currencyId: 3, available: '879.38995', frozen: '120.01' }],
      positions: [{ demo: true, entryPrice: '60005', margin: '120.01' }],
      figures: [
        { mark: '60000', unrealisedProfit: '-0.1', liquidationPrice: '54248.62', liquidationIsEstimate: false },
      ],
      products: [{ market: 'BTC/USDT' }],
      place: { s: 3 },
    });
    const real = await call.get('futures/positions', { token: user.token });
    expect(real.message).toMatchObject({ positions: [], balances: [] });
    expect(await trades(user, '1')).toEqual([]);
    expect(await trades(user, '1', demo)).toMatchObject([{ account_type: 'simulation_account' }]);
    const id = opened.positions[0]?.positionId ?? '';
    expect(await post(user, 'futures/preview/close', { id, share: '1' })).toMatchObject({ message: { lots: 1 } });
    expect(await post(user, 'futures/preview/add_margin', { id, amount: '1' })).toMatchObject({
      message: { margin: '121.01' },
    });
    await post(user, 'lever/close', { id });
    const history = await call.get('futures/history?account_type=simulation_account&symbol=BTC/USDT', {
      token: user.token,
    });
    expect(history.message).toMatchObject({ total: 1, data: [{ positionId: id, closedAs: 'closed' }] });
  });

  it('the whole state has the open rows of both books at a place in the events', async () => {
    const user = await aTrader('1000');
    await post(user, 'lever/submit', ORDER);
    const { message } = await call.get('account/state', { token: user.token });
    const { parts, sequence } = message as { parts: { positions: { entity: string }[] }; sequence: number };
    expect(parts.positions).toMatchObject([
      { market: 'BTC/USDT', state: 'holding', quantity: '0.02', entityVersion: 1 },
    ]);
    expect(sequence).toBe(3);
  });

  it('the margin mode that is preferred is that of orders which do not say one', async () => {
    const user = await aTrader();
    expect(await post(user, 'futures/margin_mode', { margin_mode: 'cross' })).toMatchObject({ type: 'ok' });
    await post(user, 'lever/submit', ORDER);
    expect(await trades(user, '1')).toMatchObject([{ margin_mode: 'cross' }]);
    expect(await post(user, 'futures/margin_mode', { margin_mode: 'none' })).toMatchObject({ type: 'error' });
  });
});

describe('old clients on the socket', () => {
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.disconnect();
  });

  function listen(token: string | null): { trades: Record<string, unknown>[]; closed: Record<string, unknown>[] } {
    const socket = io(world.app.url, { transports: ['websocket'], auth: token === null ? {} : { token } });
    sockets.push(socket);
    const heard = { trades: [] as Record<string, unknown>[], closed: [] as Record<string, unknown>[] };
    socket.on('lever_trade', (payload: Record<string, unknown>) => heard.trades.push(payload));
    socket.on('lever_closed', (payload: Record<string, unknown>) => heard.closed.push(payload));
    return heard;
  }

  it('hear all of their open positions, what closes, and nothing of anybody else', async () => {
    const user = await aTrader();
    const stranger = await aTrader();
    const mine = listen(user.token);
    const others = listen(stranger.token);
    const guest = listen(null);
    sockets.at(-1)?.emit('login', Number(user.userId));
    await until('the first picture is there', () => mine.trades.length > 0);
    expect(mine.trades[0]).toMatchObject({ type: 'lever_trade', to: Number(user.userId), trades_all: '[]' });
    await post(user, 'lever/submit', ORDER);
    await post(user, 'lever/submit', { ...ORDER, type: '2' });
    await post(user, 'lever/submit', { ...ORDER, status: '0', target_price: '50000' });
    const rows = (field: string) => JSON.parse(String(mine.trades.at(-1)?.[field])) as LeverView[];
    await until('all are told', () => rows('trades_all').length === 2 && rows('trades_entrust').length === 1);
    const [held] = rows('trades_all');
    world.price('60500');
    await until('a new price is a new profit', () => rows('trades_all')[0]?.update_price === '60500.00000000');
    await post(user, 'lever/close', { id: String(held?.id) });
    await until('what has closed is told', () => mine.closed.length > 0);
    expect(mine.closed).toEqual([{ type: 'lever_closed', to: Number(user.userId), id: [held?.id] }]);
    expect(rows('trades_all')).toHaveLength(1);
    expect(others.trades.every(({ to, trades_all: all }) => to === Number(stranger.userId) && all === '[]')).toBe(true);
    expect([...others.closed, ...guest.trades, ...guest.closed]).toEqual([]);
  });
});
