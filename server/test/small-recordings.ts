import { parseRecording, type Recording } from '../platform/feeds/replay/recording.js';

/**
 * Recordings of our own making, in the exchanges' form, for tests that run without the real ones. Instants begin at
 * 2026-01-05T12:00:00Z.
 */
export const SMALL_START = Date.UTC(2026, 0, 5, 12);

type Message = Record<string, unknown>;

function build(exchange: string, connections: [conn: string, addr: string][], lines: Message[]): Recording {
  const header: Message = { t: 'header', exchange };
  const opened = connections.map(([conn, addr]) => ({ t: 'connect', conn, addr, ts: SMALL_START / 1000 }));
  return parseRecording([header, ...opened, ...lines].map((line) => JSON.stringify(line)));
}

const received = (conn: string, afterMs: number, message: Message): Message => ({
  t: 'recv',
  conn,
  ts: (SMALL_START + afterMs) / 1000,
  data: JSON.stringify(message),
});

export function bybitTicker(type: 'snapshot' | 'delta', data: Message, afterMs = 0): Message {
  return { topic: 'tickers.ABCUSDT', type, cs: 1, ts: SMALL_START + afterMs, data: { symbol: 'ABCUSDT', ...data } };
}

export function bybitBook(type: 'snapshot' | 'delta', u: number, b: string[][], a: string[][], afterMs = 0): Message {
  const ts = SMALL_START + afterMs;
  return { topic: 'orderbook.200.ABCUSDT', type, ts, cts: ts, data: { s: 'ABCUSDT', b, a, u, seq: u } };
}

export function bybitTrade(id: string, price: string, afterMs = 0): Message {
  const T = SMALL_START + afterMs;
  const trade = { i: id, T, p: price, v: '0.5', S: 'Buy', s: 'ABCUSDT', seq: 1, BT: false };
  return { topic: 'publicTrade.ABCUSDT', type: 'snapshot', ts: T, data: [trade] };
}

export function bybitBar(close: string, confirm: boolean, afterMs = 0): Message {
  const timestamp = SMALL_START + afterMs;
  const bar = { start: SMALL_START, end: SMALL_START + 59_999, interval: '1', open: '10', high: '12', low: '9', close };
  const rest = { volume: '3', turnover: '30', confirm, timestamp };
  return { topic: 'kline.1.ABCUSDT', type: 'snapshot', ts: timestamp, data: [{ ...bar, ...rest }] };
}

/** 1.2 s of one linear instrument: a ticker, a book of two levels, trades and a bar. */
export function smallBybit(): Recording {
  const conn = 'BYBIT.ws.1';
  const first = { lastPrice: '10.0', markPrice: '10.1', indexPrice: '', fundingRate: '-0.0001', nextFundingTime: '1' };
  return build(
    'BYBIT',
    [[conn, 'wss://stream.bybit.com/v5/public/linear']],
    [
      received(conn, 0, bybitTicker('snapshot', first)),
      received(conn, 10, bybitBook('snapshot', 5, [['10.0', '1']], [['10.5', '2']])),
      received(conn, 20, bybitTrade('a', '10.0')),
      received(conn, 30, bybitBar('10.0', false)),
      received(conn, 400, bybitTicker('delta', { lastPrice: '10.2' }, 400)),
      received(
        conn,
        500,
        bybitBook(
          'delta',
          6,
          [['10.2', '7']],
          [
            ['10.50', '0'],
            ['10.60', '4'],
          ],
          500,
        ),
      ),
      received(conn, 600, bybitTrade('b', '10.2', 600)),
      received(conn, 700, bybitBook('delta', 7, [['10.0', '0']], [], 700)),
      received(conn, 800, bybitTicker('delta', { fundingRate: '0.0002' }, 800)),
      received(conn, 1000, bybitBook('delta', 8, [['10.1', '3']], [], 1000)),
      received(conn, 1200, bybitBar('10.2', true, 1200)),
    ],
  );
}

export function binanceDepth(U: number, u: number, b: string[][], a: string[][], afterMs = 0): Message {
  const data = { e: 'depthUpdate', E: SMALL_START + afterMs, s: 'ABCUSDT', U, u, b, a };
  return { stream: 'abcusdt@depth@100ms', data };
}

export function binanceTrade(a: number, p: string, afterMs = 0): Message {
  const T = SMALL_START + afterMs;
  const data = { e: 'aggTrade', E: T, s: 'ABCUSDT', a, p, q: '2', f: a, l: a, T, m: true, M: true };
  return { stream: 'abcusdt@aggTrade', data };
}

