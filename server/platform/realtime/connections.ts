import { Injectable } from '@nestjs/common';
import { MESSAGES_PER_SECOND } from '../../contract/channels.js';
import { Admission, addressOf } from './admission.js';
import { ConnectedClients } from './connected-clients.js';
import { type Connection, onControlFrame, PublicSink } from './frame-sink.js';
import { RealtimeSettings } from './realtime-settings.js';
import { TokenBucket } from './token-bucket.js';

/** Messages in excess of the permitted rate, of any kind, after which a connection is cut. */
const FLOOD_MESSAGES = 140;

/** Every Engine.IO connection of the process, watched from its first byte on, before authentication. */
@Injectable()
export class Connections {
  private readonly connections = new Set<Connection>();

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly admission: Admission,
    private readonly clients: ConnectedClients,
  ) {}

  readonly watch = (connection: Connection): void => {
    const uncount = this.admission.count(addressOf(connection.request, this.settings.trustedProxies));
    this.connections.add(connection);
    connection.once('close', () => {
      this.connections.delete(connection);
      uncount();
    });
    const flood = new TokenBucket(MESSAGES_PER_SECOND, FLOOD_MESSAGES, performance.now());
    const sink = new PublicSink(connection);
    const count = () => {
      if (!flood.take(performance.now())) this.onFlood(connection, sink);
    };
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      if (type === 'message' && typeof data !== 'string') sink.terminate();
      else if (!this.clients.on(connection) && sink.bufferedBytes() > this.settings.slowReaderBytes) sink.terminate();
      else count();
    });
    // What the protocol below answers by itself is a message, too: the answers to a client that reads none pile up.
    onControlFrame(connection, count);
  };

  /** Refuses new connections from now on. */
  refuseNew(): void {
    this.admission.close();
  }

  endAll(): void {
    for (const connection of this.connections) new PublicSink(connection).terminate();
  }

  private onFlood(connection: Connection, sink: PublicSink): void {
    const client = this.clients.on(connection);
    if (client) this.clients.cut(client, 'too-many-messages');
    else sink.terminate();
  }
}
