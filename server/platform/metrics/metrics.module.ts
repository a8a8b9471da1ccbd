import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** {@link Metrics} is injectable everywhere. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
