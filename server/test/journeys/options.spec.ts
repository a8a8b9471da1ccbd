import { io, type Socket } from 'socket.io-client';
import { WIRE_LANGUAGE } from '../../contract/languages/index.js';
import { optionWord } from '../../contract/languages/options.js';
import { settle } from '../../contract/rules/option-settlement.rules.js';
import type {
  OptionOrderView,
  OptionPage,
  OptionQuoteView,
  OptionReceiptView,
} from '../../contract/trading/options.dto.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import { ListOptions } from '../../features/trading/options/list-options.js';
import { Clock } from '../../platform/clock/clock.js';
import { sessionOfKey } from '../../platform/http/keys/key-access.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { OptionWorld } from '../factories/option-world.js';
import { aUser, type TestUser } from '../factories/users.js';

let world: OptionWorld;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  world = await OptionWorld.open();
  call = new Caller(world.app);
}, 60_000);

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
  await fund(world.source, user.userId, '1000', { kind: 'option' });
  await fund(world.source, user.userId, '500', { kind: 'option', demo: true });
});

const post = (path: string, fields: Record<string, string> = {}, by = user) =>
  world.withNextIndex(call.post(path, fields, { token: by.token }));
const get = (path: string, by = user) => call.get(path, { token: by.token });
/** As an old client sends it. */
const ORDER = { match_id: '1', currency_id: '3', type: '1', seconds: '60', number: '50', lang: 'en' };

async function micro(type = 'real_account'): Promise<string> {
  const reply = await get(`microtrade/payable_currencies?account_type=${type}`);
  const [first] = reply.message as { user_wallet: { micro_with_insurance: string } }[];
  return first?.user_wallet.micro_with_insurance ?? '';
}

