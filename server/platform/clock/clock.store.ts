import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClockReading } from './clock-comparison.js';

/** Asks the database what time it is. */
@Injectable()
export class ClockStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** @param steady the steady clock of the process, in milliseconds. */
  async look(steady: () => number): Promise<ClockReading> {
    const runner = this.source.createQueryRunner();
    try {
      // What is waited for a connection is no time of the question's.
      await runner.connect();
      const askedAt = steady();
      const [row]: [{ ms: number }] = await runner.query(
        'select extract(epoch from clock_timestamp())::double precision * 1000 as ms',
      );
      return { askedAt, answeredAt: steady(), databaseMs: row.ms };
    } finally {
      await runner.release();
    }
  }

  /** Whether the database decides by its own clock, and not by that of a test. */
  async decidesByItsOwn(): Promise<boolean> {
    const [row]: [{ own: boolean }] = await this.source.query(`select isfinite(database_now('infinity')) as own`);
    return row.own;
  }
}
