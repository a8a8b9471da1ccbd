import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { type Frame, HEARTBEAT_MS, REALTIME_PROTOCOL, type SubscribeReply } from '../contract/channels.js';
import { SystemClock } from '../platform/clock/clock.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { ChannelHub } from '../platform/realtime/channel-hub.js';
import { ClientProtocol } from '../platform/realtime/client-protocol.js';
import { LegacyClients } from '../platform/realtime/legacy-clients.js';
import type { RealtimeSettings } from '../platform/realtime/realtime-settings.js';
import { GuestSessionResolver, type SessionResolver } from '../platform/realtime/session-resolver.js';
import { SocketServer } from '../platform/realtime/socket-server.js';
import type { FakeMarket } from './fakes/fake-market.js';

const SETTINGS: RealtimeSettings = {
  beatMs: 20,
  heartbeatMs: HEARTBEAT_MS,
  directWrite: true,
  legacy: true,
  legacyMs: 50,
  polling: true,
  allowedOrigins: [],
  trustedProxies: 0,
  socketsPerAddress: 1000,
  socketsPerUser: 1000,
  handshakesPerSecond: 1000,
  handshakeTimeoutMs: 5000,
  slowReaderMs: 30_000,
  slowReaderBytes: 256 * 1024,
  eventAckMs: 10_000,
  sessionCheckMs: 60_000,
  drainMs: 200,
};

export interface TestGateway {
  url: string;
  port: number;
  hub: ChannelHub;
  legacy: LegacyClients;
  sockets: SocketServer;
  metrics: Metrics;
  failures: unknown[];
  close(): Promise<void>;
}

/** A gateway on a free port with the market's channels, without the rest of the product. */
export async function startGateway(
  market: FakeMarket,
  changes: Partial<RealtimeSettings> = {},
  sessions: SessionResolver = new GuestSessionResolver(),
): Promise<TestGateway> {
  const settings = { ...SETTINGS, ...changes };
  const clock = new SystemClock();
  const metrics = new Metrics();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const server = createServer((_request, response) => response.writeHead(404).end());
  const hub = new ChannelHub(settings, clock, metrics, onFailure);
  hub.serve('markets.ticker', market.tickerSource);
  hub.serve('markets.trades', market.tradesSource);
  const legacy = new LegacyClients(settings.legacyMs, onFailure);
  const protocol = new ClientProtocol(hub, settings, clock, metrics, () => performance.now());
  const sockets = new SocketServer(server, settings, { protocol, legacy, sessions, metrics, onFailure });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await sockets.drain();
    hub.stop();
    legacy.stop();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}`, port, hub, legacy, sockets, metrics, failures, close };
}

/** A bare socket.io client of the channel protocol that writes down what it is sent. */
export interface BareClient {
  socket: Socket;
  frames: Frame[];
  subscribe(request: unknown): Promise<SubscribeReply>;
}

export async function connectBare(
  url: string,
  options: Parameters<typeof io>[1] = {},
  auth: Record<string, unknown> = { protocol: REALTIME_PROTOCOL },
): Promise<BareClient> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth, ...options });
  const frames: Frame[] = [];
  socket.on('f', (frame: Frame) => frames.push(frame));
  await new Promise<void>((done, fail) => {
    socket.once('connect', done);
    socket.once('connect_error', fail);
  });
  return { socket, frames, subscribe: (request) => socket.timeout(2000).emitWithAck('sub', request) };
}

/** Waits until the condition holds; fails with its words otherwise. */
export async function until(what: string, holds: () => boolean, limitMs = 5000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Did not come true within ${limitMs} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}
