import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { PrunePriceAlerts } from './prune-price-alerts.js';

/** In by queue. */
@Injectable()
export class PriceAlertsJobs {
  constructor(private readonly prunePriceAlerts: PrunePriceAlerts) {}

  @Handles('price-alerts.prune')
  async onPrune(): Promise<void> {
    await this.prunePriceAlerts.execute();
  }
}
