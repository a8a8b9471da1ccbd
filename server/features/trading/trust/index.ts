/** The front door of the trust products. */
export { SweepTrustOrders } from './sweep-trust-orders.js';
export { TrustModule } from './trust.module.js';
