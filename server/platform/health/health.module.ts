import { Global, Module } from '@nestjs/common';
import { DependenciesHealth } from './dependencies-health.js';
import { HealthController } from './health.controller.js';
import { HealthRegistry } from './health.registry.js';

/** {@link HealthRegistry} is injectable everywhere. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [HealthRegistry, DependenciesHealth],
  exports: [HealthRegistry],
})
export class HealthModule {}