describe('as the old clients call', () => {
  it('an option is chosen, bought, listed, and delivered', async () => {
    const seconds = await call.get('microtrade/seconds');
    expect(seconds.message).toMatchObject([
      { seconds: 60, profit_ratio: '80.00', min_num: '10', status: 1 },
      { seconds: 120 },
      { seconds: 180 },
      { seconds: 300 },
      { seconds: 600 },
      { seconds: 900 },
    ]);
    const payable = await get('microtrade/payable_currencies');
    expect(payable.message).toMatchObject([
      { id: 3, name: 'USDT', micro_trade_fee: '1.00', user_wallet: { micro_with_insurance: '1000.00000000' } },
      { id: 4, name: 'USDC' },
    ]);

    expect(await post('microtrade/submit', ORDER)).toMatchObject({ type: '998', code: 'verification.required' });
    await world.verify(user.userId);
    const bought = await post('microtrade/submit', ORDER);
    expect(bought).toMatchObject({ type: 'ok', message: { status: 1, number: '50.00000000', fee: '0.50000000' } });
    const { id } = bought.message as OptionOrderView;
    expect(await micro()).toBe('949.50000000');

    world.clock.advance(15_000);
    const running = (await get('microtrade/lists?page=1&status=1&match_id=1&limit=10')).message as OptionPage;
    expect(running).toMatchObject({
      total: 1,
      next_page_url: null,
      data: [{ id, symbol_name: 'BTC/USDT', currency_name: 'USDT', remain_milli_seconds: 45_000, account: user.email }],
    });
    // Nor is a program with a key told what its owner logs in with.
    const byKey = { userId: user.userId, sessionId: sessionOfKey('7') };
    expect(await world.get(ListOptions).accountOf(byKey)).toBe(user.userId);
    await world.seconds(45, () => '50010');
    expect(((await get('microtrade/lists?status=2')).message as OptionPage).data).toMatchObject([{ id, status: 2 }]);
    await world.settle();
    expect(((await get('microtrade/lists?status=1')).message as OptionPage).total).toBe(0);
    expect(((await get('microtrade/lists?page=1&status=3&limit=10')).message as OptionPage).data).toMatchObject([
      {
        id,
        status: 3,
        profit_result: 1,
        fact_profits: '40.00000000',
        end_price: '50010.00000000',
        paid: '90.00000000',
      },
    ]);
    expect(await micro()).toBe('1039.50000000');
    const log = (await post('wallet/legal_log', { currency: '3', type: '4' })).message as { list: object[] };
    expect(log.list).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ reason: 'options.settle', info: 'Option settled' })]),
    );
  });

  it('enters at the first index after it, which nobody can have seen, or not at all', async () => {
    await world.verify(user.userId);
    await world.seconds(1, () => '49990');
    const submit = (number: string) => call.post('microtrade/submit', { ...ORDER, number }, { token: user.token });
    const bought = await world.withNextIndex(submit('50'), '50100');
    expect(bought).toMatchObject({ type: 'ok', message: { open_price: '50100.00000000' } });
    const after = (bought.message as OptionOrderView).closes_at_ms;
    expect(after).toBe(world.clock.now() + 60_000);
    // No index comes.
    expect(await submit('51')).toMatchObject({ type: 'error', code: 'market.stale' });
    expect(await micro()).toBe('949.50000000');
  });

  it('sent again in another language is the same order, in the words of that language', async () => {
    await world.verify(user.userId);
    const { message: first } = await post('microtrade/submit', ORDER);
    const inItsLanguage = { token: user.token, language: WIRE_LANGUAGE.zh };
    const { message: again } = await world.withNextIndex(call.post('microtrade/submit', ORDER, inItsLanguage));
    const words = { type_name: 'rise', status_name: 'running', profit_result_name: 'open' } as const;
    const inChinese = Object.entries(words).map(([name, word]) => [name, optionWord('zh', word)]);
    expect(again).toEqual({ ...(first as OptionOrderView), ...Object.fromEntries(inChinese) });
    expect(again).not.toEqual(first);
  });

  it('sent again with its key, after its end and to another process, gets the same bytes', async () => {
    await world.verify(user.userId);
    const bytes = async ({ url }: Pick<TestApp, 'url'>) => {
      const headers = { authorization: user.token, lang: 'en', 'idempotency-key': `bytes-of-${user.userId}` };
      const body = new URLSearchParams(ORDER);
      const reply = await world.withNextIndex(fetch(`${url}/api/microtrade/submit`, { method: 'POST', headers, body }));
      return `${reply.status} ${await reply.text()}`;
    };
    const first = await bytes(world.app);
    expect(JSON.parse(first.slice(4))).toMatchObject({ type: 'ok', message: { status: 1 } });
    await world.seconds(60, () => '50010');
    await world.settle();
    expect(await bytes(world.app)).toBe(first);
    const other = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' }, world.app.database);
    other.application.get(Clock).now = () => world.clock.now();
    expect(await bytes(other).finally(() => other.close())).toBe(first);
    expect(((await get('microtrade/lists?status=3')).message as OptionPage).total).toBe(1);
  });

  it('a loss begins with a minus', async () => {
    await world.verify(user.userId);
    await post('microtrade/submit', { ...ORDER, type: '2' });
    await world.seconds(60, () => '50010');
    await world.settle();
    expect(((await get('microtrade/lists?status=3')).message as OptionPage).data).toMatchObject([
      { fact_profits: '-50.00000000', profit_result: -1, type: 2 },
    ]);
    // The stake and 1 % of it as the fee.
    const loss = { profit: '-50.5', percent: '-5.05', before: '1000', received: '0', given: '0', now: '949.5' };
    expect((await get('wallet/profit')).message).toMatchObject({ all: loss, option: loss, spot: { profit: '0' } });
    expect((await get('wallet/profit?account_type=simulation_account')).message).toMatchObject({
      account_type: 'simulation_account',
      all: { profit: '0', now: '500' },
    });
  });

  it('closed_microorder comes to the socket of its owner, and to no other', async () => {
    await world.verify(user.userId);
    const other = await aUser(world.app.database.url);
    const heard: Record<string, unknown[]> = { owner: [], other: [], guest: [] };
    const sockets = [
      listen({ token: user.token }, heard.owner as unknown[]),
      listen({ token: other.token }, heard.other as unknown[]),
      // Claims to be the owner, and proves nothing.
      listen({}, heard.guest as unknown[], user.userId),
    ];
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', () => done(null)))));
    const { id } = (await post('microtrade/submit', ORDER)).message as OptionOrderView;
    // The order is known to be open before it ends.
    await new Promise((done) => setTimeout(done, 300));
    await world.seconds(60, () => '50010');
    await world.settle();
    for (let attempt = 0; attempt < 200 && heard.owner?.length === 0; attempt += 1) {
      await new Promise((done) => setTimeout(done, 25));
    }
    for (const socket of sockets) socket.disconnect();
    expect(heard).toMatchObject({
      owner: [{ type: 'closed_microorder', to: Number(user.userId), data: { id, status: 3, profit_result: 1 } }],
      other: [],
      guest: [],
    });
  });
});

