import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';

/** Name of the one lease there is: the right to feed all markets. Bars are written under its number. */
const LEASE = 'markets';

/** The fencing numbers of the feeding processes. */
@Injectable()
export class FeedLeaseStore {
  constructor(private readonly source: DataSource) {}

  /** Ends every earlier number and gives the next one. */
  async next(holder: string, now: number): Promise<string> {
    const [row] = await this.source.query<{ token: string }[]>(
      `insert into feed_lease (name, token, holder, taken_at) values ($1, 1, $2, $3)
       on conflict (name) do update set token = feed_lease.token + 1, holder = excluded.holder, taken_at = excluded.taken_at
       returning token::text as token`,
      [LEASE, holder, new Date(now)],
    );
    if (!row) throw new Error('The lease gave no number.');
    return row.token;
  }

  async isCurrent(token: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>('select 1 from feed_lease where name = $1 and token = $2::bigint', [
      LEASE,
      token,
    ]);
    return rows.length > 0;
  }

  /** Keeps where each market is fed from under the number, unless the number is not the current one any more. */
  async recordOrigins(token: string, markets: readonly { id: number; origin: PriceOrigin }[]): Promise<void> {
    await this.source.query(
      `with lease as (select from feed_lease where name = $1 and token = $2::bigint for share)
       insert into market_feed (market_id, origin, token)
       select fed.id, fed.origin, $2::bigint from unnest($3::int[], $4::text[]) as fed (id, origin), lease
       on conflict (market_id) do update set origin = excluded.origin, token = excluded.token`,
      [LEASE, token, markets.map(({ id }) => id), markets.map(({ origin }) => origin)],
    );
  }
}
