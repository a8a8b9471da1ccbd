import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import { openOf } from '../candle-series/index.js';

/** The monthly partitions of the one-minute bars, which the database makes. */
@Injectable()
export class CandlePartitionsStore {
  /** Open times of the months that are known to have a partition. */
  private readonly known = new Set<number>();

  constructor(private readonly source: DataSource) {}

  /**
   * Makes sure that the month of every instant has its partition (Unix milliseconds). Rows of such a month that went
   * to the default partition are moved.
   */
  async ensure(instants: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const instant of instants) {
      const month = openOf('1mon', instant);
      if (!this.known.has(month)) missing.add(month);
    }
    for (const month of [...missing].sort((a, b) => a - b)) {
      const first = new Date(month).toISOString().slice(0, 10);
      await this.source.transaction((tx) => callFunction(tx, 'candle_partition_make', { month: first }));
      this.known.add(month);
    }
  }
}
