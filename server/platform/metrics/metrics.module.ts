import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { NeighbourFigures } from './neighbour-figures.js';

/** {@link Metrics} is injectable everywhere. */
@Global()
@Module({ providers: [Metrics, NeighbourFigures], exports: [Metrics] })
export class MetricsModule {}
