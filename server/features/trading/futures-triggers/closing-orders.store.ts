import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { ClosingOrder } from './closing-fill.rules.js';

/** The best levels of a market's book, as one kind of money sees them. */
export interface BestLevels {
  marketId: number;
  demo: boolean;
  bid: DecimalText;
  ask: DecimalText;
}

/** Reads orders that wait to close lots. */
@Injectable()
export class ClosingOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Those that the best levels have reached, by price-time priority: at most so many of a side of each market and book. */
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
}
