import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../database/migrations/index.js';
import { RedisConnections } from '../redis/redis.module.js';
import { type HealthPart, HealthRegistry } from './health.registry.js';

/**
 * How Postgres and Redis are. Postgres holds the truth: without it, or with a schema older than the code, the process
 * is down. Redis holds hints: without it prices go stale and say so, everything else works, so it is degraded.
 */
@Injectable()
export class DependenciesHealth implements OnModuleInit {
  constructor(
    private readonly health: HealthRegistry,
    private readonly source: DataSource,
    private readonly redis: RedisConnections,
  ) {}

  onModuleInit(): void {
    this.health.part('postgres', () => this.postgres());
    this.health.part('redis', () => this.askRedis());
  }

  private async postgres(): Promise<HealthPart> {
    const [row] = await this.source.query<{ applied: number }[]>('select count(*)::int as applied from migrations');
    const applied = row?.applied ?? 0;
    const state = applied >= MIGRATIONS.length ? 'ok' : 'down';
    return { state, detail: { migrationsApplied: applied, migrationsKnown: MIGRATIONS.length } };
  }

  private async askRedis(): Promise<HealthPart> {
    try {
      await this.redis.commands.ping();
      return { state: 'ok' };
    } catch {
      return { state: 'degraded', detail: { reason: 'unreachable' } };
    }
  }
}
