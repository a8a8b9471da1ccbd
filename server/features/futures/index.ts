/** The front door of perpetual contracts: products, orders, open positions, and the moves that the product itself makes. */
export { AddMargin } from './add-margin.js';
export { CancelOrder } from './cancel-order.js';
export { ClosePositions } from './close-positions.js';
export { type FilledPrice, closingFill, openingFill, type QuotedMarket, reachesLimit } from './fill-price.rules.js';
export { FuturesCatalog } from './futures-catalog.js';
export { FuturesModule } from './futures.module.js';
export type { Book } from './futures.store.js';
export { ListFutures } from './list-futures.js';
export { type ClosedLots, type Moved, MovesStore } from './moves.store.js';
export { orderWishOf, stopsWishOf } from './order-wish.js';
export {
  type AccountNow,
  crossTotals,
  type CrossTotals,
  isHeld,
  liquidationOf,
  type MarkNow,
  positionFigures,
} from '../../contract/rules/position-figures.rules.js';
export { PositionsStore } from './positions.store.js';
export type { OrderWish } from './quote-order.js';
export { type FuturesAccount, ReadAccount } from './read-account.js';
export { SetStops } from './set-stops.js';
export { type LotsToClose, settle, type Settlement } from './settlement.rules.js';
export { SubmitOrder } from './submit-order.js';
