import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Taking } from '../taken-depth/index.js';
import type { ClosingFill } from './closing-fill.rules.js';

export interface OrderFill {
  id: string;
  version: string;
  price: string;
  margin: string;
  fee: string;
  limitPrice: string;
  limitMargin: string;
  limitFee: string;
  /** The depth that it takes from the book. */
  taking: Taking[];
}

/** Price and taken depth of the close behind a stop. */
export interface StopClosing {
  price: string;
  /** The lots that were priced. */
  lots: number;
  taking: Taking[];
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

/** Writes of fills and stops, each a call of one stored function. */
@Injectable()
export class FuturesTriggersStore {
  /**
   * @param marks by market id: unrealised cross losses at these marks stay on the account.
   * @returns the users whose orders were filled, or cancelled because a position limit was reached.
   */
  async fill(
    tx: Transaction,
    fills: readonly OrderFill[],
    marks: Record<number, DecimalText>,
    at: Date,
  ): Promise<string[]> {
    return callFunction(tx, 'futures_fill', { items: JSON.stringify(fills), marks: JSON.stringify(marks), at });
  }

  /** @returns the positions whose stops fired. */
  async fire(tx: Transaction, stops: readonly FiredStop[], at: Date): Promise<string[]> {
    return callFunction(tx, 'trigger_fire', { items: JSON.stringify(stops), at });
  }

  /**
   * Returns the user; null when another transaction has the position, or fewer lots wait.
   * @throws FU012 while other rows of the account back the loss.
   */
  async fillClosing(
    tx: Transaction,
    closing: string,
    { lots, price, taking }: ClosingFill,
    at: Date,
  ): Promise<string | null> {
    return callFunction(tx, 'futures_closing_fill', { closing, lots, price, taking: JSON.stringify(taking), at });
  }

  /** The lots of an open position; null when it is not open any more. */
  async openLots(tx: Transaction, positionId: string): Promise<number | null> {
    const rows: { lots: number }[] = await tx.query(
      'select f.lots from futures_position f where f.id = $1 and f.status in (1, 2)',
      [positionId],
    );
    return rows[0]?.lots ?? null;
  }

  /**
   * @param closing null: the market cannot close positions now, so the stop waits. Returns the user once the stop is
   * done.
   * @throws 40001 when the position has other lots than were priced.
   */
  async executeStop(
    tx: Transaction,
    positionId: string,
    closing: StopClosing | null,
    at: Date,
  ): Promise<string | null> {
    const { price = null, lots: priced = null, taking = [] } = closing ?? {};
    const given = { position: positionId, price, taking: JSON.stringify(taking), at, priced };
    return callFunction(tx, 'trigger_execute', given);
  }
}
