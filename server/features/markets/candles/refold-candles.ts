import { Injectable } from '@nestjs/common';
import type { CandlePeriod } from '../../../contract/markets/markets.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { DAY_MS, FOLDED_FROM, nextOpen, openOf } from '../candle-series/index.js';
import { CandleFoldsStore } from './candle-folds.store.js';
import { CandlesStore } from './candles.store.js';

const DAYS = 3;
const MONTHS = 14;

/**
 * Folds the longer bars of a market again from the stored shorter ones, where one is missing or not the fold of its
 * parts, each origin for itself: for bars written by a process that died between two writes. Imported ones are left
 * alone, because a file's own longer bars are only those that it covers whole.
 */
@Injectable()
export class RefoldCandles {
  constructor(
    private readonly store: CandlesStore,
    private readonly folds: CandleFoldsStore,
    private readonly clock: Clock,
  ) {}

  async execute(marketId: number): Promise<void> {
    const token = await this.store.currentToken();
    // Nobody has fed yet: there is nothing to fold, and no number to write under.
    if (token === null) return;
    const now = this.clock.now();
    const minutes = openOf('1day', now) - DAYS * DAY_MS;
    for (const [period, part] of Object.entries(FOLDED_FROM) as [CandlePeriod, CandlePeriod][]) {
      for (const { origin, openAt } of await this.store.oldestClosed(marketId, part)) {
        if (origin === 'imported') continue;
        const reach = part === '1day' ? now - MONTHS * 31 * DAY_MS : minutes;
        const from = Math.max(reach, openAt);
        const start = openOf(period, from) === from ? from : nextOpen(period, from);
        const to = openOf(period, now);
        if (start < to) await this.folds.fold(token, { marketId, origin, period, part, from: start, to });
      }
    }
  }
}
