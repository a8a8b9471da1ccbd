export { DeskSkeleton } from './desk-skeleton';
export type { Side } from './side';
export type { Taken } from './use-taken';
export { TradeBar } from './trade-bar';
