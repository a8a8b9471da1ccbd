import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { DecimalText } from '../../../contract/money.js';
import type { OtcFiat, OtcWay } from '../../../contract/rules/otc-market.rules.js';
import type { OtcActor, OtcEvent } from '../../../contract/rules/otc-order.rules.js';
import type { OtcSide } from '../../../contract/trading/otc-market.dto.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { OtcProgress } from './otc-progress.rules.js';

const payment = z.object({
  id: z.string(),
  account: z.string().min(1),
  bank: z.string(),
  branch: z.string(),
  /** Where cash is handed over, `48.13743,11.57549`; `account` says what is there. Empty for other ways. */
  place: z.string().default(''),
});

/** Where a seller is paid, as an order keeps it. */
export type PaymentSnapshot = z.infer<typeof payment>;

export interface NewOtcOrder {
  advertId: string;
  merchantId: string;
  takerId: string;
  buyerId: string;
  sellerId: string;
  currencyId: number;
  fiat: OtcFiat;
  price: DecimalText;
  quantity: DecimalText;
  amount: DecimalText;
  way: OtcWay;
  payment: PaymentSnapshot;
  buyerName: string;
  sellerName: string;
  terms: string;
  windowMinutes: number;
  /** Above so many coins two operators decide an appeal; null: never. */
  secondPersonAbove: DecimalText | null;
  payUntil: Date;
  at: Date;
}

export interface OtcOrderRow extends Omit<NewOtcOrder, 'at' | 'payUntil'>, OtcProgress {
  id: string;
  merchantName: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface OtcStepRow {
  from: number;
  to: number;
  actor: OtcActor;
  event: OtcEvent;
  at: Date;
}

/** Who did it. */
export interface OtcDoer {
  actor: OtcActor;
  userId?: string;
  operatorId?: string;
}

export interface OtcOrdersQuery {
  userId: string;
  statuses: readonly number[];
  side: OtcSide | null;
  /** Part of an order's number. */
  number: string | null;
}

export interface DueStep {
  id: string;
  event: 'expire' | 'remind' | 'escalate';
}

const TEXT = (column: string) => `trim_scale(o.${column})::text as ${column}`;
export const OTC_ORDER_COLUMNS = `o.id::text, o.advert_id::text as "advertId", o.merchant_id::text as "merchantId", o.taker_id::text as "takerId",
  o.buyer_id::text as "buyerId", o.seller_id::text as "sellerId", o.currency_id as "currencyId", o.fiat, ${TEXT('price')},
  ${TEXT('quantity')}, ${TEXT('amount')}, o.way, o.payment, o.buyer_name as "buyerName", o.seller_name as "sellerName", o.terms,
  o.window_minutes as "windowMinutes", trim_scale(o.second_person_above)::text as "secondPersonAbove", o.status, o.pay_until as "payUntil", o.extended, o.paid_at as "paidAt", o.reminded,
  o.appealed_at as "appealedAt", o.appealed_by as "appealedBy", o.appeal_reason as "appealReason",
  o.released_at as "releasedAt", o.ended_at as "endedAt", o.ended_by as "endedBy", o.reopened,
  o.created_at as "createdAt", o.updated_at as "updatedAt", o.version,
  (select m.nickname from otc_merchant m where m.user_id = o.merchant_id) as "merchantName"`;
const UNPAID = `status = 5 and ended_by in ('cancel', 'expire', 'concede', 'award-seller')`;
/** One open order of two people at a time. */
const PAIR = '23505';

/** The SQL of orders between users. */
@Injectable()
export class OtcOrdersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * The instant that counts: the database's own, so that a window is as long whichever process opened it.
   * @throws CK001 where the process's clock is ahead.
   */
  async instant(tx: Transaction, at: Date): Promise<Date> {
    await callFunction(tx, 'require_reached', { at });
    return callFunction(tx, 'database_now', { claimed: at });
  }

  /** @throws Refusal `otc.open-order` where the two have an open one. */
  async insert(tx: Transaction, o: NewOtcOrder): Promise<OtcOrderRow> {
    try {
      const rows: { id: string }[] = await tx.query(
        `insert into otc_order (advert_id, merchant_id, taker_id, buyer_id, seller_id, currency_id, fiat, price, quantity,
           amount, way, payment, buyer_name, seller_name, terms, window_minutes,
           second_person_above, pay_until, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19) returning id::text`,
        [
          o.advertId,
          o.merchantId,
          o.takerId,
          o.buyerId,
          o.sellerId,
          o.currencyId,
          o.fiat,
          o.price,
          o.quantity,
          o.amount,
          o.way,
          JSON.stringify(o.payment),
          o.buyerName,
          o.sellerName,
          o.terms,
          o.windowMinutes,
          o.secondPersonAbove,
          o.payUntil,
          o.at,
        ],
      );
      return (await this.find((rows[0] as { id: string }).id, tx)) as OtcOrderRow;
    } catch (error) {
      throw sqlStateOf(error) === PAIR ? new Refusal('otc.open-order') : error;
    }
  }

