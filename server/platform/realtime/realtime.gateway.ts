import type { BeforeApplicationShutdown } from '@nestjs/common';
import {
  Ack,
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { Server, Socket } from 'socket.io';
import { REALTIME_EVENTS } from '../../contract/channels.js';
import { GUEST } from './channel-source.js';
import { type Acknowledge, ClientProtocol } from './client-protocol.js';
import { channelClientOf, ConnectedClient, type SocketData, speaksChannels } from './connected-client.js';
import { ConnectedClients } from './connected-clients.js';
import { Connections } from './connections.js';
import { drain } from './drain.js';
import { DirectSink, PublicSink } from './frame-sink.js';
import { Handshakes } from './handshakes.js';
import { IdleClients } from './idle-clients.js';
import { LegacyClients } from './legacy-clients.js';
import { RealtimeSettings } from './realtime-settings.js';
import { SlowReaders } from './slow-readers.js';

/**
 * Entry of socket messages, on {@link RealtimeAdapter}. Clients of the channel protocol subscribe here; messages of old clients
 * are ignored. Outgoing frames take another path: see the guide in `frame-sink.ts`.
 */
@WebSocketGateway()
export class RealtimeGateway
  implements OnGatewayInit<Server>, OnGatewayConnection<Socket>, OnGatewayDisconnect<Socket>, BeforeApplicationShutdown
{
  private slowReaders: SlowReaders<ConnectedClient> | null = null;
  private idleClients: IdleClients<ConnectedClient> | null = null;

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly connections: Connections,
    private readonly handshakes: Handshakes,
    private readonly clients: ConnectedClients,
    private readonly protocol: ClientProtocol,
    private readonly legacy: LegacyClients,
  ) {}

  afterInit(io: Server): void {
    io.engine.on('connection', this.connections.watch);
    io.use((socket, next) => void this.handshakes.check(socket).then(() => next(), next));
    const { clients, settings } = this;
    const now = () => performance.now();
    this.slowReaders = new SlowReaders(clients, settings, (client) => client.cut('slow-consumer'), now);
    this.idleClients = new IdleClients(clients, settings.idleMs, (client) => client.cut('idle'), now);
  }

  handleConnection(socket: Socket): void {
    const data = socket.data as SocketData;
    const client = this.clientOn(socket, data.session ?? GUEST);
    data.client = client;
    this.clients.add(client);
    if (client.protocol === 'channels') this.protocol.greet(client);
    else this.legacy.admit(socket, client.session.userId);
    forgetHandshake(socket);
    // Nothing that looks after clients would find a connection that its client has left open behind itself.
    socket.once('disconnect', (reason) => {
      if (reason === 'client namespace disconnect') new PublicSink(socket.conn).terminate();
    });
  }

  handleDisconnect(socket: Socket): void {
    const { client } = socket.data as SocketData;
    if (!client) return;
    this.clients.remove(client);
    this.protocol.leave(client);
  }

  @SubscribeMessage(REALTIME_EVENTS.subscribe)
  subscribe(@ConnectedSocket() socket: Socket, @MessageBody() request: unknown, @Ack() acknowledge: Acknowledge): void {
    const client = channelClientOf(socket);
    if (client) this.protocol.subscribe(client, request, acknowledge);
  }

  @SubscribeMessage(REALTIME_EVENTS.unsubscribe)
  unsubscribe(
    @ConnectedSocket() socket: Socket,
    @MessageBody() request: unknown,
    @Ack() acknowledge: Acknowledge,
  ): void {
    const client = channelClientOf(socket);
    if (client) this.protocol.unsubscribe(client, request, acknowledge);
  }

  @SubscribeMessage(REALTIME_EVENTS.acknowledge)
  acknowledge(@ConnectedSocket() socket: Socket, @MessageBody() request: unknown): void {
    const client = channelClientOf(socket);
    if (client) this.protocol.acknowledge(client, request);
  }

  /** Graceful shutdown: refuses new clients, sends all farewells, serves clients until they leave or the time limit, then ends the rest. */
  async beforeApplicationShutdown(): Promise<void> {
    this.connections.refuseNew();
    await drain(this.clients, this.settings.drainMs);
    this.slowReaders?.stop();
    this.idleClients?.stop();
    this.connections.endAll();
  }

  private clientOn(socket: Socket, session: ConnectedClient['session']): ConnectedClient {
    const protocol = speaksChannels(socket) ? 'channels' : 'legacy';
    const sink = this.settings.directWrite ? new DirectSink(socket.conn) : new PublicSink(socket.conn);
    const cut: ConnectedClient['onCut'] = (client, reason) => this.clients.cut(client, reason);
    return new ConnectedClient(socket, protocol, session, sink, performance.now(), cut);
  }
}

/** Releases the handshake's request: some 5 KiB per socket, not needed again. */
function forgetHandshake(socket: Socket): void {
  socket.handshake.headers = {};
  if (socket.conn.transport.name === 'websocket') (socket.conn as { request: unknown }).request = null;
}
