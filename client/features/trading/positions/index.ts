export { HistoryList } from './history-list';
export { PendingOrders } from './pending-orders';
export { Positions } from './positions';
export { StopsSheet } from './stops-sheet';
