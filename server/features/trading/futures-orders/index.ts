/** The front door of what traders do with futures: orders, closes, margin, stops, and their previews. */
export { AddMargin } from './add-margin.js';
export { AmendOrder } from './amend-order.js';
export { CancelOrder } from './cancel-order.js';
export { ClosePositions } from './close-positions.js';
export { ClosingOrders } from './closing-orders.js';
export { FuturesOrdersModule } from './futures-orders.module.js';
export { amendmentWishOf, orderWishOf, stopsWishOf } from './order-wish.js';
export { PlaceOrder } from './place-order.js';
export type { OrderWish } from './quote-order.js';
export type { ReduceWish } from './quote-reduce.js';
export { ReversePosition } from './reverse-position.js';
export { SetStops } from './set-stops.js';
