/** The front door of the candles: history, and the live series that the feeding process folds trades into. */
export { BackfillCandles, type BackfillRequest, type CandleSource } from './backfill-candles.js';
export { CANDLES_MAX, CandleHistory, type CandleRange } from './candle-history.js';
export { CandleReplies } from './candle-replies.js';
export { CandleRecorder } from './candle-recorder.js';
export { type CandleMarket, CandleSeries, type FoldedTrade } from './candle-series.js';
export { MINUTE_MS, nextOpen, openOf, previousOpen } from './candles.rules.js';
export { CandlesModule } from './candles.module.js';
