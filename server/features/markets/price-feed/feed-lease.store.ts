import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';

/** Name of the one lease there is: the right to feed all markets. Bars are written under its number. */
const LEASE = 'markets';

/** Where a market's prices come from, and whether they may move real money. */
export interface FedFrom {
  id: number;
  origin: PriceOrigin;
  movesRealMoney: boolean;
}

/** The fencing numbers of the feeding processes. */
@Injectable()
export class FeedLeaseStore {
  constructor(private readonly source: DataSource) {}

  /** Ends every earlier number and gives the next one. */
  async next(holder: string, now: number): Promise<string> {
    const [row] = await this.source.query<{ token: string }[]>(
      `insert into feed_lease (name, token, holder, taken_at) values ($1, 1, $2, $3)
       on conflict (name) do update set token = feed_lease.token + 1, holder = excluded.holder,
         taken_at = excluded.taken_at, alive_at = clock_timestamp()
       returning token::text as token`,
      [LEASE, holder, new Date(now)],
    );
    if (!row) throw new Error('The lease gave no number.');
    return row.token;
  }

  /** The number, and whether its holder has given no sign of life for so long; null when nobody has had the lease yet. */
  async look(silentMs: number): Promise<{ token: string; isSilent: boolean } | null> {
    const [row] = await this.source.query<{ token: string; isSilent: boolean }[]>(
      `select token::text as token, alive_at < clock_timestamp() - $2 * interval '1 millisecond' as "isSilent"
         from feed_lease where name = $1`,
      [LEASE, silentMs],
    );
    return row ?? null;
  }

  /** Says that the holder of the number lives. @returns whether the number is still the current one. */
  async sayAlive(token: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `with changed as (update feed_lease set alive_at = clock_timestamp() where name = $1 and token = $2::bigint returning 1)
       select from changed`,
      [LEASE, token],
    );
    return rows.length > 0;
  }

  /** Says that the holder of the number is gone, so that nobody waits for its next sign. */
  async sayGone(token: string): Promise<void> {
    await this.source.query(`update feed_lease set alive_at = '-infinity' where name = $1 and token = $2::bigint`, [
      LEASE,
      token,
    ]);
  }

  /** The number after this one, unless somebody was faster or its holder has given a sign of life; null then. */
  async nextAfterSilence(token: string | null, holder: string, silentMs: number): Promise<string | null> {
    const [row] = await this.source.query<{ token: string }[]>(
      `with taken as (
         insert into feed_lease (name, token, holder, taken_at) values ($1, 1, $2, clock_timestamp())
         on conflict (name) do update set token = feed_lease.token + 1, holder = excluded.holder,
           taken_at = excluded.taken_at, alive_at = clock_timestamp()
         where feed_lease.token = $3::bigint and feed_lease.alive_at < clock_timestamp() - $4 * interval '1 millisecond'
         returning token)
       select token::text as token from taken`,
      [LEASE, holder, token, silentMs],
    );
    return row?.token ?? null;
  }

  async isCurrent(token: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>('select 1 from feed_lease where name = $1 and token = $2::bigint', [
      LEASE,
      token,
    ]);
    return rows.length > 0;
  }

  /** Keeps where each market is fed from under the number, unless the number is not the current one any more. */
  async recordOrigins(token: string, markets: readonly FedFrom[]): Promise<void> {
    await this.source.query(
      `with lease as (select from feed_lease where name = $1 and token = $2::bigint for share)
       insert into market_feed (market_id, origin, moves_real_money, moves_token, token)
       select fed.id, fed.origin, fed.moves_real_money, $2::bigint, $2::bigint
         from unnest($3::int[], $4::text[], $5::boolean[]) as fed (id, origin, moves_real_money), lease
       on conflict (market_id) do update
         set origin = excluded.origin, moves_real_money = excluded.moves_real_money,
           moves_token = excluded.moves_token, token = excluded.token`,
      [
        LEASE,
        token,
        markets.map(({ id }) => id),
        markets.map(({ origin }) => origin),
        markets.map(({ movesRealMoney }) => movesRealMoney),
      ],
    );
  }
}
