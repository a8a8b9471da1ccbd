import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IndexState, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { TapeSample } from '../../../contract/markets/tape.dto.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import { storedConstituents } from './stored-sample.rules.js';

interface SampleRow {
  at: string;
  sequence: string;
  index: string | null;
  index_state: IndexState;
  mark: string | null;
  last: string | null;
  constituents: unknown;
  live_constituents: number;
  origin: PriceOrigin;
  prev_hash: string;
  hash: string;
}

/** A second's mark and index. */
export interface TapedMark {
  marketId: number;
  /** Unix milliseconds. */
  at: number;
  index: DecimalText;
  mark: DecimalText;
  origin: PriceOrigin;
}

const SAMPLE = `(extract(epoch from second) * 1000)::bigint as at, sequence, index, index_state, mark, last, constituents,
  live_constituents, origin, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash`;

/** Reads the tape. */
@Injectable()
export class TapeReadsStore {
  constructor(private readonly source: DataSource) {}

  /** Age of the newest second of any market by the database's clock; null when nothing is on the tape. */
  async secondsBehind(): Promise<number | null> {
    const [row] = await this.source.query<{ behind: number | null }[]>(
      // The head itself may stand at a second that was closed without a sample.
      `select extract(epoch from clock_timestamp() - max(newest.second))::float8 as behind
         from tape_head head cross join lateral (
           select s.second from price_sample s where s.market_id = head.market_id and s.second <= head.second
            order by s.second desc limit 1) newest`,
    );
    return row?.behind ?? null;
  }

  /** Samples of a market with `from <= s <= to` (Unix milliseconds), ascending. */
  async slice(marketId: number, from: number, to: number): Promise<TapeSample[]> {
    const rows = await this.source.query<SampleRow[]>(
      `select ${SAMPLE} from price_sample
       where market_id = $1 and second >= to_timestamp($2) and second <= to_timestamp($3) order by second`,
      [marketId, from / 1000, to / 1000],
    );
    return rows.map(sampleOf);
  }

  /** Index and mark of every market's sound seconds since the instant, ascending. */
  marksSince(from: number): Promise<TapedMark[]> {
    return this.source.query(
      `select market_id as "marketId", (extract(epoch from second) * 1000)::float8 as at, index::text as index,
              mark::text as mark, origin
         from price_sample
        where second >= to_timestamp($1) and index_state = 'ok' and index is not null and mark is not null order by second`,
      [from / 1000],
    );
  }

  /** The hashes of a market's samples in `from <= s < to`, ascending. */
  async hashes(marketId: number, from: number, to: number): Promise<{ s: number; sequence: number; hash: string }[]> {
    const rows = await this.source.query<Pick<SampleRow, 'at' | 'sequence' | 'hash'>[]>(
      `select (extract(epoch from second) * 1000)::bigint as at, sequence, encode(hash, 'hex') as hash
       from price_sample
       where market_id = $1 and second >= to_timestamp($2) and second < to_timestamp($3) order by second`,
      [marketId, from / 1000, to / 1000],
    );
    return rows.map(({ at, sequence, hash }) => ({ s: Number(at), sequence: Number(sequence), hash }));
  }
}

function sampleOf(row: SampleRow): TapeSample {
  return {
    s: Number(row.at),
    sequence: Number(row.sequence),
    index: row.index,
    indexState: row.index_state,
    mark: row.mark,
    last: row.last,
    live: row.live_constituents,
    constituents: storedJson(storedConstituents, row.constituents, 'price_sample.constituents'),
    origin: row.origin,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}
