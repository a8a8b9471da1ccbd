import { Injectable } from '@nestjs/common';
import type { ByeMessage } from '../../contract/channels.js';
import { Metrics } from '../metrics/metrics.js';
import { keyOfSession } from '../http/keys/key-access.js';
import type { RealtimeSession } from './channel-source.js';
import { ClientProtocol } from './client-protocol.js';
import type { ConnectedClient } from './connected-client.js';
import type { Connection } from './frame-sink.js';
import { LAST_WORD_MS, RealtimeSettings } from './realtime-settings.js';

/** Delay before a page that was evicted by a newer one of its user may reconnect, so that the two do not evict each other in turn. */
const DISPLACED_RETRY_MS = 60_000;

/** The sockets of this process that have passed the handshake. Iteration is live: sockets may come and go during it. */
@Injectable()
export class ConnectedClients implements Iterable<ConnectedClient> {
  private readonly clients = new Map<Connection, ConnectedClient>();
  /** Sockets by user, oldest first; sockets of API keys are counted separately and evict no pages. */
  private readonly users = new Map<string, Set<ConnectedClient>>();

  constructor(
    private readonly protocol: ClientProtocol,
    private readonly metrics: Metrics,
    private readonly settings: RealtimeSettings,
  ) {
    // Set to 0 at the start: an autoscaler needs the metric before the first connection.
    for (const each of ['channels', 'legacy'] as const) metrics.sockets.inc({ protocol: each }, 0);
  }

  get size(): number {
    return this.clients.size;
  }

  [Symbol.iterator](): Iterator<ConnectedClient> {
    return this.clients.values();
  }

  on(connection: Connection): ConnectedClient | undefined {
    return this.clients.get(connection);
  }

  /** Above the limit per user the oldest sockets are cut, so that a stolen session or a forgotten page cannot lock its user out. */
  add(client: ConnectedClient): void {
    this.clients.set(client.socket.conn, client);
    this.metrics.sockets.inc({ protocol: client.protocol });
    const holder = holderOf(client.session);
    if (holder === null) return;
    const own = this.users.get(holder) ?? new Set();
    this.users.set(holder, own.add(client));
    for (const oldest of own) {
      if (own.size <= this.settings.socketsPerUser) break;
      this.cut(oldest, 'too-many-sockets');
    }
  }

  remove(client: ConnectedClient): void {
    this.clients.delete(client.socket.conn);
    this.leaveUser(client);
    this.metrics.sockets.dec({ protocol: client.protocol });
  }

  /** Ends a client with a reason; nothing more is sent to it. */
  cut(client: ConnectedClient, reason: ByeMessage['reason']): void {
    if (!this.clients.delete(client.socket.conn)) return;
    this.leaveUser(client);
    this.metrics.socketsCut.inc({ reason });
    this.protocol.leave(client);
    const retryInMs = reason === 'too-many-sockets' ? DISPLACED_RETRY_MS : 2000 + Math.floor(Math.random() * 3000);
    client.bye({ reason, retryInMs });
    setTimeout(() => client.sink.terminate(), LAST_WORD_MS).unref();
  }

  private leaveUser(client: ConnectedClient): void {
    const holder = holderOf(client.session);
    if (holder === null) return;
    const own = this.users.get(holder);
    own?.delete(client);
    if (own?.size === 0) this.users.delete(holder);
  }
}

function holderOf({ userId, sessionId }: RealtimeSession): string | null {
  return userId !== null && sessionId !== null && keyOfSession(sessionId) !== null ? `keys of ${userId}` : userId;
}
