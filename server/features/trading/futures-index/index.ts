/** The front door of what is open in perpetual contracts, in memory and exactly, and of how it stands at the marks of now. */
export { ActingParts } from './acting-parts.js';
export { closingPrice, DecisionMarkets, quoted } from './decision-markets.js';
export { KeepOpenContracts } from './keep-open-contracts.js';
export {
  closeCross,
  closeIsolated,
  type ClosingGroup,
  type CrossBacking,
  crossStanding,
  type DecisionMarket,
  type HeldPosition,
  isolatedStanding,
  type Standing,
} from './margin-decision.rules.js';
export type { ReportedMarks } from './mark-samples.js';
export { marketInBook } from './liquidation-index.js';
export { type AccountKey, type BookOfMarket, BOOKS, OpenContracts, type ReachedStop } from './open-contracts.js';
export { OpenContractsModule } from './futures-index.module.js';
export { OpenContractsStore } from './open-contracts.store.js';
export { crossThresholds, NEXT_RATIO } from './threshold.rules.js';
