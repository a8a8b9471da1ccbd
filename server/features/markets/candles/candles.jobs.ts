import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { EnsureCandlePartitions } from './ensure-candle-partitions.js';
import { RefoldCandles } from './refold-candles.js';

/** In by queue. */
@Injectable()
export class CandlesJobs {
  constructor(
    private readonly ensureCandlePartitions: EnsureCandlePartitions,
    private readonly refoldCandles: RefoldCandles,
  ) {}

  @Handles('candles.ensure-partitions')
  async onEnsurePartitions(): Promise<void> {
    await this.ensureCandlePartitions.execute();
  }

  @Handles('candles.backfill')
  async onBackfill({ marketId }: { marketId: number }): Promise<void> {
    await this.refoldCandles.execute(marketId);
  }
}
