import { Injectable } from '@nestjs/common';
import type { CandlePeriod, CandleView } from '../../contract/markets.dto.js';

export interface CandleRange {
  symbol: string;
  period: CandlePeriod;
  /** Inclusive, Unix milliseconds. */
  from: number;
  /** Inclusive, Unix milliseconds. */
  to: number;
  /** At most this many bars, the newest of the range. */
  limit: number;
}

/** Reads bars: recent ones from memory, older ones from Postgres, the running one from the board. */
@Injectable()
export class CandleHistory {
  /** Bars of the range, ascending; empty when there are none. */
  async range(_range: CandleRange): Promise<CandleView[]> {
    throw new Error('not built yet');
  }
}
