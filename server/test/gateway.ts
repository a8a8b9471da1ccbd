import type { AddressInfo } from 'node:net';
import { Global, Module } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { io, type Socket } from 'socket.io-client';
import { type Frame, HEARTBEAT_MS, REALTIME_PROTOCOL, type SubscribeReply } from '../contract/channels.js';
import { Clock, SystemClock } from '../platform/clock/clock.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { ChannelHub } from '../platform/realtime/channel-hub.js';
import { ConnectedClients } from '../platform/realtime/connected-clients.js';
import { LegacyClients } from '../platform/realtime/legacy-clients.js';
import { RealtimeFailures } from '../platform/realtime/realtime-failures.js';
import type { RealtimeSettings } from '../platform/realtime/realtime-settings.js';
import { RealtimeAdapter } from '../platform/realtime/realtime.adapter.js';
import { RealtimeModule } from '../platform/realtime/realtime.module.js';
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
  idleMs: 30_000,
  pingEveryMs: 25_000,
  pongWithinMs: 20_000,
  eventAckMs: 10_000,
  sessionCheckMs: 60_000,
  drainMs: 200,
};

export interface TestGateway {
  url: string;
  port: number;
  hub: ChannelHub;
  legacy: LegacyClients;
  clients: ConnectedClients;
  metrics: Metrics;
  failures: unknown[];
  close(): Promise<void>;
}

@Global()
@Module({ providers: [{ provide: Clock, useClass: SystemClock }], exports: [Clock] })
class SystemClockModule {}

/** A gateway on a free port with the market's channels, without the rest of the product. */
export async function startGateway(market: FakeMarket, changes: Partial<RealtimeSettings> = {}): Promise<TestGateway> {
  const failures: unknown[] = [];
  const report = (error: unknown) => failures.push(error);
  const module = await Test.createTestingModule({
    imports: [SystemClockModule, RealtimeModule.of({ ...SETTINGS, ...changes }, true)],
  })
    .overrideProvider(RealtimeFailures)
    .useValue({ report })
    .compile();
  const application = module.createNestApplication<NestFastifyApplication>(
    new FastifyAdapter({ forceCloseConnections: true }),
    { logger: false },
  );
  application.useWebSocketAdapter(new RealtimeAdapter(application));
  const hub = application.get(ChannelHub);
  hub.serve('markets.ticker', market.tickerSource);
  hub.serve('markets.trades', market.tradesSource);
  await application.listen(0, '127.0.0.1');
  const { port } = application.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hub,
    legacy: application.get(LegacyClients),
    clients: application.get(ConnectedClients),
    metrics: application.get(Metrics),
    failures,
    close: () => application.close(),
  };
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
