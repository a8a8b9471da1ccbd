import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { Clock, SystemClock } from '../platform/clock/clock.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { ChannelHub } from '../platform/realtime/channel-hub.js';
import type { ChannelSource } from '../platform/realtime/channel-source.js';
import { RealtimeAdapter } from '../platform/realtime/realtime.adapter.js';
import { RealtimeModule } from '../platform/realtime/realtime.module.js';
import { encodeFrame, type Payload, type SharedRow, webSocketText } from '../platform/realtime/websocket-frame.js';

/**
 * One serving process of the fan-out bench. `hub`: the product's gateway. `ws`: a bare WebSocket server that
 * broadcasts the same frames, each built once. `naive`: socket.io with one `emit` to the symbol's room per update.
 * The gateway's pages (`fan-out.pages.ts`): what each socket listens to is its client's choice.
 */
const MODE = process.argv[2] as 'hub' | 'ws' | 'naive';
const SYMBOLS = 50;
const BEAT_MS = 100;
const LEVELS = 20;
const HAS_BOOKS = process.argv[3] === 'trade';

interface Row extends SharedRow {
  s: number;
}

/** Microseconds of the machine's steady clock, which all processes share. */
const steadyMicros = () => Number(process.hrtime.bigint() / 1000n);

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
class SystemClockModule {}

let s = 0;
const rows: Row[] = Array.from({ length: SYMBOLS }, (_, symbol) => row(rowJson(symbol, 0)));
/** Forty levels of a book, which stand in every frame of a book whole: as one symbol's, by its number. */
const books: Row[] = Array.from({ length: SYMBOLS }, (_, symbol) => row(bookJson(symbol, 0)));
let onUpdate: () => void = () => undefined;

/**
 * Some 140 bytes, as a price update has them. `at` is the instant at which the update was due, so that a late feed
 * counts as delay; `waited` is how long before that the tick was, because ticks come spread over the beat.
 */
function rowJson(symbol: number, at: number): string {
  const price = (40_000 + ((s * 7919) % 100_000) / 100).toFixed(2);
  const name = `S${String(symbol).padStart(2, '0')}/USDT`;
  const waited = Math.round(BEAT_MS * (1 - symbol / SYMBOLS));
  return `{"symbol":"${name}","last":"${price}","change":"+1.23","volume":"12345.678901","quoteVolume":"493827156.04","at":${at},"waited":${waited}}`;
}

function row(json: string): Row {
  return { json, bytes: Buffer.from(json), s };
}

/** The row, and the levels that a page of one symbol shows beside it. */
function bookJson(symbol: number, at: number): string {
  const level = (index: number) => `["${(40_000 + s + index / 100).toFixed(2)}","${(index * 7.31).toFixed(5)}"]`;
  const side = () => Array.from({ length: LEVELS }, (_, index) => level(index)).join(',');
  return `{"ticker":${rowJson(symbol, at)},"bids":[${side()}],"asks":[${side()}]}`;
}

/** One conflated update with every symbol, as the feeding process publishes them. */
function publish(at: number): void {
  s += 1;
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) rows[symbol] = row(rowJson(symbol, at));
  if (HAS_BOOKS) for (let symbol = 0; symbol < SYMBOLS; symbol += 1) books[symbol] = row(bookJson(symbol, at));
  onUpdate();
}

const changedAfter = (from: number) => rows.flatMap((row) => (row.s > from ? [row.json] : []));

let feed: NodeJS.Timeout | null = null;
function startFeed(): void {
  const start = steadyMicros();
  let made = 0;
  const next = () => {
    made += 1;
    const due = start + made * BEAT_MS * 1000;
    feed = setTimeout(
      () => {
        publish(due);
        next();
      },
      Math.max(0, (due - steadyMicros()) / 1000),
    );
  };
  next();
}

/** Stops the feed; the last value of every symbol is marked by one more update. */
function stopFeed(): number {
  if (feed) clearTimeout(feed);
  publish(steadyMicros());
  return s;
}

const counted = { frames: 0, skipped: 0 };
const server = MODE === 'hub' ? await serveHub() : createServer((_request, response) => response.writeHead(404).end());
if (MODE === 'ws') serveBareWs();
if (MODE === 'naive') serveNaive();

/** Rows by their numbers, two digits each. */
function chosen(id: string, from: readonly Row[]): readonly Row[] {
  return (id.match(/../g) ?? []).flatMap((number) => from[Number(number)] ?? []);
}

