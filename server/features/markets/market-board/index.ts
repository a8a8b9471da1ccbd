/** The front door of the markets: the catalogue and the latest picture of every market. */
export { BoardEntry } from './board-entry.js';
export { MarketBoard } from './market-board.js';
export { MarketBus } from './market-bus.js';
export { MarketCatalog } from './market-catalog.js';
export type { MarketEntity } from './market.entity.js';
export { BOOK_STALE_MS, marketStatus, opensAtOf, PRICE_STALE_MS } from './market-status.rules.js';
export type { MarketUpdate } from './market-update.js';
export { NextIndex } from './next-index.js';
export { type MarketChangeNotice, MarketUpdates } from './market-updates.js';
export { MarketBoardModule } from './market-board.module.js';
export { isBesideIndex, type Quotation, quotationOf } from './tradable-market.rules.js';
export {
  isMarked,
  type MarkedMarket,
  type TradableMarket,
  TradableMarkets,
  type TradableQuery,
} from './tradable-markets.js';
