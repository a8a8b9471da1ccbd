import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { PositionSide } from '../../../contract/rules/margin.rules.js';
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

/** The last one looked at of a side; the next look goes on behind it. */
export interface ReachedPlace {
  limitPrice: DecimalText;
  id: string;
}

/** The best levels of a market's book, and where its sides go on. */
interface LevelsWithPlaces extends BestLevels {
  places: Record<PositionSide, ReachedPlace | null>;
}

/** An order whose limit the book has reached. */
export interface ReachedClosing extends ClosingOrder {
  userId: string;
  /** Whether it stands behind the place of its side. */
  isBehind: boolean;
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

/** Orders of a side that wait, of no position that is left out: the best, or those behind the side's place. */
const waitingOf = (side: 1 | -1, from: 'best' | 'place'): string => {
  const [isReached, behind, order] =
    side === 1
      ? ['w.limit_price <= best.bid', '>', 'w.limit_price, w.id']
      : ['w.limit_price >= best.ask', '<', 'w.limit_price desc, w.id'];
  const place = side === 1 ? 'long' : 'short';
  const isBehind = `(w.limit_price ${behind} best.${place}_price or w.limit_price = best.${place}_price and w.id > best.${place}_id)`;
  return `(select w.id, ${isBehind} as is_behind from futures_closing_order w
            where w.market_id = best.market_id and w.demo = best.demo and w.side = ${side} and w.status = 'waiting'
              and ${isReached} and w.position_id <> all ($9::bigint[])
              ${from === 'place' ? `and w.limit_price ${behind}= best.${place}_price and ${isBehind}` : ''}
            order by ${order} limit $10)`;
};

const REACHED = `
  with best as materialized (
         select * from unnest($1::integer[], $2::boolean[], $3::numeric[], $4::numeric[], $5::numeric[], $6::bigint[],
           $7::numeric[], $8::bigint[]) as best (market_id, demo, bid, ask, long_price, long_id, short_price, short_id))
  select o.id::text as id, o.position_id::text as "positionId", f.user_id::text as "userId", o.market_id as "marketId", o.demo,
         case o.side when 1 then 'long' else 'short' end as side, o.lots_waiting as lots,
         trim_scale(f.lot_size)::text as "lotSize", trim_scale(o.limit_price)::text as "limitPrice",
         turn.is_behind as "isBehind"
    from best cross join lateral (
      ${waitingOf(1, 'best')} union ${waitingOf(1, 'place')} union ${waitingOf(-1, 'best')} union ${waitingOf(-1, 'place')}) turn
    join futures_closing_order o on o.id = turn.id
    join futures_position f on f.id = o.position_id
   order by o.demo, o.market_id, o.side, o.limit_price * o.side, o.id`;

/** Reads orders that close lots. */
@Injectable()
export class ClosingOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Those that the best levels have reached, by price-time priority, real money first. Of a side of each market and book the best, and
   * those behind its place: at most so many of each. Positions that are left out use up none of them.
   */
  reached(levels: readonly LevelsWithPlaces[], leftOut: readonly string[], limit: number): Promise<ReachedClosing[]> {
    return this.source.query(REACHED, [
      levels.map(({ marketId }) => marketId),
      levels.map(({ demo }) => demo),
      levels.map(({ bid }) => bid),
      levels.map(({ ask }) => ask),
      levels.map(({ places }) => places.long?.limitPrice ?? '0'),
      levels.map(({ places }) => places.long?.id ?? '0'),
      levels.map(({ places }) => places.short?.limitPrice ?? 'Infinity'),
      levels.map(({ places }) => places.short?.id ?? '0'),
      leftOut,
      limit,
    ]);
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
