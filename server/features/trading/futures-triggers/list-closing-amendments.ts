import { Injectable } from '@nestjs/common';
import type { FuturesClosingAmendmentView } from '../../../contract/trading/futures-amendments.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ClosingAsked, ClosingOrdersStore } from './closing-orders.store.js';

/** Lists the amendments of a closing order, pending or ended, newest first. */
@Injectable()
export class ListClosingAmendments {
  constructor(private readonly store: ClosingOrdersStore) {}

  /** @throws Refusal `futures.not-found` */
  async execute(asked: ClosingAsked): Promise<FuturesClosingAmendmentView[]> {
    if (!(await this.store.isOf(asked))) throw new Refusal('futures.not-found');
    return this.store.amendments(asked.closingId);
  }
}
