import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Client } from 'pg';
import type { TickerView } from '../../contract/markets.dto.js';
import type { QuotationPairView } from '../../contract/quotations.dto.js';
import { AreaCodes } from '../../features/users/area-codes.js';
import { RefreshSparks } from '../../features/candles/refresh-sparks.js';
import { MarketBoard, type MarketUpdate } from '../../features/markets/index.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { fuzzRequests } from './http.fuzz.js';

const MINUTE = 60_000;
/** A closed hour, well before any test runs: its bars never change. */
const HOUR = Date.UTC(2025, 10, 20, 9, 0, 0);
/** What the old mobile client sends with every call while nobody is logged in. */
const OLD_CLIENT = {
  'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
  authorization: 'null',
  'language-mark': '',
};

let database: TestDatabase;
let app: TestApp;
let sequence = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await storeBars();
  app = await bootApp({ LOG_LEVEL: 'silent', CLIENT_FOLDER: clientFolder() }, database);
});

afterAll(async () => {
  await app?.close();
  await database?.drop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const folders: string[] = [];

/** A built client as the bundler leaves it: a page, a hashed file and its compressed form. */
function clientFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  folders.push(folder);
  mkdirSync(join(folder, 'assets'));
  const early = '<!-- early {"/pages/trade/index":"<link rel=\\"modulepreload\\" href=\\"/assets/trade.js\\">"} -->';
  const page = `<meta name="csp-nonce" content="__CSP_NONCE__">${early}<div id="root"></div>`;
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets/main-B4x9Qz7Kd1.js'), 'console.log("plain")');
  writeFileSync(join(folder, 'assets/main-B4x9Qz7Kd1.js.br'), brotliCompressSync('console.log("plain")'));
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return folder;
}

/** BTC: 2,500 closed one-minute bars up to HOUR, and the hour's own 60. ETH: the last 30 hours. */
async function storeBars(): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into candle
     select 1, '1min', to_timestamp($1::bigint / 1000 + n * 60), 100 + n, 101 + n, 99 + n, 100.5 + n, 2.5, 250, 7, 1,
       true, false, false, 'simulated'
     from generate_series(-2500, 59) as n`,
    [HOUR],
  );
  await client.query(
    `insert into candle
     select 2, '60min', to_timestamp(floor($1::bigint / 3600000) * 3600 - n * 3600), 1, 1, 1, n, 1, 1, 1, 1, true, false,
       false, 'simulated'
     from generate_series(1, 30) as n`,
    [Date.now()],
  );
  await client.end();
}

const BTC: TickerView = {
  symbol: 'BTC/USDT',
  last: '65432.1',
  mark: '65430.00',
  index: '65431.50',
  indexState: 'ok',
  open: '64000',
  high: '66000.129999999',
  low: '63000.5',
  volume: '1234.5678',
  quoteVolume: '80000000.1',
  change: '2.24',
  windowMs: 86_400_000,
  status: 'live',
  reason: null,
  origin: 'simulated',
  pricedAt: null,
};

/** Puts prices on the board as the feeding process would. */
function feed(tickers: Partial<TickerView>[], trades: MarketUpdate['trades'] = {}): void {
  const at = Date.now();
  const board = app.application.get(MarketBoard, { strict: false });
  sequence++;
  const update: MarketUpdate = {
    ep: '7',
    s: sequence,
    at,
    kind: 'snap',
    tickers: tickers.map((ticker) => ({ ...BTC, pricedAt: at, ...ticker })),
    candles: [],
    depths: [],
    trades,
    marks: [],
  };
  expect(board.apply(update)).toBe('taken');
}

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${app.url}/api/${path}`, { headers: { ...OLD_CLIENT, ...headers } });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const sent = { ...OLD_CLIENT, ...headers };
  const reply = await fetch(`${app.url}/api/${path}`, { method: 'POST', body, headers: sent });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

