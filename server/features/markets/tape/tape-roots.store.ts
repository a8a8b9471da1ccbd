import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A root as it is stored. Instants are Unix milliseconds, hashes hexadecimal. */
export interface StoredRoot {
  marketId: number;
  hour: number;
  root: string;
  samples: number;
  firstSequence: number;
  lastSequence: number;
  lastHash: string;
  sealedAt: number;
  /** Last seal of the audit log when the root was made, and its hash; null before the first seal. */
  auditSeal: string | null;
  auditHash: string | null;
}

interface RootRow {
  market_id: number;
  hour_at: string;
  root: string;
  samples: number;
  first_sequence: string;
  last_sequence: string;
  last_hash: string;
  sealed: string;
  audit_seal: string | null;
  audit_hash: string | null;
}

const ROOT = `market_id, (extract(epoch from hour) * 1000)::bigint as hour_at, encode(root, 'hex') as root, samples,
  first_sequence, last_sequence, encode(last_hash, 'hex') as last_hash,
  (extract(epoch from sealed_at) * 1000)::bigint as sealed, audit_seal, encode(audit_hash, 'hex') as audit_hash`;

/** The published roots of the tape's hours. */
@Injectable()
export class TapeRootsStore {
  constructor(private readonly source: DataSource) {}

  /** Hours before `until` that have samples and no root, oldest first. */
  async unsealed(until: number, limit: number): Promise<{ marketId: number; hour: number }[]> {
    // A loose index scan: one index lookup for each hour.
    const rows = await this.source.query<{ market_id: number; hour_at: string }[]>(
      `with recursive hours as (
         select head.market_id, date_trunc('hour', first.second, 'UTC') as hour
         from tape_head head cross join lateral (
           select sample.second from price_sample sample
           where sample.market_id = head.market_id and sample.second >= coalesce(
             (select max(root.hour) + interval '1 hour' from tape_root root where root.market_id = head.market_id),
             '-infinity')
           order by sample.second limit 1) first
         union all
         select hours.market_id, date_trunc('hour', next.second, 'UTC')
         from hours cross join lateral (
           select sample.second from price_sample sample
           where sample.market_id = hours.market_id and sample.second >= hours.hour + interval '1 hour'
           order by sample.second limit 1) next
         where hours.hour + interval '2 hours' <= to_timestamp($1)
       )
       select market_id, (extract(epoch from hour) * 1000)::bigint as hour_at from hours
       where hour + interval '1 hour' <= to_timestamp($1) order by hour, market_id limit $2`,
      [until / 1000, limit],
    );
    return rows.map((row) => ({ marketId: row.market_id, hour: Number(row.hour_at) }));
  }

  /** Stores a root. The first root of an hour is final. */
  async save(root: StoredRoot): Promise<void> {
    await this.source.query(
      `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at,
         audit_seal, audit_hash)
       values ($1, to_timestamp($2), decode($3, 'hex'), $4, $5, $6, decode($7, 'hex'), to_timestamp($8), $9,
         decode($10, 'hex'))
       on conflict do nothing`,
      [
        root.marketId,
        root.hour / 1000,
        root.root,
        root.samples,
        root.firstSequence,
        root.lastSequence,
        root.lastHash,
        root.sealedAt / 1000,
        root.auditSeal,
        root.auditHash,
      ],
    );
  }

  /** The root of one hour; null while it has none. */
  async of(marketId: number, hour: number): Promise<StoredRoot | null> {
    const [row] = await this.source.query<RootRow[]>(
      `select ${ROOT} from tape_root where market_id = $1 and hour = to_timestamp($2)`,
      [marketId, hour / 1000],
    );
    return row ? rootOf(row) : null;
  }

  /** Roots of hours with `from <= hour <= to`, oldest first; of all markets where `marketId` is null. */
  async list(marketId: number | null, range: { from: number; to: number }, limit: number): Promise<StoredRoot[]> {
    const rows = await this.source.query<RootRow[]>(
      `select ${ROOT} from tape_root
       where ($1::int is null or market_id = $1) and hour >= to_timestamp($2) and hour <= to_timestamp($3)
       order by hour, market_id limit $4`,
      [marketId, range.from / 1000, range.to / 1000, limit],
    );
    return rows.map(rootOf);
  }
}

function rootOf(row: RootRow): StoredRoot {
  return {
    marketId: row.market_id,
    hour: Number(row.hour_at),
    root: row.root,
    samples: row.samples,
    firstSequence: Number(row.first_sequence),
    lastSequence: Number(row.last_sequence),
    lastHash: row.last_hash,
    sealedAt: Number(row.sealed),
    auditSeal: row.audit_seal,
    auditHash: row.audit_hash,
  };
}
