import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_EXAMPLES, REPLY_EXAMPLES } from '../contract/api-examples.js';
import { CHANNEL_EXAMPLES } from '../contract/channel-examples.js';
import type { TapeConstituent } from '../contract/markets/tape.dto.js';
import { MarketBoard, NextIndex } from '../features/markets/market-board/index.js';
import { KEY_TABLE } from './access-matrix.js';
import { sendCall } from './every-call.js';
import { AccessWorld } from './factories/access-world.js';
import { aRate } from './factories/funding.js';
import { rootTape, tapeSeconds } from './factories/tape.js';
import { BTC_MARKET } from './factories/futures-world.js';
import { formDifferences } from './reply-forms.js';
import { ReplySchemas } from './reply-schemas.js';

/**
 * What the product answers to the calls that programs make, as the served description shows them: each is held against its schema and against
 * the form of its example, so that neither says what is not so.
 */

const schemas = new ReplySchemas();
const { paths } = JSON.parse(readFileSync(join(__dirname, '../../client/public/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const REAL = { account_type: 'real_account' };

let world: AccessWorld;
const answered = new Map<string, unknown>();

/** Sends the call as its example does, with real money and with the numbers of rows that there are. */
async function ask(call: string, own: Record<string, string> = {}): Promise<{ type?: string; message: unknown }> {
  const [verb = '', path = ''] = call.split(' ');
  const example = API_EXAMPLES[call] ?? {};
  const fields = { ...example, ...('account_type' in example ? REAL : {}), ...own };
  const { text } = await sendCall(world.url, { verb, path, fields, token: world.owner.token });
  const reply = JSON.parse(text) as { type?: string; code?: unknown; message: unknown };
  if (reply.type !== 'ok' && reply.code !== 1) throw new Error(`${call}: ${text}`);
  answered.set(call, reply);
  return reply;
}

beforeAll(async () => {
  world = await AccessWorld.open();
}, 180_000);
afterAll(() => world?.close());

it('an example in another unit, in another way of writing, with a field too few or too many is found', () => {
  const shown = { at: 1763890000000, total: '60.00050000', rows: [{ id: '7', levels: [['60000.5', '1']] }] };
  const found = (answer: object) => formDifferences(shown, { ...shown, ...answer }).length;
  expect(found({})).toBe(0);
  const wrong = [
    { at: 1763890000 },
    { at: '2025-11-23 09:26:40' },
    { total: '60.0005' },
    { rows: [{ id: '7' }] },
    { rows: [{ id: '7', levels: [[60000.5, '1']] }] },
    { more: '1' },
  ];
  expect(wrong.map(found)).toEqual(wrong.map(() => 1));
});

it('every call answers its example as its schema says, and in the form of the example of its answer', async () => {
  await tradeSpot();
  await tradeContracts();
  await tradeOptions();
  await look();

  const calls = Object.keys(KEY_TABLE);
  expect(calls.filter((call) => !answered.has(call))).toEqual([]);
  const shown = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.slice('/api/'.length)}`),
  );
  expect(shown.filter((call) => !answered.has(call) && call !== PICTURE)).toEqual([]);
  const problems = [...answered].flatMap(([call, reply]) => {
    const [verb = '', path = ''] = call.split(' ');
    const ofSchema = schemas.problemsOf(verb, path, reply) ?? ['has none'];
    return [...ofSchema, ...formDifferences(REPLY_EXAMPLES[call], reply)].map((problem) => `${call}: ${problem}`);
  });
  expect(problems).toEqual([]);
}, 600_000);

/** The picture of a coin is no JSON. */
const PICTURE = 'GET currency/logo/{name}';
const HOUR_MS = 3_600_000;
const TAPED_MARKET = 2;
const STOCK_MARKET = 101;
const LOOKS = [
  'POST wallet/list',
  'POST wallet/detail',
  'GET trading/status',
  'GET currency/list',
  'GET currency/type',
  'GET currency/quotation_new',
  'GET currency/quotation_recomm',
  'GET currency/deal',
  'GET currency/new_tradehistory',
  'GET currency/new_timeshar',
  'GET usstock/quotation',
  'GET usstock/kline',
  'GET futures/products',
  'GET futures/funding',
  'GET futures/insurance',
];

async function tradeSpot(): Promise<void> {
  await ask('POST spot/preview');
  await ask('POST coin/trade');
  const order = await newest('GET coin/list');
  await ask('POST spot/amend/preview', order);
  await ask('POST spot/amend', order);
  await ask('GET spot/order', order);
  await ask('PUT coin/trade/cancel', order);
  // Bought at once, with stops for the coins.
  await ask('POST coin/trade', {
    target_price: '0',
    amount: '0.01',
    stop_loss_price: '57000',
    take_profit_price: '66000',
  });
  await ask('GET spot/fills');
  await ask('GET spot/order', await newest('GET coin/list'));
  // One that waits, whose stops are taken back before it is executed.
  await ask('POST coin/trade', { stop_loss_price: '45000' });
  await ask('POST spot/exit/amend', await newest('GET coin/list'));
  await ask('PUT spot/exit/cancel', await newest('GET coin/list'));
  await ask('POST coin/trade', { target_price: '0', amount: '0.01' });

  await ask('POST spot/stop/preview');
  await ask('POST spot/stop');
  const stop = await newest('GET spot/stops');
  await ask('POST spot/stop/amend/preview', stop);
  await ask('POST spot/stop/amend', stop);
  await ask('GET spot/stop/amendments', stop);
  await ask('GET spot/stops');
  await ask('PUT spot/stop/cancel', stop);
  await ask('POST spot/pair/preview');
  await ask('POST spot/pair');
  await ask('GET spot/desk');
  await ask('GET coin/list');
}

/** The number of the first row of a list, which is the newest. */
async function newest(call: string): Promise<{ id: string }> {
  const { message } = (await ask(call)) as unknown as { message: { id: string }[] };
  return { id: message[0]?.id ?? '' };
}

async function tradeContracts(): Promise<void> {
  await ask('POST futures/preview');
  await ask('POST lever/submit', { share: '2' });
  const position = { id: await newestPosition() };
  await ask('POST futures/preview/add_margin', position);
  await ask('POST lever/add_margin', position);
  await ask('POST futures/preview/setstop', position);
  await ask('POST lever/setstop', position);
  await ask('POST futures/preview/reverse', position);
  await ask('POST futures/preview/close', position);
  const closing = await closingOrder();
  await ask('POST lever/close_amend', closing);
  await ask('GET futures/closing-amendments', closing);
  await ask('GET futures/positions');
  await ask('POST lever/close_cancel', closing);
  await ask('GET futures/closings');
  await ask('POST lever/close', { ...position, share: '1' });
  await ask('GET futures/closed-parts');
  await ask('POST lever/reverse', position);
  const { id } = await world.make('limit order');
  await ask('POST futures/preview/amend', { id });
  await ask('POST lever/amend', { id });
  await ask('POST lever/my_trade');
  await ask('POST lever/cancel', { id });
  await ask('POST lever/batch_close');
  await ask('GET futures/history');
}

async function newestPosition(): Promise<string> {
  const { message } = (await ask('GET futures/positions')) as unknown as {
    message: { positions: { positionId: string }[] };
  };
  return message.positions[0]?.positionId ?? '';
}

async function closingOrder(): Promise<Record<string, string>> {
  const [id = '', closing_id = ''] = (await world.make('closing order')).id.split(' ');
  await ask('POST lever/close_limit', { id: (await world.make('position')).id });
  return { id, closing_id };
}

async function tradeOptions(): Promise<void> {
  await ask('GET microtrade/seconds', { match_id: '' });
  await ask('GET microtrade/payable_currencies');
  const quote_id = (await world.make('option quote')).id;
  // The index that it is confirmed at comes a second later.
  const next = setInterval(() => {
    if (world.futures.get(NextIndex).waiting === 0) return;
    world.futures.clock.advance(1000);
    world.futures.price('60000');
  }, 5);
  await ask('POST microtrade/submit', { quote_id }).finally(() => clearInterval(next));
  const { message } = (await ask('GET microtrade/lists')) as unknown as { message: { data: { id: string }[] } };
  await ask('GET options/receipt', { id: message.data[0]?.id ?? '' });
  await ask('POST options/preview');
}

/** What is looked at when all has happened; of the markets what a venue says in a minute. */
async function look(): Promise<void> {
  const { futures } = world;
  const { source } = futures;
  const now = futures.clock.now();
  const begun = Math.floor(now / HOUR_MS) * HOUR_MS;
  const [ticker] = CHANNEL_EXAMPLES['markets.ticker'].snapshot;
  const [trade] = CHANNEL_EXAMPLES['markets.trades'].change;
  if (!ticker || !trade) throw new Error('The channels show no ticker or no trade.');
  const stock = { ...ticker, symbol: 'AAPL/USD', pricedAt: now };
  futures.get(MarketBoard).apply(
    {
      ep: '7',
      s: 1_000_000,
      at: now,
      kind: 'snap',
      candles: [],
      depths: [],
      marks: [],
      tickers: [{ ...ticker, pricedAt: now }, stock],
      trades: { [ticker.symbol]: [{ ...trade, at: now }] },
    },
    now,
  );
  for (const marketId of [BTC_MARKET, STOCK_MARKET])
    await source.query(
      `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed, filled, outage, origin)
       values ($1, '1min', to_timestamp($2), 60000, 60001, 59990, 60000.5, 3.2, 192000, 118, 41, true, false, false, 'live')`,
      [marketId, (begun - HOUR_MS) / 1000],
    );
  const seconds = [0, 1, 2].map((second) => begun - HOUR_MS + second * 1000);
  const venue: TapeConstituent = ['binance', '60000.9', 120, true];
  const sample = { index: '60000.9', mark: '60001.2', last: '60000.5', constituents: [venue], origin: 'live' } as const;
  await tapeSeconds(
    source,
    seconds.map((at) => ({ marketId: TAPED_MARKET, at, ...sample })),
  );
  await rootTape(source);
  await aRate(source, { marketId: BTC_MARKET, stamp: new Date(begun - 8 * HOUR_MS), rate: '0.0001', mark: '60001.2' });
  await futures.insure('100');

  const taped = { symbol: 'ETH/USDT', from: String(begun - HOUR_MS), to: String(now) };
  await ask('GET tape/slice', { ...taped, to: String(begun) });
  await ask('GET tape/roots', taped);
  await ask('GET tape/proof', { symbol: taped.symbol, second: taped.from });
  for (const call of LOOKS) await ask(call);
}
