import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { WriteDataExports } from './write-data-exports.js';

/** In by queue. */
@Injectable()
export class DataExportsJobs {
  constructor(private readonly writeDataExports: WriteDataExports) {}

  @Handles('data-exports.write')
  async onWrite(): Promise<void> {
    await this.writeDataExports.execute();
  }
}
