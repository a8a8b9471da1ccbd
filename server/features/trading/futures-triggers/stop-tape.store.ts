import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** Seconds of a market's tape that are to be judged. */
export interface TapeSlice {
  /** Null: the market's tape was never judged. */
  after: Date | null;
  /** Null: the market has no tape. */
  until: Date | null;
  /** The lowest and the highest price of each kind; null: there is none. */
  spans: Partial<Record<TriggerSource, [number, number]>> | null;
  /** Whether there is more to judge behind them. */
  more: boolean;
}

/** When a market's session was open. */
export interface OpenTime {
  openFrom: Date[];
  openUntil: Date[];
}

/** Judges the tape for stops of contracts, and keeps up to where it was judged. */
@Injectable()
export class StopTapeStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Markets with contracts, and those whose tape was judged for them. */
  async markets(): Promise<{ id: number; judged: Date | null }[]> {
    return this.source.query(
      `select m.id, p.second as judged from market m left join futures_stop_place p on p.market_id = m.id
        where m.perpetual order by m.id`,
    );
  }

  look(market: number, open: OpenTime, { seconds, at }: { seconds: number; at: Date }): Promise<TapeSlice> {
    return callForRow(this.source.manager, 'futures_stop_look', { market, ...open, seconds, at }) as Promise<TapeSlice>;
  }

  /** @returns the positions whose stops fired. */
  reach(
    tx: Transaction,
    given: OpenTime & {
      market: number;
      after: Date | null;
      until: Date;
      positions: number[];
      origins: PriceOrigin[];
      at: Date;
    },
  ): Promise<string[]> {
    return callFunction(tx, 'futures_stop_reach', given);
  }
}
