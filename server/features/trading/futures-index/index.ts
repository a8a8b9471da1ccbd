/** The front door of what is open in futures, in memory and exactly, and of how it stands at the marks of now. */
export { closingPrice, quoted } from './closing-price.js';
export { DecisionMarkets, type UnpricedMarks } from './decision-markets.js';
export { FollowOpenPositions } from './follow-open-positions.js';
export { closeCross } from './cross-closing.rules.js';
export {
  closeIsolated,
  type ClosingGroup,
  type CrossBacking,
  crossStanding,
  type DecisionMarket,
  type HeldPosition,
  isolatedStanding,
  isPriced,
  type PricedMarket,
  type Standing,
} from './margin-decision.rules.js';
export { judgedAccount, leastSurplus } from './unpriced-market.rules.js';
export type { ReportedMarks } from './mark-samples.js';
export { marketInBook } from './price-thresholds.js';
export {
  type AccountKey,
  accountKey,
  always,
  type BookOfMarket,
  BOOKS,
  FuturesIndex,
  type ReachedStop,
} from './futures-index.js';
export { FuturesIndexModule } from './futures-index.module.js';
export { SortedThresholds } from './sorted-thresholds.js';
export { FuturesIndexStore } from './futures-index.store.js';
export { crossThresholds, NEXT_RATIO } from './threshold.rules.js';
