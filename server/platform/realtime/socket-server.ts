import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { type ByeMessage, MESSAGE_BYTES_MAX, MESSAGES_PER_SECOND, REALTIME_PROTOCOL } from '../../contract/channels.js';
import { COMMON_HEADERS } from '../http/security-headers.js';
import type { Metrics } from '../metrics/metrics.js';
import { Admission, addressOf, isOwnPage } from './admission.js';
import { GUEST, type RealtimeSession } from './channel-source.js';
import type { ClientProtocol } from './client-protocol.js';
import { ConnectedClient } from './connected-client.js';
import { type Connection, DirectSink, PublicSink } from './frame-sink.js';
import type { LegacyClients } from './legacy-clients.js';
import type { RealtimeSettings } from './realtime-settings.js';
import type { SessionResolver } from './session-resolver.js';
import { SessionWatch } from './session-watch.js';
import { SlowReaders } from './slow-readers.js';
import { isPlainObject } from './subscribe-request.js';
import { TokenBucket } from './token-bucket.js';

/** Messages in excess of the permitted rate, of whatever kind, after which a connection is cut. */
const FLOOD_MESSAGES = 140;
/** Time for a last message to go out before the connection is ended. */
const LAST_WORD_MS = 200;
/** The page's return after a drain is spread so far that this many come back a second. */
const RETURNS_PER_SECOND = 300;
const RETURN_SPREAD_MIN_MS = 500;
const RETURN_SPREAD_MAX_MS = 20_000;

export interface SocketServerParts {
  protocol: ClientProtocol;
  legacy: LegacyClients;
  sessions: SessionResolver;
  metrics: Metrics;
  onFailure: (error: unknown) => void;
}

/** The sockets of the process: admission, disconnection and draining. */
export class SocketServer {
  private readonly io: Server;
  /** Everything that is connected, greeted or not. */
  private readonly connections = new Set<Connection>();
  private readonly clients = new Map<Connection, ConnectedClient>();
  private readonly admission: Admission;
  private readonly slowReaders: SlowReaders<ConnectedClient>;
  /** Whether the sessions behind the sockets still live. */
  readonly sessionWatch: SessionWatch;

  constructor(
    server: HttpServer,
    private readonly settings: RealtimeSettings,
    private readonly parts: SocketServerParts,
    private readonly steadyNow: () => number = () => performance.now(),
  ) {
    this.admission = new Admission(settings, steadyNow);
    this.io = new Server(server, this.options());
    this.io.engine.use(addHeaders);
    this.io.engine.on('connection', (connection: Connection) => this.onConnection(connection));
    this.io.use((socket, next) => void this.authenticate(socket).then(() => next(), next));
    this.io.on('connection', (socket) => this.onSocket(socket));
    const cut = (client: ConnectedClient) => this.cut(client, 'slow-consumer');
    this.slowReaders = new SlowReaders(ours(this.clients), settings, cut, steadyNow);
    this.sessionWatch = new SessionWatch(ours(this.clients), parts.sessions, settings.sessionCheckMs, parts.onFailure);
  }

  get size(): number {
    return this.clients.size;
  }

  /** Drains: tells all clients when to reconnect, waits until they have left or the time is up, then closes. */
  async drain(): Promise<void> {
    this.admission.close();
    const spread = (this.clients.size / RETURNS_PER_SECOND) * 1000;
    const spreadMs = Math.min(RETURN_SPREAD_MAX_MS, Math.max(RETURN_SPREAD_MIN_MS, spread));
    for (const client of this.clients.values()) {
      client.bye({ reason: 'drain', retryInMs: Math.floor(Math.random() * spreadMs) });
    }
    const until = this.steadyNow() + this.settings.drainMs;
    while (this.clients.size > 0 && this.steadyNow() < until) await new Promise((done) => setTimeout(done, 10));
    this.slowReaders.stop();
    this.sessionWatch.stop();
    for (const connection of this.connections) new PublicSink(connection).terminate();
    this.io.engine.close();
  }

  private options() {
    const { allowedOrigins, polling, legacy } = this.settings;
    return {
      serveClient: false,
      transports: polling ? (['polling', 'websocket'] as const).slice() : ['websocket' as const],
      allowEIO3: legacy,
      maxHttpBufferSize: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      connectTimeout: this.settings.handshakeTimeoutMs,
      cors: { origin: allowedOrigins.includes('*') ? '*' : allowedOrigins, credentials: !allowedOrigins.includes('*') },
      allowRequest: (request: IncomingMessage, decide: (error: string | null, allowed: boolean) => void) => {
        const refusal = this.admission.refusal(request);
        decide(refusal, refusal === null);
      },
    };
  }

