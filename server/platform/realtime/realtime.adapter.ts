import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { MessageMappingProperties } from '@nestjs/websockets';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions, Socket } from 'socket.io';
import { MESSAGE_BYTES_MAX } from '../../contract/channels.js';
import { COMMON_HEADERS } from '../http/security-headers.js';
import { Admission } from './admission.js';
import { RealtimeSettings } from './realtime-settings.js';

/** Socket.IO on the application's own HTTP server, with our limits, origins, admission and headers. */
export class RealtimeAdapter extends IoAdapter {
  private readonly settings: RealtimeSettings;
  private readonly admission: Admission;

  constructor(application: INestApplication) {
    super(application);
    this.settings = application.get(RealtimeSettings, { strict: false });
    this.admission = application.get(Admission, { strict: false });
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const io = super.createIOServer(port, { ...options, ...this.options() } as ServerOptions);
    io.engine.use(addHeaders);
    return io;
  }

  /**
   * One plain listener a message. Nest's own makes an observable for each socket and message, which thousands of sockets
   * would pay for, and hands a handler all arguments as a list where a client sends more than one; here it is the first.
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
    const { allowedOrigins, polling, legacy, handshakeTimeoutMs } = this.settings;
    return {
      serveClient: false,
      transports: polling ? ['polling', 'websocket'] : ['websocket'],
      // Old clients speak the third revision of Engine.IO.
      allowEIO3: legacy,
      maxHttpBufferSize: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      connectTimeout: handshakeTimeoutMs,
      cors: { origin: allowedOrigins.includes('*') ? '*' : allowedOrigins, credentials: !allowedOrigins.includes('*') },
      allowRequest: (request, decide) => {
        const refusal = this.admission.refusal(request);
        decide(refusal, refusal === null);
      },
    };
  }
}

/** What every other reply carries, too: refusals and polls are replies like others. An upgrade has none to read. */
function addHeaders(request: IncomingMessage, reply: ServerResponse, next: () => void): void {
  if (request.headers.upgrade === undefined) {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) reply.setHeader(name, value);
  }
  next();
}
