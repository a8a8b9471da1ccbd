import type { DataSource } from 'typeorm';
import type { TapeConstituent } from '../../contract/markets/tape.dto.js';
import { TapePartitionsStore } from '../../features/markets/tape/tape-partitions.store.js';

export interface TapedSecond {
  marketId: number;
  /** Unix milliseconds. */
  at: number;
  index: string | null;
  mark?: string | null;
  last?: string | null;
  constituents?: readonly TapeConstituent[];
  state?: 'ok' | 'degraded' | 'stale';
  origin?: 'live' | 'simulated' | 'recorded';
}

/** Puts seconds on the tape, each market's in order, for tests of what only looks the index up: the chain's hashes are none. */
export async function tapeSeconds(source: DataSource, seconds: readonly TapedSecond[]): Promise<void> {
  await new TapePartitionsStore(source).ensure(seconds.map(({ at }) => at));
  for (const second of seconds) {
    const { marketId, at, index, mark = null, last = null, constituents = [] } = second;
    const { state = 'ok', origin = 'simulated' } = second;
    await source.query(
      `with head as (
         insert into tape_head (market_id, sequence, second, hash) values ($1, 1, to_timestamp($2), $3)
         on conflict (market_id) do update set sequence = tape_head.sequence + 1, second = excluded.second
         returning sequence)
       insert into price_sample (market_id, second, sequence, index, mark, last, index_state, constituents, live_constituents, origin,
         prev_hash, hash)
       select $1, to_timestamp($2), sequence, $4::numeric, $7::numeric, $8::numeric, $5, $9::jsonb, 3, $6, $3, $3 from head`,
      [marketId, at / 1000, Buffer.alloc(32), index, state, origin, mark, last, JSON.stringify(constituents)],
    );
  }
}

/** `2026-11-20`, the day (UTC) of an instant. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Gives every hour of the tape that has none a root, for tests of what is left when all is sealed: it proves nothing. */
export async function rootTape(source: DataSource): Promise<void> {
  await source.query(
    `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
     select market_id, date_trunc('hour', second, 'UTC'), $1, count(*), min(sequence), max(sequence), $1, now() from price_sample
      group by 1, 2 on conflict do nothing`,
    [Buffer.alloc(32)],
  );
}
