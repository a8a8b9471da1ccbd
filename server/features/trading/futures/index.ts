/** The front door of futures: products, open positions, and the moves that the product itself makes. */
export { closingFill, type FilledPrice, openingFill, type QuotedMarket, reachesLimit } from './fill-price.rules.js';
export { ChangeMaintenance } from './change-maintenance.js';
export { FuturesCatalog } from './futures-catalog.js';
export { FuturesModule } from './futures.module.js';
export { ListFutures } from './list-futures.js';
export { type Book, PositionsStore } from './positions.store.js';
export { PreferencesStore } from './preferences.store.js';
export { type FuturesAccount, GetFuturesAccount } from './get-futures-account.js';
export { closedAtStop, settle, type Settlement } from './settlement.rules.js';
