import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import type { PositionSide } from '../../../contract/rules/margin.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { BOOKS } from '../futures-index/index.js';

/** A pending limit order as its row has it: the index in memory is only a filter. */
export interface PendingOrder {
  id: string;
  version: string;
  userId: string;
  marketId: number;
  demo: boolean;
  side: PositionSide;
  lots: number;
  lotSize: string;
  leverage: number;
  limitPrice: string;
  openFeeRatio: string;
  /** False while a country rule blocks the fill. */
  isOffered: boolean;
}

/** Stops and size of an open position. */
export interface StopLevels {
  id: string;
  marketId: number;
  demo: boolean;
  side: PositionSide;
  lots: number;
  lotSize: string;
  takeProfit: string | null;
  takeProfitSource: TriggerSource;
  stopLoss: string | null;
  stopLossSource: TriggerSource;
}

/** The last stop of a book and market that was tried again. */
export interface FiredPlace {
  marketId: number;
  demo: boolean;
  triggerId: string;
}

/** A position whose stop fired and is not executed. */
export interface WaitingStop extends StopLevels, FiredPlace {
  triggeredAt: Date;
}

const STOPS = `f.id::text as id, f.market_id as "marketId", f.demo, case f.side when 1 then 'long' else 'short' end as side,
  f.lots, trim_scale(f.lot_size)::text as "lotSize", trim_scale(f.take_profit)::text as "takeProfit",
  f.take_profit_source as "takeProfitSource", trim_scale(f.stop_loss)::text as "stopLoss",
  f.stop_loss_source as "stopLossSource"`;

/** Reads of pending orders and stops. */
@Injectable()
export class PendingOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** False in cancel-only mode. */
  takesRisk(demo: boolean): Promise<boolean> {
    return callFunction(this.source.manager, 'trading_is_open', { demo });
  }

  /** Those of the ids that are still pending, by price-time priority. */
  pending(ids: readonly number[]): Promise<PendingOrder[]> {
    return this.source.query(
      `select f.id::text as id, f.version::text as version, f.user_id::text as "userId", f.market_id as "marketId",
              f.demo, case f.side when 1 then 'long' else 'short' end as side, f.lots,
              trim_scale(f.lot_size)::text as "lotSize", f.leverage, trim_scale(f.limit_price)::text as "limitPrice",
              trim_scale(f.open_fee_ratio)::text as "openFeeRatio",
              country_rule_allows(f.user_id, 'contracts', f.leverage) as "isOffered"
         from futures_position f where f.id = any ($1::bigint[]) and f.status = 0
        order by f.side, f.limit_price * -f.side, f.id`,
      [ids],
    );
  }

  /** Stops of those of the ids that are open positions. */
  stops(ids: readonly number[]): Promise<StopLevels[]> {
    return this.source.query(
      `select ${STOPS} from futures_position f where f.id = any ($1::bigint[]) and f.status = 1 order by f.id`,
      [ids],
    );
  }

  /**
   * Positions of these books whose stop fired and is not executed, at most so many of each book and market: those behind its place, the oldest first,
   * then those before it. One in which they have to wait keeps nobody of the others waiting.
   */
  firedStops(places: readonly FiredPlace[], limit: number, books = BOOKS): Promise<WaitingStop[]> {
    return this.source.query(
      `select s.* from (
         select ${STOPS}, t.id::text as "triggerId", t.triggered_at as "triggeredAt",
                row_number() over (partition by f.demo, f.market_id
                  order by t.id <= coalesce(place.trigger_id, 0), t.id) as "placeInMarket"
           from futures_trigger t join futures_position f on f.id = t.position_id
           left join unnest($1::integer[], $2::boolean[], $3::bigint[]) as place (market_id, demo, trigger_id)
             on place.market_id = f.market_id and place.demo = f.demo
          where t.state in ('triggered', 'executing') and f.demo = any ($5::boolean[])) s
        where s."placeInMarket" <= $4 order by s.demo, s."marketId", s."placeInMarket"`,
      [
        places.map(({ marketId }) => marketId),
        places.map(({ demo }) => demo),
        places.map(({ triggerId }) => triggerId),
        limit,
        books,
      ],
    );
  }
}
