export { AmendExitSheet } from './amend-exit';
export { AmendSheet } from './amend-order';
export { AmendStopSheet } from './amend-stop-sheet';
export { isExitChangeable } from './exit-terms';
export { FactList } from './fact-list';
export { shownAverage } from './order-state';
export {
  fillsKey,
  openOrdersOf,
  ORDERS_KEY,
  type ExitTerm,
  type Pair,
  placeStop,
  STOP_PREVIEWS,
  readFills,
  stopPreviewOf,
  stopsOf,
  type StopWish,
} from './spot-orders.api';
export { SpotOrders } from './spot-orders';
export { isChangeable } from './stop-terms';
export {
  type HistoryAsked,
  HISTORY_STATUSES,
  HISTORY_VIEWS,
  type HistoryStatus,
  TransactionHistory,
} from './transaction-history';
