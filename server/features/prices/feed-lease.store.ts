import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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
}
