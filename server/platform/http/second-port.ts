import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBrokenClient, LISTEN_BACKLOG, REQUEST_LIMIT_MS, SERVER_LIMITS } from './connection-limits.js';

/** As long as a request may take to arrive; what then still runs is cut. */
const STOP_LIMIT_MS = REQUEST_LIMIT_MS;

/** A port beside the public one, at which the same application answers to others. */
export class SecondPort {
  private server: Server | null = null;

  /** @param answer what becomes of a request. */
  constructor(private readonly answer: (request: IncomingMessage, reply: ServerResponse) => void) {}

  /** @returns the port. */
  async listen(port: number, host: string): Promise<number> {
    const server = createServer(SERVER_LIMITS, (request, reply) => {
      // While it closes, a connection ends with the answer that it waits for.
      if (!server.listening) reply.setHeader('connection', 'close');
      this.answer(request, reply);
    });
    server.on('clientError', answerBrokenClient);
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host, backlog: LISTEN_BACKLOG }, resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  /** Takes nobody new; what has begun comes to its end, and is answered. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
    await closed;
    clearTimeout(limit);
  }
}