describe('the quotation list of an old client', () => {
  const pair = async (symbol: string): Promise<QuotationPairView> => {
    const { body } = await get(`currency/quotation_new?_timespan=${Date.now()}${sequence}`);
    return body.message[0].quotation.find((row: QuotationPairView) => row.symbol === symbol);
  };

  it('has USDT first, with the pairs of the specification under their ids', async () => {
    const { status, body } = await get('currency/quotation_new');
    expect(status).toBe(200);
    expect(body.type).toBe('ok');
    expect(body.message[0]).toMatchObject({ id: 3, name: 'USDT' });
    const ids = body.message[0].quotation.map((row: QuotationPairView) => [row.currency_name, row.currency_id]);
    expect(ids).toEqual(
      expect.arrayContaining([
        ['BTC', 1],
        ['ETH', 2],
        ['USDC', 4],
        ['DOGE', 5],
      ]),
    );
    expect(body.message[0].quotation.length).toBeGreaterThan(20);
  });

  it('shows no zero and no null where there is no price', async () => {
    feed([]);
    const row = await pair('ETH/USDT');
    for (const name of ['now_price', 'close', 'open', 'high', 'low', 'volume', 'change'] as const) {
      expect([name, row[name]]).toEqual([name, '']);
    }
    expect(row).toMatchObject({ price_age_ms: null, status: 'stale' });
  });

  it('carries names, flags and number formats as the client reads them', async () => {
    feed([{}]);
    const row = await pair('BTC/USDT');
    expect(row).toMatchObject({
      id: 1,
      currency_id: 1,
      currency_name: 'BTC',
      legal_id: 3,
      legal_name: 'USDT',
      is_display: 1,
      open_coin_trade: 1,
      open_lever: 1,
      open_microtrade: 1,
      now_price: '65432.10000000',
      close: '65432.10000000',
      open: '64000.00000000',
      // Truncated, never rounded.
      high: '66000.12999999',
      low: '63000.50000000',
      volume: '1234.56780000',
      change: '+2.24',
      is_open: 1,
    });
    expect(row.lever_share_num).toMatch(/^\d+\.\d{8}$/);
    expect(row.lever_trade_fee).toMatch(/^\d+\.\d{8}$/);
  });

  it('labels invented prices, and gives our client the ticker of the channel', async () => {
    feed([{ change: '-0.5' }]);
    const row = await pair('BTC/USDT');
    expect(row).toMatchObject({ origin: 'simulated', market_from_name: 'simulated', status: 'live', change: '-0.5' });
    expect(row.ticker).toMatchObject({ symbol: 'BTC/USDT', last: '65432.1', origin: 'simulated' });
    expect(row.price_age_ms).toBeGreaterThanOrEqual(0);
  });

  it('says why a market is not live', async () => {
    feed([{ status: 'halted', reason: 'operator' }]);
    expect(await pair('BTC/USDT')).toMatchObject({ is_open: 0, status: 'halted', reason: 'operator' });
  });

  it('shows a new price at once, however often the list was asked for', async () => {
    for (const last of ['1', '2', '3']) {
      feed([{ last }]);
      const { body } = await get('currency/quotation_new');
      expect(body.message[0].quotation[0].now_price).toBe(`${last}.00000000`);
    }
  });

  it('gives the recommended ones in the same form', async () => {
    const { body } = await get('currency/quotation_recomm');
    expect(body.message[0].quotation.length).toBeGreaterThan(0);
    expect(body.message[0].quotation.every((row: QuotationPairView) => row.recommended === 1)).toBe(true);
  });

  it('draws the last 24 hourly closes', async () => {
    feed([{ symbol: 'ETH/USDT' }]);
    await app.application.get(RefreshSparks, { strict: false }).execute();
    const { spark } = await pair('ETH/USDT');
    expect(spark.map(Number)).toEqual(Array.from({ length: spark.length }, (_, index) => spark.length - index));
    expect(spark.length).toBeGreaterThanOrEqual(23);
    expect(spark.length).toBeLessThanOrEqual(24);
  });
});

