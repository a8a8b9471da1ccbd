import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SweepOptions } from './sweep-options.js';

@Injectable()
export class OptionsJobs {
  constructor(private readonly sweep: SweepOptions) {}

  @Handles('options.settle')
  async settle(): Promise<void> {
    await this.sweep.run();
  }
}