function listen(auth: object, into: unknown[], login: string | null = null): Socket {
  const socket = io(world.app.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  socket.on('closed_microorder', (event: unknown) => into.push(event));
  socket.on('connect', () => socket.emit('login', login));
  return socket;
}

describe('with a quote', () => {
  const preview = async (fields: Record<string, string> = {}) =>
    (await post('options/preview', { ...ORDER, ...fields })).message as OptionQuoteView;

  it('the order is the quote, in demo money without a verified identity', async () => {
    const demo = { account_type: 'simulation_account' };
    // How far the index usually moves is not known: the seconds of the test before are too long ago.
    world.clock.advance(120_000);
    await world.price('50000');
    const quote = await preview({ ...demo, type: '3' });
    expect(quote).toMatchObject({ direction: 'even', evenFrom: '49995', evenTo: '50005', balanceAfter: '449.5' });
    world.clock.advance(1000);
    await world.price('50003');
    const bought = await post('microtrade/submit', { ...ORDER, ...demo, type: '3', quote_id: quote.quoteId });
    expect(bought).toMatchObject({
      type: 'ok',
      message: { open_price: '50000.00000000', account_type: demo.account_type },
    });
    expect(await micro('simulation_account')).toBe('449.50000000');
    expect(await micro()).toBe('1000.00000000');
    expect(((await get('microtrade/lists')).message as OptionPage).total).toBe(0);
    expect(((await get('microtrade/lists?account_type=simulation_account')).message as OptionPage).total).toBe(1);
    const state = (await get('account/state')).message as { parts: { options: object[] } };
    expect(state.parts.options).toMatchObject([{ orderId: (bought.message as OptionOrderView).id, demo: true }]);
  });

  it('a receipt settles the order again, in any hands', async () => {
    const demo = { account_type: 'simulation_account' };
    const { id } = (await post('microtrade/submit', { ...ORDER, ...demo })).message as OptionOrderView;
    const prices = ['50001', '50002', '50003', '50009', '40000'];
    await world.seconds(60, (place) => prices[place - 55] ?? '50000');
    await world.settle();
    const receipt = (await get(`options/receipt?id=${id}`)).message as OptionReceiptView;
    expect(receipt).toMatchObject({ result: 'win', price: '50002', reason: null, symbol: 'BTC/USDT' });
    expect(receipt.samples.map(({ index }) => index)).toEqual(prices);
    expect(settle(receipt.samples, receipt.contract)).toEqual({ result: 'win', price: '50002', reason: null });
    const stranger = await aUser(world.app.database.url);
    expect(await get(`options/receipt?id=${id}`, stranger)).toMatchObject({ code: 'options.not-found' });
  });

  it('that the price has left is refused in the words of the user', async () => {
    await world.verify(user.userId);
    const quote = await preview();
    world.clock.advance(1000);
    await world.price('50100');
    expect(await post('microtrade/submit', { ...ORDER, quote_id: quote.quoteId })).toMatchObject({
      type: 'error',
      code: 'options.price-moved',
      message: 'The price has moved, please confirm again',
    });
  });
});

describe('bad input', () => {
  it.each<[string, Record<string, string>]>([
    ['seconds that are not offered', { seconds: '61' }],
    ['seconds beyond everything', { seconds: '999999999999' }],
    ['negative seconds', { seconds: '-60' }],
    ['a direction that there is not', { type: '4' }],
    ['an amount just below the least', { number: '9.99999999' }],
    ['a negative amount', { number: '-50' }],
    ['an amount in powers of ten', { number: '5e1' }],
    ['another account', { account_type: 'house' }],
    ['a market that there is not', { match_id: '424242' }],
  ])('%s is refused and takes no money', async (_name, fields) => {
    await world.verify(user.userId);
    const reply = await post('microtrade/submit', { ...ORDER, ...fields });
    expect(reply.type).toBe('error');
    expect(reply.status).toBeLessThan(500);
    expect(await micro()).toBe('1000.00000000');
  });

  it('nobody buys, previews or reads without a session', async () => {
    for (const reply of [
      await call.post('microtrade/submit', ORDER),
      await call.post('options/preview', ORDER),
      await call.get('microtrade/lists'),
      await call.get('options/receipt?id=1'),
    ]) {
      expect(reply.type).toBe('999');
    }
  });
});
