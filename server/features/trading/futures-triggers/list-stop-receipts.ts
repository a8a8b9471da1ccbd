import { Injectable } from '@nestjs/common';
import type { StopReceiptView } from '../../../contract/trading/liquidation.dto.js';
import { StopReceiptsStore } from './stop-receipts.store.js';

/** Lists the receipts of a position's stops that fired. */
@Injectable()
export class ListStopReceipts {
  constructor(private readonly store: StopReceiptsStore) {}

  execute(userId: string, positionId: string): Promise<StopReceiptView[]> {
    return this.store.list(userId, positionId);
  }
}
