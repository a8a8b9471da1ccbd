import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { SamplePremiums, SettleFunding } from '../funding/index.js';
import { WatchOrders } from './watch-orders.js';

/** In by queue. */
@Injectable()
export class LiquidationJobs {
  constructor(
    private readonly orders: WatchOrders,
    private readonly samplePremiums: SamplePremiums,
    private readonly settleFunding: SettleFunding,
  ) {}

  @Handles('futures.sweep')
  async onSweep(): Promise<void> {
    await this.orders.sweep();
  }

  @Handles('futures.premiums')
  async onPremiums(): Promise<void> {
    await this.samplePremiums.execute();
  }

  @Handles('futures.funding')
  async onFunding(): Promise<void> {
    await this.settleFunding.execute();
  }

  @Handles('futures.prune')
  async onPrune(): Promise<void> {
    await this.samplePremiums.forget();
  }
}
