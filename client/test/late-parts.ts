/** What pages fetch late, past the front door of its feature, for specs of other features that need it beside them. */
export { OrderKeys } from '../features/trading/order-keys/order-keys.late';
