export { AmendClosingSheet } from './amend-closing-sheet';
export { AmendSheet } from './amend-sheet';
export { HistoryList } from './history-list';
export { nearestLiquidation } from './nearest-liquidation';
export { PendingOrders } from './pending-orders';
export { PinnedLiquidation } from './pinned-liquidation';
export { Positions } from './positions';
export { StopsSheet } from './stops-sheet';
