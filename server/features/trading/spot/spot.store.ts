import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotFill, SpotSide } from '../../../contract/rules/spot.rules.js';
import type { TimeInForce } from '../../../contract/rules/spot-time.rules.js';
import type { SpotEndReason } from '../../../contract/trading/spot.dto.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import type { Taking } from '../taken-depth/index.js';

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
}

/** The book that something is executed against. */
export interface QuotedBook {
  /** When it was made. */
  at: Date;
  origin: PriceOrigin;
}

export interface SpotFillRow {
  id: string;
  quantity: DecimalText;
  amount: DecimalText;
  fee: DecimalText;
  levels: [DecimalText, DecimalText][];
  bookAt: Date;
  origin: PriceOrigin;
  at: Date;
}

/** An execution with what is asked of its order. */
export type SpotOwnFillRow = SpotFillRow & Pick<SpotOrder, 'marketId' | 'side' | 'demo'> & { orderId: string };

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

/** The best open limits of a market and book: what the market must reach. */
export interface OpenLimits {
  marketId: number;
  demo: boolean;
  highestBuy: DecimalText | null;
  lowestSell: DecimalText | null;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;
const ORDER = `
  select o.id::text, o.user_id::text as "userId", o.market_id as "marketId", o.demo, o.side,
         ${TEXT('o.limit_price')} as "limitPrice", ${TEXT('o.quantity')} as quantity,
         ${TEXT('o.fee_ratio')} as "feeRatio", c.scale as "quoteScale", o.status, o.reason,
         o.time_in_force as "timeInForce", o.expires_at as "expiresAt",
         ${TEXT('o.filled')} as filled, ${TEXT('o.exact')} as exact, ${TEXT('o.amount')} as amount,
         ${TEXT('o.fee')} as fee, ${TEXT('o.reserved')} as reserved, o.version, o.created_at as "createdAt",
         o.updated_at as "updatedAt"
    from spot_order o join currency c on c.id = o.quote_currency_id`;

const FILL = `
  f.id::text, ${TEXT('f.quantity')} as quantity, ${TEXT('f.amount')} as amount, ${TEXT('f.fee')} as fee, f.levels,
  f.book_at as "bookAt", f.origin, f.at`;

const SIDES: readonly SpotOrder['side'][] = ['buy', 'sell'];
const OF_USER = 'o.user_id = $1 and o.demo = $2 and o.status = any($3) and o.side = any($4)';

/** All SQL of spot; each command and each execution is one call of a stored function. */
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

