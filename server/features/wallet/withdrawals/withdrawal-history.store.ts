import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { COLUMNS, readRow, type WithdrawalRow } from './withdrawals.store.js';

/** Reads the withdrawals of a user, page by page. */
@Injectable()
export class WithdrawalHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  async page(userId: string, limit: number, offset: number): Promise<WithdrawalRow[]> {
    const rows: WithdrawalRow[] = await this.reads.query(
      `select ${COLUMNS} from withdrawal where user_id = $1 order by id desc limit $2 offset $3`,
      [userId, limit, offset],
    );
    return rows.map(readRow);
  }

  async count(userId: string): Promise<number> {
    const rows: { count: number }[] = await this.reads.query(
      'select count(*)::integer as count from withdrawal where user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }
}
