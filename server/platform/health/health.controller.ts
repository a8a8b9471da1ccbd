import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../http/access.js';
import { Config } from '../config/config.js';
import { mayDiagnose } from '../http/entrances.js';
import { Refusal } from '../http/refusal.js';
import { Metrics } from '../metrics/metrics.js';
import { HealthRegistry } from './health.registry.js';

/** For balancers and operators, in every role, outside `/api`. */
@ApiExcludeController()
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly config: Config,
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  /** The process is alive. */
  @Get('healthz')
  @Header('cache-control', 'no-store')
  alive(): { state: 'ok' } {
    return { state: 'ok' };
  }

  /** Whether the process should get requests: 200 when no part is down, else 503. How its parts are is not for strangers. */
  @Get('readyz')
  async ready(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const parts = await this.health.ask();
    const states = Object.values(parts).map(({ state }) => state);
    const state = states.includes('down') ? 'down' : states.includes('degraded') ? 'degraded' : 'ok';
    await reply
      .code(state === 'down' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(mayDiagnose(request, this.config.values) ? { state, roles: this.config.values.ROLES, parts } : { state });
  }

  /** Figures in the form that Prometheus reads; absent where diagnostics are not public. */
  @Get('metrics')
  async figures(@Res() reply: FastifyReply): Promise<void> {
    const { PUBLIC_DIAGNOSTICS, METRICS_PORT } = this.config.values;
    if (!PUBLIC_DIAGNOSTICS && METRICS_PORT === undefined) throw new Refusal('request.unknown-route');
    const text = await this.metrics.text();
    await reply.header('cache-control', 'no-store').type(this.metrics.registry.contentType).send(text);
  }
}
