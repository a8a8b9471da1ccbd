import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../database/migrations/index.js';
import { installedVersion, storedFunctions, versionOf } from '../database/stored-functions.js';
import { type HealthPart, HealthRegistry } from './health.registry.js';
import { RedisPulse } from './redis-pulse.js';

/**
 * How Postgres and Redis are. Postgres holds the truth: without it, or with a schema older than the code, the process
 * is down. It does not become ready beside other stored functions than its own; when a newer version installs its own
 * later, it goes on until it is replaced, so that an update does not take all processes out at once. Redis holds hints: without it prices go stale and say so, everything else works, so it is degraded.
 */
@Injectable()
export class DependenciesHealth implements OnModuleInit {
  private readonly functions = storedFunctions();
  private hasMetItsFunctions = false;

  constructor(
    private readonly health: HealthRegistry,
    private readonly source: DataSource,
    private readonly redisPulse: RedisPulse,
  ) {}

  onModuleInit(): void {
    this.health.part('postgres', () => this.postgres());
    this.health.part('redis', () => this.askRedis());
  }

  private async postgres(): Promise<HealthPart> {
    const rows = await this.source.query<{ name: string }[]>('select name from migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const migrationsMissing = MIGRATIONS.filter(({ name }) => !applied.has(name)).length;
    const known = MIGRATIONS.length;
    const functions = await this.storedFunctions();
    const state = migrationsMissing === 0 && (functions === 'own' || this.hasMetItsFunctions) ? 'ok' : 'down';
    return { state, detail: { migrationsApplied: known - migrationsMissing, migrationsKnown: known, functions } };
  }

  private async storedFunctions(): Promise<'own' | 'of another version'> {
    const installed = await installedVersion(this.source, this.functions);
    if (installed !== versionOf(this.functions)) return 'of another version';
    this.hasMetItsFunctions = true;
    return 'own';
  }

  private async askRedis(): Promise<HealthPart> {
    const silent = await this.redisPulse.silent();
    if (silent.length === 0) return { state: 'ok' };
    return { state: 'degraded', detail: { reason: 'unreachable', silent: silent.join(', ') } };
  }
}
