import { Injectable } from '@nestjs/common';
import type { EndedClosingView } from '../../../contract/trading/futures.dto.js';
import { ClosingOrdersStore, type EndedClosingsAsked } from './closing-orders.store.js';

/** Lists a user's ended closing orders, newest first. */
@Injectable()
export class ListEndedClosings {
  constructor(private readonly store: ClosingOrdersStore) {}

  execute(asked: EndedClosingsAsked): Promise<EndedClosingView[]> {
    return this.store.ended(asked);
  }
}
