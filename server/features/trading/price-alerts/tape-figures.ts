import { Injectable } from '@nestjs/common';
import { ALERT_WINDOWS } from '../../../contract/rules/price-alert.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { AlertTapeStore, type PriceAsked, type Stretch, type TapedPrice } from './alert-tape.store.js';
import { changeReading, priceReading } from './figure.rules.js';
import { percentSeries, priceSeries, type Series, type SeriesReading } from './watched-alert.js';

/** A change that somebody waits for, with the price that it is to be compared with. */
interface Change {
  taped: TapedPrice;
  windowSeconds: number;
  past: PriceAsked;
}

/** What the tape says, of what may be acted upon: sound seconds, of origins that may move real money, in which no operator had halted the market. */
@Injectable()
export class TapeFigures {
  constructor(
    private readonly store: AlertTapeStore,
    private readonly catalog: MarketCatalog,
    private readonly markets: TradableMarkets,
  ) {}

  /** Sound seconds of these stretches, the oldest first; `read` is how many there were, whether they may be acted upon or not. */
  async read(
    tx: Transaction,
    stretches: readonly Stretch[],
    bounds: { oldest: number; limit: number },
  ): Promise<{ prices: TapedPrice[]; read: number; last: number | null }> {
    const all = await this.store.stretches(tx, stretches, bounds);
    return { prices: this.usable(all), read: all.length, last: all.at(-1)?.at ?? null };
  }

  /** The figures of these seconds that somebody waits for, in order. */
  async figures(
    prices: readonly TapedPrice[],
    waitsFor: (series: Series) => boolean,
    tx?: Transaction,
  ): Promise<SeriesReading[]> {
    const changes = prices.flatMap((taped) => changesOf(taped, waitsFor));
    const pasts = await this.store.indexAt(
      changes.map(({ past }) => past),
      tx,
    );
    const found = new Map<TapedPrice, SeriesReading[]>();
    for (const [place, { taped, windowSeconds }] of changes.entries()) {
      const past = pasts[place];
      if (past == null) continue;
      const reading = changeReading(taped.at, past, taped.index);
      const known = found.get(taped) ?? [];
      found.set(taped, [...known, { series: percentSeries(taped.marketId, windowSeconds), reading }]);
    }
    return prices.flatMap((taped) => [...pricesOf(taped, waitsFor), ...(found.get(taped) ?? [])]);
  }

  /** The last second of a market that may be acted upon, not older than the instant. */
  async last(marketId: number, oldest: number): Promise<TapedPrice | null> {
    return this.store.lastSound(marketId, this.markets.realMoneyOrigins(), oldest);
  }

  private usable(prices: readonly TapedPrice[]): TapedPrice[] {
    const origins = new Set(this.markets.realMoneyOrigins());
    return prices.filter(({ marketId, origin }) => this.catalog.byId(marketId) !== undefined && origins.has(origin));
  }
}

function pricesOf({ marketId, at, index, mark }: TapedPrice, waitsFor: (series: Series) => boolean): SeriesReading[] {
  const all = [
    { series: priceSeries(marketId, 'index'), price: index },
    { series: priceSeries(marketId, 'mark'), price: mark },
  ];
  return all.flatMap(({ series, price }) =>
    price !== null && waitsFor(series) ? [{ series, reading: priceReading(at, price) }] : [],
  );
}

function changesOf(taped: TapedPrice, waitsFor: (series: Series) => boolean): Change[] {
  const { marketId, at, origin } = taped;
  return ALERT_WINDOWS.filter((seconds) => waitsFor(percentSeries(marketId, seconds))).map((windowSeconds) => ({
    taped,
    windowSeconds,
    past: { marketId, at: at - windowSeconds * 1000, origin },
  }));
}
