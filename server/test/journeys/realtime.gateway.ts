import { WebSocket } from 'ws';
import type { Frame } from '../../contract/channels.js';
import type { RealtimeSettings } from '../../platform/realtime/realtime-settings.js';
import { FakeMarket } from '../fakes/fake-market.js';
import { connectBare, startGateway, until } from '../gateway.js';

/** What the journeys of the realtime gateway share. Whoever imports it has what it opened closed after each test. */
export const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];
export const TICKER = { ch: 'markets.ticker', key: { symbols: SYMBOLS } };

/** What a test has opened; closed after it, the last first. */
export const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A gateway with two symbols, closed after the test. */
export async function gateway(changes: Partial<RealtimeSettings> = {}, market = aMarket()) {
  const started = await startGateway(market, changes);
  closers.push(() => started.close());
  return { market, ...started };
}

export function aMarket(): FakeMarket {
  const market = new FakeMarket();
  for (const symbol of SYMBOLS) market.tick(symbol, '1');
  return market;
}

/** A client of the channel protocol, closed after the test. */
export async function bare(
  url: string,
  ...rest: [options?: Parameters<typeof connectBare>[1], auth?: Record<string, unknown>]
) {
  const client = await connectBare(url, ...rest);
  closers.push(() => void client.socket.disconnect());
  return client;
}

/** The whole gateway still does its work. */
export async function expectAlive({ url, market, failures }: { url: string; market: FakeMarket; failures: unknown[] }) {
  const client = await bare(url);
  expect(await client.subscribe(TICKER)).toMatchObject({ ok: true });
  market.tick('BTC/USDT', 'alive');
  await until('an update arrives', () => JSON.stringify(client.frames).includes('alive'));
  expect(failures).toEqual([]);
}

/** A raw WebSocket that speaks Engine.IO by hand. */
export async function rawSocket(
  url: string,
  headers: Record<string, string> = {},
  query = 'EIO=4',
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}&transport=websocket`, { headers });
  closers.push(() => socket.terminate());
  socket.on('error', () => undefined);
  await new Promise<void>((done, fail) => {
    socket.once('open', done);
    socket.once('error', fail);
  });
  return socket;
}

/** A raw socket that the gateway has greeted, so that what it says next is heard. */
export async function greetedSocket(url: string): Promise<WebSocket> {
  const socket = await rawSocket(url);
  const greeted = new Promise<void>((done) => {
    socket.on('message', (message: Buffer) => {
      if (message.toString().startsWith('42["hello"')) done();
    });
  });
  socket.send('40{"protocol":"channels/1"}');
  await greeted;
  return socket;
}

export const isClosed = (socket: WebSocket) => socket.readyState === WebSocket.CLOSED;

/** Rows after all frames; a frame that does not fit the one before is an error. */
export function foldStrictly(frames: Frame[]): Record<string, string> {
  const rows: Record<string, string> = {};
  let s: number | null = null;
  for (const frame of frames) {
    if (frame.k !== 'snap' && frame.ps !== s) throw new Error(`A gap: ${frame.ps} after ${s}`);
    s = frame.s;
    for (const { symbol, last } of (frame.d ?? []) as { symbol: string; last: string }[]) rows[symbol] = last;
  }
  return rows;
}
