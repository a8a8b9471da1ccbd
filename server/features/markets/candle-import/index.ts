/** The front door of the candle import: bars from CSV files, by `npm run import`. */
export { ImportCandles, type ImportReport } from './import-candles.js';
export { ImportCandlesStore } from './import-candles.store.js';
