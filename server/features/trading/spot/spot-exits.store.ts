import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** All SQL of what purchases leave behind. */
@Injectable()
export class SpotExitsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Purchases that have ended and whose take-profit or stop-loss is not placed yet, the oldest first; none in cancel-only. */
  async due(limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select x.order_id::text as id from spot_exit x join spot_order o on o.id = x.order_id
        where x.status = 'waiting' and o.status <> 'open' and trading_is_open(x.demo) order by x.order_id limit $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Answers whose events there are; nobody's where nothing was placed. */
  activate(tx: Transaction, orderId: string, at: Date): Promise<string[]> {
    return callFunction(tx, 'spot_exit_activate', { order: orderId, at });
  }
}
