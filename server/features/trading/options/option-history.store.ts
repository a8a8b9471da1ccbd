import { Injectable } from '@nestjs/common';
import { COUNTED_MAX } from '../../../contract/pages.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { ORDER, type OrderRow, orderOf } from './options.store.js';

export interface OptionQuery {
  userId: string;
  demo: boolean;
  /** `due`: open orders whose time is up. */
  status: 'all' | 'open' | 'due' | 'ended';
  marketId: number | null;
  currencyId: number | null;
  now: number;
}

const MATCHES = `o.user_id = $1 and o.demo = $2 and ($3::integer is null or o.market_id = $3)
  and ($4::integer is null or o.currency_id = $4)
  and case $5::text when 'open' then o.status = 'open' when 'due' then o.status = 'open' and o.closes_at <= $6
      when 'ended' then o.status <> 'open' else $6::timestamptz is not null end`;

/** Reads the orders of a user, page by page. */
@Injectable()
export class OptionHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** A page of the user's orders, newest first, and how many there are, counted up to a limit. */
  async list(query: OptionQuery, { limit, offset }: { limit: number; offset: number }) {
    const { userId, demo, status, marketId, currencyId, now } = query;
    const parameters = [userId, demo, marketId, currencyId, status, new Date(now)];
    const rows: OrderRow[] = await this.reads.query(
      `select ${ORDER} where ${MATCHES} order by o.id desc limit $7 offset $8`,
      [...parameters, limit, offset],
    );
    const counts: { total: number }[] = await this.reads.query(
      `select count(*)::integer as total from (select from option_order o where ${MATCHES} limit ${COUNTED_MAX}) as counted`,
      parameters,
    );
    return { orders: rows.map(orderOf), total: counts[0]?.total ?? 0 };
  }
}
