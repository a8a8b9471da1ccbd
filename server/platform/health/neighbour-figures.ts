import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { builtFrom } from './built-from.js';
import { storedFunctions, versionOf } from '../database/stored-functions.js';
import { poolFigures } from '../database/work-pools.js';
import { Metrics } from '../metrics/metrics.js';
import { RedisPulse } from './redis-pulse.js';

/** What a process has of Postgres and Redis, and what runs in it. */
@Injectable()
export class NeighbourFigures implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly source: DataSource,
    private readonly redisPulse: RedisPulse,
  ) {}

  onModuleInit(): void {
    const functions = versionOf(storedFunctions()).slice(0, 12);
    this.metrics.build.set({ ...builtFrom(), functions, node: process.version }, 1);
    this.metrics.beforeReading(() => this.look());
  }

  private look(): void {
    const { metrics } = this;
    metrics.redisUp.set(this.redisPulse.isHeard ? 1 : 0);
    for (const [pool, figures] of poolFigures(this.source)) {
      metrics.databaseConnections.set({ pool, state: 'in_use' }, figures.inUse);
      metrics.databaseConnections.set({ pool, state: 'idle' }, figures.idle);
      metrics.databaseConnections.set({ pool, state: 'waiting' }, figures.waiting);
      metrics.databaseRefused.set({ pool }, figures.refused);
      metrics.databaseAway.set({ pool }, figures.isAway ? 1 : 0);
    }
  }
}
