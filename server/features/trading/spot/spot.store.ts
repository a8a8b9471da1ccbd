import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotFill, SpotSide } from '../../../contract/rules/spot.rules.js';
import { fillRow } from './fill-row.js';
import type { StopDirection } from '../../../contract/rules/spot-stop.rules.js';
import type { TimeInForce } from '../../../contract/rules/spot-time.rules.js';
import type { SpotEndReason } from '../../../contract/trading/spot.dto.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import type { Taking } from '../taken-depth/index.js';
import type { NewSpotExit, SpotExitRow } from './spot-exits.store.js';

export interface SpotProduct {
  marketId: number;
  feeRatio: DecimalText;
  minimumAmount: DecimalText;
  maximumAmount: DecimalText;
}

export interface SpotOrder {
  id: string;
  userId: string;
  marketId: number;
  demo: boolean;
  side: SpotSide;
  limitPrice: DecimalText | null;
  quantity: DecimalText;
  feeRatio: DecimalText;
  /** Decimals of the quote currency. */
  quoteScale: number;
  status: 'open' | 'filled' | 'cancelled';
  reason: SpotEndReason | null;
  timeInForce: TimeInForce;
  expiresAt: Date | null;
  filled: DecimalText;
  exact: DecimalText;
  amount: DecimalText;
  fee: DecimalText;
  reserved: DecimalText;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** The stop that placed it; null, or left out where nobody asked, for one that its user placed. */
  stop?: SpotStopReceipt | null;
  /** The stop that waits paired with it; null, or left out where nobody asked. */
  pairedStopId?: string | null;
  /** What a purchase leaves behind; null, or left out where nobody asked. */
  exit?: SpotExitRow | null;
}

/** Which stop placed an order, and why: the last price that reached it, and when, Unix milliseconds. */
export interface SpotStopReceipt {
  id: string;
  direction: StopDirection;
  triggerPrice: DecimalText;
  triggeredPrice: DecimalText;
  triggeredAt: number;
}

/** A stop that is placed with an order of the same side and quantity; one cancels the other. */
export interface PairedStop {
  direction: StopDirection;
  triggerPrice: DecimalText;
  limitPrice: DecimalText | null;
  /** So many stops of the user may wait. */
  most: number;
}

export interface NewSpotOrder {
  marketId: number;
  demo: boolean;
  side: SpotSide;
  limitPrice: DecimalText | null;
  quantity: DecimalText;
  feeRatio: DecimalText;
  timeInForce: TimeInForce;
  expiresAt: Date | null;
  stop?: PairedStop;
  exit?: NewSpotExit | null;
}

/** The book that something is executed against. */
export interface QuotedBook {
  /** When it was made. */
  at: Date;
  origin: PriceOrigin;
}

/** The best open limits of a market and book: what the market must reach. */
export interface OpenLimits {
  marketId: number;
  demo: boolean;
  highestBuy: DecimalText | null;
  lowestSell: DecimalText | null;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;
/** An order by itself; its row is `o`, the quote currency `c`. */
export const ORDER_COLUMNS = `
         o.id::text, o.user_id::text as "userId", o.market_id as "marketId", o.demo, o.side,
         ${TEXT('o.limit_price')} as "limitPrice", ${TEXT('o.quantity')} as quantity,
         ${TEXT('o.fee_ratio')} as "feeRatio", c.scale as "quoteScale", o.status, o.reason,
         o.time_in_force as "timeInForce", o.expires_at as "expiresAt",
         ${TEXT('o.filled')} as filled, ${TEXT('o.exact')} as exact, ${TEXT('o.amount')} as amount,
         ${TEXT('o.fee')} as fee, ${TEXT('o.reserved')} as reserved, o.version, o.created_at as "createdAt",
         o.updated_at as "updatedAt"`;
/** An order with the stop that placed it, the one paired with it, and what it leaves behind. */
export const ORDER_WITH_STOP = `
  select ${ORDER_COLUMNS},
         case when s.id is not null then json_build_object('id', s.id::text, 'direction', s.direction,
           'triggerPrice', ${TEXT('s.trigger_price')}, 'triggeredPrice', ${TEXT('s.triggered_price')},
           'triggeredAt', floor(extract(epoch from s.triggered_price_at) * 1000)) end as stop,
         (select p.id::text from spot_stop p where p.paired_order_id = o.id and p.status = 'waiting') as "pairedStopId",
         (select json_build_object('takeProfit', ${TEXT('x.take_profit')}, 'stopLoss', ${TEXT('x.stop_loss')},
           'expiresAt', floor(extract(epoch from x.expires_at) * 1000), 'status',
           case when x.reason = 'user' then 'cancelled' when x.status = 'void' and x.expires_at <= x.ended_at then 'expired' else x.status end,
           'amendments', x.amendments)
            from spot_exit x where x.order_id = o.id) as exit
    from spot_order o join currency c on c.id = o.quote_currency_id left join spot_stop s on s.order_id = o.id`;

/** All SQL of spot but for matching; each command is one call of a stored function. */
@Injectable()
export class SpotStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async product(marketId: number): Promise<SpotProduct | null> {
    const rows: SpotProduct[] = await this.source.query(
      `select market_id as "marketId", ${TEXT('fee_ratio')} as "feeRatio", ${TEXT('minimum_amount')} as "minimumAmount",
              ${TEXT('maximum_amount')} as "maximumAmount"
         from spot_product where market_id = $1 and enabled`,
      [marketId],
    );
    return rows[0] ?? null;
  }

