import { Injectable } from '@nestjs/common';
import type { EndedClosingView } from '../../../contract/trading/futures.dto.js';
import { ClosingOrdersStore, type EndedClosingsAsked } from './closing-orders.store.js';

/** What became of a user's orders that waited to close lots, the newest first. */
@Injectable()
export class ListEndedClosings {
  constructor(private readonly store: ClosingOrdersStore) {}

  execute(asked: EndedClosingsAsked): Promise<EndedClosingView[]> {
    return this.store.ended(asked);
  }
}
