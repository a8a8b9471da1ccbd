/** The front door of the prices: what turns ticks into prices, and bars, of markets. It has no clock and no leader. */
export { BASIS_WINDOW_MS } from './mark-price.rules.js';
export { type ChangedBar, type FedMarket, type MarketChanges, PriceEngine } from './price-engine.js';
