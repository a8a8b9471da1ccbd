import { Injectable } from '@nestjs/common';
import type { MarginLevelFields } from '../../../contract/event-fields.dto.js';
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
  /** What it was judged by, for its event. */
  figures: Pick<MarginLevelFields, 'marketId' | 'equity' | 'required'>;
}

/** Decisions to carry out in one transaction. */
export interface Closing {
  groups: readonly ClosingGroup[];
  /** The marks that the decisions were made by. */
  marks: Record<number, ReportedMarks>;
  at: Date;
  /** Whether gains of others are closed where the insurance fund cannot pay; for small batches. */
  deleverage: boolean;
}

/** What became of decisions. */
export interface Executed {
  /** The positions that were closed, in part or wholly. */
  acted: string[];
  /** The first position of each group that is left for a call with deleveraging. */
  apart: string[];
  /** The first position of each group that was priced by another book than there is, to be decided again. */
  overtaken: string[];
  /** Those of them that nobody has taken anything from: those in front of them take less than they were priced by. */
  behind: string[];
  /** The first open position of each group of which something had changed since the decision, or was locked. */
  changed: string[];
}

/** The worker's writes, each one call of a stored function. */
@Injectable()
export class LiquidationStore {
  execute(tx: Transaction, { groups, marks, at, deleverage }: Closing): Promise<Executed> {
    const [decided, markets] = [JSON.stringify(groups), JSON.stringify(marks)];
    return callForRow(tx, 'liquidation_execute', { groups: decided, markets, at, deleverage });
  }

  /** Returns the users who got a warning. */
  warn(tx: Transaction, changes: readonly LevelChange[], at: Date): Promise<string[]> {
    return callFunction(tx, 'liquidation_warn', {
      users: changes.map(({ userId }) => userId),
      demo: changes.map(({ demo }) => demo),
      positions: changes.map(({ positionId }) => positionId ?? '0'),
      levels: changes.map(({ level }) => level),
      payloads: changes.map(({ figures }) => JSON.stringify(figures)),
      at,
    });
  }
}
