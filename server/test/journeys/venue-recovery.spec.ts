import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { MarketBoard } from '../../features/markets/market-board/index.js';
import { TradableMarkets } from '../../features/markets/market-board/tradable-markets.js';
import { RunPrices } from '../../features/markets/price-feed/run-prices.js';
import { Clock } from '../../platform/clock/clock.js';
import { bootApp, type TestApp, withoutFarHistory } from '../app.js';
import { until } from '../fakes/recording-sink.js';

const SECRET = 'x'.repeat(40);
const SYMBOL = 'BTC/USDT';
const PATIENCE_MS = 60_000;
jest.setTimeout(200_000);

/** A venue in Bybit's words that says one price of BTCUSDT, as a pair and as a perpetual, to whoever subscribes, and again every half second. */
class Venue {
  private server: WebSocketServer | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly sockets = new Set<WebSocket>();
  private said = 0;

  constructor(
    private readonly port: number,
    private readonly price: string,
  ) {}

  open(): void {
    this.server = new WebSocketServer({ port: this.port, host: '127.0.0.1' });
    this.server.on('connection', (socket, request) => {
      if (!/\/(spot|linear)$/.test(request.url ?? '')) return;
      this.sockets.add(socket);
      socket.on('message', (payload: Buffer) => {
        if (payload.toString().includes('tickers.BTCUSDT')) this.say(socket);
      });
    });
    this.timer = setInterval(() => {
      for (const socket of this.sockets) this.say(socket);
    }, 500);
  }

  close(): void {
    if (this.timer) clearInterval(this.timer);
    for (const socket of this.sockets) socket.terminate();
    this.sockets.clear();
    this.server?.close();
  }

  private say(socket: WebSocket): void {
    const { price } = this;
    const ts = Date.now();
    this.said += 1;
    const push = (topic: string, data: unknown) =>
      socket.send(JSON.stringify({ topic: `${topic}.BTCUSDT`, type: 'snapshot', ts, data }));
    const fields = { symbol: 'BTCUSDT', lastPrice: price, markPrice: price, indexPrice: price };
    push('tickers', fields);
    push('orderbook.200', {
      s: 'BTCUSDT',
      b: [[price, '1']],
      a: [[`${price}.5`, '1']],
      u: this.said + 1,
      seq: this.said,
    });
    push('publicTrade', [{ T: ts, s: 'BTCUSDT', S: 'Buy', v: '1', p: price, i: `trade-${this.said}` }]);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

let app: TestApp;
let venue: Venue;

beforeAll(async () => {
  const nobody = await freePort();
  const port = await freePort();
  venue = new Venue(port, '95000');
  const away = { BINANCE_SPOT: nobody, BINANCE_FUTURES: nobody, OKX: nobody };
  const others = Object.entries(away).flatMap(([name, at]) => [
    [`${name}_STREAM_URL`, `ws://127.0.0.1:${at}`],
    [`${name}_REST_URL`, `http://127.0.0.1:${at}`],
  ]);
  app = await bootApp(
    {
      NODE_ENV: 'production',
      PASSWORD_PEPPER: SECRET,
      SECRET_KEY: SECRET,
      FEED: 'auto',
      PROVIDERS_MAY_BE_PRIVATE: 'true',
      LOG_LEVEL: 'silent',
      BYBIT_STREAM_URL: `ws://127.0.0.1:${port}`,
      BYBIT_REST_URL: `http://127.0.0.1:${nobody}`,
      ...Object.fromEntries(others),
    },
    undefined,
    withoutFarHistory,
  );
}, 120_000);
afterAll(async () => {
  venue.close();
  await app?.close();
});

const row = (symbol = SYMBOL) => app.application.get(MarketBoard).ticker(symbol, app.application.get(Clock).now());
const market = (product: 'spot' | 'perpetual' = 'spot') =>
  app.application.get(TradableMarkets).reason({ symbol: SYMBOL, product, demo: false });
const isLive = (symbol?: string) => row(symbol)?.status === 'live';

it('a market of real money waits for its venue, recovers without a restart, and loses its book with the way to it', async () => {
  const origins = new Set<string | undefined>();
  const watching = setInterval(() => origins.add(row()?.origin), 50);
  await until(() => row('GOLD/USDT')?.origin === 'simulated', 'the simulation of what no venue serves', PATIENCE_MS);
  expect([row()?.status, market()]).toEqual(['stale', 'market.stale']);
  const { token } = app.application.get(RunPrices, { strict: false });
  for (let time = 0; time < 2; time += 1) {
    venue.open();
    await until(() => isLive() && market() === null, 'a live market', PATIENCE_MS);
    expect(row()).toMatchObject({ last: '95000', origin: 'live' });
    expect(isLive('ETH/USDT')).toBe(false);
    // One venue of three makes no index.
    expect(market('perpetual')).toBe('market.stale');
    venue.close();
    await until(() => app.application.get(MarketBoard).depth(SYMBOL)?.bids.length === 0, 'an empty book', PATIENCE_MS);
    await until(() => row()?.status === 'stale', 'a stale market', PATIENCE_MS);
    expect(market()).toBe('market.stale');
  }
  clearInterval(watching);
  expect([...origins]).toEqual(['live']);
  expect(app.application.get(RunPrices, { strict: false }).token).toBe(token);
});
