import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Config } from '../config/config.js';
import { answerBrokenClient, LISTEN_BACKLOG, REQUEST_LIMIT_MS, SERVER_LIMITS } from './connection-limits.js';
import { comesFromInside } from './entrances.js';

/** As long as a request may take to arrive; what then still runs is cut. */
const STOP_LIMIT_MS = REQUEST_LIMIT_MS;

/** The second port of a gateway, on which alone the operators' desk answers; none where no port is set. */
@Injectable()
export class DeskPort implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Http');
  private server: Server | null = null;

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  /** Call when the application listens. @returns the port; null when the desk has none of its own. */
  async listen(): Promise<number | null> {
    const { OPS_PORT, HOST, ROLES } = this.config.values;
    if (OPS_PORT === undefined || !ROLES.includes('gateway')) return null;
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    const server = createServer(SERVER_LIMITS, (request, reply) => {
      comesFromInside(request);
      // While it closes, a connection ends with the answer that it waits for.
      if (!server.listening) reply.setHeader('connection', 'close');
      fastify.routing(request, reply);
    });
    server.on('clientError', answerBrokenClient);
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port: OPS_PORT, host: HOST, backlog: LISTEN_BACKLOG }, resolve);
    });
    const { port } = server.address() as AddressInfo;
    this.logger.log(`The operators' desk answers at port ${port}.`);
    return port;
  }

  /** Before anything that an answer needs is gone: what an operator has begun comes to its end, and is answered. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
    await closed;
    clearTimeout(limit);
  }
}
