import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Socket } from 'socket.io-client';
import type { LeverView } from '../../contract/trading/lever.dto.js';
import { GetQuotation } from '../../features/markets/quotations/get-quotation.js';
import { Caller } from '../calls.js';
import { FuturesWorld } from '../factories/futures-world.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';
import { until } from '../gateway.js';

/** Contracts, transfers and the socket as clients use them that send everything as JSON with numbers. */
let world: FuturesWorld;
let call: Caller;
let user: TestUser;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await FuturesWorld.open();
  call = new Caller(world.app);
}, 180_000);
afterAll(() => {
  for (const socket of sockets) socket.disconnect();
  return world?.close();
});
beforeEach(async () => {
  world.price('60000');
  user = await aUser(world.app.database.url);
  await world.source.query(
    `update account_user set created_at = now() - interval '1 year', language = 'zh' where id = $1`,
    [user.userId],
  );
  await fund(world.source, user.userId, '1000');
  await fund(world.source, user.userId, '1000', { kind: 'contract' });
});

/** Word by word what they send, with a market order's empty price. */
const ORDER = { share: 1, multiple: 10, legal_id: 3, currency_id: 1, type: 1, status: 1, target_price: '' };
const post = (where: string, fields: object = {}) => call.postJson(where, fields, { token: user.token });
const rowsOf = (reply: { message: unknown }) => (reply.message as { message: { data: LeverView[] } }).message.data;
const trades = async (status: number) =>
  rowsOf(await post('lever/my_trade', { status, legal_id: '', currency_id: '', page: 1 }));

describe('a contract, in JSON with numbers', () => {
  it('is opened, given stops and margin, and closed', async () => {
    expect(await post('lever/deal', { currency_id: 1, legal_id: 3 })).toMatchObject({
      status: 200,
      message: { last_price: '60000', user_lever: '1000.00000000', ExRAte: '7.1' },
    });
    expect(await post('lever/submit', ORDER)).toMatchObject({ status: 200, type: 'ok' });
    const [row] = await trades(1);
    expect(row).toMatchObject({ type: 1, share: 1, multiple: 10, currency: 1, legal: 3, status: 1 });
    const { id } = row as LeverView;
    expect(await post('lever/setstop', { id, target_profit_price: 70000, stop_loss_price: 55000 })).toMatchObject({
      type: 'ok',
    });
    expect(await post('lever/add_margin', { id, amount: 10.5 })).toMatchObject({ type: 'ok' });
    const { order } = (await post('lever/dealall', { legal_id: 3, currency_id: 1, page: 1 })).message as {
      order: { data: LeverView[] };
    };
    const [stopped] = order.data;
    expect(stopped).toMatchObject({ target_profit_price: '70000.00000000', stop_loss_price: '55000.00000000' });
    expect(await post('lever/close', { id })).toMatchObject({ type: 'ok' });
    expect(await trades(1)).toEqual([]);
    expect(await trades(3)).toMatchObject([{ id, status: 3 }]);
  });

  it('waits at a price, and is taken back', async () => {
    expect(await post('lever/submit', { ...ORDER, type: 2, status: 0, target_price: 65000.5 })).toMatchObject({
      type: 'ok',
    });
    const [row] = await trades(0);
    expect(row).toMatchObject({ type: 2, status: 0, origin_price: '65000.50000000' });
    expect(await post('lever/cancel', { id: row?.id })).toMatchObject({ type: 'ok' });
    expect(await trades(0)).toEqual([]);
  });

  it.each([
    [{ share: 1.5 }, 'share'],
    [{ share: -1 }, 'share'],
    [{ type: 3 }, 'type'],
    [{ multiple: 1e9 }, 'multiple'],
  ])('is refused with %o by the envelope alone', async (fields, _field) => {
    const reply = await post('lever/submit', { ...ORDER, ...fields });
    expect(reply).toMatchObject({ status: 200, type: 'error' });
    expect(await trades(1)).toEqual([]);
  });
});

