import { Injectable } from '@nestjs/common';
import type { ByeMessage } from '../../contract/channels.js';
import { Metrics } from '../metrics/metrics.js';
import { ClientProtocol } from './client-protocol.js';
import type { ConnectedClient } from './connected-client.js';
import type { Connection } from './frame-sink.js';
import { LAST_WORD_MS } from './realtime-settings.js';

/** The sockets of this process that have passed the handshake. A loop over them sees who is there as it goes. */
@Injectable()
export class ConnectedClients implements Iterable<ConnectedClient> {
  private readonly clients = new Map<Connection, ConnectedClient>();

  constructor(
    private readonly protocol: ClientProtocol,
    private readonly metrics: Metrics,
  ) {}

  get size(): number {
    return this.clients.size;
  }

  [Symbol.iterator](): Iterator<ConnectedClient> {
    return this.clients.values();
  }

  on(connection: Connection): ConnectedClient | undefined {
    return this.clients.get(connection);
  }

  add(client: ConnectedClient): void {
    this.clients.set(client.socket.conn, client);
    this.metrics.sockets.inc({ protocol: client.protocol });
  }

  remove(client: ConnectedClient): void {
    this.clients.delete(client.socket.conn);
    this.metrics.sockets.dec({ protocol: client.protocol });
  }

  /** Ends a client with a word why; nothing more is sent to it. */
  cut(client: ConnectedClient, reason: ByeMessage['reason']): void {
    if (!this.clients.delete(client.socket.conn)) return;
    this.metrics.socketsCut.inc({ reason });
    this.protocol.leave(client);
    client.bye({ reason, retryInMs: 2000 + Math.floor(Math.random() * 3000) });
    setTimeout(() => client.sink.terminate(), LAST_WORD_MS).unref();
  }
}
