export { DirectionMark, POINTS } from './direction-mark';
export { OpenOrders } from './open-orders';
export { OptionDetail } from './option-detail';
export { OptionHistory } from './option-history';
export { useTermWords } from './option-time';
export { askQuote, buyOption, OPTION_KEYS, type OptionWish, payableOf, termsOf, WIRE_TYPES } from './options.api';
export { ResultSheet } from './result-sheet';
export { Ring } from './ring';
export { type OpenOrders as OpenOrdersResult, useOpenOrders } from './use-open-orders';
