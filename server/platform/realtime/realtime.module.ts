import {
  Global,
  Injectable,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server as HttpServer } from 'node:http';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ChannelHub } from './channel-hub.js';
import { ChannelRegistry, LegacyRegistry } from './channel-source.js';
import { ClientProtocol } from './client-protocol.js';
import { EventRooms } from './events/event-rooms.js';
import { EventRegistry } from './events/event-source.js';
import { LegacyClients } from './legacy-clients.js';
import { readRealtimeSettings } from './realtime-settings.js';
import { RegisteredSessions, SessionRegistry, SessionResolver, SessionSockets } from './session-resolver.js';
import { SocketServer } from './socket-server.js';

const LOG_EVERY_MS = 1000;
const steadyNow = () => performance.now();

/** Logs failures of sources, once a second at most: a broken source fails at every beat. */
function failureLog(): (error: unknown) => void {
  const logger = new Logger('Realtime');
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (steadyNow() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = steadyNow();
    logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
}

const logFailure = failureLog();

/** What every part of the gateway needs. */
@Injectable()
class RealtimeParts {
  constructor(
    readonly clock: Clock,
    readonly metrics: Metrics,
    readonly events: EventRooms,
  ) {}
}

/** Opens the sockets when the application starts to listen, and drains them before it stops. Gateways only. */
@Injectable()
export class Realtime extends SessionSockets implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private sockets: SocketServer | null = null;

  constructor(
    private readonly config: Config,
    private readonly host: HttpAdapterHost,
    private readonly hub: ChannelHub,
    private readonly legacy: LegacyClients,
    private readonly sessions: SessionResolver,
    private readonly parts: RealtimeParts,
  ) {
    super();
  }

  look(sessionIds: string[]): void {
    const asked = new Set(sessionIds);
    this.sockets?.sessionWatch.look(({ sessionId }) => sessionId !== null && asked.has(sessionId));
  }

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('gateway')) return;
    const settings = readRealtimeSettings(this.config.values);
    const { clock, metrics, events } = this.parts;
    const protocol = new ClientProtocol(this.hub, settings, clock, metrics, steadyNow, events);
    const { legacy, sessions } = this;
    const server = this.host.httpAdapter.getHttpServer() as HttpServer;
    this.sockets = new SocketServer(server, settings, { protocol, legacy, sessions, metrics, onFailure: logFailure });
    events.onSessionEnded = (user) => this.sockets?.sessionWatch.look(({ userId }) => userId === user);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sockets?.drain();
    this.legacy.stop();
    this.hub.stop();
    this.parts.events.stop();
  }
}

/**
 * The realtime gateway. Features inject {@link ChannelRegistry} and {@link LegacyRegistry} and register their sources
 * when they start; what the sockets do with them is not their business.
 */
@Global()
@Module({
  imports: [MetricsModule],
  providers: [
    RealtimeParts,
    Realtime,
    RegisteredSessions,
    { provide: SessionResolver, useExisting: RegisteredSessions },
    { provide: SessionRegistry, useExisting: RegisteredSessions },
    {
      provide: ChannelHub,
      inject: [Config, Clock, Metrics],
      useFactory: ({ values }: Config, clock: Clock, metrics: Metrics) =>
        new ChannelHub(readRealtimeSettings(values), clock, metrics, logFailure),
    },
    { provide: ChannelRegistry, useExisting: ChannelHub },
    {
      provide: EventRooms,
      inject: [Config, Clock, Metrics, SessionResolver],
      useFactory: ({ values }: Config, clock: Clock, metrics: Metrics, sessions: SessionResolver) =>
        new EventRooms(readRealtimeSettings(values), { clock, metrics, sessions, onFailure: logFailure }),
    },
    { provide: EventRegistry, useExisting: EventRooms },
    { provide: SessionSockets, useExisting: Realtime },
    {
      provide: LegacyClients,
      inject: [Config],
      useFactory: ({ values }: Config) => new LegacyClients(values.REALTIME_LEGACY_MS, logFailure),
    },
    { provide: LegacyRegistry, useExisting: LegacyClients },
  ],
  exports: [ChannelRegistry, EventRegistry, LegacyRegistry, SessionRegistry, SessionSockets],
})
export class RealtimeModule {}