  /** Locked until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<OtcOrderRow | null> {
    const rows: OtcOrderRow[] = await tx.query(
      `select ${OTC_ORDER_COLUMNS} from otc_order o where o.id = $1 for no key update of o`,
      [id],
    );
    return rows[0] ? readOtcOrder(rows[0]) : null;
  }

  async find(id: string, tx: Transaction = this.source.manager): Promise<OtcOrderRow | null> {
    const rows: OtcOrderRow[] = await tx.query(`select ${OTC_ORDER_COLUMNS} from otc_order o where o.id = $1`, [id]);
    return rows[0] ? readOtcOrder(rows[0]) : null;
  }

  /** @throws Refusal `otc.open-order` where it would be open again, and the two have another open one. */
  async move(tx: Transaction, id: string, next: OtcProgress, at: Date): Promise<OtcOrderRow> {
    try {
      await tx.query(
        `update otc_order set status = $2, pay_until = $3, extended = $4, paid_at = $5, reminded = $6, appealed_at = $7,
           appealed_by = $8, appeal_reason = $9, released_at = $10, ended_at = $11, ended_by = $12, reopened = $13,
           updated_at = $14, version = version + 1 where id = $1`,
        [
          id,
          next.status,
          next.payUntil,
          next.extended,
          next.paidAt,
          next.reminded,
          next.appealedAt,
          next.appealedBy,
          next.appealReason,
          next.releasedAt,
          next.endedAt,
          next.endedBy,
          next.reopened,
          at,
        ],
      );
    } catch (error) {
      throw sqlStateOf(error) === PAIR ? new Refusal('otc.open-order') : error;
    }
    return (await this.find(id, tx)) as OtcOrderRow;
  }

  /**
   * The steps are numbered by the order's version, which each of them raises by one. What one operator awarded alone keeps what
   * that operator has awarded so on that day, with it.
   */
  async note(
    tx: Transaction,
    { id, status, version }: OtcOrderRow,
    { from, event, doer, at }: { from: number; event: OtcEvent; doer: OtcDoer; at: Date },
  ): Promise<void> {
    await tx.query(
      `insert into otc_step (order_id, number, from_status, to_status, actor, event, user_id, operator_id, at, awarded_alone)
       select $1, $2, $3, $4, $5, $6, $7, $8::bigint, $9::timestamptz,
              otc_awarded_alone($8::bigint, o.currency_id, $9::timestamptz) + o.quantity
         from (select 1) one
         left join otc_order o on o.id = $1 and $6 in ('award-buyer', 'award-seller') and not exists (
           select from operator_proposal p where p.kind = 'otc-appeal' and p.subject_id = o.id and p.status = 'approved')`,
      [id, version, from, status, doer.actor, event, doer.userId ?? null, doer.operatorId ?? null, at],
    );
  }

  steps(id: string): Promise<OtcStepRow[]> {
    return this.source.query(
      `select from_status as from, to_status as to, actor, event, at from otc_step where order_id = $1 order by number limit 100`,
      [id],
    );
  }

  async openOf(tx: Transaction, userId: string): Promise<OtcOrderRow[]> {
    const rows: OtcOrderRow[] = await tx.query(
      `select ${OTC_ORDER_COLUMNS} from otc_order o where (o.buyer_id = $1 or o.seller_id = $1) and o.status in (1, 2, 4)
        order by o.id desc limit 100`,
      [userId],
    );
    return rows.map(readOtcOrder);
  }

  /** Open orders that somebody has taken. Exact while the user is locked. */
  async takenBy(tx: Transaction, userId: string): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      'select count(*)::integer as count from otc_order where taker_id = $1 and status in (1, 2, 4)',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** When orders that this user was to pay ended unpaid, by whoever's word. */
  async unpaidOf(userId: string, since: Date, tx: Transaction = this.source.manager): Promise<number[]> {
    const rows: { at: Date }[] = await tx.query(
      `select ended_at as at from otc_order
        where buyer_id = $1 and ${UNPAID} and ended_at >= $2
        order by ended_at desc limit 100`,
      [userId, since],
    );
    return rows.map(({ at }) => at.getTime());
  }

  /** {@link unpaidOf} several users: those of each, by their numbers. */
  async unpaidOfEach(userIds: readonly string[], since: Date): Promise<Map<string, number[]>> {
    const rows: { userId: string; at: Date }[] = await this.source.query(
      `select u.id::text as "userId", o.at from unnest($1::bigint[]) as u (id) cross join lateral (
         select ended_at as at from otc_order
          where buyer_id = u.id and ${UNPAID} and ended_at >= $2 order by ended_at desc limit 100) o`,
      [userIds, since],
    );
    return rows.reduce((all, { userId, at }) => all.set(userId, [...(all.get(userId) ?? []), at.getTime()]), new Map());
  }

  /** What the clock has to do, the most overdue first. */
  due(at: Date, limit: number): Promise<DueStep[]> {
    return this.source.query(
      `select id::text, event from (
         (select id, 'expire' as event, pay_until as due from otc_order where status = 1 and pay_until <= $1
           order by pay_until limit $2)
         union all
         (select id, 'escalate', paid_at from otc_order where status = 2 and paid_at <= $1::timestamptz - interval '12 hours'
           order by paid_at limit $2)
         union all
         (select id, 'remind', paid_at from otc_order where status = 2 and not reminded
            and paid_at <= $1::timestamptz - interval '15 minutes' order by paid_at limit $2)) work
        order by due limit $2`,
      [at, limit],
    );
  }
}

export function readOtcOrder(row: OtcOrderRow): OtcOrderRow {
  return { ...row, payment: storedJson(payment, row.payment, 'otc_order.payment') };
}
