/** The front door of the chains' nodes: what they say of a transaction, and whether that is what its sender says. */
export { type ChainVerdict, judge } from './chain-verdict.rules.js';
export { ChainWatchers } from './chain-watcher.js';
export { ChainWatchModule } from './chain-watch.module.js';
