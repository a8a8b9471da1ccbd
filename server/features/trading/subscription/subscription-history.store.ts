import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { SUBSCRIPTION_ORDER, type SubscriptionOrder, type SubscriptionOrdersQuery } from './subscription.store.js';

const MINE = `where o.user_id = $1 and o.status = any($2)
    and ($3 = '' or position(lower($3) in lower(concat(f.coin_code, ' ', f.coin_name))) > 0)`;

/** Reads a user's orders for new coins, page by page. */
@Injectable()
export class SubscriptionHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  async orders(query: SubscriptionOrdersQuery): Promise<{ orders: SubscriptionOrder[]; total: number }> {
    const { userId, states, keyword, page, limit } = query;
    const [orders, counted] = await Promise.all([
      this.reads.query<SubscriptionOrder[]>(`${SUBSCRIPTION_ORDER} ${MINE} order by o.id desc offset $4 limit $5`, [
        userId,
        states,
        keyword,
        (page - 1) * limit,
        limit,
      ]),
      this.reads.query<{ total: number }[]>(
        `select count(*)::integer as total from subscription_order o join subscription_offer f on f.id = o.offer_id ${MINE}`,
        [userId, states, keyword],
      ),
    ]);
    return { orders, total: counted[0]?.total ?? 0 };
  }
}
