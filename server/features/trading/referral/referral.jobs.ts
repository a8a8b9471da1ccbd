import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { BookRebates } from './book-rebates.js';

/** In by queue. */
@Injectable()
export class ReferralJobs {
  constructor(private readonly bookRebates: BookRebates) {}

  @Handles('referral.rebate')
  async onRebate(): Promise<void> {
    await this.bookRebates.execute();
  }
}
