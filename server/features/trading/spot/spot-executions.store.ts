import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { SpotFillsQuery } from './spot-history.store.js';
import type { SpotOrder } from './spot.store.js';

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

const TEXT = (column: string) => `trim_scale(${column})::text`;
const FILL = `
  f.id::text, ${TEXT('f.quantity')} as quantity, ${TEXT('f.amount')} as amount, ${TEXT('f.fee')} as fee, f.levels,
  f.book_at as "bookAt", f.origin, f.at`;

/** Reads executions. */
@Injectable()
export class SpotExecutionsStore {
  constructor(private readonly reads: ReadSource) {}

  async fills(orderId: string): Promise<SpotFillRow[]> {
    const rows: SpotFillRow[] = await this.reads.query(
      `select ${FILL} from spot_fill f where f.order_id = $1 order by f.id desc limit 500`,
      [orderId],
    );
    return rows.map(readFill);
  }

  /** The executions of all orders of a user, the newest first. */
  async ownFills({ userId, demo, marketIds, page, limit }: SpotFillsQuery): Promise<SpotOwnFillRow[]> {
    const rows: SpotOwnFillRow[] = await this.reads.query(
      `select ${FILL}, o.id::text as "orderId", o.market_id as "marketId", o.side, o.demo
         from spot_order o join spot_fill f on f.order_id = o.id
        where o.user_id = $1 and o.demo = $2 and ($3::integer[] is null or o.market_id = any($3))
        order by f.id desc offset $4 limit $5`,
      [userId, demo, marketIds, (page - 1) * limit, limit],
    );
    return rows.map(readFill);
  }
}

/** Price and quantity. */
const levels = z.array(z.tuple([z.string(), z.string()]));

function readFill<Row extends SpotFillRow>(row: Row): Row {
  return { ...row, levels: storedJson(levels, row.levels, 'spot_fill.levels') };
}
