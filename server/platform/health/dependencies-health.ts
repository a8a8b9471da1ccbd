import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OwnSchema } from '../database/own-schema.store.js';
import { type HealthPart, HealthRegistry } from './health.registry.js';
import { RedisPulse } from './redis-pulse.js';

/**
 * How Postgres and Redis are. Postgres holds the truth: without it, or with a schema older than the code, the process
 * is down. It does not become ready beside other stored functions than its own; when a newer version installs its own
 * later, it goes on until it is replaced, so that an update does not take all processes out at once. Redis holds hints: without it prices go stale and say so, everything else works, so it is degraded.
 */
@Injectable()
export class DependenciesHealth implements OnModuleInit {
  constructor(
    private readonly health: HealthRegistry,
    private readonly schema: OwnSchema,
    private readonly redisPulse: RedisPulse,
  ) {}

  onModuleInit(): void {
    this.health.part('postgres', () => this.postgres());
    this.health.part('redis', () => this.askRedis());
  }

  private async postgres(): Promise<HealthPart> {
    const detail = await this.schema.look();
    const { migrationsApplied, migrationsKnown, functions } = detail;
    const isWhole = migrationsApplied === migrationsKnown && (functions === 'own' || this.schema.isMet);
    return { state: isWhole ? 'ok' : 'down', detail: { ...detail } };
  }

  private async askRedis(): Promise<HealthPart> {
    const silent = await this.redisPulse.silent();
    if (silent.length === 0) return { state: 'ok' };
    return { state: 'degraded', detail: { reason: 'unreachable', silent: silent.join(', ') } };
  }
}
