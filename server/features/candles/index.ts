/** The front door of the candles: history, and the live series that the feeding process folds trades into. */
export { CandleHistory, type CandleRange } from './candle-history.js';
export { CandleSeries, type CandleMarket, type FoldedTrade } from './candle-series.js';
export { CandleRecorder } from './candle-recorder.js';
export { CandlesModule } from './candles.module.js';
