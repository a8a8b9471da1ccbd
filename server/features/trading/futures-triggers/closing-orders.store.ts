import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { PageAsked } from '../../../contract/pages.dto.js';
import type { EndedClosingView } from '../../../contract/trading/futures.dto.js';
import type { FuturesClosingAmendmentView } from '../../../contract/trading/futures-amendments.dto.js';
import type { ClosingOrder } from './closing-fill.rules.js';

/** Best bid and ask of a market, for real or demo money. */
export interface BestLevels {
  marketId: number;
  demo: boolean;
  bid: DecimalText;
  ask: DecimalText;
}

export interface EndedClosingsAsked extends PageAsked {
  userId: string;
  demo: boolean;
}

/** Key of a closing order. */
export interface ClosingAsked {
  userId: string;
  positionId: string;
  closingId: string;
}

/** Reads of closing orders. */
@Injectable()
export class ClosingOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Orders that the best levels cross, by price-time priority; `limit` applies to each side of a market and book. */
  reached(levels: readonly BestLevels[], limit: number): Promise<ClosingOrder[]> {
    return this.source.query(
      `select o.id::text as id, o.position_id::text as "positionId", o.market_id as "marketId", o.demo,
              case o.side when 1 then 'long' else 'short' end as side, o.lots_waiting as lots,
              trim_scale(f.lot_size)::text as "lotSize", trim_scale(o.limit_price)::text as "limitPrice"
         from unnest($1::integer[], $2::boolean[], $3::numeric[], $4::numeric[]) as best (market_id, demo, bid, ask)
        cross join lateral (
          (select * from futures_closing_order w
            where w.market_id = best.market_id and w.demo = best.demo and w.side = 1 and w.status = 'waiting'
              and w.limit_price <= best.bid
            order by w.limit_price, w.id limit $5)
          union all
          (select * from futures_closing_order w
            where w.market_id = best.market_id and w.demo = best.demo and w.side = -1 and w.status = 'waiting'
              and w.limit_price >= best.ask
            order by w.limit_price desc, w.id limit $5)) o
         join futures_position f on f.id = o.position_id
        order by o.market_id, o.demo, o.side, o.limit_price * o.side, o.id`,
      [
        levels.map(({ marketId }) => marketId),
        levels.map(({ demo }) => demo),
        levels.map(({ bid }) => bid),
        levels.map(({ ask }) => ask),
        limit,
      ],
    );
  }

  /** Ended orders of a user, newest first. */
  ended({ userId, demo, page, limit }: EndedClosingsAsked): Promise<EndedClosingView[]> {
    return this.source.query(
      `select o.id::text as "closingId", o.position_id::text as "positionId", m.symbol as market, o.demo,
              case o.side when 1 then 'long' else 'short' end as side, f.leverage, f.margin_mode as "marginMode", o.lots,
              o.lots_filled as "lotsFilled", trim_scale(o.limit_price)::text as "limitPrice",
              case when o.lots_filled > 0 and o.lots_valued = o.lots_filled
                then trim_scale(round(o.filled_value / o.lots_filled, 18))::text end as "averagePrice",
              coalesce(o.reason, 'filled') as "end", o.amendments, (extract(epoch from o.created_at) * 1000)::float8 as "createdAt",
              (extract(epoch from o.ended_at) * 1000)::float8 as "endedAt"
         from futures_position f join futures_closing_order o on o.position_id = f.id join market m on m.id = o.market_id
        where f.user_id = $1 and f.demo = $2 and o.status <> 'waiting'
        order by o.id desc offset $3 limit $4`,
      [userId, demo, (page - 1) * limit, limit],
    );
  }

  async isOf({ userId, positionId, closingId }: ClosingAsked): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `select from futures_closing_order o join futures_position f on f.id = o.position_id
        where o.id = $1 and f.id = $2 and f.user_id = $3`,
      [closingId, positionId, userId],
    );
    return rows.length > 0;
  }

  /** Amendments of an order, newest first. */
  amendments(closingId: string): Promise<FuturesClosingAmendmentView[]> {
    return this.source.query(
      `select trim_scale(limit_before)::text as "limitBefore", trim_scale(limit_after)::text as "limitAfter",
              lots_before as "lotsBefore", lots_after as "lotsAfter", lots_filled as "lotsFilled",
              (extract(epoch from at) * 1000)::float8 as at
         from futures_closing_amendment where closing_id = $1 order by number desc limit 50`,
      [closingId],
    );
  }
}
