import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { TakenLevel, Taking } from './taken-depth.rules.js';

/** A part of a level of which something is noted, with where it is. */
export interface NotedLevel extends TakenLevel {
  marketId: number;
  demo: boolean;
  part: number;
}

@Injectable()
export class TakenDepthStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** What is noted of a market at these prices, on both sides: all parts of what the venue quoted last. */
  of(marketId: number, demo: boolean, prices: readonly DecimalText[]): Promise<TakenLevel[]> {
    return this.source.query(
      `select side as taker, trim_scale(price)::text as price, trim_scale(quoted)::text as quoted,
              trim_scale(sum(taken))::text as taken, max(book_at)::float8 as "bookAt"
         from (select t.*, first_value(t.quoted) over (partition by t.side, t.price order by t.book_at desc) as newest
                 from taken_depth t
                where t.market_id = $1 and t.demo = $2 and t.side in ('buy', 'sell') and t.price = any ($3::numeric[])) noted
        where quoted = newest group by side, price, quoted`,
      [marketId, demo, prices],
    );
  }

  all(): Promise<NotedLevel[]> {
    return this.source.query(
      `select market_id as "marketId", demo, part, side as taker, trim_scale(price)::text as price,
              trim_scale(quoted)::text as quoted, trim_scale(taken)::text as taken, book_at::float8 as "bookAt"
         from taken_depth order by market_id, demo, side, price, part`,
    );
  }

  /** Notes what was taken, as the last thing of a transaction that has nothing else to take. */
  async take(tx: Transaction, takings: readonly Taking[]): Promise<void> {
    if (takings.length > 0) await callFunction(tx, 'depth_take', { takings: JSON.stringify(takings) });
  }

  /** Forgets levels, but not what was noted of them since they were read. */
  async release(levels: readonly NotedLevel[]): Promise<void> {
    await this.source.query(
      `delete from taken_depth t
        using jsonb_to_recordset($1::jsonb) as gone ("marketId" integer, demo boolean, taker text, price numeric,
          part smallint, taken numeric, "bookAt" bigint)
        where t.market_id = gone."marketId" and t.demo = gone.demo and t.side = gone.taker and t.price = gone.price
          and t.part = gone.part and t.taken = gone.taken and t.book_at = gone."bookAt"`,
      [JSON.stringify(levels)],
    );
  }
}
