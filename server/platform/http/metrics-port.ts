import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Config } from '../config/config.js';
import { comesFromInside, HEALTH_PATHS } from './entrances.js';
import { SecondPort } from './second-port.js';

/** Exactly these: what answers everybody at the public port does not answer here. */
const SERVED = HEALTH_PATHS.map((path) => `/${path}`);

/**
 * A port for Prometheus, in every role: the figures, and how the process is. Nothing else answers there, and the figures
 * answer nowhere else. None where no port is set.
 */
@Injectable()
export class MetricsPort implements OnApplicationShutdown {
  private readonly logger = new Logger('Http');
  private second: SecondPort | null = null;

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly config: Config,
  ) {}

  /** Call when the application listens. @returns the port; null where none is set. */
  async listen(): Promise<number | null> {
    const { METRICS_PORT, HOST } = this.config.values;
    if (METRICS_PORT === undefined) return null;
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    this.second = new SecondPort((request, reply) => {
      if (!SERVED.includes(request.url ?? '')) {
        reply.writeHead(404).end();
        return;
      }
      comesFromInside(request, 'figures');
      fastify.routing(request, reply);
    });
    const port = await this.second.listen(METRICS_PORT, HOST);
    this.logger.log(`Figures are at port ${port}.`);
    return port;
  }

  /** Last of all: how a process ends is to be seen, too. */
  async onApplicationShutdown(): Promise<void> {
    await this.second?.close();
  }
}
