import { Injectable } from '@nestjs/common';
import type { FundingStampPage, FundingStampsRequest } from '../../../contract/operations/funding.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { FundingStore } from './funding.store.js';

/** What was decided at each funding instant, for operators: what was void and why, and what is not charged yet. */
@Injectable()
export class ListFundingStamps {
  constructor(private readonly store: FundingStore) {}

  async execute(request: FundingStampsRequest): Promise<FundingStampPage> {
    const { page, limit } = pageAsked(request);
    const state = request.state ?? null;
    const [list, { voided, charging, total }] = await Promise.all([
      this.store.stamps(state, { limit, offset: (page - 1) * limit }),
      this.store.countStamps(state),
    ]);
    return { list, voided, charging, total, page, limit };
  }
}
