/** The front door of the candle series: what bars are, and the live ones that trades are folded into. */
export {
  type Bar,
  barOf,
  type BarText,
  barView,
  DAY_MS,
  FOLDED_FROM,
  foldBars,
  HOUR_MS,
  MINUTE_MS,
  nextOpen,
  openOf,
  previousOpen,
} from './bars.rules.js';
export { CandleSeries } from './candle-series.js';
export { isAbove } from './scaled-decimal.rules.js';
