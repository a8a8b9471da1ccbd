import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotFill } from '../../../contract/rules/spot.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { fillRow } from './fill-row.js';
import { mayBuy } from './may-buy.js';
import { ORDER_COLUMNS, type QuotedBook, type SpotOrder } from './spot.store.js';

/** A side of a market and book. */
export type MatchedSide = Pick<SpotOrder, 'marketId' | 'demo' | 'side'>;

/** What a book gives at best, and when it was last confirmed. */
export interface BestLevel {
  price: DecimalText;
  confirmedAt: Date;
}

/** Which of the orders that are reached. */
export interface Reached {
  /** Not these. */
  after: readonly string[];
  /** Of these alone; null: of all. */
  only: readonly string[] | null;
  limit: number;
  at: Date;
}

/** A purchase that is reached, and whether its owner may buy. */
export interface ReachedBuy {
  id: string;
  userId: string;
  mayBuy: boolean;
}

const WAITS = `o.market_id = $1 and o.demo = $2 and o.status = 'open' and o.id <> all ($4::bigint[])
          and ($5::bigint[] is null or o.id = any ($5)) and (o.expires_at is null or o.expires_at > database_now($6))
          and coalesce(o.amended_at, o.created_at) <= $7`;
/** What a book reaches of each side, as {@link givenOf} gives it. */
const REACHED = {
  buy: `${WAITS} and o.side = 'buy' and o.limit_price >= $3`,
  sell: `${WAITS} and o.side = 'sell' and o.limit_price <= $3`,
} as const;
const BEST = { buy: 'o.limit_price desc, o.id', sell: 'o.limit_price, o.id' } as const;

/** All SQL of matching; each execution is one call of a stored function. */
@Injectable()
export class SpotMatchingStore {
  /**
   * Takes the book for matching, and keeps what is offered in which country as it is until the transaction ends; false when
   * somebody has matched this book, or a newer one, already, and while the money of the orders is in cancel-only.
   * @param isAgain it is for what the same book has still to do: for others, or for orders that are older than its last confirmation by now
   */
  async takeBook(
    tx: Transaction,
    { marketId, demo }: Pick<SpotOrder, 'marketId' | 'demo'>,
    bookAt: number,
    isAgain: boolean,
  ): Promise<boolean> {
    await callFunction(tx, 'country_rule_hold', {});
    const rows: unknown[] = await tx.query(
      `insert into spot_match as m (market_id, demo, book_at)
       select $1::integer, $2::boolean, $3::bigint where trading_is_open($2::boolean)
       on conflict (market_id, demo) do update set book_at = excluded.book_at where m.book_at < excluded.book_at + $4::integer
       returning 1`,
      [marketId, demo, bookAt, isAgain ? 1 : 0],
    );
    return rows.length > 0;
  }

  /**
   * The purchases that {@link lockReached} would lock, without those of some users, each with whether its owner may buy by
   * {@link mayBuy}. Of each owner that is asked once, however many orders it has.
   */
  reachedBuys(
    tx: Transaction,
    side: MatchedSide,
    level: BestLevel,
    { barred, ...which }: Reached & { barred: readonly string[] },
  ): Promise<ReachedBuy[]> {
    return tx.query(
      `with page as materialized (
         select o.id, o.user_id, o.demo, o.limit_price from spot_order o where ${REACHED.buy}
            and o.user_id <> all ($9::bigint[]) order by ${BEST.buy} limit $8),
       judged as materialized (
         select owner.user_id, ${mayBuy('owner', '$6')} as may_buy from (select distinct user_id, demo from page) owner)
       select page.id::text, page.user_id::text as "userId", judged.may_buy as "mayBuy"
         from page join judged on judged.user_id = page.user_id order by page.limit_price desc, page.id`,
      [...givenOf(side, level, which), barred],
    );
  }

  /**
   * The open orders that the price of a book reaches and whose date has not come, best limit first, then oldest first; locked, those
   * that somebody has left out, and those that were placed or changed after the book was last confirmed, of which it knows nothing.
   * Whether purchases may be executed {@link reachedBuys} says.
   */
  lockReached(tx: Transaction, side: MatchedSide, level: BestLevel, which: Reached): Promise<SpotOrder[]> {
    const of = side.side;
    return tx.query(
      `select ${ORDER_COLUMNS} from spot_order o join currency c on c.id = o.quote_currency_id
        where ${REACHED[of]} order by ${BEST[of]} limit $8 for no key update of o skip locked`,
      givenOf(side, level, which),
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
}

function givenOf(
  { marketId, demo }: MatchedSide,
  { price, confirmedAt }: BestLevel,
  { after, only, limit, at }: Reached,
): unknown[] {
  return [marketId, demo, price, after, only, at, confirmedAt, limit];
}