describe('one pair', () => {
  it('is found by the ids of its currencies', async () => {
    feed([{}]);
    const { body } = await get('currency/deal?currency_id=1&legal_id=3&_timespan=1');
    expect(body).toMatchObject({ type: 'ok', message: { id: 1, symbol: 'BTC/USDT', now_price: '65432.10000000' } });
  });

  it('gives its last trades, newest first, at most 20', async () => {
    const at = Date.UTC(2026, 0, 5, 23, 59, 58);
    const trades = Array.from({ length: 30 }, (_, index) => ({
      id: String(index),
      price: '65000.5',
      quantity: '0.25',
      side: 'sell' as const,
      at: at + index,
    }));
    feed([{}], { 'BTC/USDT': trades });
    const { body } = await get('currency/new_tradehistory?currency_id=1&legal_id=3');
    expect(body.message).toHaveLength(20);
    expect(body.message[0]).toEqual({
      id: '29',
      ts: at + 29,
      time: '23:59:58',
      price: '65000.5',
      amount: '0.25',
      direction: 'sell',
    });
  });
});

describe('the bars of an old client', () => {
  const rows = (query: string) => get(`currency/new_timeshar?symbol=BTC/USDT&${query}`);
  const second = HOUR / 1000;

  it('come in the K-line form, ascending, seconds as id and milliseconds as time', async () => {
    const { body } = await rows(`period=1min&from=${second}&to=${second + 3599}&_timespan=1`);
    expect(body).toMatchObject({ code: 1, msg: 'success' });
    expect(body.data).toHaveLength(60);
    const { id, time, open, high, low, close, volume } = body.data[1];
    expect({ id, time }).toEqual({ id: second + 60, time: HOUR + MINUTE });
    expect([open, high, low, close, volume].map(Number)).toEqual([101, 102, 100, 101.5, 2.5]);
    const times = body.data.map((row: { time: number }) => row.time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('are the empty list where there are none', async () => {
    const { body } = await rows(`period=1min&from=1000&to=2000`);
    expect(body).toMatchObject({ code: 1, data: [], next_to: null });
  });

  it('are at most 2,000, the newest of the range, and the rest is on the next pages', async () => {
    const from = second - 2500 * 60;
    const seen: number[] = [];
    let to: number | null = second + 3599;
    const sizes: number[] = [];
    while (to !== null) {
      const { body } = await rows(`period=1min&from=${from}&to=${to}`);
      sizes.push(body.data.length);
      seen.unshift(...body.data.map((row: { id: number }) => row.id));
      to = body.next_to;
    }
    expect(sizes).toEqual([2000, 560]);
    expect(seen).toEqual(Array.from({ length: 2560 }, (_, index) => from + index * 60));
  });

  it('are the newest up to an instant when no beginning is given', async () => {
    const { body } = await rows(`period=1min&to=${second + 59 * 60}&limit=3&from=`);
    expect(body.data.map((row: { id: number }) => row.id)).toEqual([57, 58, 59].map((n) => second + n * 60));
    expect(body.next_to).toBe(second + 57 * 60 - 1);
  });

  it.each(['1D', '1W', '1M', '1H', '1day', '1mon'])('know the period %s', async (period) => {
    expect((await rows(`period=${period}&from=0&to=9999999999`)).body.code).toBe(1);
  });

  it.each([
    ['a reversed range', 'period=1min&from=2000&to=1000', 'markets.invalid-range'],
    ['an unknown period', 'period=7min', 'markets.unknown-period'],
    ['a minute that is no month', 'period=1m', 'markets.unknown-period'],
    ['a period that is a name of an object', 'period=__proto__', 'markets.unknown-period'],
    ['no period', '', 'request.invalid'],
    ['an instant that is no number', 'period=1min&from=now', 'request.invalid'],
    ['an instant in milliseconds', 'period=1min&from=1763600000000', 'request.invalid'],
    ['an instant with an exponent', 'period=1min&from=1e9', 'request.invalid'],
    ['two beginnings', 'period=1min&from=1&from=2', 'request.invalid'],
    ['a limit of none', 'period=1min&limit=0', 'request.invalid'],
    ['two symbols', 'period=1min&symbol=ETH/USDT', 'request.invalid'],
  ])('are refused for %s', async (_name, query, code) => {
    const { status, body } = await rows(query);
    expect({ status, type: body.type, code: body.code }).toEqual({ status: 200, type: 'error', code });
    expect(body.message.length).toBeGreaterThan(0);
  });

  it.each(['', 'XYZ/USDT', 'btc/usdt', 'BTC/USDT\u0000', '__proto__', "' or 1=1--", '../../etc/passwd'])(
    'are refused for the symbol %j',
    async (symbol) => {
      const { body } = await get(`currency/new_timeshar?period=1min&symbol=${encodeURIComponent(symbol)}`);
      expect(body).toMatchObject({ type: 'error', code: 'markets.unknown-symbol' });
    },
  );
});

describe('stocks', () => {
  it('are a list of their own with the names of the quotation list', async () => {
    feed([{ symbol: 'AAPL/USD', last: '268.4' }]);
    const { body } = await get('usstock/quotation');
    expect(body.message).toHaveLength(7);
    const apple = body.message.find((row: QuotationPairView) => row.currency_name === 'AAPL');
    expect(apple).toMatchObject({ symbol: 'AAPL/USD', category: 'stock', now_price: '268.40000000' });
    const { body: list } = await get('currency/quotation_new');
    expect(JSON.stringify(list)).not.toContain('AAPL');
  });

  it('give a price for a form and for JSON, by ticker and by pair', async () => {
    feed([{ symbol: 'AAPL/USD', last: '268.4' }]);
    for (const symbol of ['AAPL', 'AAPL/USD']) {
      const form = await post('usstock/getNewPrice', `symbol=${encodeURIComponent(symbol)}`);
      const json = await post('usstock/getNewPrice', JSON.stringify({ symbol }), {
        'content-type': 'application/json;charset=UTF-8',
      });
      for (const { status, body } of [form, json]) {
        expect(status).toBe(200);
        expect(body).toMatchObject({ type: 'ok', message: { price: '268.40000000', origin: 'simulated' } });
      }
    }
  });

  it('give bars by the ticker alone, and are the only ones that do', async () => {
    expect((await get('usstock/kline?symbol=AAPL&period=1day')).body).toMatchObject({ code: 1, symbol: 'AAPL/USD' });
    expect((await get('usstock/kline?symbol=BTC/USDT&period=1day')).body.code).toBe('markets.unknown-symbol');
  });
});

describe('languages', () => {
  const WORDS: [code: string, wire: string, words: string][] = [
    ['zh', 'zh', '交易对不存在'],
    ['cn', 'zh', '交易对不存在'],
    ['zh-CN', 'zh', '交易对不存在'],
    ['zh-Hant', 'hk', '交易對不存在'],
    ['hk', 'hk', '交易對不存在'],
    ['zh-TW', 'hk', '交易對不存在'],
    ['en', 'en', 'This trading pair does not exist'],
    ['ja', 'jp', 'この取引ペアは存在しません'],
    ['jp', 'jp', 'この取引ペアは存在しません'],
    ['ko', 'kr', '존재하지 않는 거래쌍입니다'],
    ['kr', 'kr', '존재하지 않는 거래쌍입니다'],
    ['es', 'sp', 'Este par de negociación no existe'],
    ['sp', 'sp', 'Este par de negociación no existe'],
    ['th', 'th', 'ไม่พบคู่เทรดนี้'],
  ];
  const UNKNOWN = 'currency/deal?currency_id=99999&legal_id=3';

  it.each(WORDS)('%s is kept by its mark', async (code, wire, words) => {
    const mark = (await post('set/lang', `lang=${code}`)).body.message;
    expect((await post('get/lang', '', { 'language-mark': mark })).body).toEqual({ type: 'ok', message: wire });
    expect((await get(UNKNOWN, { 'language-mark': mark })).body.message).toBe(words);
  });

  it.each(WORDS)('%s is understood as a header, a plain mark and a parameter', async (code, _wire, words) => {
    expect((await get(UNKNOWN, { lang: code })).body.message).toBe(words);
    expect((await get(UNKNOWN, { 'language-mark': code })).body.message).toBe(words);
    expect((await get(`${UNKNOWN}&lang=${code}`)).body.message).toBe(words);
  });

  it('prefers the mark, then the header, the parameter, the browser, and Chinese', async () => {
    const told = { 'language-mark': 'th', lang: 'en', 'accept-language': 'ja' };
    const said = async (path: string, headers: Record<string, string>) => (await get(path, headers)).body.message;
    expect(await said(`${UNKNOWN}&lang=es`, told)).toBe('ไม่พบคู่เทรดนี้');
    expect(await said(`${UNKNOWN}&lang=es`, { ...told, 'language-mark': 'gone' })).toContain('does not exist');
    expect(await said(`${UNKNOWN}&lang=es`, { 'accept-language': 'ja' })).toContain('no existe');
    expect(await said(UNKNOWN, { 'accept-language': 'fr;q=0.9, ko-KR;q=0.8, en;q=0.1' })).toContain('거래쌍');
    expect(await said(UNKNOWN, { 'accept-language': 'fr' })).toBe('交易对不存在');
  });

  it.each(['xx', '', '../../', '__proto__', 'constructor', 'x'.repeat(3000), 'lm1.__proto__.0'])(
    'passes over %j',
    async (code) => {
      expect((await get(UNKNOWN, { 'language-mark': code, lang: code })).body.message).toBe('交易对不存在');
      expect((await post('set/lang', `lang=${encodeURIComponent(code)}`)).body.type).toBe('error');
    },
  );

  it('names every country, with the same ids in every language', async () => {
    const lists = await Promise.all(
      ['zh', 'hk', 'en', 'jp', 'kr', 'sp', 'th'].map((lang) => post('area_code', `lang=${lang}`)),
    );
    const ids = lists.map(({ body }) =>
      body.message.map((row: { id: number }) => row.id).sort((a: number, b: number) => a - b),
    );
    expect(new Set(ids[0]).size).toBe(ids[0].length);
    for (const list of ids) expect(list).toEqual(ids[0]);
    const named = (index: number, code: string) =>
      lists[index]?.body.message.find((row: { code: string }) => row.code === code);
    expect(named(0, 'CN')).toMatchObject({ name: '中国', area_code: '86' });
    expect(named(2, 'US')).toMatchObject({ name: 'United States', area_code: '1' });
    expect(named(3, 'JP')).toMatchObject({ name: '日本', area_code: '81' });
    expect(named(5, 'ES')).toMatchObject({ name: 'España', area_code: '34' });
    expect(named(6, 'TH')).toMatchObject({ name: 'ไทย', area_code: '66' });
  });
});

describe('replies', () => {
  it('are not sent again to a client that has them', async () => {
    feed([{}]);
    const first = await get('currency/quotation_new');
    const tag = first.headers.get('etag') ?? '';
    const again = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'if-none-match': tag } });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
    feed([{ last: '9' }]);
    const changed = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
  });

  it.each(['br', 'gzip'])('are the same compressed with %s', async (encoding) => {
    feed([{}]);
    const plain = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'accept-encoding': 'identity' } });
    const packed = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'accept-encoding': encoding } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(await packed.text()).toBe(await plain.text());
  });

  it('may be kept only where nothing can change', async () => {
    const cache = async (path: string) => (await get(path)).headers.get('cache-control');
    const closed = `currency/new_timeshar?symbol=BTC/USDT&period=1min&from=${HOUR / 1000}&to=${HOUR / 1000 + 600}`;
    // Not even a range that is long over: its bars are others when the origin of the prices changes.
    expect(await cache(closed)).toBe('no-cache');
    expect(await cache('currency/new_timeshar?symbol=BTC/USDT&period=1min')).toBe('no-cache');
    expect(await cache('currency/deal?currency_id=1&legal_id=3')).toBe('no-store');
    expect(await cache('currency/deal?currency_id=1&legal_id=4')).toBe('no-store');
  });

  it.each(['api/currency/quotation_new', 'api/nothing', 'healthz', 'api/%zz'])(
    'of %s carry the security headers',
    async (path) => {
      const { headers } = await fetch(`${app.url}/${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
    },
  );

  it('to our own failures say nothing but a number', async () => {
    const broken = jest.spyOn(app.application.get(AreaCodes, { strict: false }), 'execute').mockImplementation(() => {
      throw new Error('the secret detail');
    });
    try {
      const { status, headers, body } = await post('area_code', '', { lang: 'en' });
      expect(status).toBe(500);
      expect(body).toMatchObject({ type: 'error', code: 'request.failed', request: headers.get('x-request-id') });
      expect(JSON.stringify(body)).not.toContain('secret');
    } finally {
      broken.mockRestore();
    }
  });
});

describe('what no real client sends', () => {
  const form = OLD_CLIENT['content-type'];
  const many = Array.from({ length: 1001 }, (_, index) => `a${index}=1`).join('&');
  const cases: [
    name: string,
    verb: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | null,
    type: string,
    status: number,
  ][] = [
    ['an unknown address', 'GET', 'nothing', null, form, 404],
    ['a double slash', 'GET', '/currency//deal', null, form, 404],
    ['another case', 'GET', 'Currency/Deal', null, form, 404],
    ['an escaped slash', 'GET', 'currency%2fdeal', null, form, 404],
    ['a path parameter', 'GET', 'currency/deal;jsessionid=1', null, form, 404],
    ['GET where POST is served', 'GET', 'set/lang', null, form, 405],
    ['POST where GET is served', 'POST', 'currency/quotation_new', '', form, 405],
    ['PUT without a body', 'PUT', 'set/lang', null, form, 405],
    ['DELETE', 'DELETE', 'currency/deal', null, form, 405],
    ['1,001 parameters', 'GET', `currency/quotation_new?${many}`, null, form, 400],
    ['1,001 fields', 'POST', 'set/lang', many, form, 400],
    ['a cut percent code', 'POST', 'set/lang', 'lang=%', form, 400],
    ['a percent code that is none', 'GET', 'currency/deal?currency_id=%zz', null, form, 400],
    ['an overlong UTF-8 percent code', 'POST', 'set/lang', 'lang=%c0%af', form, 400],
    ['bytes that are not UTF-8', 'POST', 'set/lang', Uint8Array.of(0x6c, 0x3d, 0xff, 0xfe), form, 400],
    ['a body over the limit', 'POST', 'set/lang', `lang=${'x'.repeat(300 * 1024)}`, form, 413],
    ['plain text', 'POST', 'set/lang', 'lang=en', 'text/plain', 415],
    ['multipart', 'POST', 'set/lang', 'x', 'multipart/form-data', 415],
    ['UTF-7', 'POST', 'set/lang', 'lang=en', 'application/x-www-form-urlencoded; charset=utf-7', 415],
    ['JSON null', 'POST', 'set/lang', 'null', 'application/json', 400],
    ['a JSON list', 'POST', 'set/lang', '[]', 'application/json', 400],
    ['a JSON text', 'POST', 'set/lang', '"en"', 'application/json', 400],
    ['half a JSON object', 'POST', 'set/lang', '{"lang":', 'application/json', 400],
    ['very deep JSON', 'POST', 'set/lang', '['.repeat(100_000), 'application/json', 400],
  ];

  it.each(cases)('%s is answered in the envelope', async (_name, verb, path, body, type, status) => {
    const reply = await fetch(`${app.url}/api/${path}`, {
      method: verb,
      body,
      headers: { ...OLD_CLIENT, 'content-type': type },
    });
    const envelope = JSON.parse(await reply.text());
    expect({ status: reply.status, type: envelope.type }).toEqual({ status, type: 'error' });
    expect(envelope.message).toMatch(/^.{1,200}$/);
    if (status === 405) expect(reply.headers.get('allow')).toMatch(/GET|POST/);
  });

  it('a compressed body is not read', async () => {
    const { status } = await post('set/lang', 'lang=en', { 'content-encoding': 'gzip' });
    expect(status).toBe(415);
  });

  it.each<[string, string]>([
    ['lang[]=en', 'request.invalid'],
    ['lang[0]=en&lang[1]=th', 'request.invalid'],
    ['lang=en&lang=th', 'request.invalid'],
    ['lang[toString]=x', 'request.invalid'],
    ['__proto__[lang]=en', 'request.invalid'],
    ['lang=%00', 'language.unknown'],
    ['lang=e%00n', 'language.unknown'],
    ['=en', 'request.invalid'],
  ])('the form %j is refused', async (body, code) => {
    const { status, body: envelope } = await post('set/lang', body);
    expect({ status, code: envelope.code }).toEqual({ status: 200, code });
  });

  it.each<[unknown, string]>([
    [{ lang: 5 }, 'request.invalid'],
    [{ lang: null }, 'request.invalid'],
    [{ lang: ['en'] }, 'request.invalid'],
    [{ lang: { toString: 'en' } }, 'request.invalid'],
    [JSON.parse('{"__proto__":{"lang":"en"}}'), 'request.invalid'],
    [{}, 'request.invalid'],
  ])('the JSON %j is refused', async (body, code) => {
    const sent = await post('set/lang', JSON.stringify(body), { 'content-type': 'application/json' });
    expect({ status: sent.status, code: sent.body.code }).toEqual({ status: 200, code });
  });

  it('fields that nobody asked for are ignored', async () => {
    const { body } = await post('set/lang', 'lang=en&is_admin=1&user_id=1&balance=1000000&constructor=1');
    expect(body.type).toBe('ok');
  });

  it.each(['0', '-1', '1.5', 'abc', '9223372036854775808', '1'.repeat(40), '', '1e3', '0x1', ' 1', '１', '1%00'])(
    'the id %j is refused',
    async (id) => {
      const value = id.includes('%') ? id : encodeURIComponent(id);
      const { status, body } = await get(`currency/deal?currency_id=${value}&legal_id=3`);
      expect({ status, type: body.type }).toEqual({ status: 200, type: 'error' });
      expect(['request.invalid', 'markets.unknown-symbol']).toContain(body.code);
    },
  );

  it.each<[string, string, RegExp]>([
    ['no HTTP at all', '\u0001\u0002 nonsense\r\n\r\n', /^HTTP\/1\.1 400 .*"type":"error"/s],
    [
      'a header of 20 KB',
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 .*"error"/s,
    ],
    [
      'two lengths',
      'POST /api/set/lang HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a bad chunk',
      'POST /api/set/lang HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      /^HTTP\/1\.1 400 /,
    ],
  ])('%s ends the connection with an answer', async (_name, text, expected) => {
    expect(await raw(text)).toMatch(expected);
  });

  it('5,000 strange requests meet neither a crash nor a 5xx, and every body is an envelope', async () => {
    feed([{}]);
    const outcome = await fuzzRequests(app.url, { count: 5000, seed: 20261120 });
    expect(outcome.wrong).toEqual([]);
    // The fuzz is worth something only if it gets past the front door in every way.
    expect(Object.keys(outcome.seen).sort()).toEqual(
      expect.arrayContaining([
        '200 error',
        '200 ok',
        '200 rows',
        '400 error',
        '404 error',
        '405 error',
        '413 error',
        '415 error',
      ]),
    );
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  }, 60_000);
});

/** Sends bytes as they are and gives what comes back until the server closes. */
function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((settle, fail) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.on('close', () => settle(answer));
    socket.on('error', fail);
  });
}

describe('the page', () => {
  it.each(['', 'pages/trade/index', 'pages/option/index?symbol=BTC/USDT'])('is served at /%s', async (path) => {
    const reply = await fetch(`${app.url}/${path}`);
    const text = await reply.text();
    expect(reply.status).toBe(200);
    expect(text).toContain('id="root"');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? 'none';
    expect(nonce).not.toContain('NONCE');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('names what its address needs first, and what another address needs is not in it', async () => {
    const trade = await (await fetch(`${app.url}/pages/trade/index?symbol=BTC/USDT`)).text();
    const option = await (await fetch(`${app.url}/pages/option/index`)).text();
    expect(trade).toContain('<link rel="modulepreload" href="/assets/trade.js"><div id="root">');
    expect(option).toContain('><div id="root">');
    expect(option).not.toContain('trade.js');
  });

  it.each([
    ['application/csp-report', '{"csp-report":{"effective-directive":"img-src","blocked-uri":"https://a.b/c?d"}}', 204],
    ['application/csp-report', '{"csp-report":"nonsense"}', 204],
    ['application/csp-report', '{"csp-report":', 400],
    ['text/html', '<p>', 415],
  ])('has somewhere to report to: %s %s', async (type, body, status) => {
    const policy = (await fetch(`${app.url}/`)).headers.get('content-security-policy') ?? '';
    const address = /report-uri (\S+)$/.exec(policy)?.[1] ?? 'none';
    const reply = await fetch(app.url + address, { method: 'POST', headers: { 'content-type': type }, body });
    expect(reply.status).toBe(status);
  });

  it('has files that are kept for ever when they are named after their content', async () => {
    const hashed = await fetch(`${app.url}/assets/main-B4x9Qz7Kd1.js`, { headers: { 'accept-encoding': 'br' } });
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-encoding')).toBe('br');
    expect(await hashed.text()).toBe('console.log("plain")');
    expect((await fetch(`${app.url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['assets/gone-AAAAAAAA.js', 'api/pages/trade/index', '.env', '../package.json', 'index.html.map'])(
    'does not stand in for /%s',
    async (path) => {
      const reply = await fetch(`${app.url}/${path}`);
      expect({ status: reply.status, type: (await reply.json()).type }).toEqual({ status: 404, type: 'error' });
    },
  );
});

describe('a process', () => {
  const REDIS_AWAY = 'redis://127.0.0.1:1';

  async function withApp(environment: Record<string, string>, check: (url: string) => Promise<void>): Promise<void> {
    const other = await bootApp({ LOG_LEVEL: 'silent', ...environment }, database);
    try {
      await check(other.url);
    } finally {
      await other.close();
    }
  }

  it('is alive and ready, and says how its parts are', async () => {
    feed([{}]);
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ state: 'ok' });
    const ready = await fetch(`${app.url}/readyz`);
    expect(ready.status).toBe(200);
    expect((await ready.json()).parts).toMatchObject({
      postgres: { state: 'ok' },
      redis: { state: 'ok' },
      markets: { detail: { live: 1 } },
    });
  });

  it('publishes its figures', async () => {
    feed([{ pricedAt: Date.now() - 4000 }]);
    await get('currency/deal?currency_id=1&legal_id=3');
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const age = Number(/gateway_price_age_seconds\{symbol="BTC\/USDT"\} (\S+)/.exec(text)?.[1]);
    expect(age).toBeGreaterThanOrEqual(4);
    expect(text).toContain('gateway_market_status{symbol="BTC/USDT",status="live"} 1');
    expect(text).toMatch(/gateway_http_request_seconds_count\{route="\/api\/currency\/deal",status="200"\} [1-9]/);
    for (const name of ['feed_gaps_total', 'bad_ticks_total', 'push_latency_seconds', 'sockets', 'queue_depth']) {
      expect(text).toContain(`# TYPE gateway_${name} `);
    }
  });

  it('that is no gateway answers for its health and for nothing else', async () => {
    await withApp({ ROLES: 'worker' }, async (url) => {
      for (const path of ['healthz', 'readyz', 'metrics']) expect((await fetch(`${url}/${path}`)).status).toBe(200);
      for (const path of ['', 'api/currency/quotation_new', 'api/docs']) {
        expect((await fetch(`${url}/${path}`)).status).toBe(404);
      }
    });
  });

  it('keeps figures and documentation to itself when told to', async () => {
    await withApp({ PUBLIC_DIAGNOSTICS: 'false' }, async (url) => {
      for (const path of ['metrics', 'api/docs', 'api/docs-json']) {
        expect((await fetch(`${url}/${path}`)).status).toBe(404);
      }
    });
    for (const path of ['api/docs', 'api/docs-json']) expect((await fetch(`${app.url}/${path}`)).status).toBe(200);
  });

  it('serves without Redis, and says so', async () => {
    await withApp({ REDIS_URL: REDIS_AWAY, ROLES: 'gateway' }, async (url) => {
      const ready = await fetch(`${url}/readyz`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ state: 'degraded', parts: { redis: { state: 'degraded' } } });
      expect((await (await fetch(`${url}/api/currency/quotation_new`)).json()).type).toBe('ok');
      const mark = await fetch(`${url}/api/set/lang`, { method: 'POST', body: new URLSearchParams({ lang: 'en' }) });
      expect((await mark.json()).type).toBe('ok');
    });
  });

  it('is not ready without Postgres', async () => {
    const gone = await createTestDatabase();
    const other = await bootApp({ LOG_LEVEL: 'silent', REDIS_PREFIX: `gone-${randomBytes(4).toString('hex')}:` }, gone);
    try {
      await gone.drop();
      const ready = await fetch(`${other.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ state: 'down', parts: { postgres: { state: 'down' } } });
      expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
