import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { ExpireUploads } from './expire-uploads.js';

/** In by queue. */
@Injectable()
export class UploadsJobs {
  constructor(private readonly expireUploads: ExpireUploads) {}

  @Handles('uploads.expire')
  async onExpire(): Promise<void> {
    await this.expireUploads.execute();
  }
}
