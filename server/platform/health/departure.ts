import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config.js';
import { HealthRegistry } from './health.registry.js';

/**
 * A process that is asked to end says so before it does: it is not ready from then on, and serves as always for as long as a
 * balancer needs to see that. Only then does everything else end, so that nobody is sent to a door that is shut.
 */
@Injectable()
export class Departure implements OnModuleDestroy {
  private isLeaving = false;

  constructor(
    private readonly config: Config,
    health: HealthRegistry,
  ) {
    health.part('departure', () => ({ state: this.isLeaving ? 'down' : 'ok', detail: { isLeaving: this.isLeaving } }));
  }

  async onModuleDestroy(): Promise<void> {
    this.isLeaving = true;
    const { DRAIN_NOTICE_MS, ROLES } = this.config.values;
    if (DRAIN_NOTICE_MS === 0 || !ROLES.includes('gateway')) return;
    new Logger('Process').log(`Not ready any more; goes on serving for ${DRAIN_NOTICE_MS} ms.`);
    await new Promise((resolve) => setTimeout(resolve, DRAIN_NOTICE_MS));
  }
}
