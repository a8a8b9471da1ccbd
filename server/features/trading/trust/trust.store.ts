import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { type RedemptionRule, utcDay, type YieldSource } from '../../../contract/rules/trust.rules.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';

export interface TrustProduct {
  id: number;
  code: string;
  currencyId: number;
  termDays: number;
  minimum: DecimalText;
  maximum: DecimalText | null;
  dailyRatio: DecimalText;
  quotaLeft: DecimalText | null;
  redemptionRule: RedemptionRule;
  redemptionRatio: DecimalText;
  penaltyCapped: boolean;
  yieldSource: YieldSource;
  scale: number;
  createdAt: Date;
}

export interface TrustOrder {
  id: string;
  productId: number;
  currencyId: number;
  demo: boolean;
  principal: DecimalText;
  /** What of the principal came from the trust account; the rest from the spot account. */
  fromTrust: DecimalText;
  scale: number;
  dailyRatio: DecimalText;
  termDays: number;
  redemptionRule: RedemptionRule;
  redemptionRatio: DecimalText;
  penaltyCapped: boolean;
  dailyInterest: DecimalText;
  /** UTC day. */
  startDay: string;
  /** The UTC day whose interest is booked next; null after the last one. */
  nextDay: string | null;
  createdAt: Date;
  state: 'custody' | 'completed' | 'redeemed';
  accruedDays: number;
  income: DecimalText;
  penalty: DecimalText;
  endedAt: Date | null;
  version: number;
}

export interface TrustProductsQuery {
  /** Null: of all currencies. */
  currencyId: number | null;
  demo: boolean;
  page: number;
  limit: number;
}

export interface TrustOrdersQuery {
  userId: string;
  demo: boolean;
  states: readonly TrustOrder['state'][];
  page: number;
  limit: number;
}

/** What a sweep did. */
export interface Swept {
  orders: number;
  userIds: string[];
}

/** One currency of the report. */
export interface TrustFigures {
  currencyId: number;
  orders: number;
  principal: DecimalText;
  income: DecimalText;
  today: DecimalText;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;

const PRODUCT = `
  select p.id, p.code, p.currency_id as "currencyId", p.term_days as "termDays", ${TEXT('trust_least(p.minimum, p.daily_ratio, c.scale)')} as minimum,
         ${TEXT('p.maximum')} as maximum, ${TEXT('p.daily_ratio')} as "dailyRatio",
         -- Where there is no quota nothing is left of none: "greatest" alone would make that zero.
         case when p.quota is not null then ${TEXT('greatest(p.quota - coalesce(q.in_custody, 0), 0)')} end as "quotaLeft",
         p.redemption_rule as "redemptionRule", ${TEXT('p.redemption_ratio')} as "redemptionRatio",
         p.penalty_capped as "penaltyCapped", p.yield_source as "yieldSource", c.scale, p.created_at as "createdAt"
    from trust_product p
    join currency c on c.id = p.currency_id
    left join trust_quota q on q.product_id = p.id and q.demo = $1`;

export const TRUST_ORDER = `
  select o.id::text, o.product_id as "productId", o.currency_id as "currencyId", o.demo,
         ${TEXT('o.principal')} as principal, ${TEXT('o.from_trust')} as "fromTrust", o.scale, ${TEXT('o.daily_ratio')} as "dailyRatio",
         o.term_days as "termDays", o.redemption_rule as "redemptionRule",
         ${TEXT('o.redemption_ratio')} as "redemptionRatio", o.penalty_capped as "penaltyCapped",
         ${TEXT('o.daily_interest')} as "dailyInterest", o.start_day::text as "startDay", o.next_day::text as "nextDay", o.created_at as "createdAt",
         o.status as state, o.accrued_days as "accruedDays", ${TEXT('o.income')} as income,
         ${TEXT('o.penalty')} as penalty, o.ended_at as "endedAt", o.version
    from trust_order o`;

/** All SQL of the trust products; commands and sweeps are one call of a stored function each. */
@Injectable()
export class TrustStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** What is on offer; `quotaLeft` is that of real money or of the demo. */
  products({ currencyId, demo, page, limit }: TrustProductsQuery): Promise<TrustProduct[]> {
    return this.source.query(
      `${PRODUCT} where p.enabled and ($2::integer is null or p.currency_id = $2)
        order by p.sort, p.id offset $3 limit $4`,
      [demo, currencyId, (page - 1) * limit, limit],
    );
  }

  /** On offer or not: an order's product can always be looked at. `quotaLeft` as in the list. */
  async product(id: number, demo: boolean): Promise<TrustProduct | null> {
    const rows: TrustProduct[] = await this.source.query(`${PRODUCT} where p.id = $2`, [demo, id]);
    return rows[0] ?? null;
  }

  async isOffered(id: number): Promise<boolean> {
    const rows: unknown[] = await this.source.query('select from trust_product where id = $1 and enabled', [id]);
    return rows.length > 0;
  }

  /** The orders in custody of a user, in both books, as their events tell of them. */
  async openEvents(tx: Transaction, userId: string): Promise<{ entity: string; entityVersion: number }[]> {
    const rows: { event: { entity: string; entityVersion: number } }[] = await tx.query(
      `select trust_event(o) as event from trust_order o where o.user_id = $1 and o.status = 'custody'
        order by o.id desc limit 500`,
      [userId],
    );
    return rows.map(({ event }) => event);
  }

