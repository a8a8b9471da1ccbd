import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { EnsureCandlePartitions } from './ensure-candle-partitions.js';
import { RefoldCandles } from './refold-candles.js';

/** In by queue. */
@Injectable()
export class CandlesJobs {
  constructor(
    private readonly ensurePartitions: EnsureCandlePartitions,
    private readonly refold: RefoldCandles,
  ) {}

  @Handles('candles.ensure-partitions')
  async onEnsurePartitions(): Promise<void> {
    await this.ensurePartitions.execute();
  }

  @Handles('candles.backfill')
  async onBackfill({ marketId }: { marketId: number }): Promise<void> {
    await this.refold.execute(marketId);
  }
}