  /**
   * What a trade of the coin is charged with: on its market against USDT, else on its first market. Of a coin that only
   * others are quoted in the highest, so that nobody is charged more than was shown. Null where it is not traded.
   */
  async feeOfCoin(currencyId: number): Promise<DecimalText | null> {
    const rows: { fee: DecimalText | null }[] = await this.source.query(
      `select ${TEXT('p.fee_ratio')} as fee from spot_product p join market m on m.id = p.market_id
         join currency q on q.id = m.quote_currency_id
        where p.enabled and $1 in (m.base_currency_id, m.quote_currency_id)
        order by m.base_currency_id = $1 desc, case when m.base_currency_id = $1 then q.code = 'USDT' end desc,
                 case when m.base_currency_id = $1 then m.sort end, p.fee_ratio desc, m.id limit 1`,
      [currencyId],
    );
    return rows[0]?.fee ?? null;
  }

  async submit(
    tx: Transaction,
    claim: Claim,
    order: NewSpotOrder,
    execution: { fill: SpotFill | null; taking: Taking[]; reserve: DecimalText; book: QuotedBook; openMost: number },
  ): Promise<void> {
    const { fill, taking, reserve, book, openMost } = execution;
    await callFunction(tx, 'spot_submit', {
      ...claim.given,
      order: JSON.stringify(order),
      fill: fill && JSON.stringify(fillRow(fill)),
      taking: JSON.stringify(taking),
      reserve,
      bookAt: book.at,
      origin: book.origin,
      most: openMost,
    });
  }

  async cancel(tx: Transaction, claim: Claim, orderId: string): Promise<void> {
    await callFunction(tx, 'spot_cancel', { ...claim.given, order: orderId });
  }

  /** Open orders whose date has come, the longest ago first, but for some; of pairs whose stop was reached none. */
  async due(limit: number, except: readonly string[], at: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select o.id::text from spot_order o
        where o.status = 'open' and o.expires_at <= database_now($3) and o.id <> all ($2::bigint[]) and not exists (
          select from spot_stop s where s.paired_order_id = o.id and s.status = 'waiting' and not spot_stop_is_over(s, $3))
        order by o.expires_at, o.id limit $1`,
      [limit, except, at],
    );
    return rows.map(({ id }) => id);
  }

  /** Ends those of these orders whose date has come. Answers how many, and whose events there are. */
  async expire(tx: Transaction, only: readonly string[], at: Date): Promise<{ ended: number; userIds: string[] }> {
    const { orders, users } = await callForRow(tx, 'spot_expire', { limit: only.length, only: [...only], at });
    return { ended: orders, userIds: users };
  }

  /** The best of each book, by the order of the book: however many wait, one of each side is read. */
  openLimits(): Promise<OpenLimits[]> {
    return this.source.query(
      `select market.id as "marketId", book.demo, ${TEXT('buy.limit_price')} as "highestBuy",
              ${TEXT('sell.limit_price')} as "lowestSell"
         from market cross join (values (false), (true)) book (demo)
         left join lateral (
           select o.limit_price from spot_order o
            where o.market_id = market.id and o.demo = book.demo and o.status = 'open' and o.side = 'buy'
              and o.limit_price is not null order by o.limit_price desc limit 1) buy on true
         left join lateral (
           select o.limit_price from spot_order o
            where o.market_id = market.id and o.demo = book.demo and o.status = 'open' and o.side = 'sell'
              and o.limit_price is not null order by o.limit_price limit 1) sell on true
        where buy.limit_price is not null or sell.limit_price is not null`,
    );
  }

  async order(userId: string, id: string): Promise<SpotOrder | null> {
    const rows: SpotOrder[] = await this.source.query(`${ORDER_WITH_STOP} where o.user_id = $1 and o.id = $2`, [
      userId,
      id,
    ]);
    return rows[0] ?? null;
  }

  /** The open orders of a user in both books as their events tell of them. */
  async openEvents(tx: Transaction, userId: string): Promise<{ entity: string; entityVersion: number }[]> {
    const rows: { event: { entity: string; entityVersion: number } }[] = await tx.query(
      `select spot_order_event(o) as event from spot_order o where o.user_id = $1 and o.status = 'open'
        order by o.id desc limit 500`,
      [userId],
    );
    return rows.map(({ event }) => event);
  }
}
