import { Injectable } from '@nestjs/common';
import type { CandleView, PriceOrigin } from '../../contract/markets.dto.js';

/** Writes bars to Postgres in batches; repeating a batch changes nothing. */
@Injectable()
export class CandleRecorder {
  /**
   * Writes the bars under the fencing number of the feeding process. A number that is not the current one writes
   * nothing: a paused old leader cannot overwrite what its successor wrote.
   * @returns whether the number was current.
   */
  async write(_token: string, _bars: { marketId: number; origin: PriceOrigin; bar: CandleView }[]): Promise<boolean> {
    throw new Error('not built yet');
  }

  /** What a series needs after a start: the last 1,441 one-minute bars and the running bars of every period. */
  async restore(_marketId: number, _symbol: string, _now: number): Promise<CandleView[]> {
    throw new Error('not built yet');
  }
}