/** The key names the id; what a channel of the product's works out from symbols is the same for every socket. */
function source(rowsOf: (id: string) => readonly Row[]): ChannelSource {
  const state = (payload: Payload) => ({ ep: '1', s, payload });
  return {
    resolve: (key) => (key as { id: string }).id,
    snapshot: (id) => state(rowsOf(id)),
    since: (id, ep, from) => {
      if (ep !== '1') return 'unknown';
      const changed = rowsOf(id).filter((one) => one.s > from);
      return changed.length === 0 ? 'unchanged' : state(changed);
    },
  };
}

async function serveHub(): Promise<HttpServer> {
  const settings = {
    beatMs: BEAT_MS,
    heartbeatMs: 5000,
    directWrite: process.argv[4] !== 'published',
    legacy: false,
    legacyMs: 1000,
    polling: false,
    allowedOrigins: [],
    trustedProxies: 0,
    socketsPerAddress: 100,
    socketsPerUser: 100,
    handshakesPerSecond: 100_000,
    handshakeTimeoutMs: 60_000,
    slowReaderMs: 30_000,
    slowReaderBytes: 256 * 1024,
    idleMs: 30_000,
    pingEveryMs: 25_000,
    pongWithinMs: 20_000,
    eventAckMs: 10_000,
    sessionCheckMs: 60_000,
    drainMs: 0,
  };
  const gateway = { module: SystemClockModule, imports: [RealtimeModule.of(settings, true)] };
  const http = new FastifyAdapter();
  const application = await NestFactory.create<NestFastifyApplication>(gateway, http, { logger: ['error', 'warn'] });
  application.useWebSocketAdapter(new RealtimeAdapter(application));
  const hub = application.get(ChannelHub);
  hub.serve(
    'markets.ticker',
    source((id) => (id === 'all' ? rows : chosen(id, rows))),
  );
  hub.serve(
    'markets.depth',
    source((id) => chosen(id, books)),
  );
  // Of the size of a row each, as new trades and the running bar are.
  for (const name of ['markets.trades', 'markets.candle'] as const)
    hub.serve(
      name,
      source((id) => chosen(id, rows)),
    );
  onUpdate = () => hub.announce();
  const metrics = application.get(Metrics);
  setInterval(() => {
    void Promise.all([metrics.frames.get(), metrics.framesSkipped.get()]).then(([frames, skipped]) => {
      counted.frames = frames.values[0]?.value ?? 0;
      counted.skipped = skipped.values[0]?.value ?? 0;
    });
  }, 200).unref();
  await application.init();
  return application.getHttpServer();
}

interface InsideWs {
  _sender: { sendFrame(parts: Buffer[]): void };
}

/** The cheapest that `ws` can do: one finished frame for each update, handed to every socket's sender. */
function serveBareWs(): void {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false, skipUTF8Validation: true });
  let sent = 0;
  onUpdate = () => {
    const ts = Math.floor(steadyMicros() / 1000);
    const head = { ch: 'markets.ticker:all', ep: '1', s, ps: sent, k: 'delta', ts } as const;
    const frame = webSocketText(`4${encodeFrame(head, `[${changedAfter(sent).join(',')}]`).packet}`);
    sent = s;
    for (const socket of sockets.clients) (socket as unknown as InsideWs)._sender.sendFrame([frame]);
    counted.frames += sockets.clients.size;
  };
}

/** What comes first to mind: a room for each symbol, an `emit` for each update. */
function serveNaive(): void {
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
  io.on('connection', (socket) => {
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1) void socket.join(`symbol-${symbol}`);
    socket.on('sub', (_request: unknown, answer: (reply: unknown) => void) => answer({ ok: true }));
  });
  onUpdate = () => {
    for (const [symbol, { json }] of rows.entries()) io.to(`symbol-${symbol}`).emit('f', JSON.parse(json));
    counted.frames += io.engine.clientsCount * SYMBOLS;
  };
}

function measure() {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rssBytes: process.memoryUsage().rss, ...counted, s };
}

/** `weigh`: measure with the garbage swept out before, which takes a moment and so is not for the middle of a run. */
process.on('message', (order: 'start' | 'weigh' | 'measure' | 'stop' | 'exit') => {
  if (order === 'exit') process.exit(0);
  if (order === 'weigh') globalThis.gc?.();
  if (order === 'start') startFeed();
  const finalS = order === 'stop' ? stopFeed() : s;
  process.send?.({ ...measure(), s: finalS });
});
process.once('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
