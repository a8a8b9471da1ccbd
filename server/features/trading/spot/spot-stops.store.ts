import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { SpotFill, SpotSide } from '../../../contract/rules/spot.rules.js';
import type { StopDirection } from '../../../contract/rules/spot-stop.rules.js';
import type { SpotStopEndReason } from '../../../contract/trading/spot-stops.dto.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import type { Taking } from '../taken-depth/index.js';
import { fillRow } from './fill-row.js';
import { mayBuy } from './may-buy.js';
import type { QuotedBook } from './spot.store.js';

export interface NewSpotStop {
  marketId: number;
  demo: boolean;
  side: SpotSide;
  direction: StopDirection;
  triggerPrice: DecimalText;
  limitPrice: DecimalText | null;
  quantity: DecimalText | null;
  cost: DecimalText | null;
  /** Of one that follows the price: how far behind its watermark it is triggered. */
  trailRatio: DecimalText | null;
  trailDistance: DecimalText | null;
  watermark: DecimalText | null;
  feeRatio: DecimalText;
  /** Until when it waits; null: for ever. */
  expiresAt: Date | null;
}

export interface SpotStop extends NewSpotStop {
  id: string;
  userId: string;
  /** Decimals of the quote currency. */
  quoteScale: number;
  status: 'waiting' | 'triggered' | 'cancelled';
  reserved: DecimalText;
  orderId: string | null;
  /** The order that it is paired with. */
  pairedOrderId: string | null;
  /** The limit of that. */
  pairedLimitPrice: DecimalText | null;
  reason: SpotStopEndReason | null;
  /** The last price that has reached it, and when; one that still waits does so for a market that can be traded. */
  triggeredPrice: DecimalText | null;
  triggeredPriceAt: Date | null;
  /** How often its owner has changed it. */
  amendments: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A stop that is reached, and whether its owner may trade it. */
export interface ReachedStop extends SpotStop {
  mayTrade: boolean;
}

/** The nearest prices that waiting stops of a market and book need. */
export interface NearestTriggers {
  marketId: number;
  demo: boolean;
  lowestRise: DecimalText | null;
  highestFall: DecimalText | null;
  /** Whether some have been reached already. */
  isReached: boolean;
}

/** How the tape is judged. */
export interface TapeJudging {
  market: number;
  /** Whether nobody may judge it: nothing of it is known. */
  shut: boolean;
  /** Where prices of real money may come from. */
  origins: readonly PriceOrigin[];
  /** At most so many. */
  seconds: number;
  /** Stops that are written, at most. */
  most: number;
  at: Date;
}

/** What a look at the tape came to. */
export interface TapeJudged {
  /** Stops that got their receipts. */
  reached: number;
  /** Whether there is more to judge: of the last second, or of later ones. */
  more: boolean;
  /** Whose events there are. */
  users: string[];
  /** Whether the seconds were about more stops than may be written, so that nothing was: fewer are to be asked for. */
  beyond: boolean;
  /** How many seconds the look was about. */
  seconds: number;
}

/** How a stop becomes an order. */
export interface Triggering {
  price: DecimalText;
  priceAt: Date;
  quantity: DecimalText;
  fill: SpotFill | null;
  taking: Taking[];
  reserve: DecimalText;
  book: QuotedBook;
  /** How often its owner had changed it when this was worked out. */
  amendments: number;
  at: Date;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;
const STOP = `
  select s.id::text, s.user_id::text as "userId", s.market_id as "marketId", s.demo, s.side, s.direction,
         ${TEXT('s.trigger_price')} as "triggerPrice", ${TEXT('s.limit_price')} as "limitPrice",
         ${TEXT('s.quantity')} as quantity, ${TEXT('s.cost')} as cost, ${TEXT('s.trail_ratio')} as "trailRatio",
         ${TEXT('s.trail_distance')} as "trailDistance", ${TEXT('s.watermark')} as watermark, ${TEXT('s.fee_ratio')} as "feeRatio",
         c.scale as "quoteScale", s.status, ${TEXT('s.reserved')} as reserved, s.order_id::text as "orderId",
         s.paired_order_id::text as "pairedOrderId",
         (select ${TEXT('o.limit_price')} from spot_order o where o.id = s.paired_order_id) as "pairedLimitPrice",
         case s.status when 'cancelled' then coalesce(s.reason, 'user') end as reason,
         ${TEXT('s.triggered_price')} as "triggeredPrice", s.triggered_price_at as "triggeredPriceAt",
         s.expires_at as "expiresAt", s.amendments, s.version,
         s.created_at as "createdAt", s.updated_at as "updatedAt"
    from spot_stop s join currency c on c.id = s.quote_currency_id`;

/** All SQL of stops of spot orders. */
@Injectable()
export class SpotStopsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async place(
    tx: Transaction,
    claim: Claim,
    { stop, reserve, most, ordersMost }: { stop: NewSpotStop; reserve: DecimalText; most: number; ordersMost: number },
  ): Promise<void> {
    const given = { stop: JSON.stringify({ ...stop, ordersMost }), reserve, most };
    await callFunction(tx, 'spot_stop_place', { ...claim.given, ...given });
  }

