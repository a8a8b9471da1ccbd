import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import type { TapeSample } from '../../../contract/markets/tape.dto.js';

/** The head of a market's hash chain. */
export interface TapeHead {
  sequence: number;
  /** Up to here nothing more is written: the second of the last sample, or a later one that was closed. Unix milliseconds. */
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
    const fate = await callFunction(this.source.manager, 'tape_append', {
      token,
      market: column(({ marketId }) => marketId),
      second: column(({ sample }) => sample.s / 1000),
      sequence: column(({ sample }) => sample.sequence),
      index: column(({ sample }) => sample.index),
      state: column(({ sample }) => sample.indexState),
      mark: column(({ sample }) => sample.mark),
      last: column(({ sample }) => sample.last),
      constituents: column(({ sample }) => JSON.stringify(sample.constituents)),
      live: column(({ sample }) => sample.live),
      origin: column(({ sample }) => sample.origin),
      prev: column(({ sample }) => sample.prevHash),
      hash: column(({ sample }) => sample.hash),
    });
    return fate as AppendFate;
  }

  /** From now on no second of the market up to this one comes onto the tape; Unix milliseconds, 30 seconds ago or more. */
  async close(marketId: number, second: number, at: number): Promise<void> {
    await callFunction(this.source.manager, 'tape_close', {
      market: marketId,
      second: new Date(second),
      at: new Date(at),
    });
  }

  /** Markets that have neither options nor futures any more, and in which some of them are still open. */
  settlingMarkets(): Promise<number[]> {
    return callFunction(this.source.manager, 'tape_settling_markets', {});
  }

  /** Which of these seconds have a sample, by market; Unix milliseconds. */
  async written(seconds: readonly { marketId: number; s: number }[]): Promise<Map<number, Set<number>>> {
    const rows = await this.source.query<{ market_id: number; at: string }[]>(
      `select market_id, (extract(epoch from second) * 1000)::bigint as at
       from price_sample where market_id = any ($1::int[]) and second = any ($2::timestamptz[])`,
      [seconds.map(({ marketId }) => marketId), seconds.map(({ s }) => new Date(s))],
    );
    const written = new Map<number, Set<number>>();
    for (const { market_id: marketId, at } of rows)
      written.set(marketId, (written.get(marketId) ?? new Set()).add(Number(at)));
    return written;
  }

  /** Heads of the chains of these markets; a market without samples is absent, unless its tape was closed up to a second. */
  async heads(marketIds: readonly number[]): Promise<Map<number, TapeHead>> {
    const rows = await this.source.query<HeadRow[]>(
      `select market_id, sequence, (extract(epoch from second) * 1000)::bigint as at, encode(hash, 'hex') as hash
       from tape_head where market_id = any ($1::int[]) and second > '-infinity'`,
      [marketIds],
    );
    return new Map(
      rows.map((row) => [row.market_id, { sequence: Number(row.sequence), s: Number(row.at), hash: row.hash }]),
    );
  }
}
