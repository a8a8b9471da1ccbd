import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SamplePremiums } from './sample-premiums.js';
import { SettleFunding } from './settle-funding.js';

/** In by queue. */
@Injectable()
export class FundingJobs {
  constructor(
    private readonly samplePremiums: SamplePremiums,
    private readonly settleFunding: SettleFunding,
  ) {}

  @Handles('funding.premiums')
  async onPremiums(): Promise<void> {
    await this.samplePremiums.execute();
  }

  @Handles('funding.charge')
  async onFunding(): Promise<void> {
    await this.settleFunding.execute();
  }

  @Handles('funding.prune')
  async onPrune(): Promise<void> {
    await this.samplePremiums.forget();
  }
}
