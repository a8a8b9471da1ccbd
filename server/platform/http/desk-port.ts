import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Config } from '../config/config.js';
import { comesFromInside } from './entrances.js';
import { SecondPort } from './second-port.js';

/** The second port of a gateway, on which alone the operators' desk answers; none where no port is set. */
@Injectable()
export class DeskPort implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Http');
  private second: SecondPort | null = null;

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  /** Call when the application listens. @returns the port; null when the desk has none of its own. */
  async listen(): Promise<number | null> {
    const { OPS_PORT, HOST, ROLES } = this.config.values;
    if (OPS_PORT === undefined || !ROLES.includes('gateway')) return null;
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    this.second = new SecondPort((request, reply) => {
      comesFromInside(request, 'inner');
      fastify.routing(request, reply);
    });
    const port = await this.second.listen(OPS_PORT, HOST);
    this.logger.log(`The operators' desk answers at port ${port}.`);
    return port;
  }

  /** Before anything that an answer needs is gone: what an operator has begun comes to its end, and is answered. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.second?.close();
  }
}
