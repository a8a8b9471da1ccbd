import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { FoldProfit } from './fold-profit.js';

/** In by queue. */
@Injectable()
export class ProfitJobs {
  constructor(private readonly foldProfit: FoldProfit) {}

  @Handles('profit.fold')
  async onFold(): Promise<void> {
    await this.foldProfit.execute();
  }
}
