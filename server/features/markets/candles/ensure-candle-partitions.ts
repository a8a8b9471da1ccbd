import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { nextOpen } from '../candle-series/index.js';
import { CandlePartitionsStore } from './candle-partitions.store.js';

/** Months that have their partition before the first bar of theirs is written. */
const MONTHS_AHEAD = 3;

/** Makes the partitions of this month and the next ones. */
@Injectable()
export class EnsureCandlePartitions {
  constructor(
    private readonly partitions: CandlePartitionsStore,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const months: number[] = [];
    for (let at = this.clock.now(); months.length <= MONTHS_AHEAD; at = nextOpen('1mon', at)) months.push(at);
    await this.partitions.ensure(months);
  }
}