/** 0.6 s of one spot instrument, with a REST snapshot that falls inside the depth stream. */
export function smallBinance(): Recording {
  const conn = 'BINANCE.ws.1';
  const snapshot = {
    lastUpdateId: 104,
    bids: [['10.0', '1']],
    asks: [
      ['10.5', '1'],
      ['10.6', '1'],
    ],
  };
  return build(
    'BINANCE',
    [[conn, 'wss://stream.binance.com:9443/stream?streams=abcusdt@depth@100ms']],
    [
      received(conn, 0, binanceDepth(101, 103, [['10.0', '9']], [])),
      {
        t: 'http',
        conn: 'BINANCE.http.0',
        ts: (SMALL_START + 50) / 1000,
        url: 'https://api.binance.com/api/v3/depth?symbol=ABCUSDT&limit=1000',
        data: JSON.stringify(snapshot),
      },
      received(conn, 100, binanceDepth(104, 106, [['10.1', '4']], [['10.5', '0']], 100)),
      received(conn, 200, binanceTrade(1, '10.1', 200)),
      received(conn, 300, binanceDepth(107, 107, [['10.0', '0']], [], 300)),
      received(conn, 400, binanceTrade(2, '10.2', 400)),
      received(conn, 600, binanceDepth(108, 110, [], [['10.4', '2']], 600)),
    ],
  );
}

/** What OKX says of an instrument on a channel. */
export function okxFrame(
  channel: string,
  entry: Message | string[],
  instId = 'ABC-USDT-SWAP',
  action?: string,
): Message {
  const named = Array.isArray(entry) ? entry : { instId, ...entry };
  return { arg: { channel, instId }, ...(action ? { action } : {}), data: [named] };
}

/** A book message; `previous` is null for a snapshot. */
export function okxBook(
  seqId: number,
  previous: number | null,
  sides: [bids: string[][], asks: string[][]],
  checksum?: number,
  afterMs = 0,
): Message {
  const [bids, asks] = sides;
  const numbers = { seqId, prevSeqId: previous ?? -1, ...(checksum === undefined ? {} : { checksum }) };
  const book = { asks, bids, ts: String(SMALL_START + afterMs), ...numbers };
  const instId = 'ABC-USDT-SWAP';
  return { arg: { channel: 'books', instId }, action: previous === null ? 'snapshot' : 'update', data: [book] };
}

export function okxTrade(tradeId: string, px: string, afterMs = 0): Message {
  return okxFrame('trades', { tradeId, px, sz: '25', side: 'sell', ts: String(SMALL_START + afterMs), count: '1' });
}

/** What the venue says contracts are. */
export const OKX_CONTRACTS = {
  code: '0',
  msg: '',
  data: [
    { instId: 'ABC-USDT-SWAP', ctType: 'linear', ctVal: '0.01', ctMult: '1' },
    { instId: 'ABC-USD-SWAP', ctType: 'inverse', ctVal: '100', ctMult: '1' },
  ],
};

/** 1 s of one perpetual: every channel that a perpetual has, with the list of contracts that its quantities are read by. */
export function smallOkx(): Recording {
  const [quotes, bars] = ['OKX.ws.1', 'OKX.ws.2'];
  const at = (afterMs: number) => String(SMALL_START + afterMs);
  const ticker = { last: '10.0', bidPx: '9.9', bidSz: '50', askPx: '10.1', askSz: '7', open24h: '9', high24h: '11' };
  const day = { low24h: '8', vol24h: '500', volCcy24h: '5', ts: at(0) };
  const bar = (close: string, confirm: string) => [at(0), '10.0', '10.2', '10.0', close, '50', '0.5', '5.05', confirm];
  const said: [number, Message][] = [
    [0, okxFrame('tickers', { instType: 'SWAP', ...ticker, ...day })],
    [10, okxBook(100, null, [[['9.9', '50']], [['10.1', '7']]])],
    [20, okxFrame('mark-price', { markPx: '10.05', ts: at(20) })],
    [30, okxFrame('index-tickers', { idxPx: '10.04', ts: at(30) }, 'ABC-USDT')],
    // Said of a minute ago: it changes seldom.
    [40, okxFrame('funding-rate', { fundingRate: '-0.0001', fundingTime: at(900_000), ts: at(-60_000) })],
    [100, okxTrade('1', '10.0', 100)],
    [
      200,
      okxBook(
        107,
        100,
        [
          [
            ['9.9', '0'],
            ['9.8', '3.5'],
          ],
          [],
        ],
        undefined,
        200,
      ),
    ],
    [400, okxBook(107, 107, [[], []], undefined, 400)],
    [500, okxTrade('2', '10.2', 500)],
    [600, okxBook(103, 107, [[], [['10.1', '11']]], undefined, 600)],
  ];
  return build(
    'OKX',
    [
      [quotes, 'wss://ws.okx.com:8443/ws/v5/public'],
      [bars, 'wss://ws.okx.com:8443/ws/v5/business'],
    ],
    [
      {
        t: 'http',
        conn: 'OKX',
        ts: SMALL_START / 1000,
        url: 'https://www.okx.com/api/v5/public/instruments?instType=SWAP',
        data: JSON.stringify(OKX_CONTRACTS),
      },
      ...said.map(([afterMs, message]) => received(quotes, afterMs, message)),
      received(bars, 50, okxFrame('candle1m', bar('10.0', '0'))),
      received(bars, 1000, okxFrame('candle1m', bar('10.2', '1'))),
    ],
  );
}
