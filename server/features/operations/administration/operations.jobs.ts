import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { DeliverNotices } from './deliver-notices.js';

/** In by queue. */
@Injectable()
export class OperationsJobs {
  constructor(private readonly deliverNotices: DeliverNotices) {}

  @Handles('operations.deliver-notices')
  async onDeliverNotices(): Promise<void> {
    await this.deliverNotices.execute();
  }
}
