import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface OrderFill {
  id: string;
  version: string;
  price: string;
  margin: string;
  fee: string;
  limitPrice: string;
  limitMargin: string;
  limitFee: string;
}

export interface FiredStop {
  positionId: string;
  kind: 'take-profit' | 'stop-loss';
  source: string;
  level: string;
  value: string;
  epoch: string;
  sequence: number;
  valueAt: number;
}

/** The writes of fills and stops, each one call of a stored function. */
@Injectable()
export class FuturesTriggersStore {
  /** Returns the users whose orders were filled, or cancelled because a position limit was reached. */
  async fill(tx: Transaction, fills: readonly OrderFill[], at: Date): Promise<string[]> {
    const rows: { users: string[] }[] = await tx.query('select liquidation_fill($1::jsonb, $2)::text[] as users', [
      JSON.stringify(fills),
      at,
    ]);
    return rows[0]?.users ?? [];
  }

  /** Returns the positions whose stops fired. */
  async fire(tx: Transaction, stops: readonly FiredStop[], at: Date): Promise<string[]> {
    const rows: { fired: string[] }[] = await tx.query('select trigger_fire($1::jsonb, $2)::text[] as fired', [
      JSON.stringify(stops),
      at,
    ]);
    return rows[0]?.fired ?? [];
  }

  /**
   * @param price null: the market cannot close positions now, so the stop waits. Returns the user once the stop is
   * done.
   */
  async executeStop(tx: Transaction, positionId: string, price: string | null, at: Date): Promise<string | null> {
    const rows: { user: string | null }[] = await tx.query('select trigger_execute($1, $2, $3)::text as "user"', [
      positionId,
      price,
      at,
    ]);
    return rows[0]?.user ?? null;
  }
}
