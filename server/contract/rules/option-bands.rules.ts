import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/** Of a minute, as fractions of the entry: how far from it an order on even still wins, and how far a quote may be left. */
const MINUTE = '0.0001';
/** Both go in steps of this. */
const STEP = '0.00005';
/** A quote lasts three seconds whatever it is for: its bound grows with the time only so far. */
const MOVE_MOST = '0.0003';
/** Up to a quarter of an hour the band grows a little faster than prices scatter, from then on as they do. */
const QUARTER = { minutes: 15, band: '0.0005' } as const;

/**
 * How far from its entry an order on even of so many seconds still wins, as a fraction of the entry. Nobody sets it: it
 * goes by the time alone, so that even is what a similar part of orders comes to whatever time they run. Prices scatter with
 * the square root of the time. It reproduces the bands that the product began with.
 */
export function evenBandRatio(seconds: number): DecimalText {
  const minutes = new Decimal(seconds).dividedBy(60);
  const short = minutes.pow('0.6').times(MINUTE);
  const long = minutes.dividedBy(QUARTER.minutes).sqrt().times(QUARTER.band);
  return Decimal.min(short, long).toNearest(STEP, Decimal.ROUND_HALF_UP).toFixed();
}

/** How far the index may be from a quote's entry, to either side, for the quote to be taken; as a fraction of the entry. */
export function moveRatio(seconds: number): DecimalText {
  const minutes = new Decimal(seconds).dividedBy(60);
  return Decimal.min(minutes.sqrt().times(MINUTE), MOVE_MOST).toNearest(STEP, Decimal.ROUND_DOWN).toFixed();
}
