import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { callForRow } from '../../../platform/database/call-function.js';
import { type AccountKey, accountKey, type BookOfMarket, type UnpricedMarks } from '../futures-index/index.js';

/** Positions and accounts that are due by rows and tape. */
export interface DueMargins {
  /** Open isolated positions. */
  ids: number[];
  /** Cross accounts. */
  accounts: AccountKey[];
}

/** What a look found, by whether an index in memory must have known of it. */
export interface FoundMargins {
  /** Due at rows and balances that nobody has changed in the seconds asked for. */
  due: DueMargins;
  /** Due as well, at rows or a balance that somebody has changed in them. */
  changed: DueMargins;
}

export interface SliceQuery {
  /** Users after this one. */
  after: string;
  /** Open rows in a slice; the last user's are all in it. */
  rows: number;
  realMoneyOrigins: PriceOrigin[];
  /** Marks of markets without a current price. */
  unpriced: readonly UnpricedMarks[];
  at: Date;
  /** A position counts as due only after it has been due for this long. */
  seconds: number;
}

/** Looks at open positions and accounts in sets, a slice of users at a time: no snapshot is held for long. */
@Injectable()
export class DueMarginsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The last user of the slice and the number of rows in it; null when nobody is left. */
  async slice(query: SliceQuery): Promise<({ lastUser: string; looked: number } & FoundMargins) | null> {
    const { realMoneyOrigins: realOrigins, unpriced, ...given } = query;
    const asked = { ...given, realOrigins, unpriced: JSON.stringify(unpriced) };
    const found = await callForRow(this.source.manager, 'liquidation_due', asked);
    // There are no open rows after the given user.
    const lastUser: string | null = found.lastUser;
    if (lastUser === null) return null;
    const due = { ids: found.positions.map(Number), accounts: keysOf(found.users, found.demo) };
    const accounts = keysOf(found.changedUsers, found.changedDemo);
    return { lastUser, looked: found.looked, due, changed: { ids: found.changedPositions.map(Number), accounts } };
  }

  /** Whose positions there are in these books of markets, and their margins, rounded, for display only. */
  heldIn(
    markets: readonly BookOfMarket[],
  ): Promise<{ symbol: string; demo: boolean; accounts: number; margin: number }[]> {
    return this.source.query(
      `select m.symbol, f.demo, count(distinct f.user_id)::integer as accounts, sum(f.margin)::float8 as margin
         from unnest($1::integer[], $2::boolean[]) as gone (market_id, demo)
         join futures_position f on f.market_id = gone.market_id and f.demo = gone.demo and f.status in (1, 2)
         join market m on m.id = f.market_id group by m.symbol, f.demo`,
      [markets.map(({ marketId }) => marketId), markets.map(({ demo }) => demo)],
    );
  }
}

function keysOf(users: readonly string[], demo: readonly boolean[]): AccountKey[] {
  return users.map((user, place) => accountKey(user, demo[place] as boolean));
}
