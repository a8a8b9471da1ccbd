import { Injectable } from '@nestjs/common';
import { callFunction } from '../../../platform/database/call-function.js';
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
    return callFunction(tx, 'liquidation_fill', { items: JSON.stringify(fills), at });
  }

  /** Returns the positions whose stops fired. */
  async fire(tx: Transaction, stops: readonly FiredStop[], at: Date): Promise<string[]> {
    return callFunction(tx, 'trigger_fire', { items: JSON.stringify(stops), at });
  }

  /**
   * @param price null: the market cannot close positions now, so the stop waits. Returns the user once the stop is
   * done.
   */
  async executeStop(tx: Transaction, positionId: string, price: string | null, at: Date): Promise<string | null> {
    return callFunction(tx, 'trigger_execute', { position: positionId, price, at });
  }
}
