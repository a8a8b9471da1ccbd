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
