import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { KeepTapeDays } from './keep-tape-days.js';
import { SealTape } from './seal-tape.js';

/** In by queue. */
@Injectable()
export class TapeJobs {
  constructor(
    private readonly keepTapeDays: KeepTapeDays,
    private readonly sealTape: SealTape,
  ) {}

  @Handles('tape.keep-days')
  async onKeepDays(): Promise<void> {
    await this.keepTapeDays.execute();
  }

  @Handles('tape.seal')
  async onSeal(): Promise<void> {
    await this.sealTape.execute();
  }
}
