import { Injectable } from '@nestjs/common';
import type { MarginLevel } from '../../../contract/rules/margin.rules.js';
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
    const rows: { acted: string[]; apart: string[] }[] = await tx.query(
      `select done.acted::text[] as acted, done.apart::text[] as apart
         from liquidation_execute($1::jsonb, $2::jsonb, $3) done`,
      [JSON.stringify(groups), JSON.stringify(markets), at],
    );
    return rows[0] as { acted: string[]; apart: string[] };
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
    const rows: { acted: string[] }[] = await tx.query(
      'select liquidation_execute_apart($1::jsonb, $2::jsonb, $3)::text[] as acted',
      [JSON.stringify(groups), JSON.stringify(markets), at],
    );
    return rows[0]?.acted ?? [];
  }

  /** Returns the users who got a warning. */
  async warn(tx: Transaction, changes: readonly LevelChange[], at: Date): Promise<string[]> {
    const rows: { warned: string[] }[] = await tx.query(
      `select liquidation_warn($1::bigint[], $2::boolean[], $3::bigint[], $4::text[], $5::jsonb[], $6)::text[] as warned`,
      [
        changes.map(({ userId }) => userId),
        changes.map(({ demo }) => demo),
        changes.map(({ positionId }) => positionId ?? '0'),
        changes.map(({ level }) => level),
        changes.map(({ payload }) => JSON.stringify(payload)),
        at,
      ],
    );
    return rows[0]?.warned ?? [];
  }
}