  /** Of all markets that trade the coin against another; null where none does. */
  async highestFee(currencyId: number): Promise<DecimalText | null> {
    const rows: { fee: DecimalText | null }[] = await this.source.query(
      `select ${TEXT('max(p.fee_ratio)')} as fee from spot_product p join market m on m.id = p.market_id
        where p.enabled and $1 in (m.base_currency_id, m.quote_currency_id)`,
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

  /**
   * Takes the book for matching; false when somebody has matched this one, or a newer one, already, and while the money
   * of the orders is in cancel-only.
   */
  async takeBook(tx: Transaction, marketId: number, demo: boolean, bookAt: number): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into spot_match as m (market_id, demo, book_at)
       select $1::integer, $2::boolean, $3::bigint where trading_is_open($2::boolean)
       on conflict (market_id, demo) do update set book_at = excluded.book_at where m.book_at < excluded.book_at
       returning 1`,
      [marketId, demo, bookAt],
    );
    return rows.length > 0;
  }

  /**
   * The open orders that the price reaches and whose date has not come, best limit first, then oldest first; locked, those
   * that somebody has left out.
   */
  lockReached(
    tx: Transaction,
    { marketId, demo, side }: Pick<SpotOrder, 'marketId' | 'demo' | 'side'>,
    price: DecimalText,
    { after, limit, at }: { after: readonly string[]; limit: number; at: Date },
  ): Promise<SpotOrder[]> {
    const [compare, order] = side === 'buy' ? ['>=', 'desc'] : ['<=', 'asc'];
    return tx.query(
      `${ORDER} where o.market_id = $1 and o.demo = $2 and o.side = $3 and o.status = 'open' and o.limit_price ${compare} $4
          and o.id <> all ($5::bigint[]) and (o.expires_at is null or o.expires_at > database_now($7))
        order by o.limit_price ${order}, o.id limit $6 for no key update of o skip locked`,
      [marketId, demo, side, price, after, limit, at],
    );
  }

  /** Executes resting orders that are locked in the transaction. Answers whose events there are. */
  async execute(
    tx: Transaction,
    fills: readonly { orderId: string; fill: SpotFill; reserved: DecimalText }[],
    { demo, book, at }: { demo: boolean; book: QuotedBook; at: Date },
  ): Promise<string[]> {
    const rows = fills.map(({ orderId, fill, reserved }) => ({ ...fillRow(fill), orderId, reserved }));
    return callFunction(tx, 'spot_execute', {
      fills: JSON.stringify(rows),
      resting: true,
      demo,
      bookAt: book.at,
      origin: book.origin,
      at,
      beforeUsers: [],
      before: [],
    });
  }

  /** Ends orders whose date has come. Answers how many, and whose events there are. */
  async expire(tx: Transaction, limit: number, at: Date): Promise<{ orders: number; userIds: string[] }> {
    const { orders, users } = await callForRow(tx, 'spot_expire', { limit, at });
    return { orders, userIds: users };
  }

  openLimits(): Promise<OpenLimits[]> {
    return this.source.query(
      `select market_id as "marketId", demo, ${TEXT(`max(limit_price) filter (where side = 'buy')`)} as "highestBuy",
              ${TEXT(`min(limit_price) filter (where side = 'sell')`)} as "lowestSell"
         from spot_order where status = 'open' group by market_id, demo`,
    );
  }

  async orders({ userId, demo, statuses, sides, marketIds, page, limit }: SpotOrdersQuery): Promise<SpotOrder[]> {
    return this.source.query(
      `${ORDER} where ${OF_USER} and ($5::integer[] is null or o.market_id = any($5))
        order by o.id desc offset $6 limit $7`,
      [userId, demo, statuses, sides ?? SIDES, marketIds, (page - 1) * limit, limit],
    );
  }

  async countOrders({ userId, demo, statuses, sides }: SpotOrdersCounted): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from spot_order o where ${OF_USER}`,
      [userId, demo, statuses, sides ?? SIDES],
    );
    return rows[0]?.count ?? 0;
  }

  async order(userId: string, id: string): Promise<SpotOrder | null> {
    const rows: SpotOrder[] = await this.source.query(`${ORDER} where o.user_id = $1 and o.id = $2`, [userId, id]);
    return rows[0] ?? null;
  }

  async fills(orderId: string): Promise<SpotFillRow[]> {
    const rows: SpotFillRow[] = await this.source.query(
      `select ${FILL} from spot_fill f where f.order_id = $1 order by f.id desc limit 500`,
      [orderId],
    );
    return rows.map(readFill);
  }

  /** The executions of all orders of a user, the newest first. */
  async ownFills({ userId, demo, marketIds, page, limit }: SpotFillsQuery): Promise<SpotOwnFillRow[]> {
    const rows: SpotOwnFillRow[] = await this.source.query(
      `select ${FILL}, o.id::text as "orderId", o.market_id as "marketId", o.side, o.demo
         from spot_order o join spot_fill f on f.order_id = o.id
        where o.user_id = $1 and o.demo = $2 and ($3::integer[] is null or o.market_id = any($3))
        order by f.id desc offset $4 limit $5`,
      [userId, demo, marketIds, (page - 1) * limit, limit],
    );
    return rows.map(readFill);
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

/** Price and quantity. */
const levels = z.array(z.tuple([z.string(), z.string()]));

function readFill<Row extends SpotFillRow>(row: Row): Row {
  return { ...row, levels: storedJson(levels, row.levels, 'spot_fill.levels') };
}

export function fillRow({ quantity, amount, fee, progress, levels }: SpotFill): Record<string, unknown> {
  return { quantity, amount, fee, exact: progress.exact, levels };
}
