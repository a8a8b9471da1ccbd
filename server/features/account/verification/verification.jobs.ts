import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { FoldDigests } from './fold-digests.js';

/** In by queue. */
@Injectable()
export class VerificationJobs {
  constructor(private readonly foldDigests: FoldDigests) {}

  @Handles('verification.fold')
  async onFold(): Promise<void> {
    await this.foldDigests.execute();
  }
}
