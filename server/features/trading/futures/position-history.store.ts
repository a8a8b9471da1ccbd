import { Injectable } from '@nestjs/common';
import { COUNTED_MAX, type PageAsked } from '../../../contract/pages.dto.js';
import type { FuturesClosedPartView } from '../../../contract/trading/closed-parts.dto.js';
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
      `select count(*)::integer as total from (select from futures_position p where ${condition} limit ${COUNTED_MAX}) as counted`,
      parameters,
    );
    return { rows: rows.map(({ view }) => view), total: counted[0]?.total ?? 0 };
  }

  /** Parts of positions that were closed by themselves, the newest first. */
  closedParts({ userId, demo }: Book, { page, limit }: PageAsked): Promise<FuturesClosedPartView[]> {
    return this.reads.query(
      `select c.id::text as "partId", c.position_id::text as "positionId", m.symbol as market, c.demo,
              case p.side when 1 then 'long' else 'short' end as side, c.lots, trim_scale(c.price)::text as price,
              trim_scale(c.profit)::text as profit, trim_scale(c.fee)::text as fee,
              (extract(epoch from c.at) * 1000)::float8 as at
         from futures_closed_part c join futures_position p on p.id = c.position_id join market m on m.id = p.market_id
        where c.user_id = $1 and c.demo = $2 order by c.id desc offset $3 limit $4`,
      [userId, demo, (page - 1) * limit, limit],
    );
  }
}
