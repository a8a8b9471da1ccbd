import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Client } from 'pg';
import type { TickerView } from '../../contract/markets/markets.dto.js';
import { MarketBoard, type MarketUpdate } from '../../features/markets/market-board/index.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';

/** The product with some bars and a client's files, as the journeys over HTTP share it: made anew for each file. */
export const MINUTE = 60_000;
/** A closed hour, well before any test runs: its bars never change. */
export const HOUR = Date.UTC(2025, 10, 20, 9, 0, 0);
/** What the old mobile client sends with every call while nobody is logged in. */
export const OLD_CLIENT = {
  'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
  authorization: 'null',
  'language-mark': '',
};

export let database: TestDatabase;
export let app: TestApp;
/** Of the newest update on the board. */
export let sequence = 0;

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
  const shapes = '<!-- shapes {"*":"<i>list</i>","/pages/trade/index":"<i>chart</i>","ops":"<i>desk</i>"} -->';
  const html = '<html data-mantine-color-scheme="dark"><meta name="theme-color" content="#0b0f14">';
  const page = `${html}<meta name="csp-nonce" content="__CSP_NONCE__">${early}<div id="root">${shapes}</div>`;
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets/main-B4x9Qz7Kd1.js'), 'console.log("plain")');
  writeFileSync(join(folder, 'assets/main-B4x9Qz7Kd1.js.br'), brotliCompressSync('console.log("plain")'));
  writeFileSync(join(folder, 'worker.js'), 'self.addEventListener("fetch", () => undefined)');
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
  opensAt: null,
  origin: 'simulated',
  pricedAt: null,
};

/** Puts prices on the board as the feeding process would. */
export function feed(tickers: Partial<TickerView>[], trades: MarketUpdate['trades'] = {}): void {
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

/** Asks as the old client does. */
export async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${app.url}/api/${path}`, { headers: { ...OLD_CLIENT, ...headers } });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

/** Sends a form as the old client does. */
export async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const sent = { ...OLD_CLIENT, ...headers };
  const reply = await fetch(`${app.url}/api/${path}`, { method: 'POST', body, headers: sent });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}
