export { DeskSkeleton } from './desk-skeleton';
export type { Side } from './side';
export { TradeBar } from './trade-bar';
