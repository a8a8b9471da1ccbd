/** The front door of the markets: the catalogue and the latest picture of every market. */
export { MarketBoard, type MarketUpdate } from './market-board.js';
export { MarketCatalog } from './market-catalog.js';
export type { MarketEntity } from './market.entity.js';
export { MarketsModule } from './markets.module.js';
