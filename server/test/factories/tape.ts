import type { DataSource, EntityManager } from 'typeorm';
import type { TapeConstituent } from '../../contract/markets/tape.dto.js';
import { TAPE_HOUR_MS, TAPE_START, tapeHash } from '../../contract/rules/tape.rules.js';
import { TapePartitionsStore } from '../../features/markets/tape/tape-partitions.store.js';

/** Where an hour that has no price at its end gets one: no window of an option is there. */
const LAST_SECOND = 3541;

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

/** A market's hour that is due, as the tape and its sealing job leave it: with a price at its end, closed and with its root. */
export async function sealHour(source: DataSource, marketId: number, hour: number): Promise<void> {
  await new TapePartitionsStore(source).ensure([hour]);
  await source.transaction(async (tx) => {
    // A feed that records meanwhile goes on from the head that this leaves.
    await tx.query('lock table tape_head in share row exclusive mode');
    await sealIn(tx, marketId, hour);
  });
}

async function sealIn(source: EntityManager, marketId: number, hour: number): Promise<void> {
  const until = hour + TAPE_HOUR_MS;
  const [{ has, sequence, hash }] = await source.query<[{ has: boolean; sequence: string; hash: string }]>(
    `select exists (select from price_sample where market_id = $1 and second >= to_timestamp($4) and second < to_timestamp($2)
                      and index is not null) as has,
            coalesce(h.sequence, 0) as sequence, coalesce(encode(h.hash, 'hex'), $3) as hash
       from (select) one left join tape_head h on h.market_id = $1 and h.second < to_timestamp($4)`,
    [marketId, until / 1000, TAPE_START, hour / 1000 + LAST_SECOND],
  );
  if (!has) {
    const sample = {
      s: hour + LAST_SECOND * 1000,
      sequence: Number(sequence) + 1,
      index: '1',
      indexState: 'ok' as const,
      mark: null,
      last: null,
      live: 3,
      constituents: [],
      origin: 'simulated' as const,
    };
    await source.query(
      `with head as (
         insert into tape_head (market_id, sequence, second, hash)
         values ($1, $3, to_timestamp($2), decode($5, 'hex'))
         on conflict (market_id) do update set sequence = $3, second = excluded.second, hash = excluded.hash
          where tape_head.second < excluded.second)
       insert into price_sample (market_id, second, sequence, index, index_state, constituents, live_constituents, origin, prev_hash, hash)
       values ($1, to_timestamp($2), $3, 1, 'ok', '[]', 3, 'simulated', decode($4, 'hex'), decode($5, 'hex'))
       on conflict do nothing`,
      [marketId, sample.s / 1000, sample.sequence, hash, tapeHash(marketId, sample, hash)],
    );
  }
  await source.query('update tape_head set second = greatest(second, to_timestamp($2)) where market_id = $1', [
    marketId,
    until / 1000 - 1,
  ]);
  await source.query(
    `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
     select $1, to_timestamp($2), t.root, t.samples, min(s.sequence), max(s.sequence), (array_agg(s.hash order by s.second desc))[1],
            to_timestamp($3)
       from tape_hour_tree($1, to_timestamp($2)) t
       join price_sample s on s.market_id = $1 and s.second >= to_timestamp($2) and s.second < to_timestamp($3)
      group by t.root, t.samples on conflict do nothing`,
    [marketId, hour / 1000, until / 1000],
  );
}
