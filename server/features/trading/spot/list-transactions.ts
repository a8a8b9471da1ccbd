import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { SpotHistoryStore } from './spot-history.store.js';
import type { SpotOrder } from './spot.store.js';

/** Purchases that wait, sales that wait, or what was executed whole. */
export type TransactionKind = 'in' | 'out' | 'complete';

const WANTED = {
  in: { statuses: ['open'], sides: ['buy'] },
  out: { statuses: ['open'], sides: ['sell'] },
  complete: { statuses: ['filled'], sides: ['buy', 'sell'] },
} as const;

/** A user's real orders by side, with how many there are, the newest first. */
@Injectable()
export class ListTransactions {
  constructor(private readonly history: SpotHistoryStore) {}

  async execute(
    userId: string,
    kind: TransactionKind,
    asked: PageAsked,
  ): Promise<{ orders: SpotOrder[]; count: number }> {
    const wanted = { userId, demo: false, marketIds: null, ...WANTED[kind] };
    const [orders, count] = await Promise.all([
      this.history.orders({ ...wanted, ...asked }),
      this.history.countOrders(wanted),
    ]);
    return { orders, count };
  }
}
