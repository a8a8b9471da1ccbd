import { Injectable } from '@nestjs/common';
import type { MarginLevel } from '../../../contract/rules/margin.rules.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { ClosingGroup, ReportedMarks } from '../futures-index/index.js';

/** A change of a margin level that the user may have to be warned about. */
export interface LevelChange {
  userId: string;
  demo: boolean;
  /** Null: the user's cross account. */
  positionId: string | null;
  level: MarginLevel;
  payload: object;
}

/** The worker's writes, each one call of a stored function. */
@Injectable()
export class LiquidationStore {
  /** Returns the positions that were closed or reduced, and those of groups that must be executed one by one. */
  async execute(
    tx: Transaction,
    groups: readonly ClosingGroup[],
    markets: Record<number, ReportedMarks>,
    at: Date,
  ): Promise<{ acted: string[]; apart: string[] }> {
    return callForRow(tx, 'liquidation_execute', {
      groups: JSON.stringify(groups),
      markets: JSON.stringify(markets),
      at,
    });
  }

  /**
   * Closes the groups one by one, with auto-deleveraging of other positions; for small batches. Answers the positions
   * that were acted on.
   */
  async executeApart(
    tx: Transaction,
    groups: readonly ClosingGroup[],
    markets: Record<number, ReportedMarks>,
    at: Date,
  ): Promise<string[]> {
    return callFunction(tx, 'liquidation_execute_apart', {
      groups: JSON.stringify(groups),
      markets: JSON.stringify(markets),
      at,
    });
  }

  /** Returns the users who got a warning. */
  async warn(tx: Transaction, changes: readonly LevelChange[], at: Date): Promise<string[]> {
    return callFunction(tx, 'liquidation_warn', {
      users: changes.map(({ userId }) => userId),
      demo: changes.map(({ demo }) => demo),
      positions: changes.map(({ positionId }) => positionId ?? '0'),
      levels: changes.map(({ level }) => level),
      payloads: changes.map(({ payload }) => JSON.stringify(payload)),
      at,
    });
  }
}