describe('money between accounts, in JSON with numbers', () => {
  it('goes over, and stands in the statement of the contract account under each of its names', async () => {
    const moved = { currency_id: 3, number: 12.5, from_field: 'change', to_field: 'lever' };
    expect(await post('wallet/change', moved)).toMatchObject({ type: 'ok' });
    expect((await post('wallet/detail', { currency: 3, type: 'lever' })).message).toMatchObject({
      lever_balance: '1012.50000000',
    });
    const logOf = async (type: unknown) =>
      (await post('wallet/legal_log', { currency: 3, type, page: 1, limit: 10 })).message as {
        list: { value: string; type: number }[];
        count: number;
      };
    const byNumber = await logOf(3);
    expect(byNumber.list[0]).toMatchObject({ value: '12.50000000' });
    expect(byNumber.count).toBeGreaterThan(0);
    expect(await logOf('lever')).toEqual(byNumber);
    expect((await logOf(2)).list[0]).toMatchObject({ value: '-12.50000000' });
    const history = await call.get('wallet/hzhistory?page=1&limit=10', { token: user.token });
    expect((history.message as { data: object[] }).data[0]).toMatchObject({ currency_name: 'USDT' });
  });
});

describe('the socket of the 2.x library', () => {
  const load = createRequire(path.resolve('package.json'));
  const openOld = load('socket.io-client-v2') as (url: string, options: unknown) => Socket;

  function listen(cookie: string | null) {
    const own = { origin: world.app.url, ...(cookie === null ? {} : { cookie: `session=${cookie}` }) };
    const socket = openOld(world.app.url, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: own,
      transportOptions: { websocket: { extraHeaders: own } },
    });
    sockets.push(socket);
    const heard: Record<'trades' | 'closed', Record<string, unknown>[]> = { trades: [], closed: [] };
    socket.on('lever_trade', (payload: Record<string, unknown>) => heard.trades.push(payload));
    socket.on('lever_closed', (payload: Record<string, unknown>) => heard.closed.push(payload));
    // Once for each part of the page that listens, with the user's number and no proof.
    for (let part = 0; part < 3; part += 1) socket.emit('login', Number(user.userId));
    return heard;
  }

  it('tells the owner of the cookie of all positions, in the language of the account', async () => {
    const mine = listen(user.token);
    const guest = listen(null);
    await until('the first picture is there', () => mine.trades.length > 0);
    await post('lever/submit', ORDER);
    const held = () => JSON.parse(String(mine.trades.at(-1)?.trades_all)) as LeverView[];
    await until('it is told', () => held().length === 1);
    expect(held()).toMatchObject([{ symbol: 'BTC/USDT', type_name: '做多', status_name: '持仓中' }]);
    await world.source.query(`update account_user set language = 'ja' where id = $1`, [user.userId]);
    // It is read with whatever happens next.
    await post('wallet/change', { currency_id: 3, number: 1.5, from_field: 'change', to_field: 'lever' });
    await until('the language is another one', () => held()[0]?.type_name === 'ロング');
    await post('lever/close', { id: held()[0]?.id });
    await until('what has closed is told', () => mine.closed.length > 0);
    expect(held()).toEqual([]);
    expect([...guest.trades, ...guest.closed]).toEqual([]);
  });
});

describe('yuan for one of a coin that others are quoted in', () => {
  it('comes through its own price in USDT, and is zero where nobody knows', () => {
    const quotation = world.get(GetQuotation);
    expect(quotation.yuanOf('USDT')).toMatchObject({ yuan: '7.1' });
    expect(quotation.yuanOf('BTC')).toMatchObject({ yuan: '426000.00000000', setAt: expect.any(Number) });
    expect(quotation.yuanOf('NONE')).toEqual({ yuan: '0', setAt: null, ageMs: 0 });
  });
});