  async cancel(tx: Transaction, claim: Claim, stopId: string): Promise<void> {
    await callFunction(tx, 'spot_stop_cancel', { ...claim.given, stop: stopId });
  }

  /** Answers whose events there are; nobody's where somebody else is at it, or has been. */
  trigger(tx: Transaction, stopId: string, triggering: Triggering): Promise<string[]> {
    const { price, priceAt, quantity, fill, taking, reserve, book, amendments, at } = triggering;
    return callFunction(tx, 'spot_stop_trigger', {
      stop: stopId,
      price,
      priceAt,
      quantity,
      fill: fill && JSON.stringify(fillRow(fill)),
      taking: JSON.stringify(taking),
      reserve,
      bookAt: book.at,
      origin: book.origin,
      amendments,
      at,
    });
  }

  /** Of each book, by the order of the triggers: however many wait, the nearest alone are read. */
  nearest(): Promise<NearestTriggers[]> {
    return this.source.query(
      `select market.id as "marketId", book.demo, ${TEXT('rise.trigger_price')} as "lowestRise",
              ${TEXT('fall.trigger_price')} as "highestFall",
              exists (select from spot_stop s where s.market_id = market.id and s.demo = book.demo
                 and s.status = 'waiting' and s.triggered_price is not null) as "isReached"
         from market cross join (values (false), (true)) book (demo)
         left join lateral (
           select s.trigger_price from spot_stop s
            where s.market_id = market.id and s.demo = book.demo and s.status = 'waiting' and s.direction = 'rise'
            order by s.trigger_price limit 1) rise on true
         left join lateral (
           select s.trigger_price from spot_stop s
            where s.market_id = market.id and s.demo = book.demo and s.status = 'waiting' and s.direction = 'fall'
            order by s.trigger_price desc limit 1) fall on true
        where rise.trigger_price is not null or fall.trigger_price is not null`,
    );
  }

  async marketsWithStops(): Promise<number[]> {
    const rows: { id: number }[] = await this.source.query(
      `select market.id from market
         left join lateral (
           select s.id from spot_stop s
            where s.market_id = market.id and s.status = 'waiting' and s.direction = 'rise'
            order by s.demo, s.trigger_price limit 1) rise on true
         left join lateral (
           select s.id from spot_stop s
            where s.market_id = market.id and s.status = 'waiting' and s.direction = 'fall'
            order by s.demo, s.trigger_price desc limit 1) fall on true
        where rise.id is not null or fall.id is not null order by market.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Gives the stops that the tape has reached their receipts. */
  reach(tx: Transaction, judging: TapeJudging): Promise<TapeJudged> {
    return callForRow(tx, 'spot_stop_reach', { ...judging, origins: [...judging.origins] });
  }

  /** Waiting stops without an order whose date has come and that no price had reached, the longest ago first, but for some. */
  async due(limit: number, except: readonly string[], at: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select s.id::text from spot_stop s
        where s.status = 'waiting' and s.expires_at <= database_now($3) and s.paired_order_id is null
          and s.id <> all ($2::bigint[]) and spot_stop_is_over(s, $3)
        order by s.expires_at, s.id limit $1`,
      [limit, except, at],
    );
    return rows.map(({ id }) => id);
  }

