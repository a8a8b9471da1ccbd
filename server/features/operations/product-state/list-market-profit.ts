import { Injectable } from '@nestjs/common';
import type { MarketProfitRequest, MarketProfitsView } from '../../../contract/operations/product-state.dto.js';
import { MARKET_PROFIT_APART_MAX, MARKET_PROFIT_DAYS_MAX } from '../../../contract/operations/words.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { rangeOf } from '../../wallet/exports/index.js';
import { MarketProfitSums, type ProfitPlace } from './market-profit.rules.js';
import { MarketProfitStore } from './market-profit.store.js';

const DAY_MS = 86_400_000;
/** Postings of one statement: far from its time limit, and no snapshot is held for longer than one of them. */
const SLICE = 20_000;
/** More than this nobody waits for. */
const POSTINGS_MAX = 3_000_000;

/**
 * What the house won or lost by market in whole days of UTC, real and demo money apart: what the journals of options, spot and
 * futures moved on its accounts of profit, fees and insurance, each journal by the market of the row that it is about. The
 * markets together are what the accounts moved by these journals.
 *
 * They are read in slices of the accounts' numbers: postings and their journals never change, so the slices together are what one
 * statement would have read, however long it is between them.
 */
@Injectable()
export class ListMarketProfit {
  constructor(private readonly store: MarketProfitStore) {}

  /** @throws Refusal `exports.range` for days that are none, backwards or too many, `operations.too-many-rows` for what was posted. */
  async execute({ from, to, demo, by }: MarketProfitRequest, slice = SLICE): Promise<MarketProfitsView> {
    const byDay = by === 'day';
    const most = byDay ? MARKET_PROFIT_APART_MAX : MARKET_PROFIT_DAYS_MAX;
    const range = rangeOf({ from, to, zone: 'UTC' });
    if (typeof range === 'string' || range.until - range.since > most * DAY_MS) {
      throw new Refusal('exports.range', { days: String(most) });
    }
    const period = { demo: demo === '1', since: new Date(range.since), until: new Date(range.until), byDay };
    const places = await this.store.places(period);
    if (places.reduce((sum, { first, below }) => sum + below - first, 0) > POSTINGS_MAX) {
      throw new Refusal('operations.too-many-rows', { maximum: String(POSTINGS_MAX) });
    }
    const sums = new MarketProfitSums();
    for (const place of slicesOf(places, slice)) sums.add(place.kind, await this.store.lines(place, period));
    return { list: sums.views() };
  }
}

function slicesOf(places: readonly ProfitPlace[], size: number): ProfitPlace[] {
  return places.flatMap((place) =>
    Array.from({ length: Math.ceil((place.below - place.first) / size) }, (_, turn) => {
      const first = place.first + turn * size;
      return { ...place, first, below: Math.min(first + size, place.below) };
    }),
  );
}
