export { useKeyActs } from './key-acts';
export { focusField } from './pressed-in';
export { tickPrice } from './tick-price';