  async order(userId: string, id: string): Promise<TrustOrder | null> {
    const rows: TrustOrder[] = await this.source.query(`${TRUST_ORDER} where o.id = $2 and o.user_id = $1`, [
      userId,
      id,
    ]);
    return rows[0] ?? null;
  }

  /** The order as it is once the days that are over are booked, of which the workers may be behind. */
  async orderUpTo(userId: string, id: string, at: Date): Promise<TrustOrder | null> {
    const order = await this.order(userId, id);
    const isBehind = order !== null && order.nextDay !== null && order.nextDay < utcDay(at.getTime());
    if (!isBehind) return order;
    await callFunction(this.source.manager, 'trust_accrue_own', { user: userId, order: id, at });
    return this.order(userId, id);
  }

  figures(userId: string, demo: boolean, today: string): Promise<TrustFigures[]> {
    return this.source.query(
      `select o.currency_id as "currencyId", count(*) filter (where o.status = 'custody')::integer as orders,
              ${TEXT(`coalesce(sum(o.principal) filter (where o.status = 'custody'), 0)`)} as principal,
              ${TEXT('sum(o.income - least(o.penalty, o.income))')} as income,
              ${TEXT('coalesce(sum(a.amount), 0)')} as today
         from trust_order o left join trust_accrual a on a.order_id = o.id and a.day = $3::date - 1
        where o.user_id = $1 and o.demo = $2 group by o.currency_id`,
      [userId, demo, today],
    );
  }

  async buy(
    tx: Transaction,
    claim: Claim,
    purchase: {
      productId: number;
      demo: boolean;
      amount: DecimalText;
      agreed: boolean | null;
      worstDailyRatio?: DecimalText;
    },
  ): Promise<void> {
    const { productId: product, demo, amount, agreed, worstDailyRatio = null } = purchase;
    await callFunction(tx, 'trust_buy', { ...claim.given, product, demo, amount, agreed, worstDailyRatio });
  }

  async redeem(
    tx: Transaction,
    claim: Claim,
    { orderId, accruedDays, penalty }: { orderId: string; accruedDays: number; penalty: DecimalText },
  ): Promise<void> {
    await callFunction(tx, 'trust_redeem', { ...claim.given, order: orderId, accruedDays, penalty });
  }

  async saveQuote(quote: {
    id: string;
    orderId: string;
    accruedDays: number;
    penalty: DecimalText;
    expiresAt: Date;
  }): Promise<void> {
    await this.source.query(
      `insert into trust_redemption_quote (id, order_id, accrued_days, penalty, expires_at) values ($1, $2, $3, $4, $5)`,
      [quote.id, quote.orderId, quote.accruedDays, quote.penalty, quote.expiresAt],
    );
  }

  async quote(
    id: string,
    orderId: string,
  ): Promise<{ accruedDays: number; penalty: DecimalText; expiresAt: Date } | null> {
    const rows: { accruedDays: number; penalty: DecimalText; expiresAt: Date }[] = await this.source.query(
      `select accrued_days as "accruedDays", ${TEXT('penalty')} as penalty, expires_at as "expiresAt"
         from trust_redemption_quote where id = $1 and order_id = $2`,
      [id, orderId],
    );
    return rows[0] ?? null;
  }

  async forgetQuotes(before: Date): Promise<void> {
    await this.source.query('delete from trust_redemption_quote where expires_at < $1', [before]);
  }

  /** Numbers of orders that a day of interest is due of, the oldest day first; at most so many, and none of those. */
  async dueInterest(at: Date, limit: number, except: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select id::text from trust_order where next_day < ($1::timestamptz at time zone 'UTC')::date and id <> all ($3::bigint[])
        order by next_day, trust_order.id limit $2`,
      [at, limit, except],
    );
    return rows.map(({ id }) => id);
  }

  /** The same of orders that are ripe. */
  async dueReturns(limit: number, except: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select id::text from trust_order where status = 'custody' and accrued_days = term_days and id <> all ($2::bigint[])
        order by trust_order.id limit $1`,
      [limit, except],
    );
    return rows.map(({ id }) => id);
  }

  /** Books a day of interest that is over for at most so many orders. @param only of these; null: of all. */
  async accrue(tx: Transaction, limit: number, at: Date, only: readonly string[] | null = null): Promise<Swept> {
    const { orders, users } = await callForRow(tx, 'trust_accrue', { limit, at, only: only && [...only] });
    return { orders, userIds: users };
  }

  /** Gives back what at most so many ripe orders hold. @param only as of {@link accrue}. */
  async complete(tx: Transaction, limit: number, at: Date, only: readonly string[] | null = null): Promise<Swept> {
    const { orders, users } = await callForRow(tx, 'trust_complete', { limit, at, only: only && [...only] });
    return { orders, userIds: users };
  }

  /** How many days late the oldest interest is; 0 when none is. */
  async lagDays(today: string): Promise<number> {
    const rows: { lag: number }[] = await this.source.query(
      'select coalesce($1::date - min(next_day), 0)::integer as lag from trust_order where next_day < $1::date',
      [today],
    );
    return rows[0]?.lag ?? 0;
  }
}
