import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { TRUST_ORDER, type TrustOrder, type TrustOrdersQuery } from './trust.store.js';

const TEXT = (column: string) => `trim_scale(${column})::text`;

/** Reads the trust orders of a user, page by page, and the interest of an order, day by day. */
@Injectable()
export class TrustHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  async orders({
    userId,
    demo,
    states,
    page,
    limit,
  }: TrustOrdersQuery): Promise<{ orders: TrustOrder[]; total: number }> {
    const where = 'where o.user_id = $1 and o.demo = $2 and o.status = any($3)';
    const [orders, counted] = await Promise.all([
      this.reads.query<TrustOrder[]>(`${TRUST_ORDER} ${where} order by o.id desc offset $4 limit $5`, [
        userId,
        demo,
        states,
        (page - 1) * limit,
        limit,
      ]),
      this.reads.query<{ total: number }[]>(`select count(*)::integer as total from trust_order o ${where}`, [
        userId,
        demo,
        states,
      ]),
    ]);
    return { orders, total: counted[0]?.total ?? 0 };
  }

  accruals(orderId: string): Promise<{ day: string; amount: DecimalText }[]> {
    return this.reads.query(
      `select day::text, ${TEXT('amount')} as amount from trust_accrual where order_id = $1 order by day desc limit 3650`,
      [orderId],
    );
  }
}
