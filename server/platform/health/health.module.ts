import { Global, Module } from '@nestjs/common';
import { Breakers } from './breaker.js';
import { Departure } from './departure.js';
import { NeighbourFigures } from './neighbour-figures.js';
import { DependenciesHealth } from './dependencies-health.js';
import { HealthController } from './health.controller.js';
import { HealthRegistry } from './health.registry.js';
import { RedisPulse } from './redis-pulse.js';

/** {@link HealthRegistry} and {@link Breakers} are injectable everywhere. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [HealthRegistry, RedisPulse, DependenciesHealth, NeighbourFigures, Breakers, Departure],
  exports: [HealthRegistry, Breakers],
})
export class HealthModule {}
