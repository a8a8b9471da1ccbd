import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import type { SpotExit } from '../../../contract/rules/spot-exit.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';

/** What a purchase leaves behind, and how that stands. */
export interface SpotExitRow extends Pick<SpotExit, 'takeProfit' | 'stopLoss'> {
  /** Unix milliseconds; null: it waits for ever. */
  expiresAt: number | null;
  status: 'waiting' | 'active' | 'void' | 'expired' | 'cancelled';
  /** How often its owner has changed it. */
  amendments: number;
}

/** Where a purchase is to leave them, judged against the version of it that was read. */
export interface SpotExitAmendment extends Pick<SpotExit, 'takeProfit' | 'stopLoss'> {
  order: { id: string; version: number };
}

/** What a purchase is to leave behind, and how many stops may wait with it. */
export interface NewSpotExit extends Pick<SpotExit, 'takeProfit' | 'stopLoss'> {
  expiresAt: Date | null;
  most: number;
}

/** All SQL of what purchases leave behind. */
@Injectable()
export class SpotExitsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Purchases of a book that have ended and whose take-profit or stop-loss is not placed yet, and those whose date has come, the oldest
   * first; of those that are to be placed none in cancel-only.
   * @param after the place to go on behind; null: from the first
   */
  async due({ demo, after }: { demo: boolean; after: string | null }, limit: number, at: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select x.order_id::text as id from spot_exit x join spot_order o on o.id = x.order_id
        where x.status = 'waiting' and x.demo = $4 and x.order_id > coalesce($3::bigint, 0)
          and (x.expires_at <= database_now($2) or (o.status <> 'open' and trading_is_open(x.demo)))
        order by x.order_id limit $1`,
      [limit, at, after, demo],
    );
    return rows.map(({ id }) => id);
  }

  async cancel(tx: Transaction, claim: Claim, orderId: string): Promise<void> {
    await callFunction(tx, 'spot_exit_cancel', { ...claim.given, order: orderId });
  }

  async amend(tx: Transaction, claim: Claim, { order, takeProfit, stopLoss }: SpotExitAmendment): Promise<void> {
    const given = { order: order.id, version: order.version, takeProfit, stopLoss };
    await callFunction(tx, 'spot_exit_amend', { ...claim.given, ...given });
  }

  /** Answers whose events there are; nobody's where somebody else is at it. */
  activate(tx: Transaction, orderId: string, at: Date): Promise<string[]> {
    return callFunction(tx, 'spot_exit_activate', { order: orderId, at });
  }
}
