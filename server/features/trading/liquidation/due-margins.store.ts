import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { callForRow } from '../../../platform/database/call-function.js';
import { type AccountKey, accountKey, type UnpricedMarks } from '../futures-index/index.js';

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
}

function keysOf(users: readonly string[], demo: readonly boolean[]): AccountKey[] {
  return users.map((user, place) => accountKey(user, demo[place] as boolean));
}
