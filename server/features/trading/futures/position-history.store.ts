import { Injectable } from '@nestjs/common';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import type { Book, ViewRow } from './positions.store.js';

/** Filters of a user's rows; absent ones do not filter. */
export interface PositionFilter {
  statuses?: number[];
  marketIds?: number[];
  page: number;
  limit: number;
}

/** Reads all positions of a user, past ones too, page by page. */
@Injectable()
export class PositionHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  async list(
    { userId, demo }: Book,
    { statuses, marketIds, page, limit }: PositionFilter,
  ): Promise<{ rows: FuturesPositionView[]; total: number }> {
    const condition = `p.user_id = $1 and p.demo = $2 and ($3::smallint[] is null or p.status = any ($3))
      and ($4::integer[] is null or p.market_id = any ($4))`;
    const parameters = [userId, demo, statuses ?? null, marketIds ?? null];
    const rows: ViewRow[] = await this.reads.query(
      `select futures_view(p) as view from futures_position p where ${condition}
        order by p.id desc limit $5 offset $6`,
      [...parameters, limit, (page - 1) * limit],
    );
    const counted: { total: number }[] = await this.reads.query(
      `select count(*)::integer as total from futures_position p where ${condition}`,
      parameters,
    );
    return { rows: rows.map(({ view }) => view), total: counted[0]?.total ?? 0 };
  }
}
