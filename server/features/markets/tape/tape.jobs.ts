import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { Handles } from '../../../platform/jobs/handles.js';
import { MaintainTapePartitions } from './maintain-tape-partitions.js';
import { RecordPaths } from './record-paths.js';
import { SealTape } from './seal-tape.js';

/** In by queue. */
@Injectable()
export class TapeJobs {
  constructor(
    private readonly maintainTapePartitions: MaintainTapePartitions,
    private readonly sealTape: SealTape,
    private readonly recordPaths: RecordPaths,
  ) {}

  @Handles('tape.keep-days')
  async onMaintainPartitions(): Promise<void> {
    await this.maintainTapePartitions.execute();
  }

  @Handles('tape.seal')
  async onSeal(): Promise<void> {
    const failures = new Failures();
    await failures.apart(() => this.sealTape.execute(), 0);
    await failures.apart(() => this.recordPaths.execute(), 0);
    failures.end();
  }
}
