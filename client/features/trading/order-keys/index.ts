export { type KeyActs, useKeyActs } from './key-acts';
export { OrderKeys } from './order-keys';
export { focusField } from './pressed-in';
export { tickPrice } from './tick-price';
