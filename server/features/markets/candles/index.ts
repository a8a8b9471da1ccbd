/** The front door of the candles: what is kept of them, how gaps are filled, and how they are read. */
export { BackfillCandles, type BackfillRequest, type CandleSource } from './backfill-candles.js';
export { CandleHistory } from './candle-history.js';
export { CandleReplies } from './candle-replies.js';
export { CandleRecorder } from './candle-recorder.js';
export { CandlesModule } from './candles.module.js';