  /** Every connection is watched from its first byte on, before it has said who it is. */
  private onConnection(connection: Connection): void {
    const uncount = this.admission.count(addressOf(connection.request, this.settings.trustedProxies));
    this.connections.add(connection);
    connection.once('close', () => {
      this.connections.delete(connection);
      uncount();
    });
    const flood = new TokenBucket(MESSAGES_PER_SECOND, FLOOD_MESSAGES, this.steadyNow());
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (type === 'message' && typeof data !== 'string') connection.close(true);
      else if (!flood.take(this.steadyNow())) this.onFlood(connection);
    });
  }

  private onFlood(connection: Connection): void {
    const client = this.clients.get(connection);
    if (client) this.cut(client, 'too-many-messages');
    else connection.close(true);
  }

  private async authenticate(socket: Socket): Promise<void> {
    const retryInMs = this.admission.postponed();
    if (retryInMs !== null) throw this.refuse(socket, 'busy', retryInMs);
    if (!speaksChannels(socket) && !this.settings.legacy) throw this.refuse(socket, 'protocol not served', null);
    const auth: unknown = socket.handshake.auth;
    const token = isPlainObject(auth) && typeof auth.token === 'string' ? auth.token : null;
    const { headers } = socket.handshake;
    const cookie = isOwnPage(headers, this.settings.allowedOrigins) ? (headers.cookie ?? null) : null;
    try {
      (socket.data as { session?: RealtimeSession }).session = await this.parts.sessions.resolve({ token, cookie });
    } catch (error) {
      this.parts.onFailure(error);
      throw this.refuse(socket, 'unavailable', 2000);
    }
    this.countUser(socket);
  }

  /** The limit of one user's sockets: a few pages on a few devices, not hundreds. */
  private countUser(socket: Socket): void {
    const { session } = socket.data as { session?: RealtimeSession };
    if (!session || session.userId === null) return;
    const uncount = this.admission.countUser(session.userId);
    if (uncount === null) throw this.refuse(socket, 'too many sockets of one user', 60_000);
    // Disconnected while its session was resolved: there will be no further event for it.
    if (socket.conn.readyState === 'open') socket.conn.once('close', uncount);
    else uncount();
  }

  /** The client reads why and when to come back in its `connect_error`; then the connection is ended. */
  private refuse(socket: Socket, why: string, retryInMs: number | null): Error {
    setTimeout(() => socket.conn.close(true), LAST_WORD_MS).unref();
    return Object.assign(new Error(why), { data: { retryInMs } });
  }

  private onSocket(socket: Socket): void {
    const { conn } = socket;
    const protocol = speaksChannels(socket) ? 'channels' : 'legacy';
    const sink = this.settings.directWrite ? new DirectSink(conn) : new PublicSink(conn);
    const session = (socket.data as { session?: RealtimeSession }).session ?? GUEST;
    const client = new ConnectedClient(socket, session, sink, this.steadyNow(), (one, why) => this.cut(one, why));
    this.clients.set(conn, client);
    this.parts.metrics.sockets.inc({ protocol });
    socket.once('disconnect', () => {
      this.clients.delete(conn);
      this.parts.metrics.sockets.dec({ protocol });
    });
    if (protocol === 'channels') this.parts.protocol.welcome(client);
    else this.parts.legacy.admit(socket, session.userId);
    forgetHandshake(socket);
  }

  private cut(client: ConnectedClient, reason: ByeMessage['reason']): void {
    if (!this.clients.delete(client.socket.conn)) return;
    this.parts.metrics.socketsCut.inc({ reason });
    this.parts.protocol.leave(client);
    client.bye({ reason, retryInMs: 2000 + Math.floor(Math.random() * 3000) });
    setTimeout(() => client.sink.terminate(), LAST_WORD_MS).unref();
  }
}

/** The values of the map, read anew by every loop. */
function ours(clients: Map<Connection, ConnectedClient>): Iterable<ConnectedClient> {
  return { [Symbol.iterator]: () => clients.values() };
}

/** What every other reply carries, too: refusals and polls are replies like others. An upgrade has none to read. */
function addHeaders(request: IncomingMessage, reply: ServerResponse, next: () => void): void {
  if (request.headers.upgrade === undefined) {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) reply.setHeader(name, value);
  }
  next();
}

function speaksChannels(socket: Socket): boolean {
  const auth: unknown = socket.handshake.auth;
  return isPlainObject(auth) && auth.protocol === REALTIME_PROTOCOL;
}

/** The handshake's request is some 5 KiB a socket and is not read again. */
function forgetHandshake(socket: Socket): void {
  socket.handshake.headers = {};
  if (socket.conn.transport.name === 'websocket') (socket.conn as { request: unknown }).request = null;
}