  /** Ends those of these stops whose date has come. Answers how many, and whose events there are. */
  async expire(tx: Transaction, only: readonly string[], at: Date): Promise<{ ended: number; userIds: string[] }> {
    const { stops, users } = await callForRow(tx, 'spot_stop_expire', { limit: only.length, only: [...only], at });
    return { ended: stops, userIds: users };
  }

  /**
   * The waiting stops that a price has reached, those that were reached before first, then those that needed the price of now first; none in
   * cancel-only, none of those that were tried, and no purchase of users that are barred. Each with whether its owner may trade it by
   * {@link mayBuy}, which is asked once of each owner of a purchase, however many stops it has.
   */
  async reached(
    { marketId, demo }: { marketId: number; demo: boolean },
    last: DecimalText,
    { tried, barred, limit, at }: { tried: readonly string[]; barred: readonly string[]; limit: number; at: Date },
  ): Promise<ReachedStop[]> {
    const waiting = `s.market_id = $1 and s.demo = $2 and s.status = 'waiting' and trading_is_open($2)
           and s.id <> all ($4::bigint[]) and (s.side = 'sell' or s.user_id <> all ($7::bigint[]))`;
    return this.source.query(
      `with found as materialized (
         select *, row_number() over () as place from (
           (${STOP} where ${waiting} and s.triggered_price is not null and $3::numeric > 0 order by s.id limit $5)
           union all
           (${STOP} where ${waiting} and s.triggered_price is null and s.direction = 'rise' and s.trigger_price <= $3
             order by s.trigger_price, s.id limit $5)
           union all
           (${STOP} where ${waiting} and s.triggered_price is null and s.direction = 'fall' and s.trigger_price >= $3
             order by s.trigger_price desc, s.id limit $5)) of_each limit $5),
       judged as materialized (
         select owner.user_id, ${mayBuy('owner', '$6')} as may_buy
           from (select distinct "userId"::bigint as user_id, demo from found where side = 'buy') owner)
       select found.*, found.side = 'sell' or judged.may_buy as "mayTrade"
         from found left join judged on judged.user_id = found."userId"::bigint order by found.place`,
      [marketId, demo, last, tried, limit, at, barred],
    );
  }

  async find(userId: string, stopId: string): Promise<SpotStop | null> {
    const rows: SpotStop[] = await this.source.query(`${STOP} where s.id = $1 and s.user_id = $2`, [stopId, userId]);
    return rows[0] ?? null;
  }

  /** The newest first. */
  list(of: {
    userId: string;
    demo: boolean;
    statuses: readonly SpotStop['status'][];
    page: number;
    limit: number;
  }): Promise<SpotStop[]> {
    const { userId, demo, statuses, page, limit } = of;
    return this.source.query(
      `${STOP} where s.user_id = $1 and s.demo = $2 and s.status = any($3) order by s.id desc offset $4 limit $5`,
      [userId, demo, statuses, (page - 1) * limit, limit],
    );
  }

  /** The waiting stops of a user in both books as their events tell of them. */
  async waitingEvents(tx: Transaction, userId: string): Promise<{ entity: string; entityVersion: number }[]> {
    const rows: { event: { entity: string; entityVersion: number } }[] = await tx.query(
      `select spot_stop_event(s) as event from spot_stop s where s.user_id = $1 and s.status = 'waiting'
        order by s.id desc limit 500`,
      [userId],
    );
    return rows.map(({ event }) => event);
  }
}
