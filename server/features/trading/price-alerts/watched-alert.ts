import type { AlertKind, AlertSource } from '../../../contract/rules/price-alert.rules.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Reading, Watch } from './alert.rules.js';

/** What somebody waits for, without whose it is and where it stands. */
export interface AlertTerms {
  kind: AlertKind;
  /** Null: the margin of the whole cross account. */
  marketId: number | null;
  value: DecimalText;
  windowSeconds: number | null;
  source: AlertSource | null;
}

/** An alert in the memory of whoever judges. */
export interface WatchedAlert extends Watch, AlertTerms {
  id: number;
  userId: string;
  /** Grows when its user changes it: what was judged by other terms is not written. */
  version: number;
  note: string;
}

/** A figure with what a notice says of it. */
export interface ShownReading extends Reading {
  /** Its value: a price, or percent. */
  figure: DecimalText;
  /** The price at the instant of a change; null for all others. */
  price: DecimalText | null;
}

/** A figure that alerts wait for: `price:3:index`, `percent:3:3600`, `funding:3`, `margin:17:3`. */
export type Series = string;

export const priceSeries = (marketId: number, source: AlertSource): Series => `price:${marketId}:${source}`;
export const percentSeries = (marketId: number, windowSeconds: number): Series =>
  `percent:${marketId}:${windowSeconds}`;
export const fundingSeries = (marketId: number): Series => `funding:${marketId}`;
/** Of isolated positions in the market, or of the cross account. */
export const marginSeries = (userId: string, marketId: number | null): Series => `margin:${userId}:${marketId ?? 0}`;

/** The figure that an alert waits for. */
export function seriesOf({ kind, marketId, windowSeconds, source }: AlertTerms, userId: string): Series {
  if (kind === 'margin-above') return marginSeries(userId, marketId);
  const market = marketId ?? 0;
  if (kind === 'funding-above' || kind === 'funding-below') return fundingSeries(market);
  if (kind === 'percent-up' || kind === 'percent-down') return percentSeries(market, windowSeconds ?? 0);
  return priceSeries(market, source ?? 'index');
}

/** A figure that somebody waits for, as it was at an instant. */
export interface SeriesReading {
  series: Series;
  reading: ShownReading;
}
