import { type BeforeApplicationShutdown, type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import type { Configuration } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { Admission } from './admission.js';
import { ChannelHub } from './channel-hub.js';
import { ChannelRegistry, LegacyRegistry } from './channel-source.js';
import { ClientProtocol } from './client-protocol.js';
import { ConnectedClients } from './connected-clients.js';
import { Connections } from './connections.js';
import { EventRooms } from './events/event-rooms.js';
import { EventRegistry } from './events/event-source.js';
import { Handshakes } from './handshakes.js';
import { LegacyClients } from './legacy-clients.js';
import { RealtimeFailures } from './realtime-failures.js';
import { readRealtimeSettings, RealtimeSettings } from './realtime-settings.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { RegisteredSessions, SessionRegistry, SessionResolver, SessionSockets } from './session-resolver.js';
import { SessionWatch } from './session-watch.js';

const steadyNow = () => performance.now();

/** Where features register their channels, whether or not this process has sockets. */
const ROOMS: Provider[] = [
  RealtimeFailures,
  RegisteredSessions,
  { provide: SessionResolver, useExisting: RegisteredSessions },
  { provide: SessionRegistry, useExisting: RegisteredSessions },
  {
    provide: ChannelHub,
    inject: [RealtimeSettings, Clock, Metrics, RealtimeFailures],
    useFactory: (settings: RealtimeSettings, clock: Clock, metrics: Metrics, { report }: RealtimeFailures) =>
      new ChannelHub(settings, clock, metrics, report),
  },
  { provide: ChannelRegistry, useExisting: ChannelHub },
  {
    provide: EventRooms,
    inject: [RealtimeSettings, Clock, Metrics, SessionResolver, RealtimeFailures],
    useFactory: (
      settings: RealtimeSettings,
      clock: Clock,
      metrics: Metrics,
      sessions: SessionResolver,
      { report }: RealtimeFailures,
    ) => new EventRooms(settings, { clock, metrics, sessions, onFailure: report }),
  },
  { provide: EventRegistry, useExisting: EventRooms },
  {
    provide: LegacyClients,
    inject: [RealtimeSettings, RealtimeFailures],
    useFactory: ({ legacyMs }: RealtimeSettings, { report }: RealtimeFailures) => new LegacyClients(legacyMs, report),
  },
  { provide: LegacyRegistry, useExisting: LegacyClients },
];

/** The connected clients. */
const SOCKETS: Provider[] = [
  {
    provide: Admission,
    inject: [RealtimeSettings],
    useFactory: (settings: RealtimeSettings) => new Admission(settings, steadyNow),
  },
  {
    provide: ClientProtocol,
    inject: [ChannelHub, RealtimeSettings, Clock, Metrics, EventRooms],
    useFactory: (hub: ChannelHub, settings: RealtimeSettings, clock: Clock, metrics: Metrics, events: EventRooms) =>
      new ClientProtocol(hub, settings, clock, metrics, steadyNow, events),
  },
  ConnectedClients,
  Connections,
  Handshakes,
  SessionWatch,
  { provide: SessionSockets, useExisting: SessionWatch },
];

/**
 * The realtime gateway. Features inject {@link ChannelRegistry} and {@link LegacyRegistry} and register their sources
 * when they start, and know nothing of sockets.
 */
@Global()
@Module({})
export class RealtimeModule implements BeforeApplicationShutdown {
  constructor(
    private readonly hub: ChannelHub,
    private readonly legacy: LegacyClients,
    private readonly events: EventRooms,
  ) {}

  /** Only a process with the role `gateway` has sockets. */
  static with(configuration: Configuration): DynamicModule {
    return RealtimeModule.of(readRealtimeSettings(configuration), configuration.ROLES.includes('gateway'));
  }

  static of(settings: RealtimeSettings, hasSockets: boolean): DynamicModule {
    return {
      module: RealtimeModule,
      imports: [MetricsModule],
      providers: [
        { provide: RealtimeSettings, useValue: settings },
        ...ROOMS,
        ...SOCKETS,
        ...(hasSockets ? [RealtimeGateway] : []),
      ],
      exports: [ChannelRegistry, EventRegistry, LegacyRegistry, SessionRegistry, SessionResolver, SessionSockets],
    };
  }

  /** After the gateway's own hook, which drains the sockets: a module's comes after those of its providers. */
  beforeApplicationShutdown(): void {
    this.legacy.stop();
    this.hub.stop();
    this.events.stop();
  }
}
