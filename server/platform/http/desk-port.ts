import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Config, type Configuration } from '../config/config.js';

/** Where the operators' desk lies: its page, and below it its calls. */
export const DESK_PATH = 'ops';
export const DESK_API_PATH = 'ops/api';

const REQUEST_LIMIT_MS = 30_000;
const DESK = /^\/ops(?:[/?#]|$)/;
/** Requests that came in by the desk's own port. */
const deskRequests = new WeakSet<IncomingMessage>();

/**
 * Whether the request may go where it wants to: the desk answers at its own port, and without one at the public port,
 * but not in production. Everything else answers at either.
 */
export function isWithinReach(request: FastifyRequest, configuration: Configuration): boolean {
  if (!DESK.test(request.raw.url ?? '')) return true;
  const { OPS_ENABLED, OPS_PORT, NODE_ENV } = configuration;
  if (!OPS_ENABLED) return false;
  return OPS_PORT === undefined ? NODE_ENV !== 'production' : deskRequests.has(request.raw);
}

/** The second port of a gateway, on which alone the operators' desk answers; none where no port is set. */
@Injectable()
export class DeskPort implements OnApplicationShutdown {
  private readonly logger = new Logger('Http');
  private server: Server | null = null;

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  /** Call when the application listens. @returns the port; null when the desk has none of its own. */
  async listen(): Promise<number | null> {
    const { OPS_ENABLED, OPS_PORT, HOST, ROLES } = this.config.values;
    if (!OPS_ENABLED || OPS_PORT === undefined || !ROLES.includes('gateway')) return null;
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    const server = createServer({ requestTimeout: REQUEST_LIMIT_MS }, (request, reply) => {
      deskRequests.add(request);
      fastify.routing(request, reply);
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(OPS_PORT, HOST, resolve);
    });
    const { port } = server.address() as AddressInfo;
    this.logger.log(`The operators' desk answers at port ${port}.`);
    return port;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}
