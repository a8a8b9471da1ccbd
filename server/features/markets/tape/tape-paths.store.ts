import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedPath } from './stored-path.rules.js';

/** Seconds of a market's hour whose ways to its root are to be kept; Unix milliseconds. */
export interface DuePaths {
  marketId: number;
  hour: number;
  seconds: number[];
}

/** Ahead of every hour. */
const BEGINNING = { marketId: 0, hour: 0 };

/** The ways of single seconds to the root of their hour, which stay when the day of the tape goes. */
@Injectable()
export class TapePathsStore {
  constructor(private readonly source: DataSource) {}

  /** Hours with a root that have seconds without their way, oldest first, those behind an hour of a market alone. */
  async due(limit: number, after: Pick<DuePaths, 'marketId' | 'hour'> = BEGINNING): Promise<DuePaths[]> {
    const rows = await this.source.query<{ market_id: number; hour: Date; seconds: Date[] }[]>(
      `select p.market_id, r.hour, array_agg(p.second order by p.second) as seconds
         from tape_path p join tape_root r on r.market_id = p.market_id and r.hour = date_trunc('hour', p.second, 'UTC')
        where p.path is null and p.second >= $2 and (r.hour, r.market_id) > ($2, $3)
        group by 1, 2 order by 2, 1 limit $1`,
      [limit, new Date(after.hour), after.marketId],
    );
    return rows.map(({ market_id: marketId, hour, seconds }) => ({
      marketId,
      hour: hour.getTime(),
      seconds: seconds.map((second) => second.getTime()),
    }));
  }

  async record(marketId: number, ways: readonly { second: number; path: readonly string[] }[]): Promise<void> {
    await callFunction(this.source.manager, 'tape_paths_record', {
      market: marketId,
      seconds: ways.map(({ second }) => new Date(second)),
      paths: ways.map(({ path }) => Buffer.from(path.join(''), 'hex')),
    });
  }

  /** The way of a second, nearest hash first; null where none is kept. */
  async of(marketId: number, second: number): Promise<string[] | null> {
    const [row] = await this.source.query<{ path: Buffer | null }[]>(
      'select path from tape_path where market_id = $1 and second = $2',
      [marketId, new Date(second)],
    );
    return row?.path ? storedPath(row.path) : null;
  }
}
