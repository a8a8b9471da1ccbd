import { Injectable } from '@nestjs/common';
import { COUNTED_MAX } from '../../../contract/pages.dto.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { OTC_ORDER_COLUMNS, type OtcOrderRow, type OtcOrdersQuery, readOtcOrder } from './otc-orders.store.js';

const NUMBER = `concat(to_char(o.created_at at time zone 'UTC', 'YYYYMMDD'), lpad(o.id::text, 8, '0'))`;
const OWN = `(o.buyer_id = $1 or o.seller_id = $1) and o.status = any($2)
  and ($3::text is null or case when $3 = 'buy' then o.buyer_id = $1 else o.seller_id = $1 end)
  and ($4::text is null or position($4 in ${NUMBER}) > 0)`;

/** Reads the orders between users that one of them has a part in, page by page. */
@Injectable()
export class OtcOrderHistoryStore {
  constructor(private readonly reads: ReadSource) {}

  /** Newest first. */
  async page(query: OtcOrdersQuery, limit: number, offset: number): Promise<OtcOrderRow[]> {
    const rows: OtcOrderRow[] = await this.reads.query(
      `select ${OTC_ORDER_COLUMNS} from otc_order o where ${OWN} order by o.id desc limit $5 offset $6`,
      [...given(query), limit, offset],
    );
    return rows.map(readOtcOrder);
  }

  async count(query: OtcOrdersQuery): Promise<number> {
    const rows: { count: number }[] = await this.reads.query(
      `select count(*)::integer as count from (select from otc_order o where ${OWN} limit ${COUNTED_MAX}) as counted`,
      given(query),
    );
    return rows[0]?.count ?? 0;
  }
}

function given({ userId, statuses, side, number }: OtcOrdersQuery): unknown[] {
  return [userId, statuses, side, number];
}
