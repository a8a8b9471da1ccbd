import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Lets one process at a time set up the schedules: concurrent set-ups are known to lose some of them. */
@Injectable()
export class SchedulesStore {
  constructor(private readonly source: DataSource) {}

  /** Runs the work unless another process is at it. Answers whether it ran. */
  async alone(work: () => Promise<void>): Promise<boolean> {
    return this.source.transaction(async (tx) => {
      const [lock] = await tx.query<{ taken: boolean }[]>(
        `select pg_try_advisory_xact_lock(hashtext('job-schedules')) as taken`,
      );
      if (!lock?.taken) return false;
      await work();
      return true;
    });
  }
}
