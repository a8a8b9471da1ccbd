import { Injectable } from '@nestjs/common';
import { COUNTED_MAX } from '../../../contract/pages.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { ORDER_WITH_STOP, type SpotOrder } from './spot.store.js';

export interface SpotFillsQuery {
  userId: string;
  demo: boolean;
  /** Null: all markets. */
  marketIds: readonly number[] | null;
  page: number;
  limit: number;
}

export interface SpotOrdersQuery extends SpotFillsQuery {
  statuses: readonly SpotOrder['status'][];
  /** Both when left out. */
  sides?: readonly SpotOrder['side'][];
}

/** Which orders are counted, whatever the market. */
export type SpotOrdersCounted = Pick<SpotOrdersQuery, 'userId' | 'demo' | 'statuses' | 'sides'>;

const SIDES: readonly SpotOrder['side'][] = ['buy', 'sell'];
const OF_USER = 'o.user_id = $1 and o.demo = $2 and o.status = any($3) and o.side = any($4)';

/** Reads the orders of a user, page by page. */
@Injectable()
export class SpotHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  async orders({ userId, demo, statuses, sides, marketIds, page, limit }: SpotOrdersQuery): Promise<SpotOrder[]> {
    return this.reads.query(
      `${ORDER_WITH_STOP} where ${OF_USER} and ($5::integer[] is null or o.market_id = any($5))
        order by o.id desc offset $6 limit $7`,
      [userId, demo, statuses, sides ?? SIDES, marketIds, (page - 1) * limit, limit],
    );
  }

  async countOrders({ userId, demo, statuses, sides }: SpotOrdersCounted): Promise<number> {
    const rows: { count: number }[] = await this.reads.query(
      `select count(*)::integer as count from (select from spot_order o where ${OF_USER} limit ${COUNTED_MAX}) as counted`,
      [userId, demo, statuses, sides ?? SIDES],
    );
    return rows[0]?.count ?? 0;
  }
}
