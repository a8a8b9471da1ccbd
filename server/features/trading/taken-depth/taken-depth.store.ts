import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { runPrepared } from '../../../platform/database/prepared-statement.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Quotation } from '../../markets/market-board/index.js';
import type { TakenLevel, Taking } from './taken-depth.rules.js';

/** A level of which something is noted, with where it is. */
export interface NotedLevel extends TakenLevel {
  marketId: number;
  book: Quotation;
  demo: boolean;
}

const LEVEL = `
  select market_id as "marketId", book, demo, side as taker, trim_scale(price)::text as price,
         trim_scale(quoted)::text as quoted, trim_scale(taken)::text as taken, book_at::float8 as "bookAt"
    from taken_depth`;

/** Asked by every order: bids are what sellers take, asks what buyers take. */
const OF_A_BOOK = {
  name: 'taken-depth-of-a-book',
  text: `${LEVEL} where market_id = $1 and book = $2 and demo = $3 and side = 'sell' and price = any ($4::numeric[])
  union all
  ${LEVEL} where market_id = $1 and book = $2 and demo = $3 and side = 'buy' and price = any ($5::numeric[])`,
};

@Injectable()
export class TakenDepthStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** What is noted of one book of a market at its prices, each side's own; a side that nobody asks for has none. */
  of(
    of: { marketId: number; book: Quotation; demo: boolean },
    { bids, asks }: Record<'bids' | 'asks', readonly DecimalText[]>,
    tx: Transaction = this.source.manager,
  ): Promise<TakenLevel[]> {
    return runPrepared(tx, OF_A_BOOK, [of.marketId, of.book, of.demo, bids, asks]);
  }

  all(): Promise<NotedLevel[]> {
    return this.source.query(`${LEVEL} order by market_id, book, demo, side, price`);
  }

  /** Notes what was taken, as the last thing of a transaction that has nothing else to take. */
  async take(tx: Transaction, takings: readonly Taking[]): Promise<void> {
    if (takings.length > 0) await callFunction(tx, 'depth_take', { takings: JSON.stringify(takings) });
  }

  /** Forgets levels, but not what was noted of them since they were read. */
  async release(levels: readonly NotedLevel[]): Promise<void> {
    await this.source.query(
      `delete from taken_depth t
        using jsonb_to_recordset($1::jsonb) as gone ("marketId" integer, book text, demo boolean, taker text, price numeric,
          taken numeric, "bookAt" bigint)
        where t.market_id = gone."marketId" and t.book = gone.book and t.demo = gone.demo and t.side = gone.taker and t.price = gone.price
          and t.taken = gone.taken and t.book_at = gone."bookAt"`,
      [JSON.stringify(levels)],
    );
  }
}
