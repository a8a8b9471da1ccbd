import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { refusalText } from '../../contract/languages/index.js';
import type { LeverView } from '../../contract/trading/lever.dto.js';
import { GetQuotation } from '../../features/markets/quotations/get-quotation.js';
import { Caller } from '../calls.js';
import { FuturesWorld } from '../factories/futures-world.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';
import { until } from '../gateway.js';
import { type OldSocket, openOldSocket } from './old-socket.js';

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
  ])('is refused with %o by the envelope alone, which names what is wrong', async (fields, field) => {
    const reply = await post('lever/submit', { ...ORDER, ...fields });
    expect(reply).toMatchObject({ status: 200, type: 'error', code: 'request.invalid' });
    expect(reply.message).toBe(refusalText('en', 'request.invalid', { field }));
    expect(await trades(1)).toEqual([]);
  });

  it('is closed with all others of a side at once', async () => {
    for (const type of [1, 1, 2]) {
      // Another size each time: the same again would be a press too many.
      const share = (await trades(1)).length + 1;
      expect(await post('lever/submit', { ...ORDER, type, share })).toMatchObject({ type: 'ok' });
    }
    expect(await post('lever/batch_close', { type: 1, legal_id: 3, currency_id: 1 })).toMatchObject({ type: 'ok' });
    expect(await trades(1)).toMatchObject([{ type: 2 }]);
    expect(await post('lever/batch_close', { type: 0 })).toMatchObject({ type: 'ok' });
    expect(await trades(1)).toEqual([]);
    expect(await trades(3)).toHaveLength(3);
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

describe('what a user has, and moving it as the oldest of them do', () => {
  it('is listed by account, each coin with what these clients read of it', async () => {
    const list = (await post('wallet/list', { currency_name: '' })).message as Record<
      'legal_wallet' | 'change_wallet' | 'lever_wallet' | 'micro_wallet',
      { balance: object[]; totle: string; usdt_totle: string }
    >;
    expect(list.lever_wallet).toMatchObject({
      totle: '1000.00000000',
      usdt_totle: '1000.00000000',
      CNY: '7100.00000000',
    });
    expect(list.lever_wallet.balance).toContainEqual(
      expect.objectContaining({
        currency: 3,
        currency_name: 'USDT',
        currency_type: 'usdt',
        is_lever: 1,
        lever_balance: '1000.00000000',
        lock_lever_balance: '0.00000000',
        usdt_price: '1.00000000',
        cny_price: '7.10000000',
      }),
    );
    expect(list.legal_wallet.balance).toEqual([]);
    const found = (await post('wallet/list', { currency_name: 'BT' })).message as typeof list;
    expect(found.change_wallet.balance).toMatchObject([{ currency_name: 'BTC', is_match: 1 }]);
  });

  const leverOf = async () => (await post('wallet/detail', { currency: 3, type: 'lever' })).message;

  it('goes by a number in the place of two accounts', async () => {
    expect(await post('wallet/change', { type: 3, number: 10.5, currency_id: 3 })).toMatchObject({ type: 'ok' });
    expect(await leverOf()).toMatchObject({ lever_balance: '1010.50000000' });
    expect(await post('wallet/change', { type: 4, number: 20, currency_id: 3 })).toMatchObject({ type: 'ok' });
    expect(await leverOf()).toMatchObject({ lever_balance: '990.50000000' });
  });

  it.each([
    [{ type: 1 }, 'wallet.account-unavailable'],
    [{ type: 2 }, 'wallet.account-unavailable'],
    [{ type: 5 }, 'request.invalid'],
    [{}, 'request.invalid'],
    [{ from_field: 'change' }, 'request.invalid'],
    [{ from_field: 'change', type: 4 }, 'request.invalid'],
  ])('goes nowhere by %o', async (way, code) => {
    const reply = await post('wallet/change', { number: 10, currency_id: 3, ...way });
    expect(reply).toMatchObject({ type: 'error', code });
    expect(await leverOf()).toMatchObject({ lever_balance: '1000.00000000' });
  });
});

describe('the socket of the 2.x library', () => {
  function listen(cookie: string | null): OldSocket {
    const own = cookie === null ? null : `session=${cookie}`;
    const opened = openOldSocket(world.app.url, {
      cookie: own,
      userId: user.userId,
      names: ['lever_trade', 'lever_closed'],
    });
    sockets.push(opened.socket);
    return opened;
  }

  it('tells the owner of the cookie of all positions, in the language of the account', async () => {
    const mine = listen(user.token);
    const guest = listen(null);
    await until('the first picture is there', () => mine.heard('lever_trade').length > 0);
    await post('lever/submit', ORDER);
    const held = () => JSON.parse(String(mine.heard('lever_trade').at(-1)?.trades_all)) as LeverView[];
    await until('it is told', () => held().length === 1);
    expect(held()).toMatchObject([{ symbol: 'BTC/USDT', type_name: '做多', status_name: '持仓中' }]);
    await world.source.query(`update account_user set language = 'ja' where id = $1`, [user.userId]);
    // It is read with whatever happens next.
    await post('wallet/change', { currency_id: 3, number: 1.5, from_field: 'change', to_field: 'lever' });
    await until('the language is another one', () => held()[0]?.type_name === 'ロング');
    await post('lever/close', { id: held()[0]?.id });
    await until('what has closed is told', () => mine.heard('lever_closed').length > 0);
    expect(held()).toEqual([]);
    expect([...guest.heard('lever_trade'), ...guest.heard('lever_closed')]).toEqual([]);
  });

  it('tells a second page at once how things stand, before anything happens', async () => {
    const first = listen(user.token);
    await until('the first picture is there', () => first.heard('lever_trade').length > 0);
    await post('lever/submit', { ...ORDER, status: 0, target_price: 50_000 });
    const waiting = ({ heard }: OldSocket) => String(heard('lever_trade').at(-1)?.trades_entrust);
    await until('the order is told', () => waiting(first) !== '[]');
    const heardBefore = first.heard('lever_trade').length;
    const second = listen(user.token);
    await until('the second page has its picture', () => second.heard('lever_trade').length > 0);
    expect(second.heard('lever_trade')).toEqual([first.heard('lever_trade').at(-1)]);
    expect(first.heard('lever_trade')).toHaveLength(heardBefore);
    expect(second.heard('lever_closed')).toEqual([]);
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
