export { TradingPaused } from './trading-paused';
