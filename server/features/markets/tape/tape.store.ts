import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TapeSample } from '../../../contract/markets/tape.dto.js';

/** The end of a market's chain. */
export interface TapeHead {
  sequence: number;
  /** Second of the last sample, Unix milliseconds. */
  s: number;
  hash: string;
}

/** A sample with the market that it is of. */
export interface TapeRow {
  marketId: number;
  sample: TapeSample;
}

/** The outcome of an append; all or nothing. */
export type AppendFate = 'written' | 'fenced' | 'moved';

interface HeadRow {
  market_id: number;
  sequence: string;
  at: string;
  hash: string;
}

/** Appends to the tape. */
@Injectable()
export class TapeStore {
  constructor(private readonly source: DataSource) {}

  /** Appends samples under the fencing number of the feeding process, each market's in the order of its sequence. */
  async append(token: string, rows: readonly TapeRow[]): Promise<AppendFate> {
    const column = <Value>(read: (row: TapeRow) => Value) => rows.map(read);
    const [answer] = await this.source.query<{ fate: AppendFate }[]>(
      `select tape_append($1::bigint, $2::int[], $3::float8[], $4::bigint[], $5::numeric[], $6::text[], $7::numeric[],
        $8::numeric[], $9::text[], $10::smallint[], $11::text[], $12::text[], $13::text[]) as fate`,
      [
        token,
        column(({ marketId }) => marketId),
        column(({ sample }) => sample.s / 1000),
        column(({ sample }) => sample.sequence),
        column(({ sample }) => sample.index),
        column(({ sample }) => sample.indexState),
        column(({ sample }) => sample.mark),
        column(({ sample }) => sample.last),
        column(({ sample }) => JSON.stringify(sample.constituents)),
        column(({ sample }) => sample.live),
        column(({ sample }) => sample.origin),
        column(({ sample }) => sample.prevHash),
        column(({ sample }) => sample.hash),
      ],
    );
    if (!answer) throw new Error('The tape gave no answer.');
    return answer.fate;
  }

  /** Heads of the chains of these markets; a market without samples is absent. */
  async heads(marketIds: readonly number[]): Promise<Map<number, TapeHead>> {
    const rows = await this.source.query<HeadRow[]>(
      `select market_id, sequence, (extract(epoch from second) * 1000)::bigint as at, encode(hash, 'hex') as hash
       from tape_head where market_id = any ($1::int[]) and sequence > 0`,
      [marketIds],
    );
    return new Map(
      rows.map((row) => [row.market_id, { sequence: Number(row.sequence), s: Number(row.at), hash: row.hash }]),
    );
  }
}
