import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { EnsureCandlePartitions } from './ensure-candle-partitions.js';

/** In by queue. */
@Injectable()
export class CandlesJobs {
  constructor(private readonly ensureCandlePartitions: EnsureCandlePartitions) {}

  @Handles('candles.ensure-partitions')
  async onEnsurePartitions(): Promise<void> {
    await this.ensureCandlePartitions.execute();
  }
}
