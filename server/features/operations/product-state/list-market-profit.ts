import { Injectable } from '@nestjs/common';
import type { MarketProfitRequest, MarketProfitsView } from '../../../contract/operations/product-state.dto.js';
import { MARKET_PROFIT_DAYS_MAX } from '../../../contract/operations/words.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { rangeOf } from '../../wallet/exports/index.js';
import { MarketProfitStore } from './market-profit.store.js';

const DAY_MS = 86_400_000;

/**
 * What the house won or lost by market in whole days of UTC, real and demo money apart: what the journals of options, spot and
 * contracts moved on its accounts of profit, fees and insurance, each journal by the market of the row that it is about. The
 * markets together are what the accounts moved by these journals.
 */
@Injectable()
export class ListMarketProfit {
  constructor(private readonly store: MarketProfitStore) {}

  /** @throws Refusal `exports.range` for days that are none, backwards or too many. */
  async execute({ from, to, demo, by }: MarketProfitRequest): Promise<MarketProfitsView> {
    const range = rangeOf({ from, to, zone: 'UTC' });
    if (typeof range === 'string' || range.until - range.since > MARKET_PROFIT_DAYS_MAX * DAY_MS) {
      throw new Refusal('exports.range', { days: String(MARKET_PROFIT_DAYS_MAX) });
    }
    const { since, until } = range;
    const period = { demo: demo === '1', since: new Date(since), until: new Date(until), byDay: by === 'day' };
    return { list: await this.store.byMarket(period) };
  }
}
