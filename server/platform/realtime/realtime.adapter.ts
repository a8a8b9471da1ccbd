import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions, Socket } from 'socket.io';
import { MESSAGE_BYTES_MAX } from '../../contract/channels.js';
import { COMMON_HEADERS } from '../http/security-headers.js';
import { Metrics } from '../metrics/metrics.js';
import { addHeadersToRefusal } from './refused-upgrade.js';
import { Admission } from './admission.js';
import { RealtimeSettings } from './realtime-settings.js';

/** Socket.IO on the application's own HTTP server, with our limits, origins, admission and headers. */
export class RealtimeAdapter extends IoAdapter {
  private readonly settings: RealtimeSettings;
  private readonly admission: Admission;
  private readonly metrics: Metrics;

  constructor(application: INestApplication) {
    super(application);
    this.settings = application.get(RealtimeSettings, { strict: false });
    this.admission = application.get(Admission, { strict: false });
    this.metrics = application.get(Metrics, { strict: false });
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const io = super.createIOServer(port, { ...options, ...this.options() } as ServerOptions);
    // Must run before Engine.IO's own handlers, which answer a preflight request without calling further ones.
    this.httpServer.prependListener('request', addHeaders);
    io.engine.use(addHeadersToUpgrades);
    return io;
  }

  /**
   * One plain listener per message. Nest's default creates an observable per socket and message, which is costly at thousands of
   * sockets, and passes all arguments as a list where a client sends several; here a handler gets the first.
   */
  override bindMessageHandlers(socket: Socket, handlers: MessageMappingProperties[]): void {
    for (const { message, callback, isAckHandledManually } of handlers) {
      socket.on(String(message), async (...sent: unknown[]) => {
        const last = sent.at(-1);
        const acknowledge = typeof last === 'function' ? (last as (reply: unknown) => void) : undefined;
        const reply: unknown = await callback(sent[0], acknowledge);
        if (reply !== undefined && !isAckHandledManually) acknowledge?.(reply);
      });
    }
  }

  /** The HTTP server under it is closed by the application; the gateway has drained the sockets before. */
  override async close(io: Server): Promise<void> {
    io.engine.close();
  }

  private options(): Partial<ServerOptions> {
    const { allowedOrigins, polling, legacy, handshakeTimeoutMs, pingEveryMs, pongWithinMs } = this.settings;
    return {
      serveClient: false,
      transports: polling ? ['polling', 'websocket'] : ['websocket'],
      // Old clients speak the third revision of Engine.IO.
      allowEIO3: legacy,
      maxHttpBufferSize: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      connectTimeout: handshakeTimeoutMs,
      pingInterval: pingEveryMs,
      pingTimeout: pongWithinMs,
      cors: { origin: allowedOrigins.includes('*') ? '*' : allowedOrigins, credentials: !allowedOrigins.includes('*') },
      allowRequest: (request, decide) => {
        const refusal = this.admission.refusal(request);
        if (refusal !== null) this.metrics.handshakesRefused.inc({ reason: reasonOf(refusal) });
        decide(refusal, refusal === null);
      },
    };
  }
}

/** The reason without the retry time, so that the metric's label has few values. */
function reasonOf(refusal: string): string {
  return refusal.split(',', 1)[0] ?? '';
}

const PATH = '/socket.io/';

/** Headers that HTTP replies carry, for polls and refusals as well. */
function addHeaders({ url }: IncomingMessage, reply: ServerResponse): void {
  if (!url?.startsWith(PATH)) return;
  for (const [name, value] of Object.entries(COMMON_HEADERS)) reply.setHeader(name, value);
}

function addHeadersToUpgrades({ socket }: IncomingMessage, reply: unknown, next: () => void): void {
  // The request's own claim does not count: an Upgrade header alone does not make it an upgrade.
  if (!(reply instanceof ServerResponse)) addHeadersToRefusal(socket);
  next();
}
