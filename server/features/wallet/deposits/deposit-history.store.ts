import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { COLUMNS, type DepositRow } from './deposits.store.js';

/** Reads the deposits of a user, page by page. */
@Injectable()
export class DepositHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  page(userId: string, limit: number, offset: number): Promise<DepositRow[]> {
    return this.reads.query(`select ${COLUMNS} from deposit where user_id = $1 order by id desc limit $2 offset $3`, [
      userId,
      limit,
      offset,
    ]);
  }

  async count(userId: string): Promise<number> {
    const rows: { count: number }[] = await this.reads.query(
      'select count(*)::integer as count from deposit where user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }
}
