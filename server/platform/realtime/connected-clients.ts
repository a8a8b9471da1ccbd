import { Injectable } from '@nestjs/common';
import type { ByeMessage } from '../../contract/channels.js';
import { Metrics } from '../metrics/metrics.js';
import { keyOfSession } from '../http/keys/key-access.js';
import type { RealtimeSession } from './channel-source.js';
import { ClientProtocol } from './client-protocol.js';
import type { ConnectedClient } from './connected-client.js';
import type { Connection } from './frame-sink.js';
import { LAST_WORD_MS, RealtimeSettings } from './realtime-settings.js';

/** A page that had to give its place to a newer one of the same user does not take that one's place at once. */
const DISPLACED_RETRY_MS = 60_000;

/** The sockets of this process that have passed the handshake. A loop over them sees who is there as it goes. */
@Injectable()
export class ConnectedClients implements Iterable<ConnectedClient> {
  private readonly clients = new Map<Connection, ConnectedClient>();
  /** Those of each user, the oldest first; those of a user's programs apart, which take no place of its pages. */
  private readonly users = new Map<string, Set<ConnectedClient>>();

  constructor(
    private readonly protocol: ClientProtocol,
    private readonly metrics: Metrics,
    private readonly settings: RealtimeSettings,
  ) {
    // Who scales by this figure finds it before anybody comes.
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

  /** Of a user who has too many then, the oldest are cut: a stolen session or a page that was forgotten locks nobody out. */
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

  /** Ends a client with a word why; nothing more is sent to it. */
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
